package gametest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
)

// checkIsLegal checks that game.IsLegal tells illegal moves: random ones, and legal ones
// with another promotion. It must leave the position as it was.
func checkIsLegal(p game.Position, legal []game.Move, fail func(string, ...any)) {
	before, r := NewSnapshot(p), rand.New(rand.NewPCG(p.Key(), 11))
	moves := []game.Move{game.NoMove}
	for range 4 {
		moves = append(moves, game.NewMove(game.Square(r.IntN(128)), game.Square(r.IntN(128))))
	}
	if len(legal) > 0 {
		moves = append(moves, legal[r.IntN(len(legal))].WithPromotion(7, game.Knight))
	}
	for _, m := range moves {
		if slices.Contains(legal, m) {
			continue
		}
		if game.IsLegal(p, m) {
			fail("IsLegal accepts %v, which is illegal", m)
		}
		if d := NewSnapshot(p).Diff(before); d != "" {
			fail("IsLegal of %v changes the position: %s", m, d)
			return
		}
	}
}

// checkLegalTo checks that game.LegalTo finds the moves of a piece type to every square.
func checkLegalTo(p game.Position, legal []game.Move, fail func(string, ...any)) {
	pt := game.King + game.PieceType(p.Key()%6)
	var want [128][]game.Move
	for _, m := range legal {
		if p.PieceAt(m.From()).Type() == pt {
			want[m.To()] = append(want[m.To()], m)
		}
	}
	for to, moves := range want {
		if got := game.LegalTo(p, nil, pt, game.Square(to)); !slices.Equal(got, moves) {
			fail("LegalTo square %d with a %v is %v, of the legal moves %v", to, pt, got, moves)
		}
	}
}

// checkClone checks that a clone is the same position with the same past, and
// that a move on it leaves the original alone.
func checkClone(p game.Position, legal []game.Move, fail func(string, ...any)) {
	before, q := NewSnapshot(p), p.Clone()
	if q == p || NewSnapshot(q) != before {
		fail("the clone is %+v, the original %+v", NewSnapshot(q), before)
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
	if d := NewSnapshot(p).Diff(before); d != "" {
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
