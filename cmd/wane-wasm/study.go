package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/rules"
)

// readStudy reads games: its arguments are variant, FEN, text and corrections.
func readStudy(args []string) study.Reading {
	o := study.Options{Games: rules.All(), Lookup: rules.ByName, Variant: args[0], FEN: args[1]}
	for fix := range strings.Lines(args[3]) {
		o.Corrections = append(o.Corrections, strings.TrimSpace(fix))
	}
	return study.Reply(args[2], o)
}

// writeStudy writes a game, given as JSON, as PGN.
func writeStudy(text string) (string, error) {
	var g study.Game
	if len(text) > 8*study.MaxBytes {
		return "", fmt.Errorf("the game takes %d KB; at most %d KB are written", len(text)>>10, 8*study.MaxBytes>>10)
	}
	if err := json.Unmarshal([]byte(text), &g); err != nil {
		return "", fmt.Errorf("this is no game: %w", err)
	}
	return study.Write(g, rules.ByName)
}
