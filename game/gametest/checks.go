package gametest

import (
	"fmt"
	"maps"

	"github.com/wane-chess/wane/game"
)

// checkKinds checks AppendMoves against the legal moves.
func checkKinds(p game.Position, legal []game.Move, fail func(string, ...any)) {
	before := snapshot(p)
	want := map[game.Move]bool{}
	for _, m := range legal {
		want[m] = true
	}
	got := map[game.Move]bool{}
	for _, k := range []game.Kind{game.Noisy, game.Quiet} {
		for _, r := range p.AppendMoves(nil, k) {
			if got[r.Move] {
				fail("AppendMoves gives %v twice", r.Move)
			}
			if len(legal) > 2000 && len(got) > 2000 { // enough of them were tried
				got[r.Move] = want[r.Move]
				continue
			}
			if p.Make(r.Move) {
				p.Unmake()
				got[r.Move] = true
			} else if d := snapshot(p).diff(before); d != "" {
				fail("the refused move %v changed the position: %s", r.Move, d)
				return
			}
		}
	}
	if !maps.Equal(got, want) {
		fail("AppendMoves leads to %d legal moves, Legal has %d", len(got), len(want))
	}
	if n, m := len(p.AppendMoves(nil, game.All)), len(p.AppendMoves(nil, game.Noisy))+len(p.AppendMoves(nil, game.Quiet)); n != m {
		fail("All gives %d moves, Noisy and Quiet together %d", n, m)
	}
}

// checkClone checks that a clone is the same position with the same past, and
// that a move on it leaves the original alone.
func checkClone(p game.Position, legal []game.Move, fail func(string, ...any)) {
	before, q := snapshot(p), p.Clone()
	if q == p || snapshot(q) != before {
		fail("the clone is %+v, the original %+v", snapshot(q), before)
		return
	}
	if len(legal) > 0 {
		q.Make(legal[0])
		q.Unmake()
		q.Make(legal[len(legal)-1])
	}
	for q.Ply() > 0 {
		q.Unmake()
	}
	if d := snapshot(p).diff(before); d != "" {
		fail("moves on a clone changed the original: %s", d)
	}
}

// checkOutcome checks that Outcome and Over agree.
func checkOutcome(p game.Position, legal []game.Move, fail func(string, ...any)) {
	o := p.Outcome()
	score, over := p.Terminal()
	if len(legal) == 0 && !o.Over() {
		fail("no legal move, but the game goes on")
	}
	if over && !o.Over() {
		fail("Over says so, Outcome does not")
	}
	if over && (score == 0) != (o.Result == game.Draw) {
		fail("Over scores %d, Outcome is %v", score, o)
	}
	if !over && o.Over() && len(legal) > 0 {
		fail("Outcome is %v, but Over does not know", o)
	}
	if s := p.Eval(); s < -game.MateBound || s > game.MateBound {
		fail("Eval is %d, a mate", s)
	}
}

// state is what Unmake must restore.
type state struct {
	fen     string
	key     uint64
	ply     int
	check   bool
	turn    game.Color
	repeats int
}

func snapshot(p game.Position) state {
	return state{p.String(), p.Key(), p.Ply(), p.InCheck(), p.Turn(), p.Repetitions()}
}

// diff tells how s differs from an earlier state, the history aside if s has
// none of its own.
func (s state) diff(before state) string {
	if s.ply == 0 {
		s.ply, s.repeats = before.ply, before.repeats
	}
	if s == before {
		return ""
	}
	return fmt.Sprintf("now %+v, before %+v", s, before)
}
