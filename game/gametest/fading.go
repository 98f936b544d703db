package gametest

import "github.com/wane-chess/wane/game"

// checkFading checks a position of a game that must end: every move brings the
// end nearer, no side wins that could not, and the room is what one sees.
func checkFading(p game.Position, legal []game.Move, fail func(string, ...any)) {
	f, ok := p.(game.Acyclic)
	if !ok {
		return
	}
	if room := emptyCells(p.View()); f.FreeSquares() != room {
		fail("Room is %d, but %d cells are there and empty", f.FreeSquares(), room)
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

// emptyCells counts the cells that are there and on which no piece stands.
func emptyCells(v game.View) (n int) {
	for i := range v.Board.Cells {
		if id := v.Board.Cells[i].ID; !v.Vanished[id] && v.Pieces[id] == game.NoPiece {
			n++
		}
	}
	return n
}
