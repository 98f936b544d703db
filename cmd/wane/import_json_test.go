package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestRecords(t *testing.T) {
	const text = `[White "A & B"]
[Variant "shrink"]

{Open.} 1. e4! d5 (1... c5 {sharp} (1... e5) 2. Nf3) 2. exd5 {a rank goes} *

[Variant "shrink"]
[FEN "2k/1R1/K2 w - - 0 1"]

1. Rc2+ Ka3 2. Ra2# 1-0
`
	code, out, errs := wane(t, text, "import", "-", "--json")
	if code != 0 || errs != "" {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	var got records
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	want := records{
		Games: []record{{
			Variant: "shrink",
			Tags:    map[string]string{"White": "A & B"},
			FEN:     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			Comment: []string{"Open."},
			Moves: []recordedMove{
				{Move: "e2e4", SAN: "e4", NAGs: []int{1}},
				{Move: "d7d5", SAN: "d5", Variations: [][]recordedMove{
					{{Move: "c7c5", SAN: "c5", Comment: []string{"sharp"}}, {Move: "g1f3", SAN: "Nf3"}},
					{{Move: "e7e5", SAN: "e5"}},
				}},
				{Move: "e4d5", SAN: "exd5", Comment: []string{"a rank goes"}},
			},
			End:    "rnbqkbnr/ppp1pppp/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
			Result: "*",
		}, {
			Variant: "shrink",
			Tags:    map[string]string{},
			FEN:     small,
			Moves:   []recordedMove{{Move: "b2c2", SAN: "Rc2+"}, {Move: "b3a3", SAN: "Ka3"}, {Move: "b2a2", SAN: "Ra2#"}},
			End:     "k/R/K b - - 3 2",
			Result:  "1-0",
			Reason:  "checkmate",
		}},
		Warnings: []string{},
		Skipped:  []string{},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s\nwant %+v", out, want)
	}
}
