package worker

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
)

// What comes over a link, from a node or a worker, is refused or is a message that can be sent again.
func FuzzLink(f *testing.F) {
	line := notation.Line{Variant: "chess", Moves: []string{"e2e4"}}
	for _, m := range []any{
		toWorker[livegame.Job]{ID: 1, Job: &livegame.Job{ID: "g/1/0", Game: "g", Line: line}, Trace: http.Header{"T": {"x"}}},
		toWorker[review.Job]{ID: 2, Job: &review.Job{Game: "g", Level: review.Quick, Line: line, To: 2}},
		fromWorker[livegame.Answer]{ID: 1, Answer: &livegame.Answer{Job: "g/1/0", Game: "g", Move: "e2e4"}},
		fromWorker[review.Answer]{ID: 2, Answer: &review.Answer{Game: "g", Level: review.Quick, To: 2, Fault: "no"}},
		fromWorker[livegame.Answer]{ID: 3, Error: "no", Bad: true},
		toWorker[livegame.Job]{},
	} {
		data, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("[[null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		again(t, data, func(m toWorker[livegame.Job]) bool { return m.Job == nil || m.Job.Check() == nil })
		again(t, data, func(m toWorker[review.Job]) bool { return m.Job == nil || m.Job.Check() == nil })
		again(t, data, func(m fromWorker[livegame.Answer]) bool { return m.Answer == nil || m.Answer.Check() == nil })
		again(t, data, func(m fromWorker[review.Answer]) bool { return m.Answer == nil || m.Answer.Check() == nil })
	})
}

// again decodes a message, and encodes and decodes it again if it is valid.
func again[M any](t *testing.T, data []byte, valid func(M) bool) {
	t.Helper()
	var m, back M
	if json.Unmarshal(data, &m) != nil || !valid(m) {
		return
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatalf("%q is read as %+v, which cannot be written: %v", data, m, err)
	}
	if err := json.Unmarshal(text, &back); err != nil || !valid(back) {
		t.Errorf("%q is written as %s, which is not valid: %v", data, text, err)
	}
}
