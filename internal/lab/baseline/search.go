// Package baseline is a plain engine to measure engine/search against: iterative
// deepening alpha-beta with quiescence and nothing else. Its search never changes; it
// uses the current evaluation. It knows the limits on depth, nodes and time for a
// move, and takes a twentieth of a clock and most of the increment; it ignores other
// limits.
package baseline

import (
	"context"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

const (
	maxDepth = 64  // plies of iterative deepening
	maxPly   = 128 // plies from the root, including extensions and quiescence
	// quietPly is the number of plies of quiescence with checks; beyond, it has only
	// captures, so that it ends.
	quietPly = 6
	// noisyPly is the number of plies of quiescence with captures. In Diminuendo Chess
	// captured pieces return, so captures need not end.
	noisyPly = 8
	// pollWork is the work between two looks at the clock: a node counts 1, and 1 more
	// for each movesPerWork moves in its list.
	pollWork     = 1024
	movesPerWork = 64
)

// Searcher is an engine.Engine. The zero value is not ready: use New.
type Searcher struct {
	boards engine.NodeFunc
	node   engine.Node
	ply    int // from the root
	nodes  uint64
	work   int // since the last look at the clock

	limit   engine.Limits
	started time.Time
	ctx     context.Context
	stopped bool

	moves [maxPly + 1][]engine.ScoredMove
	pv    [maxPly + 1][]game.Move // pv[i] is the line from ply i on
	line  []game.Move             // the line of the last completed depth, to search first
}

// New returns a searcher for the games of boards.
func New(boards engine.NodeFunc) *Searcher { return &Searcher{boards: boards} }

// Reset implements engine.Engine. The searcher keeps nothing between searches.
func (s *Searcher) Reset() {}

// Search implements engine.Engine. It ends before the limits if a deeper search cannot
// find better: when the end of the game is forced, and after maxDepth plies.
func (s *Searcher) Search(ctx context.Context, p game.Position, l engine.Limits,
	report func(engine.Report)) (engine.Report, error) {
	legal := p.Legal(nil)
	if len(legal) == 0 {
		return engine.Report{}, engine.ErrNoMoves
	}
	if c := l.Clock; c.IsSet() && l.MoveTime <= 0 {
		l.MoveTime = max(c.Remaining/20+c.Increment*3/4-c.Overhead, time.Millisecond)
	}
	s.node, s.ply, s.nodes = s.boards(p), 0, 0
	s.limit, s.started, s.ctx, s.stopped, s.work = l, time.Now(), ctx, false, 0
	s.line = s.line[:0]

	depths := maxDepth
	if l.Depth > 0 {
		depths = min(l.Depth, maxDepth)
	}
	best := engine.Report{MultiPV: 1, PV: legal[:1:1]} // in case there is no time for one ply
	var scores []rooted
	for depth := 1; depth <= depths; depth++ {
		found := s.root(depth, legal, &scores)
		if len(found.PV) > 0 { // also of an incomplete depth, whose first move is the last depth's best
			best = found
			s.line = append(s.line[:0], found.PV...)
		}
		if s.stopped {
			break
		}
		if report != nil {
			report(best)
		}
		if mateDistance(best.Score) <= depth {
			break // a forced end that a deeper search cannot improve
		}
	}
	best.Nodes, best.Time = s.nodes, time.Since(s.started)
	return best, nil
}

// rooted is a move at the root with its score.
type rooted struct {
	move  game.Move
	score engine.Score
}

// root searches the legal moves of the root to the given depth, the best of the last
// depth first, and keeps the scores in order for the next depth.
func (s *Searcher) root(depth int, legal []game.Move, scores *[]rooted) engine.Report {
	if len(*scores) == 0 {
		for _, m := range s.order(legal) {
			*scores = append(*scores, rooted{m, -engine.Infinite})
		}
	}
	best := engine.Report{Depth: depth, MultiPV: 1, Score: -engine.Infinite}
	list := *scores
	for i := range list {
		alpha := best.Score
		s.node.Make(list[i].move)
		s.ply++
		score := -s.alphaBeta(depth-1, -engine.Infinite, -alpha)
		s.ply--
		s.node.Unmake()
		if s.stopped {
			break
		}
		list[i].score = score
		if score > best.Score {
			best.Score = score
			best.PV = append([]game.Move{list[i].move}, s.pv[1]...)
			best.Nodes, best.Time = s.nodes, time.Since(s.started)
			r := list[i] // to the front; the others keep their order
			copy(list[1:i+1], list[:i])
			list[0] = r
		}
	}
	return best
}

// order sorts the legal moves of the root by their move scores.
func (s *Searcher) order(legal []game.Move) []game.Move {
	is := make(map[game.Move]bool, len(legal))
	for _, m := range legal {
		is[m] = true
	}
	list := s.node.AppendMoves(nil)
	out := make([]game.Move, 0, len(legal))
	for i := range list {
		if m := pick(list, i); is[m] {
			out = append(out, m)
		}
	}
	return out
}

// mateDistance returns the number of plies to a forced end, or a large number.
func mateDistance(score engine.Score) int {
	switch {
	case score > engine.MateBound:
		return int(engine.Mate - score)
	case score < -engine.MateBound:
		return int(engine.Mate + score)
	}
	return maxPly
}

// stop reports whether to end the search. It looks at the clock now and then.
func (s *Searcher) stop() bool {
	if s.limit.Nodes > 0 && s.nodes >= s.limit.Nodes {
		s.stopped = true
	}
	if s.work++; s.work >= pollWork {
		s.work = 0
		if s.ctx.Err() != nil || s.limit.MoveTime > 0 && time.Since(s.started) >= s.limit.MoveTime {
			s.stopped = true
		}
	}
	return s.stopped
}
