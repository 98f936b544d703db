package study

import (
	"reflect"
	"testing"

	"github.com/wane-chess/wane/rules"
)

// Whatever is read can be written, and reads back the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"1. e4 $1 {[%cal Ge2e4,Rd1d5] [%csl Yd5] [%eval 0.34,18] best} (1. d4 {other} d5) " +
			"1... e5 ({x} 1... c5 {[%eval #-3]}) *",
		"2k/1R1/K2 w - - 0 1",
		"[Variant \"diminuendo\"]\n\n1. Bxf5+ {[%cal Gza5] ; } [%csl Rz]} *",
		"1. e4 {[%cal [%csl Gd4]Ge2e4]} e5 {}} *",
		"1. e4 and e5\n2. Nf3 (good!)\n\n1. d4 d5 2. c4",
		"1. e4 e5 2. Nf6",
		"[Variant \"cheshire\"]\n[FEN \"x\"]\n*",
	} {
		f.Add("chess", s)
		f.Add("shrink", s)
	}
	f.Fuzz(func(t *testing.T, variant, text string) {
		if len(text) > 5000 {
			return
		}
		got := Reply(t.Context(), text, options(variant))
		if len(got.Games) == 0 && len(got.Skipped) == 0 && got.Error == nil {
			t.Error("neither games nor an error")
		}
		for _, g := range got.Games {
			once, err := Write(g, rules.ByName)
			if err != nil {
				t.Fatalf("%q is read as %+v, which cannot be written: %v", text, g, err)
			}
			again, err := Read(t.Context(), once, options("chess"))
			if err != nil || len(again.Games) != 1 || !reflect.DeepEqual(again.Games[0], g) {
				t.Fatalf("%q is read as\n%+v\nwritten as\n%s\nand read as\n%+v, %v", text, g, once, again, err)
			}
		}
	})
}
