package tune

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
)

const fakeText = `# Tuned by an author with so much to say that a single line of a comment does
# not have room for all of it.
tempo 6
pieces[0] 1 2
pieces[1] -3 4
pieces[2] 0 5
Early 7
Late -8
never 0 0
hidden 9
`

// The file has the new weights and the remark, and can be read back; the evaluator
// keeps its weights.
func TestWrite(t *testing.T) {
	g := newFake("fake", begin)
	r := &Result{Now: []engine.Score{6, 1, 2, -3, 4, 0, 5, 7, -8, 0, 0, 9}, list: g.Weights()}
	var text strings.Builder
	const author = "an author with so much to say that a single line of a comment does not have room for all of it."
	if err := r.Write(&text, author); err != nil || text.String() != fakeText {
		t.Fatalf("%v, the file became\n%s", err, text.String())
	}
	if *g.w != begin {
		t.Errorf("the evaluator has become %+v", *g.w)
	}
	want := fakeWeights{tempo: 6, pieces: [3][2]engine.Score{{1, 2}, {-3, 4}, {0, 5}}, hidden: 9}
	want.Pair.Early, want.Pair.Late = 7, -8
	if err := weights.Read(text.String(), g.Weights()); err != nil || *g.w != want {
		t.Errorf("read back it is %+v, %v", *g.w, err)
	}
}

// A fit writes its weights.
func TestWriteFit(t *testing.T) {
	g := newFake("fake", begin)
	r, err := Run(t.Context(), fakeData(t, g, 200), quick())
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.Write(&text, "me."); err != nil || !strings.HasPrefix(text.String(), "# Tuned by me.\ntempo ") {
		t.Fatalf("%v\n%s", err, text.String())
	}
	if err := weights.Read(text.String(), g.Weights()); err != nil {
		t.Fatal(err)
	}
	if off := far(g.w); off > 4 || *g.w == begin {
		t.Errorf("the weights are off by %v: %+v", off, *g.w)
	}
}
