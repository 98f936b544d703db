package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/bitboard"
)

// shape is the board.
var shape = geom.Hex43()

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
	for set := s.Occupied(); set != 0; {
		sq := bitboard.Pop(&set)
		v.Pieces[sq] = s.Piece(sq)
	}
	return v
}

// Effects implements game.Position.
func (p *Position) Effects(m game.Move) []game.Effect {
	s := p.State()
	pc, captured := s.Piece(m.From()), s.Piece(m.To())
	effects := append(make([]game.Effect, 0, 4), game.Effect{Kind: game.Slide, From: m.From(), To: m.To(), Piece: pc})
	if captured != game.NoPiece {
		effects = append(effects, game.Effect{Kind: game.Capture, To: m.To(), Piece: captured})
	}
	switch {
	case m.To() == ZSquare: // R3
		effects = append(effects, game.Effect{Kind: game.Demote, To: ZSquare, Piece: pc, Into: p.rules.becomes(pc)})
	case captured != game.NoPiece: // R2
		if old := s.Piece(ZSquare); old != game.NoPiece && m.From() != ZSquare {
			effects = append(effects, game.Effect{Kind: game.Expel, To: ZSquare, Piece: old})
		}
		if into := p.rules.becomes(captured); into != game.NoPiece {
			effects = append(effects, game.Effect{Kind: game.Drop, To: ZSquare, Piece: captured, Into: into})
			effects = p.dropChecks(effects, m)
		}
	}
	if s.promotes(m) {
		effects = append(effects, game.Effect{Kind: game.Promote, To: m.To(), Piece: pc, Into: m.Promotion(0).Of(s.Turn)})
	}
	return effects
}

// dropChecks appends an effect for each king of the mover that the dropped piece
// attacks (R4).
func (p *Position) dropChecks(effects []game.Effect, m game.Move) []game.Effect {
	mover := p.State().Turn
	var after State
	p.State().move(&p.rules, &after, m)
	for kings := after.Kings() & after.Of(mover); kings != 0; {
		king := bitboard.Pop(&kings)
		if after.attacked(&p.rules, king, mover, after.Occupied(), Z) {
			effects = append(effects, game.Effect{Kind: game.DropCheck, From: ZSquare, To: king})
		}
	}
	return effects
}
