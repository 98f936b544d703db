package baseline

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// alphaBeta returns the score of the position for the side to move, exact between
// alpha and beta, and leaves the line in pv. From depth 0 down it is quiescence: for
// quietPly plies with captures and check evasions, for noisyPly plies with captures
// alone, until the position is quiet enough to evaluate.
//
//nolint:cyclop // the steps of a search, one after the other
func (s *Searcher) alphaBeta(depth int, alpha, beta engine.Score) engine.Score {
	s.pv[s.ply] = s.pv[s.ply][:0]
	s.nodes++
	if s.stop() {
		return 0
	}
	if score, ended := s.ended(); ended {
		return score
	}
	check := s.node.InCheck()
	if check && depth >= 0 && s.ply < maxPly/2 {
		depth++ // check evasions before an evaluation
	}
	noisyOnly, best := false, -engine.Infinite
	if depth <= 0 && (!check || depth <= -quietPly) || s.ply >= maxPly {
		noisyOnly, best = true, s.node.Eval() // no capture is forced
		if best >= beta || s.ply >= maxPly || depth <= -noisyPly {
			return best
		}
		alpha = max(alpha, best)
	}
	list := s.list(noisyOnly)
	if depth > 0 {
		s.hint(list)
	}
	legal := 0
	for i := range list {
		m := pick(list, i)
		s.node.Make(m)
		legal++
		s.ply++
		score := -s.alphaBeta(depth-1, -beta, -alpha)
		s.ply--
		s.node.Unmake()
		if s.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				s.pv[s.ply] = append(append(s.pv[s.ply][:0], m), s.pv[s.ply+1]...)
			}
			if alpha >= beta {
				break
			}
		}
	}
	if legal == 0 && !noisyOnly {
		return s.noMoves(check)
	}
	return best
}

// ended returns the score of a finished game without generating moves. Within the
// search a position counts as drawn at its second occurrence: what did not win the
// first time does not win the second.
func (s *Searcher) ended() (engine.Score, bool) {
	if result, over := s.node.Terminal(); over {
		score := engine.ScoreOf(result)
		if score < 0 {
			score += engine.Score(s.ply)
		}
		return score, true
	}
	return 0, s.node.Repetitions() > 0
}

// noMoves returns the score of a position without legal moves.
func (s *Searcher) noMoves(check bool) engine.Score {
	score := engine.ScoreOf(s.node.Stalemate())
	if check {
		score = -engine.Mate
	}
	if score < 0 {
		score += engine.Score(s.ply)
	}
	return score
}

// list returns the node's moves, or the noisy ones. A long list is as much work as
// many nodes and counts as such toward the next look at the clock.
func (s *Searcher) list(noisyOnly bool) []engine.ScoredMove {
	list := s.moves[s.ply][:0]
	if noisyOnly {
		list = s.node.AppendNoisy(list)
	} else {
		list = s.node.AppendMoves(list)
	}
	s.moves[s.ply] = list
	s.work += len(list) / movesPerWork
	return list
}

// hint puts the move of the last depth's line at this ply first, if it is among the
// moves. Off that line it is a cheap guess.
func (s *Searcher) hint(list []engine.ScoredMove) {
	if s.ply >= len(s.line) {
		return
	}
	for i := range list {
		if list[i].Move == s.line[s.ply] {
			list[i].Score = 1 << 30
			return
		}
	}
}

// sortFrom is the length from which a list of moves is sorted at once: one move of
// Shrink Chess can have 65,536 choices of promotions.
const sortFrom = 200

// pick returns the i-th highest move of the list. It must be called with i = 0,
// 1, 2 and so on.
func pick(list []engine.ScoredMove, i int) game.Move {
	if len(list) >= sortFrom {
		if i == 0 {
			slices.SortFunc(list, func(a, b engine.ScoredMove) int {
				return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Move, b.Move))
			})
		}
		return list[i].Move
	}
	best := i
	for j := i + 1; j < len(list); j++ {
		if list[j].Score > list[best].Score {
			best = j
		}
	}
	list[i], list[best] = list[best], list[i]
	return list[i].Move
}
