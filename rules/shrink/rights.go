package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// checkRights adds a fault for each castling right that king and rook do not allow.
func (c *checker) checkRights() {
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
				c.add(rulekit.Fault{
					Err:     f.Errorf(i, need, "castling right %q is impossible", letter),
					Hint:    message.Sprintf("Castling right %c needs %s.", letter, need),
					Squares: c.Find(game.King.Of(color)),
				})
			}
		}
	}
}

// chessRights returns the rook of a castling right, or what the right needs: king
// and rook on their start squares.
func chessRights(s *State, color game.Color, short bool) (uint64, string) {
	home := game.Square(color) * 56
	rook := home
	if short {
		rook = home + 7
	}
	own := s.Of(color)
	if s.Kings()&own != bitboard.Bit(home+4) || s.Rooks()&own&bitboard.Bit(rook) == 0 {
		return 0, message.Sprintf("the %v on %s and a %v on %s",
			game.King.Of(color), bitboard.SquareName(home+4), game.Rook.Of(color), bitboard.SquareName(rook))
	}
	return bitboard.Bit(rook), ""
}

// shrinkRights returns the rook of a castling right, or what the right needs.
// Whatever has collapsed, an unmoved king is still on its first rank and an unmoved
// rook in a corner; R6 asks for two or three files between them.
func shrinkRights(s *State, color game.Color, short bool) (uint64, string) {
	home := game.Square(color) * 8 * game.Square(s.ranks-1)
	rook := home
	if short {
		rook = home + game.Square(s.files) - 1
	}
	own := s.Of(color)
	king := bitboard.Lowest(s.Kings() & own)
	gap := int(rook) - int(king)
	if !short {
		gap = -gap
	}
	if king>>3 != home>>3 || s.Rooks()&own&bitboard.Bit(rook) == 0 || gap < 3 || gap > 4 {
		return 0, message.Sprintf("a %v on %s and the %v on that rank with two or three squares between",
			game.Rook.Of(color), bitboard.SquareName(rook), game.King.Of(color))
	}
	return bitboard.Bit(rook), ""
}
