package cheshire

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// Position is a position of Cheshire Cat Chess with the moves that led to it.
// It implements game.Position; Game makes it.
type Position struct {
	game     *Game
	ply      int
	fullmove int               // of the position that it was made with
	states   []state           // states[ply] is the present one; those beyond are room
	room     []game.ScoredMove // for Legal
}

// newPosition returns the position with that state and no moves made.
func newPosition(g *Game, s state, fullmove int) *Position {
	p := &Position{game: g, fullmove: fullmove}
	// Every move takes a square away (R1): there are no more moves than squares,
	// and no two passes without a move between them.
	p.states = make([]state, 1, 2*(2+cells-s.gone.count()))
	p.states[0] = s
	p.states = p.states[:cap(p.states)]
	return p
}

func (p *Position) top() *state { return &p.states[p.ply] }

// Make implements game.Position.
func (p *Position) Make(m game.Move) {
	p.states[p.ply+1].after(&p.states[p.ply], m, p.game)
	p.ply++
}

// Unmake implements game.Position.
func (p *Position) Unmake() {
	if p.ply == 0 {
		panic("cheshire: Unmake without a move made")
	}
	p.ply--
}

// after sets the state to that after a move in the state before.
func (s *state) after(before *state, m game.Move, g *Game) {
	from, to := uint8(m.From()), uint8(m.To())
	left, landing := single[from], single[to]
	touched := left.or(landing)
	us := before.turn & 1

	low, mid, high := ones(before.low, left), ones(before.mid, left), ones(before.high, left)
	pt := low&1 | mid&2 | high&4 | uint64(us)<<3
	s.running = before.running ^ leaveKeys[pt&15][from] ^ piecesKeys[pt&15][to]
	s.halfmoves = min(before.halfmoves+1, game.MaxCount)
	s.kings = before.kings
	s.unmoved = before.unmoved
	s.passed = none
	s.turn = us ^ 1
	s.pass = false
	if before.occupied().meets(landing) {
		s.running ^= piecesKeys[before.piece(to)&15][to]
		s.halfmoves = 0
	}
	s.low = carry(before.low, touched, landing, low)
	s.mid = carry(before.mid, touched, landing, mid)
	s.high = carry(before.high, touched, landing, high)
	s.black = carry(before.black, touched, landing, -uint64(us))
	s.gone = before.gone.or(left)

	switch game.PieceType(pt & 7) {
	case game.King:
		s.kings[us] = to
		s.unmoved &^= 1 << us
		s.running ^= unmovedKeys[(before.unmoved^s.unmoved)&3]
	case game.Pawn:
		s.halfmoves = 0
		s.pawnMoved(before, m, g)
	}
}

// carry clears the touched squares of a set and fills the landing if bits is
// all ones.
func carry(a, touched, landing set, bits uint64) set {
	return set{a.lo&^touched.lo | landing.lo&bits, a.hi&^touched.hi | landing.hi&bits}
}

// pawnMoved does the rest of a pawn's move.
func (s *state) pawnMoved(before *state, m game.Move, g *Game) {
	from, to := uint8(m.From()), uint8(m.To())
	us, them := before.turn&1, s.turn&1
	switch {
	case g.lastRanks[us].has(to):
		s.lift(to)
		s.put(to, m.Promotion(0).Of(us))
	case to == before.passed:
		s.lift(behind(to, us))
	case from+2*width == to || to+2*width == from:
		// R3: it can be taken only on a square that is still there.
		over := (from + to) / 2
		takers := pawnTakes[us][over&127].and(s.of(them, s.pawns()))
		if !takers.empty() && !s.gone.has(over) {
			s.passed = over
		}
	}
}

// Clone implements game.Position.
func (p *Position) Clone() game.Position {
	q := &Position{game: p.game, ply: p.ply, fullmove: p.fullmove}
	q.states = slices.Clone(p.states)
	return q
}

// Ply implements game.Position.
func (p *Position) Ply() int { return p.ply }

// Turn implements game.Position.
func (p *Position) Turn() game.Color { return p.top().turn }

// Key implements game.Position. An en passant capture counts only if it can be
// played.
func (p *Position) Key() uint64 {
	s := p.top()
	if s.passed == none {
		return s.running
	}
	var v survey
	v.look(s)
	if v.enPassant(s).empty() {
		return s.running
	}
	return s.running ^ passedKeys[s.passed&127]
}

// InCheck implements game.Position.
func (p *Position) InCheck() bool { return p.top().inCheck() }

// Halfmoves implements game.Position.
func (p *Position) Halfmoves() int { return int(p.top().halfmoves) }

// Fullmove implements game.Position.
func (p *Position) Fullmove() int {
	return min(p.fullmove+(p.ply+int(p.states[0].turn))/2, game.MaxCount)
}

// Game implements game.Position.
func (p *Position) Game() game.Game { return p.game }
