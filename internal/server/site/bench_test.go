package site

import (
	"encoding/json"
	"testing"

	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// BenchmarkEnding looks up an endgame of four pieces.
func BenchmarkEnding(b *testing.B) {
	s := &API{o: Options{Lookup: rules.ByName, Tables: tablebase.Builtin()}}
	b.ReportAllocs()
	for b.Loop() {
		out, err := s.ending("shrink", "kr2/2Q1/3K w - - 0 1", &Condition{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := json.Marshal(out.Body); err != nil {
			b.Fatal(err)
		}
	}
}
