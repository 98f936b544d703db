package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/rules"
)

// judge judges the learner's last move in a step of a lesson, which is given in
// JSON.
func judge(variant, step, moves string) (lessons.Verdict, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return lessons.Verdict{}, err
	}
	var s lessons.LessonStep
	if err := json.Unmarshal([]byte(step), &s); err != nil {
		return lessons.Verdict{}, fmt.Errorf("the step cannot be read: %w", err)
	}
	return lessons.Judge(g, &s, strings.Fields(moves))
}
