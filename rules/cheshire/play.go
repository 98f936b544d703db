package cheshire

import "github.com/wane-chess/wane/game"

// Position is a position of Cheshire Cat Chess with the moves that led to it.
// It implements game.Position; Game makes it.
type Position struct {
	game     *Game
	states   game.Stack[State]
	fullmove int     // of the position at ply 0
	targets  Targets // what Targets returned last
}

// newPosition returns a position with no moves made.
func newPosition(g *Game, s State, fullmove int) *Position {
	return &Position{game: g, states: game.NewStack(s), fullmove: fullmove}
}

// State returns the current state. It is valid until the next Make or Unmake, and must
// not be changed.
func (p *Position) State() *State { return p.states.Top() }

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	now, next := p.states.Push()
	next.after(now, m, p.game)
}

// MakeNullMove passes the turn. No square vanishes, and the halfmove clock continues.
// Unmake takes it back. MakeNullMove does not ask whether the side to move is in
// check. Two null moves must not follow each other.
func (p *Position) MakeNullMove() {
	now, next := p.states.Push()
	*next = *now
	next.running ^= turnKey
	next.Turn ^= 1
	next.EnPassant = none
	next.AfterNull = true
	next.halfmoves = min(now.halfmoves+1, game.MaxCount)
}

// Unmake implements game.Position.
func (p *Position) Unmake() { p.states.Pop() }

// after sets the state to the one after a move in the state before.
func (s *State) after(before *State, m game.Move, g *Game) {
	from, to := uint8(m.From()), uint8(m.To())
	left, landing := single[from], single[to]
	touched := left.Or(landing)
	us := before.Turn & 1

	low, mid, high := ones(before.low, left), ones(before.mid, left), ones(before.high, left)
	pt := low&1 | mid&2 | high&4 | uint64(us)<<3
	s.running = before.running ^ leaveKeys[pt&15][from] ^ piecesKeys[pt&15][to]
	s.halfmoves = min(before.halfmoves+1, game.MaxCount)
	s.Kings = before.Kings
	s.unmoved = before.unmoved
	s.EnPassant = none
	s.Turn = us ^ 1
	s.AfterNull = false
	if before.Occupied().Meets(landing) {
		s.running ^= piecesKeys[before.Piece(to)&15][to]
		s.halfmoves = 0
	}
	s.low = carry(before.low, touched, landing, low)
	s.mid = carry(before.mid, touched, landing, mid)
	s.high = carry(before.high, touched, landing, high)
	s.Black = carry(before.Black, touched, landing, -uint64(us))
	s.Vanished = before.Vanished.Or(left)

	switch game.PieceType(pt & 7) {
	case game.King:
		s.Kings[us] = to
		s.unmoved &^= 1 << us
		s.running ^= unmovedKeys[(before.unmoved^s.unmoved)&3]
	case game.Pawn:
		s.halfmoves = 0
		s.pawnMoved(before, m, g)
	}
}

// carry clears the touched squares of a set and adds the landing square if bits is all
// ones.
func carry(a, touched, landing Set, bits uint64) Set {
	return Set{a.lo&^touched.lo | landing.lo&bits, a.hi&^touched.hi | landing.hi&bits}
}

// pawnMoved completes a pawn's move: promotion or en passant.
func (s *State) pawnMoved(before *State, m game.Move, g *Game) {
	from, to := uint8(m.From()), uint8(m.To())
	us, them := before.Turn&1, s.Turn&1
	switch {
	case g.lastRanks[us].Has(to):
		s.lift(to)
		s.put(to, m.Promotion(0).Of(us))
	case to == before.EnPassant:
		s.lift(behind(to, us))
	case from+2*width == to || to+2*width == from:
		// R3: the capture needs a square that has not vanished.
		over := (from + to) / 2
		capturers := pawnAttacks[us][over&127].And(s.Of(them, s.Pawns()))
		if !capturers.Empty() && !s.Vanished.Has(over) {
			s.EnPassant = over
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
	if s.EnPassant == none {
		return s.running
	}
	var v legality
	v.find(s)
	if v.enPassant(s).Empty() {
		return s.running
	}
	return s.running ^ enPassantKeys[s.EnPassant&127]
}

// InCheck implements game.Position.
func (p *Position) InCheck() bool { return p.State().inCheck() }

// Halfmoves implements game.Position.
func (p *Position) Halfmoves() int { return int(p.State().halfmoves) }

// Fullmove implements game.Position.
func (p *Position) Fullmove() int {
	return min(p.fullmove+(p.Ply()+int(p.states.Start().Turn))/2, game.MaxCount)
}

// Game implements game.Position.
func (p *Position) Game() game.Game { return p.game }
