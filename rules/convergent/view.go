package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// shape is the board of forty squares. Royal squares have the special tint.
var shape = func() *geom.Board {
	var missing []int
	for sq := range 64 {
		if Squares>>sq&1 == 0 {
			missing = append(missing, sq)
		}
	}
	b := geom.Rect(8, 8, 8, missing...)
	for _, name := range []string{"d1", "e1", "d8", "e8"} {
		b.SquareByName(name).Tint = geom.Special
	}
	return b
}()

// Board implements game.Position.
func (p *Position) Board() *geom.Board { return shape }

// PieceAt implements game.Position.
func (p *Position) PieceAt(sq game.Square) game.Piece {
	if sq >= 64 {
		return game.NoPiece
	}
	return p.State().Piece(sq)
}

// View implements game.Position.
func (p *Position) View() game.View {
	s := p.State()
	v := game.View{Board: shape, Turn: s.Turn}
	for sq := range game.Square(64) {
		v.Pieces[sq] = s.Piece(sq)
	}
	return v
}

// Effects implements game.Position.
func (p *Position) Effects(m game.Move) []game.Effect {
	s := p.State()
	effects := append(make([]game.Effect, 0, 2), game.Effect{
		Kind: game.Slide, From: m.From(), To: m.To(), Piece: s.Piece(m.From()),
	})
	if captured := s.Piece(m.To()); captured != game.NoPiece {
		effects = append(effects, game.Effect{Kind: game.Capture, To: m.To(), Piece: captured})
	}
	return effects
}
