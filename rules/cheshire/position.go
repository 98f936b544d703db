package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// Position is a position of Cheshire Cat Chess with the moves that led to it.
// It implements game.Position; Game makes it.
type Position struct {
	game     *Game
	states   rulekit.Stack[State]
	fullmove int     // of the position at ply 0
	targets  Targets // what Targets returned last
}

// newPosition returns a position with no moves made.
func newPosition(g *Game, s State, fullmove int) *Position {
	return &Position{game: g, states: rulekit.NewStack(s), fullmove: fullmove}
}

// State returns the current state. It is valid until the next Make or Unmake, and must
// not be changed.
func (p *Position) State() *State { return p.states.Top() }

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	now, next := p.states.Push()
	now.move(p.game, next, m)
}

// MakeNullMove passes the turn. No square vanishes, and the halfmove clock continues.
// Unmake takes it back. MakeNullMove does not check whether the side to move is in check.
// Two null moves must not follow each other.
func (p *Position) MakeNullMove() {
	now, next := p.states.Push()
	*next = *now
	next.key ^= turnKey
	next.Turn ^= 1
	next.EnPassant = game.NoSquare
	next.AfterNull = true
	next.halfmoves = min(now.halfmoves+1, rulekit.MaxCount)
}

// Unmake implements game.Position.
func (p *Position) Unmake() { p.states.Pop() }

// move writes into n the state after a move.
func (s *State) move(g *Game, n *State, m game.Move) {
	from, to := m.From(), m.To()
	left, landing := single[from], single[to]
	touched := left.Or(landing)
	us := s.Turn & 1

	low, mid, high := ones(s.low, left), ones(s.mid, left), ones(s.high, left)
	pt := low&1 | mid&2 | high&4 | uint64(us)<<3
	n.key = s.key ^ leaveKeys[pt&15][from] ^ piecesKeys[pt&15][to]
	n.halfmoves = min(s.halfmoves+1, rulekit.MaxCount)
	n.Kings = s.Kings
	n.unmoved = s.unmoved
	n.EnPassant = game.NoSquare
	n.Turn = us ^ 1
	n.AfterNull = false
	if s.Occupied().Meets(landing) {
		n.key ^= piecesKeys[s.Piece(to)&15][to]
		n.halfmoves = 0
	}
	n.low = carry(s.low, touched, landing, low)
	n.mid = carry(s.mid, touched, landing, mid)
	n.high = carry(s.high, touched, landing, high)
	n.Black = carry(s.Black, touched, landing, -uint64(us))
	n.Vanished = s.Vanished.Or(left)

	switch game.PieceType(pt & 7) {
	case game.King:
		n.Kings[us] = to
		n.unmoved &^= 1 << us
		n.key ^= unmovedKeys[(s.unmoved^n.unmoved)&3]
	case game.Pawn:
		n.halfmoves = 0
		s.pawnMoved(g, n, m)
	}
}

// carry clears the touched squares of a set and adds the landing square if bits is all
// ones.
func carry(a, touched, landing Set, bits uint64) Set {
	return Set{a.lo&^touched.lo | landing.lo&bits, a.hi&^touched.hi | landing.hi&bits}
}

// pawnMoved completes a pawn's move: promotion or en passant.
func (s *State) pawnMoved(g *Game, n *State, m game.Move) {
	from, to := m.From(), m.To()
	us, them := s.Turn&1, n.Turn&1
	switch {
	case g.lastRanks[us].Has(to):
		n.lift(to)
		n.put(to, m.Promotion(0).Of(us))
	case to == s.EnPassant:
		n.lift(behind(us, to))
	case from+2*width == to || to+2*width == from:
		// R3: the capture needs a square that has not vanished.
		over := (from + to) / 2
		capturers := pawnAttacks[us][over&127].And(n.Of(them, n.Pawns()))
		if !capturers.Empty() && !n.Vanished.Has(over) {
			n.EnPassant = over
		}
	}
}

// Clone implements game.Position.
func (p *Position) Clone() game.Position {
	return &Position{game: p.game, states: p.states.Clone(), fullmove: p.fullmove}
}

// Ply implements game.Position.
func (p *Position) Ply() int { return p.states.Ply() }

// Turn implements game.Position.
func (p *Position) Turn() game.Color { return p.State().Turn }

// Key implements game.Position. The en passant square counts only if a capture there is
// legal.
func (p *Position) Key() uint64 {
	s := p.State()
	if s.EnPassant == game.NoSquare {
		return s.key
	}
	var v checkInfo
	v.findChecks(s)
	if v.enPassant(s).Empty() {
		return s.key
	}
	return s.key ^ enPassantKeys[s.EnPassant&127]
}

// InCheck implements game.Position.
func (p *Position) InCheck() bool { return p.State().inCheck() }

// Halfmoves implements game.Position.
func (p *Position) Halfmoves() int { return int(p.State().halfmoves) }

// Fullmove implements game.Position.
func (p *Position) Fullmove() int {
	return min(p.fullmove+(p.Ply()+int(p.states.Start().Turn))/2, rulekit.MaxCount)
}

// Game implements game.Position.
func (p *Position) Game() game.Game { return p.game }
