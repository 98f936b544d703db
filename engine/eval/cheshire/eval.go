package cheshire

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// maxEval bounds an evaluation, however many queens are set up.
const maxEval = engine.MateBound - 1000

// side is what Eval finds out about one side.
type side struct {
	w           *values
	full, empty engine.Score // what it is worth on a full board and on an empty one
	own         cheshire.Set
	landing     cheshire.Set // squares that its pieces may land on: there, and not its own
	area        cheshire.Set // those that no enemy pawn guards
	ring        cheshire.Set // squares beside the enemy king that have not vanished

	// What its pieces see, by type, and all together with the king.
	pawns, knights, bishops, rooks, queenStraight, queenDiagonal, sees cheshire.Set
	// What a queen would see where the king stands.
	kingStraight, kingDiagonal cheshire.Set

	moves         int // to squares of area and the king's escapes
	kingAttackers int // pieces that see squares of ring
}

func (c *side) add(w *weights.Pair) {
	c.full += w[0]
	c.empty += w[1]
}

func (c *side) times(n int, w *weights.Pair) {
	c.full += engine.Score(n) * w[0]
	c.empty += engine.Score(n) * w[1]
}

// Eval implements engine.Node: the pieces and the squares left to each, and the kings'
// room and dangers. Everything is weighed between a full board and an empty one.
func (b *node) Eval() engine.Score {
	s, g, w := b.State(), b.game, &b.evaluator.weights
	occupied := s.Occupied()
	there := cheshire.AllSquares().AndNot(s.Vanished)
	var sides [2]side
	for color := range sides {
		c := &sides[color]
		c.w = w
		c.own = s.Of(game.Color(color), occupied)
		c.landing = there.AndNot(c.own)
		c.pawns = cheshire.PawnsAttacks(game.Color(color), c.own.And(s.Pawns()))
		c.ring = cheshire.KingAttacks(s.Kings[color^1]).And(there)
	}
	for color := range sides {
		c, enemy := &sides[color], &sides[color^1]
		c.area = c.landing.AndNot(enemy.pawns)
		c.pieces(s, game.Color(color), occupied)
		c.advance(s, game.Color(color), occupied, g)
	}
	for color := range sides {
		c, enemy := &sides[color], &sides[color^1]
		c.kingSafety(s, game.Color(color), occupied, enemy)
		c.add(&w.Spare[min(c.moves/2, len(w.Spare)-1)])
	}
	us, them := &sides[s.Turn&1], &sides[s.Turn&1^1]
	us.add(&w.Tempo)
	all, left := g.Files()*g.Ranks(), there.Count()
	sum := (us.full-them.full)*engine.Score(left) + (us.empty-them.empty)*engine.Score(all-left)
	score := max(-maxEval, min(sum/engine.Score(all), maxEval))
	// A bare king cannot win (see cheshire.Position.CanWin).
	if us.own.Count() == 1 {
		score = min(score, 0)
	}
	if them.own.Count() == 1 {
		score = max(score, 0)
	}
	return score
}
