package gametest

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
)

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

// checkOutcome checks that Outcome and Terminal agree.
func checkOutcome(p game.Position, legal []game.Move, fail func(string, ...any)) {
	o := p.Outcome()
	result, over := p.Terminal()
	if len(legal) == 0 && !o.Over() {
		fail("no legal move, but the game goes on")
	}
	if over && !o.Over() {
		fail("Terminal says that the game is over, Outcome does not")
	}
	if over && (result == game.WDLDraw) != (o.Result == game.Draw) {
		fail("Terminal says %v, Outcome is %v", result, o)
	}
	if !over && o.Over() && len(legal) > 0 {
		fail("Outcome is %v, but Terminal does not know", o)
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

// diff describes how s differs from an earlier state, the history aside if s has
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

// Mirror turns the board of a FEN with ranks upside down and swaps the colors.
func Mirror(fen string) string {
	fields := strings.Fields(fen)
	rows := strings.Split(fields[0], "/")
	turned := make([]string, len(rows))
	for i, row := range rows {
		turned[len(rows)-1-i] = strings.Map(func(r rune) rune {
			if game.PieceOf(byte(r)) != game.NoPiece {
				return r ^ 0x20
			}
			return r
		}, row)
	}
	fields[0] = strings.Join(turned, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	return strings.Join(fields, " ")
}
