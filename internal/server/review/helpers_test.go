package review

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

var noon = time.UnixMilli(1e12).UTC()

// whole reviews a game part by part, as a node and its workers do.
func whole(t testing.TB, g notation.Line, l Level, e engine.Engine) Report {
	t.Helper()
	r := NewReview("game", g, l, "guest", noon)
	for {
		j, open := r.Job()
		if !open {
			break
		}
		a, err := j.Do(t.Context(), e, rules.ByName, nil)
		if err != nil {
			t.Fatal(err)
		}
		var ok bool
		if r, ok = r.Apply(a, rules.ByName, noon); !ok {
			t.Fatalf("the answer to %d–%d is not applied", j.From, j.To)
		}
	}
	if r.Status != Done {
		t.Fatalf("the review is %s: %s", r.Status, r.Fault)
	}
	return *decodeReport(r.Report)
}
