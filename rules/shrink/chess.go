package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// chessGame is the rules of orthodox chess.
type chessGame struct{}

// NewChess returns orthodox chess, for which public perft tables and engines exist.
func NewChess() game.Game { return chessGame{} }

// Name implements game.Game.
func (chessGame) Name() string { return "chess" }

// Title implements game.Game.
func (chessGame) Title() string { return "Chess" }

// Info implements game.Game.
func (chessGame) Info() game.Info {
	return game.Info{Look: "classic", Summary: "The orthodox game, for comparison.", Minor: true}
}

// Rules implements game.Game.
func (chessGame) Rules() string { return chessRules }

// Start implements game.Game.
func (g chessGame) Start() game.Position {
	p, err := g.Parse(startFEN)
	if err != nil {
		panic(err)
	}
	return p
}

// ChessPosition is a position of orthodox chess.
type ChessPosition struct{ position }

// Game implements game.Position.
func (p *ChessPosition) Game() game.Game { return chessGame{} }

// Clone implements game.Position.
func (p *ChessPosition) Clone() game.Position { return &ChessPosition{p.clone()} }

// Make implements game.Position.
func (p *ChessPosition) Make(m game.Move) {
	now, next := p.states.Push()
	now.move(next, m)
	if promoting := next.Pawns() & lastRanks[8]; promoting != 0 {
		next.Promote(promoting, m)
	}
	if next.EnPassant != game.NoSquare {
		next.updateEnPassant((*State).safe)
	}
}

// findTargets finds the legal moves of the pieces in movers, as Targets says.
func (p *ChessPosition) findTargets(movers, within uint64) *State {
	s, g := p.State(), &p.targets
	g.findChecks(s, within)
	movers &= g.own
	g.ordinary(s, movers)
	for b := s.enPassantCapturers() & movers; b != 0; b &= b - 1 {
		if m := enPassantMove(b, s.EnPassant); s.safe(m) {
			g.addEnPassant(bitboard.Lowest(b), s.EnPassant)
		}
	}
	if movers&bitboard.Bit(g.king) == 0 {
		return s
	}
	for b := g.castlings(s); b != 0; b &= b - 1 {
		if attackers(s.Pieces, bitboard.Lowest(b), s.Turn, g.enemy) == 0 {
			g.add(g.king, b&-b&g.land)
		}
	}
	return s
}

// LegalCount implements game.Position.
func (p *ChessPosition) LegalCount() int {
	return p.targets.count(p.findTargets(allSquares, allSquares))
}

// Legal implements game.Position.
func (p *ChessPosition) Legal(dst []game.Move) []game.Move {
	return p.targets.list(dst, p.findTargets(allSquares, allSquares))
}

// LegalTo appends the legal moves of pieces of a type to a square, of pawns all: see
// game.LegalTo.
func (p *ChessPosition) LegalTo(dst []game.Move, pt game.PieceType, to game.Square) []game.Move {
	return p.targets.list(dst, p.findTargets(p.State().OfType(pt), bitboard.Bit(to)))
}

// Targets finds the legal moves: those of pawns, and those of other pieces to squares
// in within. The result is valid until the next call of a method that lists
// or counts moves.
func (p *ChessPosition) Targets(within uint64) *Targets {
	p.findTargets(allSquares, within)
	return &p.targets
}
