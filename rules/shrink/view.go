package shrink

import (
	"sync"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

// drawn holds the boards by ranks and files, each made when first needed.
var drawn = func() (t [9][9]func() *geom.Board) {
	for ranks := 1; ranks <= 8; ranks++ {
		for files := 1; files <= 8; files++ {
			t[ranks][files] = sync.OnceValue(func() *geom.Board { return geom.Rect(files, ranks, 8) })
		}
	}
	return t
}()

// View implements game.Position.
func (p *position) View() game.View {
	s := p.now()
	v := game.View{Board: drawn[s.ranks][s.files](), Turn: s.turn}
	for b := s.Occupied(); b != 0; b &= b - 1 {
		sq := lowest(b)
		v.Pieces[sq] = s.Piece(game.Square(sq))
	}
	return v
}

// slides tells what a move does to the men before any collapse.
func (s *state) slides(m game.Move) []game.Effect {
	from, to := uint(m.From()), uint(m.To())
	effects := []game.Effect{{Kind: game.Slide, From: m.From(), To: m.To(), Piece: s.Piece(m.From())}}
	switch {
	case s.Piece(m.To()) != game.NoPiece:
		effects = append(effects, game.Effect{Kind: game.Capture, To: m.To(), Piece: s.Piece(m.To())})
	case s.PieceType(m.From()) == game.Pawn && to == uint(s.passed):
		at := game.Square(int(to) - forward[s.turn])
		effects = append(effects, game.Effect{Kind: game.Capture, To: at, Piece: s.Piece(at)})
	case s.PieceType(m.From()) == game.King && (to == from+2 || from == to+2):
		rook := game.Square(s.castlingRook(from, to))
		effects = append(effects, game.Effect{Kind: game.Slide, From: rook, To: game.Square((from + to) / 2), Piece: s.Piece(rook)})
	}
	return effects
}

// promotions tells what becomes of the pawns that have arrived.
func (s *state) promotions(effects []game.Effect, m game.Move) []game.Effect {
	i := 0
	for b := s.arrived(); b != 0; b &= b - 1 {
		at := game.Square(lowest(b))
		pt := s.Piece(at)
		effects = append(effects, game.Effect{Kind: game.Promote, To: at, Piece: pt, Into: m.Promotion(i).Of(pt.Color())})
		i++
	}
	return effects
}

// Effects implements game.Position.
func (p *chessPosition) Effects(m game.Move) []game.Effect {
	s := p.now()
	var n state
	s.play(&n, m)
	return n.promotions(s.slides(m), m)
}

// Effects implements game.Position.
func (p *shrinkPosition) Effects(m game.Move) []game.Effect {
	s := p.now()
	var n state
	left := s.play(&n, m)
	occ := n.Occupied()
	effects := s.slides(m)
	if from := lowest(left); rankOf(from)&occ == 0 {
		effects = append(effects, game.Effect{Kind: game.CollapseRank, Index: int(from >> 3)})
	}
	for b := left; b != 0; b &^= fileOf(lastFile(b)) {
		if file := lastFile(b); fileOf(file)&occ == 0 {
			effects = append(effects, game.Effect{Kind: game.CollapseFile, Index: int(file)})
		}
	}
	n.collapseAfter(left)
	return n.promotions(effects, m)
}
