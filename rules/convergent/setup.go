package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// SetupOptions implements rulekit.SetupParser: only pieces can be set.
func (Game) SetupOptions(*rulekit.Setup) rulekit.SetupOptions { return rulekit.SetupOptions{} }

// Faults implements rulekit.SetupParser.
func (Game) Faults(d *rulekit.Setup) []rulekit.Fault {
	s := stateOf(d)
	return append(d.KingFaults(), s.checkOther(d)...)
}

// checkOther checks that the side not to move is not in check (R3).
func (s *State) checkOther(d *rulekit.Setup) (faults []rulekit.Fault) {
	other := s.Turn.Other()
	for _, sq := range [4]game.Square{3, 4, 59, 60} {
		if pc := s.Piece(sq); royal[other]>>sq&1 != 0 && pc != game.NoPiece && pc.Color() == s.Turn {
			faults = append(faults, rulekit.Fault{
				Err: d.SquareErrorf(sq, message.Sprintf("no %v piece there", s.Turn),
					"a %v on the royal square %s with %v to move", pc, bitboard.SquareName(sq), s.Turn),
				Hint: message.Sprintf("%[1]v’s %[2]v on %[3]s checks %[4]v from its royal square, "+
					"but it is %[1]v’s turn: let %[4]v move, or remove the %[2]v.",
					s.Turn, pc.Type(), bitboard.SquareName(sq), other),
				Squares: []game.Square{sq},
			})
		}
	}
	kings := d.Find(game.King.Of(other))
	if len(kings) != 1 {
		return faults
	}
	if king := kings[0]; s.attacked(king, s.Turn, s.Occupied()) {
		attackers := bitboard.Squares(s.attackers(king, s.Turn))
		faults = append(faults, d.OppositeCheck(kings[0], attackers, "a king that cannot be captured"))
	}
	return faults
}

// stateOf returns the state that a setup describes, legal or not.
func stateOf(d *rulekit.Setup) State {
	s := State{Turn: d.Turn, halfmoves: int32(d.Halfmoves), fullmove: int32(d.Fullmove)}
	for i := range d.Board.Squares {
		sq := game.Square(d.Board.Squares[i].ID)
		s.Pieces = s.With(sq, d.Pieces[sq])
	}
	return s
}
