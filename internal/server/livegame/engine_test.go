package livegame

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
)

// versus is Ann, with White, against the engine.
func versus(control string) Header {
	h := casual(control)
	h.Seats[1] = Player{Level: 4}
	return h
}

// job returns the engine's current job.
func (b *bout) job() Job {
	b.t.Helper()
	j, ok := b.s.Job(1)
	if !ok || !b.s.Summary().EngineToMove {
		b.t.Fatal("the engine is not to move")
	}
	return j
}

func TestEngineMoves(t *testing.T) {
	b := start(t, versus("5+3"))
	if _, ok := b.s.Job(1); ok || b.s.Summary().EngineToMove {
		t.Error("the engine is to move first")
	}
	b.moves("e2e4")
	began := b.now
	b.wait(2 * time.Second)
	j := b.job()
	if !strings.HasPrefix(j.ID, "abcdefghijkl/1/") || !strings.HasSuffix(j.ID, "/1") || j.Game != "abcdefghijkl" ||
		j.Ply != 1 || j.Variant != "chess" || j.FEN != "" || j.Level != 4 || !slices.Equal(j.Moves, []string{"e2e4"}) ||
		j.Clocks != [2]time.Duration{5 * time.Minute, 5 * time.Minute} || j.Increment != 3*time.Second || j.Issued != began {
		t.Errorf("job %+v", j)
	}
	if second, _ := b.s.Job(2); second.ID != strings.TrimSuffix(j.ID, "1")+"2" || !j.Before(second) || second.Before(j) {
		t.Errorf("the second attempt is %s", second.ID)
	}
	b.refused(NotYourTurn, "Black's turn", ann, DoMove, move("e7e5"))
	b.refused(NotYourSeat, "do not play Black", ann, DoMove, move("e7e5"), black)
	b.refused(NotYourSeat, "no seat", "", DoMove, move("e7e5"))
	b.refused(NotAllowed, "only makes moves", "", DoResign, byEngine(j))
	b.refused(IllegalMove, "", "", DoMove, byEngine(j), move("e7e4"))
	e := b.do("", DoMove, byEngine(j), move("e7e5"))
	if e.Color != game.Black || e.Command != j.ID {
		t.Errorf("the engine moved by %+v", e)
	}
	b.refused(Stale, "", "", DoMove, byEngine(j), move("e7e5"))
	b.refused(NotYourTurn, "White's turn", "", DoMove, move("g1f3"), func(c *Command) { c.Engine = true })
}

func TestEngineDeclinesOffers(t *testing.T) {
	b := start(t, versus("none"))
	b.moves("e2e4")
	b.do("", DoMove, byEngine(b.job()), move("e7e5"))
	for _, o := range []CommandKind{DoOfferDraw, DoAcceptDraw} {
		b.refused(NotAllowed, "The engine does not accept draws. Play on or resign.", ann, o)
	}
	b.do(ann, DoResign)
	if e := b.do(ann, DoRematch); e.Kind != Rematch || b.s.RematchHeader(Event{}).Seats[0] != (Player{Level: 4}) {
		t.Errorf("rematch by %+v", e)
	}
}

// After a takeback an engine's answer to an earlier job does not count, even if the
// number of plies is the same.
func TestTakebackFromEngine(t *testing.T) {
	b := start(t, versus("none"))
	b.moves("e2e4")
	old := b.job()
	if e := b.do(ann, DoOfferTakeback); e.Kind != Takeback || e.Plies != 1 || e.Color != game.White {
		t.Errorf("taken back by %+v", e)
	}
	if b.s.Summary().EngineToMove {
		t.Error("after a takeback the engine is to move")
	}
	b.moves("d2d4")
	b.refused(Stale, "", "", DoMove, byEngine(old), move("e7e5"))
	b.do("", DoMove, byEngine(b.job()), move("e7e5"))
	b.moves("d4e5")
	b.do("", DoMove, byEngine(b.job()), move("b8c6"))
	if e := b.do(ann, DoOfferTakeback); e.Plies != 2 || len(b.s.Moves()) != 2 || b.s.Summary().EngineToMove {
		t.Errorf("taken back by %+v", e)
	}
}

func TestEngineHasNoFirstMoveLimit(t *testing.T) {
	h := versus("5+0")
	h.Seats[0], h.Seats[1] = h.Seats[1], h.Seats[0]
	b := start(t, h)
	if d := b.s.Summary().Deadline; !d.IsZero() {
		t.Errorf("the engine's first move is due at %v", d)
	}
	b.wait(time.Hour)
	if ts := b.s.Clocks(b.now); ts.FirstMove != 0 || ts.Active {
		t.Errorf("times %+v", ts)
	}
	b.do("", DoMove, byEngine(b.job()), move("e2e4"))
	b.moves("e7e5")
	b.wait(time.Hour)
	b.ends(b.timeout(), game.BlackWins, game.TimeOut)
}

// A queue that has a job ignores earlier attempts and jobs for fewer events, but no job that
// is for another position, or after the store has lost events.
func TestJobBefore(t *testing.T) {
	job := func(id string, seq int, restart bool) Job { return Job{ID: id, Seq: seq, Restart: restart} }
	for _, c := range []struct {
		one, other Job
		want       bool
	}{
		{job("g/1/aa/0", 1, false), job("g/1/aa/1", 1, false), true},
		{job("g/1/aa/2", 1, false), job("g/1/aa/10", 1, false), true},
		{job("g/1/aa/1", 1, false), job("g/1/aa/1", 1, false), false},
		{job("g/1/aa/1", 1, false), job("g/1/aa/0", 1, false), false},
		{job("g/1/aa/0", 1, false), job("g/1/bb/1", 1, false), false},
		{job("g/1/aa/0", 1, false), job("g/3/bb/0", 3, false), true},
		{job("g/1/aa/0", 1, true), job("g/3/bb/0", 3, false), false},
		{job("g/3/aa/0", 3, false), job("g/1/bb/9", 1, false), false},
		{job("1", 1, false), job("2", 1, false), false},
		{job("g/1/aa/0", 1, false), Job{}, false},
	} {
		if got := c.one.Before(c.other); got != c.want {
			t.Errorf("%+v before %+v: %v", c.one, c.other, got)
		}
	}
}
