package shrink

import (
	"github.com/wane-chess/wane/game"
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
	if next.enPassant != noSquare {
		next.updateEnPassant((*State).safe)
	}
}

// collect finds the legal moves of the pieces in movers, as Targets says.
func (p *ChessPosition) collect(movers, within uint64) *State {
	s, g := p.State(), &p.targets
	g.begin(s, within)
	movers &= g.own
	g.ordinary(s, movers)
	for b := s.enPassantCapturers() & movers; b != 0; b &= b - 1 {
		if m := enPassantMove(b, s.enPassant); s.safe(m) {
			g.addEnPassant(lowest(b), uint(s.enPassant))
		}
	}
	if movers&bit(g.king) == 0 {
		return s
	}
	for b := g.castlings(s); b != 0; b &= b - 1 {
		if attackers(s.Pieces, lowest(b), s.turn, g.enemy) == 0 {
			g.add(g.king, b&-b&g.land)
		}
	}
	return s
}

// LegalCount implements game.Position.
func (p *ChessPosition) LegalCount() int { return p.targets.count(p.collect(allSquares, allSquares)) }

// Legal implements game.Position.
func (p *ChessPosition) Legal(dst []game.Move) []game.Move {
	return p.targets.list(dst, p.collect(allSquares, allSquares))
}

// LegalTo appends the legal moves of pieces of a type to a square, of pawns all: see
// game.LegalTo.
func (p *ChessPosition) LegalTo(dst []game.Move, pt game.PieceType, to game.Square) []game.Move {
	return p.targets.list(dst, p.collect(p.State().OfType(pt), 1<<(to&63)))
}

// Targets finds the legal moves: those of pawns, and those of other pieces to squares
// in within. The result is valid until the next call of a method that lists
// or counts moves.
func (p *ChessPosition) Targets(within uint64) *Targets {
	p.collect(allSquares, within)
	return &p.targets
}
