package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/learn"
	"github.com/wane-chess/wane/rules"
)

// judge judges the learner's last move in a step of a lesson, which is given in
// JSON.
func judge(variant, step, moves string) (learn.Verdict, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return learn.Verdict{}, err
	}
	var s learn.LessonStep
	if err := json.Unmarshal([]byte(step), &s); err != nil {
		return learn.Verdict{}, fmt.Errorf("the step cannot be read: %w", err)
	}
	return learn.Judge(g, &s, strings.Fields(moves))
}
