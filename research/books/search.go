package books

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/research/internal/task"
)

// pool is the engines.
type pool struct {
	o       *Options
	engines []engine.Engine
}

func newPool(o *Options) (*pool, error) {
	e := &pool{o: o}
	for range o.Parallel {
		one, err := o.NewEngine()
		if err != nil {
			return nil, err
		}
		e.engines = append(e.engines, one)
	}
	return e, nil
}

// search searches nodes that the log does not have.
func (e *pool) search(ctx context.Context, l *log, nodes []*node) error {
	nodes = slices.DeleteFunc(slices.Clone(nodes), l.has)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := make(chan *node)
	var all sync.WaitGroup
	for _, one := range e.engines {
		all.Go(func() {
			for n := range jobs {
				moves, err := e.o.examine(ctx, one, n)
				if err == nil {
					err = l.add(n, moves)
				}
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, n := range nodes {
		select {
		case jobs <- n:
		case <-ctx.Done():
		}
	}
	close(jobs)
	all.Wait()
	return context.Cause(ctx)
}

// examine searches a node for its best moves, and then for those that self-play chose
// besides. Nothing of earlier searches helps, so the result depends on the node alone.
func (o *Options) examine(ctx context.Context, e engine.Engine, n *node) ([]scored, error) {
	e.Reset()
	lines, err := task.BestLines(ctx, e, n.p, engine.Limits{Nodes: o.Nodes, MultiPV: o.Lines})
	if err != nil {
		return nil, err
	}
	if missing := o.missing(n.p, lines); len(missing) > 0 {
		share := o.Nodes * uint64(len(missing)) / uint64(o.Lines)
		more, err := task.BestLines(ctx, e, n.p,
			engine.Limits{Nodes: max(share, 1), MultiPV: len(missing), SearchMoves: missing})
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	var list []scored
	for _, i := range lines {
		list = append(list, scored{move: i.Best(), text: n.p.UCI(i.Best()), score: i.Score})
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	return list, nil
}

// missing returns moves that self-play chose, the most frequent first, and that no line
// begins with: at most as many as there are lines.
func (o *Options) missing(p game.Position, lines []engine.Report) []game.Move {
	played := o.played(p)
	var texts []string
	for text, count := range played {
		if count >= MinPlayed {
			texts = append(texts, text)
		}
	}
	slices.SortFunc(texts, func(a, b string) int {
		return cmp.Or(cmp.Compare(played[b], played[a]), cmp.Compare(a, b))
	})
	var missing []game.Move
	for _, text := range texts {
		m, err := notation.ParseUCI(p, text)
		found := func(i engine.Report) bool { return i.Best() == m }
		if err == nil && !slices.ContainsFunc(lines, found) && len(missing) < o.Lines {
			missing = append(missing, m)
		}
	}
	return missing
}
