package main

import (
	"reflect"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/tune"
)

// checkSource checks that a game's weights stand in its source with the values
// in use, and that a file with changed weights can be made of it.
func checkSource(t *testing.T, g game.Tuned) {
	t.Helper()
	s, err := tune.FindSource(g, "../..", "", "")
	if err != nil {
		t.Fatal(err)
	}
	old := scores(reflect.ValueOf(g.Weights()).Elem(), nil)
	now := make([]game.Score, len(old))
	for i := range old {
		now[i] = old[i]*2 + game.Score(i%3)
	}
	text, err := s.Rewrite(old, now, "a test.")
	if err != nil {
		t.Fatal(err)
	}
	if len(text) == 0 {
		t.Error("nothing was written")
	}
}

// scores lists the numbers of weights.
func scores(v reflect.Value, all []game.Score) []game.Score {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			all = scores(v.Field(i), all)
		}
	case reflect.Array:
		for i := range v.Len() {
			all = scores(v.Index(i), all)
		}
	default:
		all = append(all, game.Score(v.Int()))
	}
	return all
}
