package shrink

import (
	_ "embed"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

//go:embed rules.md
var shrinkRules string

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
	return game.Info{Look: "classic", Summary: "Rows and columns that a move leaves empty disappear, and the board closes up around the pieces."}
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

// shrinkPosition is a position of Shrink Chess.
type shrinkPosition struct{ position }

// Game implements game.Position.
func (p *shrinkPosition) Game() game.Game { return shrinkGame{} }

// Clone implements game.Position.
func (p *shrinkPosition) Clone() game.Position { return &shrinkPosition{p.copyOf()} }

// Board gives the men as endgame tables look them up.
func (p *shrinkPosition) Board() bitboard.Board {
	s := p.now()
	return bitboard.Board{Pieces: s.Pieces, Ranks: int(s.ranks), Files: int(s.files), Halfmoves: int(s.halfmoves), Castling: s.rights != 0}
}

// Make implements game.Position.
func (p *shrinkPosition) Make(m game.Move) {
	now, next := p.push()
	now.playShrinking(next, m)
	p.ply++
}

// playShrinking writes into n the state after a move with all that it entails.
func (s *state) playShrinking(n *state, m game.Move) {
	left := s.play(n, m)
	n.collapseAfter(left)
	if arrived := n.arrived(); arrived != 0 {
		n.promote(arrived, m)
	}
	if n.passed != noSquare {
		for b := n.capturers(); b != 0; b &= b - 1 {
			n.takable = n.takable || n.safeShrinking(passant(b, n.passed))
		}
	}
}

// collapseAfter removes the lines that are empty among those left (R1).
func (s *state) collapseAfter(left uint64) {
	occ := s.Occupied()
	from := lowest(left)
	alone := rankOf(from)&occ == 0 || fileOf(from)&occ == 0
	if alone || left&(left-1) != 0 {
		s.collapse(left)
	}
}

// safeShrinking tells whether a move that brings no pawn to its last row by a
// collapse leaves the mover's king safe (R2).
func (s *state) safeShrinking(m game.Move) bool {
	var n state
	n.collapseAfter(s.play(&n, m))
	return checkers(n.Pieces, s.turn) == 0
}

// collect finds the legal moves to the squares of land, and all pawn moves.
func (p *shrinkPosition) collect(k game.Kind) *state {
	s, g := p.now(), &p.sets
	g.begin(s, k)
	inRank, inFile := lonelyInRank(g.occ)&g.own, lonelyInFile(g.occ)&g.own
	g.ordinary(s, g.own&^(inRank|inFile))
	if inRank != 0 {
		g.drastic = inRank & s.drasticRows()
	}
	for b := inRank | inFile; b != 0; b &= b - 1 {
		g.lonely(s, lowest(b), b&-b&inRank != 0, b&-b&inFile != 0)
	}
	for b := s.capturers(); b != 0; b &= b - 1 {
		if m := passant(b, s.passed); s.safeShrinking(m) {
			g.addPassant(lowest(b), uint(s.passed))
		}
	}
	for b := g.castlings(s); b != 0; b &= b - 1 {
		if g.castlingSafe(s, lowest(b)) {
			g.add(g.king, b&-b&g.land)
		}
	}
	return s
}

// castlingSafe tells whether the king is safe where castling brings it. If no
// file vanishes, it is judged on the squares as they stand: the rook comes from
// a corner, so its leaving opens no line.
func (g *sets) castlingSafe(s *state, to uint) bool {
	rest := g.occ &^ rankOf(g.king)
	rook := s.castlingRook(g.king, to)
	if fileOf(g.king)&rest != 0 && fileOf(rook)&rest != 0 {
		return attackers(s.Pieces, to, g.turn, g.enemy) == 0
	}
	return s.safeShrinking(game.NewMove(game.Square(g.king), game.Square(to)))
}

// LegalCount implements game.Position.
func (p *shrinkPosition) LegalCount() int { return p.sets.count(p.collect(game.All)) }

// Legal implements game.Position.
func (p *shrinkPosition) Legal(dst []game.Move) []game.Move {
	return p.sets.list(dst, p.collect(game.All))
}

// AppendMoves implements game.Position.
func (p *shrinkPosition) AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove {
	return p.sets.rank(dst, p.collect(k), k)
}

// Over implements game.Position.
func (p *shrinkPosition) Terminal() (game.WDL, bool) {
	return 0, p.over(p.now().bare(), p.LegalCount)
}

// Outcome implements game.Position.
func (p *shrinkPosition) Outcome() game.Outcome {
	return p.outcome(p.now().bare(), p.LegalCount())
}
