package shrink

import (
	_ "embed"

	"github.com/wane-chess/wane/game"
)

//go:embed chess.md
var chessRules string

// chessGame is the rules of orthodox chess.
type chessGame struct{}

// NewChess returns orthodox chess: the control game, for which public perft
// tables and engines exist.
func NewChess() game.Game { return chessGame{} }

// Name implements game.Game.
func (chessGame) Name() string { return "chess" }

// Title implements game.Game.
func (chessGame) Title() string { return "Chess" }

// Info implements game.Game.
func (chessGame) Info() game.Info {
	return game.Info{Look: "classic", Summary: "The orthodox game, to compare with.", Minor: true}
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

// chessPosition is a position of orthodox chess.
type chessPosition struct{ position }

// Game implements game.Position.
func (p *chessPosition) Game() game.Game { return chessGame{} }

// Clone implements game.Position.
func (p *chessPosition) Clone() game.Position { return &chessPosition{p.copyOf()} }

// Make implements game.Position.
func (p *chessPosition) Make(m game.Move) {
	now, next := p.push()
	now.play(next, m)
	if arrived := next.Pawns() & edges[8]; arrived != 0 {
		next.promote(arrived, m)
	}
	if next.passed != noSquare {
		for b := next.capturers(); b != 0; b &= b - 1 {
			next.takable = next.takable || next.safe(passant(b, next.passed))
		}
	}
	p.ply++
}

// safe tells whether a move leaves the mover's king safe if nothing collapses.
func (s *state) safe(m game.Move) bool {
	var n state
	s.play(&n, m)
	return checkers(n.Pieces, s.turn) == 0
}

// collect finds the legal moves to the squares of land, and all pawn moves.
func (p *chessPosition) collect(k game.Kind) *state {
	s, g := p.now(), &p.sets
	g.begin(s, k)
	g.ordinary(s, g.own)
	for b := s.capturers(); b != 0; b &= b - 1 {
		if m := passant(b, s.passed); s.safe(m) {
			g.addPassant(lowest(b), uint(s.passed))
		}
	}
	for b := g.castlings(s); b != 0; b &= b - 1 {
		if attackers(s.Pieces, lowest(b), s.turn, g.enemy) == 0 {
			g.add(g.king, b&-b&g.land)
		}
	}
	return s
}

// LegalCount implements game.Position.
func (p *chessPosition) LegalCount() int { return p.sets.count(p.collect(game.All)) }

// Legal implements game.Position.
func (p *chessPosition) Legal(dst []game.Move) []game.Move {
	return p.sets.list(dst, p.collect(game.All))
}

// AppendMoves implements game.Position.
func (p *chessPosition) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	return p.sets.rank(dst, p.collect(k), k)
}

// Over implements game.Position.
func (p *chessPosition) Terminal() (game.WDL, bool) {
	return 0, p.over(p.now().dead(), p.LegalCount)
}

// Outcome implements game.Position.
func (p *chessPosition) Outcome() game.Outcome {
	return p.outcome(p.now().dead(), p.LegalCount())
}

// dead tells whether nobody can ever mate: the kings are alone or with one
// bishop or knight.
func (s *state) dead() bool {
	rest := s.Occupied() &^ s.Kings()
	return rest&(rest-1) == 0 && rest&^(s.Bishops()|s.Knights()) == 0
}
