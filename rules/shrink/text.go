package shrink

import "github.com/wane-chess/wane/game"

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// passant makes the capture en passant by the first pawn of a set.
func passant(pawns uint64, passed uint8) game.Move {
	return game.NewMove(game.Square(lowest(pawns)), game.Square(passed))
}

// squareName returns a name such as "e4".
func squareName(sq uint) string { return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3)}) }

// String implements game.Position.
func (p *position) String() string {
	s := p.now()
	passed := ""
	if s.passed != noSquare {
		passed = squareName(uint(s.passed))
	}
	return game.JoinFEN(p.View().BoardFEN(), s.turn, s.rightsText(), passed, p.Halfmoves(), p.Fullmove())
}

// rightsText returns the rights as a FEN has them: K for White's rook on the
// h-file's side of its king.
func (s *state) rightsText() string {
	var text []byte
	for _, color := range []game.Color{game.White, game.Black} {
		rooks := s.rights & s.Of(color)
		king := s.Kings() & s.Of(color)
		if rooks > king {
			text = append(text, game.King.Of(color).Letter())
		}
		if rooks&(king-1) != 0 {
			text = append(text, game.Queen.Of(color).Letter())
		}
	}
	return string(text)
}

// moveText returns a move in engine form, given how many pawns it promotes.
func moveText(m game.Move, pawns int) string {
	return squareName(uint(m.From())) + squareName(uint(m.To())) + m.PromotionText(pawns)
}

// Text implements game.Position.
func (p *chessPosition) UCI(m game.Move) string {
	var n state
	p.now().play(&n, m)
	return moveText(m, count(n.arrived()))
}

// Text implements game.Position.
func (p *shrinkPosition) UCI(m game.Move) string {
	var n state
	n.collapseAfter(p.now().play(&n, m))
	return moveText(m, count(n.arrived()))
}
