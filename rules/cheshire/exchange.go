package cheshire

import "github.com/wane-chess/wane/game"

// SEE implements game.Position: the captures on one square are played out with
// the least men first, as long as a side gains by going on. The squares that the
// takers leave vanish, but lines run through them all the same (R1), and the
// square fought for stays. A king takes last, and from any distance if it has
// not moved (R2), but not what is guarded. If the move is the king's first, it costs
// what the queen's move was worth; taking back with the king does not. Pins are
// not looked at, and a pawn that takes back on its last rank stays a pawn.
func (p *Position) SEE(m game.Move, least game.Score) bool {
	s := p.top()
	from, to := uint8(m.From()), uint8(m.To())
	pt := s.piece(from).Type()
	occ := s.occupied().andNot(single[from])

	// balance is what the side that took last has beyond its aim, if it keeps
	// the man it took with; stake is what that man is worth.
	balance := exchangeWorth[s.piece(to).Type()] - least
	stake := exchangeWorth[pt]
	if pt == game.Pawn {
		switch {
		case to == s.passed:
			balance += stake
			occ = occ.andNot(single[behind(to, s.turn)&127])
		case p.game.lastRanks[s.turn&1].has(to):
			balance += exchangeWorth[m.Promotion(0)] - stake
			stake = exchangeWorth[m.Promotion(0)]
		}
	}
	if pt == game.King && s.queenly(s.turn) {
		balance -= queenlyWorth
	}
	if balance < 0 {
		return false
	}
	if balance >= stake || pt == game.King { // a king goes only where it is safe
		return true
	}
	occ = occ.or(single[to])
	return s.fight(to, occ, balance, stake)
}

// fight plays out the captures on a square after the first, which the side to
// move made, and tells whether that side reaches its aim; see Exchange.
func (s *state) fight(sq uint8, occ set, balance, stake game.Score) bool {
	sq &= 127
	straight, slanting := s.straight(), s.slanting()
	white, black := single[s.kings[game.White]&127], single[s.kings[game.Black]&127]
	rooks, bishops := straight, slanting // unmoved kings among them
	if s.queenly(game.White) {
		rooks, bishops = rooks.or(white), bishops.or(white)
	}
	if s.queenly(game.Black) {
		rooks, bishops = rooks.or(black), bishops.or(black)
	}
	rooks, bishops = rooks.and(rookLines[sq]), bishops.and(bishopLines[sq])

	takers := pawnTakes[game.Black][sq].andNot(s.black).or(pawnTakes[game.White][sq].and(s.black)).and(s.pawns()).
		or(knightSteps[sq].and(s.knights())).
		or(kingSteps[sq].and(white.or(black)))
	if !rooks.empty() {
		takers = takers.or(rookAttacks(sq, occ).and(rooks))
	}
	if !bishops.empty() {
		takers = takers.or(bishopAttacks(sq, occ).and(bishops))
	}
	for color := s.turn ^ 1; ; color ^= 1 {
		takers = takers.and(occ)
		mine := s.of(color, takers)
		if mine.empty() {
			return color != s.turn // the other keeps what it has
		}
		pt, pieces := s.least(mine, straight, slanting)
		occ = occ.andNot(single[pieces.pop()&127])
		if pt != game.Rook && pt != game.Knight && !bishops.empty() {
			takers = takers.or(bishopAttacks(sq, occ).and(bishops))
		}
		if (pt <= game.Rook) && !rooks.empty() {
			takers = takers.or(rookAttacks(sq, occ).and(rooks))
		}
		if pt == game.King { // it does not take what is guarded
			return (color == s.turn) == s.of(color^1, takers.and(occ)).empty()
		}
		// The aims are opposite, and one of the sides reaches its own.
		balance = stake - balance - 1
		if stake = exchangeWorth[pt]; balance >= stake {
			return color == s.turn // even if the taker is taken
		}
	}
}

// least returns the least type among the men of a set, and those who are of it.
func (s *state) least(pieces, straight, slanting set) (game.PieceType, set) {
	if pawns := pieces.and(s.pawns()); !pawns.empty() {
		return game.Pawn, pawns
	}
	if knights := pieces.and(s.knights()); !knights.empty() {
		return game.Knight, knights
	}
	if bishops := pieces.and(slanting).andNot(straight); !bishops.empty() {
		return game.Bishop, bishops
	}
	if rooks := pieces.and(straight).andNot(slanting); !rooks.empty() {
		return game.Rook, rooks
	}
	if queens := pieces.and(straight); !queens.empty() {
		return game.Queen, queens
	}
	return game.King, pieces
}
