package cheshire

import "github.com/wane-chess/wane/game"

// most bounds an evaluation, however many queens somebody sets up.
const most = game.MateBound - 1000

// camp is what Eval finds out about one side.
type camp struct {
	full, empty game.Score // what it is worth on a full board and on an empty one
	own         set
	landing     set // squares that its men may land on: there, and not its own
	area        set // those that no enemy pawn guards
	near        set // squares beside the enemy king that are there

	// What its men see, by type, and all together with the king.
	pawns, knights, bishops, rooks, queenStraight, queenSlant, sees set
	// What a queen would see where the king stands.
	kingStraight, kingSlant set

	moves     int // to squares of area and the king's escapes
	besiegers int // men that see squares of near
}

func (c *camp) add(w *[2]game.Score) {
	c.full += w[0]
	c.empty += w[1]
}

func (c *camp) times(n int, w *[2]game.Score) {
	c.full += game.Score(n) * w[0]
	c.empty += game.Score(n) * w[1]
}

// Eval implements game.Position: the men and the squares left to each, and the kings'
// room and dangers. Everything is weighed between a full board and an empty one.
func (p *Position) Eval() game.Score {
	s := p.top()
	occ := s.occupied()
	there := set{full, full}.andNot(s.gone)
	var camps [2]camp
	for color := range camps {
		c := &camps[color]
		c.own = s.of(game.Color(color), occ)
		c.landing = there.andNot(c.own)
		c.pawns = pawnAttacks(game.Color(color), c.own.and(s.pawns()))
		c.near = kingSteps[s.kings[color^1]&127].and(there)
	}
	for color := range camps {
		c, foe := &camps[color], &camps[color^1]
		c.area = c.landing.andNot(foe.pawns)
		c.reach(s, game.Color(color), occ)
		c.advance(s, game.Color(color), occ, p.game)
	}
	for color := range camps {
		c, foe := &camps[color], &camps[color^1]
		c.guard(s, game.Color(color), occ, foe)
		c.add(&weight.Spare[min(c.moves/2, len(weight.Spare)-1)])
	}
	us, them := &camps[s.turn&1], &camps[s.turn&1^1]
	us.add(&weight.Tempo)
	all, left := p.game.size*p.game.size, there.count()
	sum := (us.full-them.full)*game.Score(left) + (us.empty-them.empty)*game.Score(all-left)
	return max(-most, min(sum/game.Score(all), most))
}

// reach weighs the men other than king and pawns, and the squares left to them.
func (c *camp) reach(s *state, color game.Color, occ set) {
	w := &weight
	slanting, straight := c.own.and(s.slanting()), c.own.and(s.straight())
	for pieces := c.own.and(s.knights()); !pieces.empty(); {
		steps := knightSteps[pieces.pop()&127]
		c.knights = c.knights.or(steps)
		c.piece(w.Knight[:], game.Knight, steps, steps)
	}
	bishops := slanting.andNot(straight)
	if bishops.count() > 1 {
		c.add(&w.Pair)
	}
	for !bishops.empty() {
		sq := bishops.pop() & 127
		sees := bishopAttacks(sq, occ)
		c.bishops = c.bishops.or(sees)
		c.piece(w.Bishop[:], game.Bishop, sees, bishopLines[sq])
	}
	for pieces := straight.andNot(slanting); !pieces.empty(); {
		sq := pieces.pop() & 127
		sees := rookAttacks(sq, occ)
		c.rooks = c.rooks.or(sees)
		c.piece(w.Rook[:], game.Rook, sees, rookLines[sq])
	}
	for pieces := straight.and(slanting); !pieces.empty(); {
		sq := pieces.pop() & 127
		slant, straight := bishopAttacks(sq, occ), rookAttacks(sq, occ)
		c.queenSlant, c.queenStraight = c.queenSlant.or(slant), c.queenStraight.or(straight)
		c.piece(w.Queen[:], game.Queen, slant.or(straight), bishopLines[sq].or(rookLines[sq]))
	}
	king := s.kings[color&1] & 127
	c.kingStraight, c.kingSlant = rookAttacks(king, occ), bishopAttacks(king, occ)
	c.sees = c.pawns.or(c.knights).or(c.bishops).or(c.rooks).or(c.queenStraight).or(c.queenSlant).or(kingSteps[king])
	if s.queenly(color) {
		c.sees = c.sees.or(c.kingStraight).or(c.kingSlant)
	}
	c.add(&w.Besiegers[min(c.besiegers, len(w.Besiegers)-1)])
}

// piece weighs one man by the squares that it sees, and by those of its lines.
func (c *camp) piece(table [][2]game.Score, pt game.PieceType, sees, lines set) {
	w := &weight
	c.add(&w.Piece[pt])
	n := sees.and(c.area).count()
	c.moves += n
	c.add(&table[min(n, len(table)-1)])
	if left := lines.and(c.landing); left.empty() {
		c.add(&w.Stuck[pt])
	} else if pt != game.Knight {
		c.times(left.count(), &w.Lines[pt])
	}
	if near := sees.and(c.near); !near.empty() {
		c.besiegers++
		c.times(near.count(), &w.Siege[pt])
	}
}
