package gametest

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// checkAttackers checks Attackers and Checkers against the board, the legal
// captures and InCheck, and what game.Checked marks.
func checkAttackers(p game.Position, legal []game.Move, fail func(string, ...any)) {
	v := p.View()
	for sq := range game.Square(128) {
		for _, by := range []game.Color{game.White, game.Black} {
			checkAttackersOf(sq, by, p.Attackers(sq, by), &v, fail)
		}
	}
	checkers := p.Checkers()
	if len(checkers) > 0 != p.InCheck() || !slices.IsSorted(checkers) {
		fail("InCheck is %v with the checkers %v", p.InCheck(), checkers)
	}
	for _, from := range checkers {
		if pc := v.Pieces[from]; pc == game.NoPiece || pc.Color() == v.Turn {
			fail("the %v on square %d gives check to %v", pc, from, v.Turn)
		}
	}
	marked := slices.ContainsFunc(game.CheckedSquares(p), func(sq game.Square) bool {
		return v.Pieces[sq] == game.King.Of(v.Turn) || v.Pieces[sq].Color() != v.Turn && v.IsRoyal(sq, v.Turn)
	})
	if marked != p.InCheck() {
		fail("InCheck is %v, and game.Checked marks %v", p.InCheck(), game.CheckedSquares(p))
	}
	for _, m := range legal[:min(len(legal), 400)] {
		taken := v.Pieces[m.To()]
		captures := taken != game.NoPiece && taken.Color() != v.Turn
		if captures && !slices.Contains(p.Attackers(m.To(), v.Turn), m.From()) {
			fail("%s captures, but its piece is not among the attackers", p.UCI(m))
		}
	}
}

// checkAttackersOf checks the attackers of a square by one color.
func checkAttackersOf(sq game.Square, by game.Color, found []game.Square, v *game.View, fail func(string, ...any)) {
	if v.Board.Square(int(sq)) == nil && found != nil {
		fail("%v attackers of square %d, which the board lacks: %v", by, sq, found)
	}
	if !slices.IsSorted(found) {
		fail("the %v attackers of square %d are not in order: %v", by, sq, found)
	}
	for _, from := range found {
		if pc := v.Pieces[from]; pc == game.NoPiece || pc.Color() != by || from == sq {
			fail("a %v on square %d as a %v attacker of square %d", pc, from, by, sq)
		}
	}
}
