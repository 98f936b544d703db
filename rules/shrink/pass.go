package shrink

// pass writes into n the state after a move that moves nothing. What came before
// cannot be repeated by way of it.
func (s *state) pass(n *state) {
	*n = *s
	n.key = 0
	n.turn = s.turn ^ 1
	n.passed, n.takable = noSquare, false
	n.lasting = 0
}

// officers returns the men of the side to move other than king and pawns.
func (s *state) officers() uint64 {
	return s.Of(s.turn) &^ (s.Kings() | s.Pawns())
}

// MakeNull implements game.Position. With king and pawns alone the duty to move is
// often what loses.
func (p *chessPosition) MakeNullMove() bool {
	now, next := p.push()
	if now.officers() == 0 || checkers(now.Pieces, now.turn) != 0 {
		return false
	}
	now.pass(next)
	p.ply++
	return true
}

// The least that passing asks for in Shrink Chess, where a side with few men
// can hardly move without removing a line.
const (
	passOfficers = 2  // men of the mover's other than king and pawns
	passSquares  = 24 // squares of the board
	passPieces   = 10 // men of both sides
)

// MakeNull implements game.Position.
func (p *shrinkPosition) MakeNullMove() bool {
	now, next := p.push()
	if int(now.ranks)*int(now.files) < passSquares || count(now.officers()) < passOfficers ||
		count(now.Occupied()) < passPieces || checkers(now.Pieces, now.turn) != 0 {
		return false
	}
	now.pass(next)
	p.ply++
	return true
}
