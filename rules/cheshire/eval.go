package cheshire

import "github.com/wane-chess/wane/game"

// The worth of men in centipawns, and of each square that a man can reach. What
// cannot move is worth little on a board that melts away, so the worth of the
// men is lower and that of their squares higher than in orthodox chess.
var (
	manWorth    = [8]game.Score{game.Queen: 850, game.Rook: 440, game.Bishop: 300, game.Knight: 260, game.Pawn: 100}
	squareWorth = [8]game.Score{game.Queen: 5, game.Rook: 6, game.Bishop: 7, game.Knight: 9}
)

const (
	queenlyWorth = 60 // a king that can still move as a queen (R2)
	escapeWorth  = 8  // a square beside the king, not own, that is still there
	stepWorth    = 4  // a rank that a pawn has come forward
	blockedWorth = 15 // what a pawn loses that has no square before it
	tempo        = 10

	most = game.MateBound - 1000 // however many queens somebody sets up
)

// Eval implements game.Node: material, the squares in reach that are still
// there, the pawns' advance, and the kings' room.
func (p *Position) Eval() game.Score {
	s := p.top()
	occ := s.occupied()
	us := s.turn
	sum := s.worth(us, occ, p.game) - s.worth(us^1, occ, p.game) + tempo
	return max(-most, min(sum, most))
}

// worth returns what a side's men are worth together.
func (s *state) worth(side game.Side, occ set, g *Game) (sum game.Score) {
	own := s.of(side, occ)
	landing := set{full, full}.andNot(s.gone.or(own))
	slanting, straight := own.and(s.slanting()), own.and(s.straight())

	for men := own.and(s.knights()); !men.empty(); {
		reach := knightSteps[men.pop()&127].and(landing).count()
		sum += manWorth[game.Knight] + squareWorth[game.Knight]*game.Score(reach)
	}
	for men := slanting.andNot(straight); !men.empty(); {
		reach := bishopAttacks(men.pop(), occ).and(landing).count()
		sum += manWorth[game.Bishop] + squareWorth[game.Bishop]*game.Score(reach)
	}
	for men := straight.andNot(slanting); !men.empty(); {
		reach := rookAttacks(men.pop(), occ).and(landing).count()
		sum += manWorth[game.Rook] + squareWorth[game.Rook]*game.Score(reach)
	}
	for men := straight.and(slanting); !men.empty(); {
		reach := queenAttacks(men.pop(), occ).and(landing).count()
		sum += manWorth[game.Queen] + squareWorth[game.Queen]*game.Score(reach)
	}
	sum += s.pawnsWorth(side, own, occ, g)
	sum += escapeWorth * game.Score(kingSteps[s.kings[side&1]&127].and(landing).count())
	if s.queenly(side) {
		sum += queenlyWorth
	}
	return sum
}

// pawnsWorth returns what a side's pawns are worth together.
func (s *state) pawnsWorth(side game.Side, own, occ set, g *Game) (sum game.Score) {
	pawns := own.and(s.pawns())
	sum = manWorth[game.Pawn] * game.Score(pawns.count())
	ahead := pawns.down()
	if side == game.White {
		ahead = pawns.up()
	}
	sum -= blockedWorth * game.Score(ahead.and(occ.or(s.gone)).count())
	for !pawns.empty() {
		steps := int(pawns.pop() / width)
		if side == game.Black {
			steps = g.size - 1 - steps
		}
		sum += stepWorth * game.Score(steps*steps) / 2
	}
	return sum
}
