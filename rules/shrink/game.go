package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// shrinkGame is the rules of Shrink Chess.
type shrinkGame struct{}

// New returns Shrink Chess.
func New() game.Game { return shrinkGame{} }

// Name implements game.Game.
func (shrinkGame) Name() string { return "shrink" }

// Title implements game.Game.
func (shrinkGame) Title() string { return "Shrink Chess" }

// Info implements game.Game.
func (shrinkGame) Info() game.Info {
	return game.Info{
		Look:      "classic",
		Summary:   "Ranks and files that a move empties disappear, and the board closes up around the pieces.",
		Collapses: true,
	}
}

// Rules implements game.Game.
func (shrinkGame) Rules() string { return shrinkRules }

// Start implements game.Game.
func (g shrinkGame) Start() game.Position {
	p, err := g.Parse(startFEN)
	if err != nil {
		panic(err)
	}
	return p
}

// Position is a position of Shrink Chess.
type Position struct{ position }

// Game implements game.Position.
func (p *Position) Game() game.Game { return shrinkGame{} }

// Clone implements game.Position.
func (p *Position) Clone() game.Position { return &Position{p.clone()} }

// Placement returns what tablebases need of the position; castling reports whether any
// castling right is left. Squares are numbered rank·8 + file, whatever the size of the
// board.
func (p *Position) Placement() (pieces bitboard.Pieces, ranks, files int, castling bool) {
	s := p.State()
	return s.Pieces, int(s.ranks), int(s.files), s.rights != 0
}

// Reset makes p the start of a game with these pieces, like Parse without the text: it is much
// faster. No castling and no en passant capture is possible. It returns false, and leaves p as
// it was, if Parse would reject the position.
func (p *Position) Reset(pieces bitboard.Pieces, ranks, files int, turn game.Color) bool {
	if ranks < 1 || ranks > 8 || files < 1 || files > 8 {
		return false
	}
	white, black := pieces.Of(game.White), pieces.Of(game.Black)
	pawns := pieces.Pawns()
	if pieces.Occupied()&^boards[ranks][files] != 0 ||
		bitboard.Count(pieces.Kings()&white) != 1 || bitboard.Count(pieces.Kings()&black) != 1 ||
		pawns&white&(rank1<<(8*(ranks-1))) != 0 || pawns&black&rank1 != 0 || checkers(pieces, turn.Other()) != 0 {
		return false
	}
	rest := meta{Turn: turn, EnPassant: game.NoSquare, ranks: uint8(ranks), files: uint8(files)}
	p.states.Reset(State{Pieces: pieces, meta: rest})
	p.firstMove = 1
	return true
}

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	now, next := p.states.Push()
	next.collapseAfter(now.move(next, m))
	if promoting := next.promoting(); promoting != 0 {
		next.Promote(promoting, m)
	}
	if next.EnPassant != game.NoSquare {
		next.updateEnPassant((*State).safeCollapsing)
	}
}

// findTargets finds the legal moves of the pieces in movers, as Targets says.
func (p *Position) findTargets(movers, within, leavers uint64) *State {
	s, g := p.State(), &p.targets
	g.findChecks(s, within)
	movers &= g.own
	g.leavers = leavers
	onRank, onFile := AloneOnRank(g.occupied)&movers, AloneOnFile(g.occupied)&movers
	g.ordinary(s, movers&^(onRank|onFile))
	for b := onRank | onFile; b != 0; b &= b - 1 {
		g.addLone(s, bitboard.Lowest(b), b&-b&onRank != 0, b&-b&onFile != 0)
	}
	for b := s.enPassantCapturers() & movers; b != 0; b &= b - 1 {
		if m := enPassantMove(b, s.EnPassant); s.safeCollapsing(m) {
			g.addEnPassant(bitboard.Lowest(b), s.EnPassant)
		}
	}
	if movers&bitboard.Bit(g.king) == 0 {
		return s
	}
	for b := g.castlings(s); b != 0; b &= b - 1 {
		if g.castlingSafe(s, bitboard.Lowest(b)) {
			g.add(g.king, b&-b&g.land)
		}
	}
	return s
}

// castlingSafe reports whether the king is safe where castling brings it. If no
// file disappears, the squares before the move decide: the rook comes from a corner,
// so it opens no line.
func (g *Targets) castlingSafe(s *State, to game.Square) bool {
	rest := g.occupied &^ RankSquares(g.king)
	rook := s.castlingRook(g.king, to)
	if FileSquares(g.king)&rest != 0 && FileSquares(rook)&rest != 0 {
		return attackers(s.Pieces, to, g.turn, g.enemy) == 0
	}
	return s.safeCollapsing(game.NewMove(g.king, to))
}

// LegalCount implements game.Position.
func (p *Position) LegalCount() int { return p.targets.count(p.findTargets(allSquares, allSquares, 0)) }

// Legal implements game.Position.
func (p *Position) Legal(dst []game.Move) []game.Move {
	return p.targets.list(dst, p.findTargets(allSquares, allSquares, 0))
}

// LegalTo appends the legal moves of pieces of a type to a square, of pawns all: see
// game.LegalTo.
func (p *Position) LegalTo(dst []game.Move, pt game.PieceType, to game.Square) []game.Move {
	return p.targets.list(dst, p.findTargets(p.State().OfType(pt), bitboard.Bit(to), 0))
}

// Targets finds the legal moves: those of pawns, those whose collapse brings pawns to
// their last rank, those of other pieces to squares in within, and those of pieces in
// leavers that are alone on their rank off that rank. The result is valid until the
// next call of a method that lists or counts moves.
func (p *Position) Targets(within, leavers uint64) *Targets {
	p.findTargets(allSquares, within, leavers)
	return &p.targets
}
