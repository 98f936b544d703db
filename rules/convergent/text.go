package convergent

import "github.com/wane-chess/wane/game"

// String implements game.Position.
func (p *Position) String() string {
	s := p.State()
	return game.JoinFEN(p.View().BoardFEN(), s.Turn, "", "", int(s.halfmoves), int(s.fullmove))
}

// UCI implements game.Position.
func (p *Position) UCI(m game.Move) string { return squareName(m.From()) + squareName(m.To()) }

// squareName returns the name of a square of the 8×8 frame.
func squareName(sq game.Square) string {
	return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3&7)})
}
