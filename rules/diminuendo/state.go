package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// state is what a move changes. Each man's number (game.Man) is spread over
// four words, one for each of its bits, so that copying the state and finding
// the men of a type are short and without branches.
type state struct {
	low, mid, high uint64 // the bits of the game.Piece on each cell
	black          uint64 // the cells of Black's men
	key            uint64
	halfmoves      int32 // since the last capture, at most game.MaxCount
	fullmove       int32 // at most game.MaxCount
	sinceFewer     int32 // moves made since a capture last left fewer men
	turn           game.Side
}

// side returns a word of ones for White and of zeros for Black. Its exclusive or
// with state.black marks the cells of the side's men, and empty ones if White.
func side(s game.Side) uint64 { return uint64(s) - 1 }

func (s *state) occupied() uint64 { return s.low | s.mid | s.high }

// of returns the cells of a side's men.
func (s *state) of(who game.Side) uint64 { return s.occupied() & (s.black ^ side(who)) }

// The cells of each type of man, of both sides.
func (s *state) kings() uint64   { return s.low &^ (s.mid | s.high) }
func (s *state) queens() uint64  { return s.mid &^ (s.low | s.high) }
func (s *state) rooks() uint64   { return s.low & s.mid }
func (s *state) bishops() uint64 { return s.high &^ (s.low | s.mid) }
func (s *state) knights() uint64 { return s.low & s.high }
func (s *state) pawns() uint64   { return s.mid & s.high }

// The cells of men that move along a rook's lines, and along a bishop's.
func (s *state) straight() uint64 { return s.mid &^ s.high }
func (s *state) oblique() uint64  { return (s.mid ^ s.high) &^ s.low }

// kind returns the cells of a type given by the complements of its three bits,
// each spread over a word.
func (s *state) kind(not *[3]uint64) uint64 {
	return (s.low ^ not[0]) & (s.mid ^ not[1]) & (s.high ^ not[2])
}

// man returns the man on a cell.
func (s *state) man(sq game.Square) game.Man {
	n := sq & 63
	return game.Man(s.low>>n&1 | s.mid>>n&1<<1 | s.high>>n&1<<2 | s.black>>n&1<<3)
}

// put puts a man on an empty cell. NoMan changes nothing.
func (s *state) put(sq game.Square, m game.Man) {
	n := sq & 63
	s.low |= uint64(m&1) << n
	s.mid |= uint64(m>>1&1) << n
	s.high |= uint64(m>>2&1) << n
	s.black |= uint64(m>>3&1) << n
	s.key ^= menKeys[m&15][n]
}

// play sets the state to that after a move in the state before. All that changes
// on the board, and in the key with it, changes here.
func (s *state) play(r *rules, before *state, m game.Move) {
	from, to := m.From()&63, m.To()&63
	man, taken := before.man(from)&15, before.man(to)&15
	key := before.key ^ turnKey ^ menKeys[man][from] ^ menKeys[taken][to]
	emptied := uint64(1)<<from | 1<<to
	dropped := game.NoMan
	switch {
	case to == double: // R3; a man captured there leaves the board (R2)
		man = r.after(man)
	case taken != game.NoMan: // R2
		if from != double {
			key ^= menKeys[before.man(double)&15][double]
		}
		emptied |= z
		dropped = r.after(taken)
		key ^= menKeys[dropped&15][double]
	}
	if man.Piece() == game.Pawn && lastCells[before.turn&1]>>to&1 != 0 {
		man = m.Promotion(0).Of(before.turn)
	}
	s.key = key ^ menKeys[man&15][to]
	s.low = before.low&^emptied | uint64(man&1)<<to | uint64(dropped&1)<<double
	s.mid = before.mid&^emptied | uint64(man>>1&1)<<to | uint64(dropped>>1&1)<<double
	s.high = before.high&^emptied | uint64(man>>2&1)<<to | uint64(dropped>>2&1)<<double
	s.black = before.black&^emptied | uint64(man>>3&1)<<to | uint64(dropped>>3&1)<<double
	s.halfmoves = min(before.halfmoves+1, game.MaxCount)
	s.sinceFewer = before.sinceFewer + 1
	if taken != game.NoMan {
		s.halfmoves = 0
		if mathbits.OnesCount64(s.occupied()) < mathbits.OnesCount64(before.occupied()) {
			s.sinceFewer = 0
		}
	}
	s.fullmove = min(before.fullmove+int32(before.turn), game.MaxCount)
	s.turn = before.turn ^ 1
}

// after returns what a man becomes by the ranking: NoMan behind the last.
func (r *rules) after(m game.Man) game.Man { return r.afterMan[m&15] }

// Zobrist's words: one for each man on each cell, none for NoMan, and one for
// Black's turn. Nothing else bears on what can be played. In particular a drop
// check (R4) leaves no trace: it is judged before the move that causes it, and
// afterwards, with the other side to move, no move can take a king anyway.
var menKeys, turnKey = func() (men [16][64]uint64, turn uint64) {
	keys := bits.NewKeys(0x77616e696e67)
	for p := game.King; p <= game.Pawn; p++ {
		for cell := range numCells {
			men[p.Of(game.White)][cell] = keys.Next()
			men[p.Of(game.Black)][cell] = keys.Next()
		}
	}
	return men, keys.Next()
}()
