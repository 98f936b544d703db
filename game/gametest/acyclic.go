package gametest

import "github.com/wane-chess/wane/game"

// checkAcyclic checks a position of an acyclic game: every move lowers PliesLeft, no
// side wins after CanWin was false, and FreeSquares agrees with View.
func checkAcyclic(p game.Position, legal []game.Move, fail func(string, ...any)) {
	f, ok := p.(game.Acyclic)
	if !ok {
		return
	}
	if free := freeSquares(p.View()); f.FreeSquares() != free {
		fail("FreeSquares is %d, but %d squares are free", f.FreeSquares(), free)
	}
	left := f.PliesLeft()
	can := [2]bool{f.CanWin(game.White), f.CanWin(game.Black)}
	if left < 0 || left == 0 && len(legal) > 0 {
		fail("PliesLeft is %d, with %d legal moves", left, len(legal))
	}
	for _, m := range legal {
		p.Make(m)
		if f.PliesLeft() >= left {
			fail("PliesLeft is %d, and %d after %x", left, f.PliesLeft(), m)
		}
		for _, color := range []game.Color{game.White, game.Black} {
			if !can[color] && (f.CanWin(color) || p.Outcome().Result == game.WinFor(color)) {
				fail("%v cannot win, but after %x it can, or has", color, m)
			}
		}
		p.Unmake()
	}
}

// freeSquares counts the squares that exist and are empty.
func freeSquares(v game.View) (n int) {
	for i := range v.Board.Squares {
		if id := v.Board.Squares[i].ID; !v.Vanished[id] && v.Pieces[id] == game.NoPiece {
			n++
		}
	}
	return n
}
