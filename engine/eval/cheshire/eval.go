package cheshire

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// most bounds an evaluation, however many queens are set up.
const most = engine.MateBound - 1000

// side is what Eval finds out about one side.
type side struct {
	w           *values
	full, empty engine.Score // what it is worth on a full board and on an empty one
	own         cheshire.Set
	landing     cheshire.Set // squares that its pieces may land on: there, and not its own
	area        cheshire.Set // those that no enemy pawn guards
	near        cheshire.Set // squares beside the enemy king that have not vanished

	// What its pieces see, by type, and all together with the king.
	pawns, knights, bishops, rooks, queenStraight, queenSlant, sees cheshire.Set
	// What a queen would see where the king stands.
	kingStraight, kingSlant cheshire.Set

	moves     int // to squares of area and the king's escapes
	besiegers int // pieces that see squares of near
}

func (c *side) add(w *weights.Pair) {
	c.full += w[0]
	c.empty += w[1]
}

func (c *side) times(n int, w *weights.Pair) {
	c.full += engine.Score(n) * w[0]
	c.empty += engine.Score(n) * w[1]
}

// Eval implements engine.Board: the pieces and the squares left to each, and the kings'
// room and dangers. Everything is weighed between a full board and an empty one.
func (b *board) Eval() engine.Score {
	s, g, w := b.State(), b.game, &b.e.w
	occ := s.Occupied()
	there := cheshire.AllSquares().AndNot(s.Vanished)
	var sides [2]side
	for color := range sides {
		c := &sides[color]
		c.w = w
		c.own = s.Of(game.Color(color), occ)
		c.landing = there.AndNot(c.own)
		c.pawns = cheshire.PawnAttacks(game.Color(color), c.own.And(s.Pawns()))
		c.near = cheshire.KingAttacks(s.Kings[color^1]).And(there)
	}
	for color := range sides {
		c, enemy := &sides[color], &sides[color^1]
		c.area = c.landing.AndNot(enemy.pawns)
		c.reach(s, game.Color(color), occ)
		c.advance(s, game.Color(color), occ, g)
	}
	for color := range sides {
		c, enemy := &sides[color], &sides[color^1]
		c.guard(s, game.Color(color), occ, enemy)
		c.add(&w.Spare[min(c.moves/2, len(w.Spare)-1)])
	}
	us, them := &sides[s.Turn&1], &sides[s.Turn&1^1]
	us.add(&w.Tempo)
	all, left := g.Files()*g.Ranks(), there.Count()
	sum := (us.full-them.full)*engine.Score(left) + (us.empty-them.empty)*engine.Score(all-left)
	score := max(-most, min(sum/engine.Score(all), most))
	// A bare king cannot win (see cheshire.Position.CanWin).
	if us.own.Count() == 1 {
		score = min(score, 0)
	}
	if them.own.Count() == 1 {
		score = max(score, 0)
	}
	return score
}

// reach weighs the pieces other than king and pawns, and the squares left to them.
func (c *side) reach(s *cheshire.State, color game.Color, occ cheshire.Set) {
	w := c.w
	slanting, straight := c.own.And(s.Diagonal()), c.own.And(s.Straight())
	for pieces := c.own.And(s.Knights()); !pieces.Empty(); {
		steps := cheshire.KnightAttacks(pieces.Pop())
		c.knights = c.knights.Or(steps)
		c.piece(w.Knight[:], game.Knight, steps, steps)
	}
	bishops := slanting.AndNot(straight)
	if bishops.Count() > 1 {
		c.add(&w.Pair)
	}
	for !bishops.Empty() {
		sq := bishops.Pop() & 127
		sees := cheshire.BishopAttacks(sq, occ)
		c.bishops = c.bishops.Or(sees)
		c.piece(w.Bishop[:], game.Bishop, sees, cheshire.BishopLines(sq))
	}
	for pieces := straight.AndNot(slanting); !pieces.Empty(); {
		sq := pieces.Pop() & 127
		sees := cheshire.RookAttacks(sq, occ)
		c.rooks = c.rooks.Or(sees)
		c.piece(w.Rook[:], game.Rook, sees, cheshire.RookLines(sq))
	}
	for pieces := straight.And(slanting); !pieces.Empty(); {
		sq := pieces.Pop() & 127
		slant, straight := cheshire.BishopAttacks(sq, occ), cheshire.RookAttacks(sq, occ)
		c.queenSlant, c.queenStraight = c.queenSlant.Or(slant), c.queenStraight.Or(straight)
		c.piece(w.Queen[:], game.Queen, slant.Or(straight), cheshire.BishopLines(sq).Or(cheshire.RookLines(sq)))
	}
	king := s.Kings[color&1] & 127
	c.kingStraight, c.kingSlant = cheshire.RookAttacks(king, occ), cheshire.BishopAttacks(king, occ)
	c.sees = c.pawns.Or(c.knights).Or(c.bishops).Or(c.rooks).
		Or(c.queenStraight).Or(c.queenSlant).Or(cheshire.KingAttacks(king))
	if s.KingUnmoved(color) {
		c.sees = c.sees.Or(c.kingStraight).Or(c.kingSlant)
	}
	c.add(&w.Besiegers[min(c.besiegers, len(w.Besiegers)-1)])
}

// piece weighs one piece by the squares that it sees, and by those of its lines.
func (c *side) piece(table []weights.Pair, pt game.PieceType, sees, lines cheshire.Set) {
	w := c.w
	c.add(&w.Piece[pt])
	n := sees.And(c.area).Count()
	c.moves += n
	c.add(&table[min(n, len(table)-1)])
	if left := lines.And(c.landing); left.Empty() {
		c.add(&w.Stuck[pt])
	} else if pt != game.Knight {
		c.times(left.Count(), &w.Lines[pt])
	}
	if near := sees.And(c.near); !near.Empty() {
		c.besiegers++
		c.times(near.Count(), &w.Siege[pt])
	}
}
