package shrink

import (
	"fmt"

	"github.com/wane-chess/wane/game"
)

// rights checks the castling rights.
func (c *checker) rights() {
	f := c.Rights
	if f.Text == "-" {
		return
	}
	for i := range len(f.Text) {
		for at, letter := range []byte(letters) {
			if letter != f.Text[i] {
				continue
			}
			color, short := game.Color(at/2), at%2 == 0
			rook, need := c.right(&c.State, color, short)
			if c.State.rights |= rook; rook == 0 {
				c.add(game.Fault{
					Err:   f.Errorf(i, need, "%q is impossible here", letter),
					Hint:  fmt.Sprintf("The right that %s (%c) needs %s.", castling(color, short), letter, need),
					Cells: c.Find(game.King.Of(color)),
				})
			}
		}
	}
}

// chessRights finds the rook of a right: king and rook on their first squares.
func chessRights(s *State, color game.Color, short bool) (uint64, string) {
	home := uint(color) * 56
	rook := home
	if short {
		rook = home + 7
	}
	own := s.Of(color)
	if s.Kings()&own != bit(home+4) || s.Rooks()&own&bit(rook) == 0 {
		return 0, fmt.Sprintf("the %v on %s and a %v on %s", game.King.Of(color), squareName(home+4), game.Rook.Of(color), squareName(rook))
	}
	return bit(rook), ""
}

// shrinkRights finds the rook of a right. Whatever has vanished, an unmoved
// king is still on its side's first rank and an unmoved rook in a corner; R6
// wants two or three files between them.
func shrinkRights(s *State, color game.Color, short bool) (uint64, string) {
	home := uint(color) * 8 * uint(s.ranks-1)
	rook := home
	if short {
		rook = home + uint(s.files) - 1
	}
	own := s.Of(color)
	king := lowest(s.Kings() & own)
	gap := int(rook) - int(king)
	if !short {
		gap = -gap
	}
	if king>>3 != home>>3 || s.Rooks()&own&bit(rook) == 0 || gap < 3 || gap > 4 {
		return 0, fmt.Sprintf("a %v on %s and the %v on that row, two or three squares between them",
			game.Rook.Of(color), squareName(rook), game.King.Of(color))
	}
	return bit(rook), ""
}
