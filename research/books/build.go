package books

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

const (
	// plyCost is what a ply costs in the search for the next position, in centipawns.
	plyCost = 5
	// batch is how many positions are chosen at a time; they do not depend on how many are searched at once.
	batch = 16
	// keep is how much worse than the best a move is at most, in centipawns, that the book
	// keeps only for its score.
	keep = 150
	// unreached is the cost of a position that no line leads to any more.
	unreached = math.MaxInt
)

// node is a position of the tree.
type node struct {
	p        game.Position
	line     []string // UCI moves from the start, along the cheapest path that is known before the search
	cost     int
	searched bool
	moves    []scored // after the search
}

// scored is a move with its scores.
type scored struct {
	move  game.Move
	text  string
	score engine.Score // that of the search or from positions further on
	found engine.Score // that of the search
	often bool         // self-play chose it often
	key   uint64       // of the position after it
	next  *node        // that position; nil: the tree does not have it
	over  bool         // the game ends
}

// tree is the work of a run.
type tree struct {
	o     *Options
	nodes map[uint64]*node
	order []*node // by when they were found
	log   *log
}

// Build makes a book. The error is that of the options, of the log, of the engine, or the
// context's; the log then has all complete searches. It is an error, too, if the log is of another
// engine.
func Build(ctx context.Context, o Options) (_ *book.Book, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	t := &tree{o: &o, nodes: map[uint64]*node{}}
	if t.log, err = openLog(&o); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.log.Close()) }()
	engines, err := newPool(&o)
	if err != nil {
		return nil, err
	}
	t.reach(o.Game.Start(), nil, 0)
	if err := t.checkEngine(ctx, engines.engines[0]); err != nil {
		return nil, err
	}
	for done := 0; ; {
		next := t.next(min(batch, o.Positions-done))
		if len(next) == 0 { // enough, or the tree is complete
			next = t.bestLeaf()
		}
		if len(next) == 0 {
			break
		}
		if err := engines.search(ctx, t.log, next); err != nil {
			return nil, err
		}
		for _, n := range next {
			if err := t.take(n); err != nil {
				return nil, err
			}
			if done++; o.Progress != nil {
				o.Progress(done)
			}
		}
		t.backUp()
		t.grow()
	}
	return t.book(), nil
}

// checkEngine searches the start again if an earlier run did. It returns an error if the log has
// something else: the engine or the games of self-play have changed.
func (t *tree) checkEngine(ctx context.Context, e engine.Engine) error {
	start := t.order[0]
	if !t.log.has(start) {
		return nil
	}
	if _, err := t.log.moves(start); err != nil {
		return err
	}
	moves, err := t.o.examine(ctx, e, start)
	if err != nil {
		return err
	}
	return t.log.compare(start, moves)
}

// reach returns the node of a position that a line leads to at a cost.
func (t *tree) reach(p game.Position, line []string, cost int) *node {
	key := p.Key()
	n := t.nodes[key]
	if n == nil {
		n = &node{p: p, line: line, cost: cost}
		t.nodes[key] = n
		t.order = append(t.order, n)
	}
	n.reach(p, line, cost)
	return n
}

// reach notes a line to the node, if it is the cheapest. The line of a searched node stays.
func (n *node) reach(p game.Position, line []string, cost int) {
	if cost < n.cost {
		n.cost = cost
		if !n.searched {
			n.p, n.line = p, line
		}
	}
}

// next returns the cheapest positions to search.
func (t *tree) next(count int) []*node {
	var open []*node
	for _, n := range t.order {
		if !n.searched && n.cost < unreached && len(n.line) < t.o.Plies {
			open = append(open, n)
		}
	}
	slices.SortStableFunc(open, func(a, b *node) int { return cmp.Compare(a.cost, b.cost) })
	return open[:max(min(count, len(open)), 0)]
}

// bestLeaf returns the position where the best line ends before it has all plies, if it does.
func (t *tree) bestLeaf() []*node {
	n := t.order[0]
	for range t.o.Plies {
		if !n.searched {
			return []*node{n}
		}
		best := slices.MaxFunc(n.moves, func(a, b scored) int { return cmp.Compare(a.score, b.score) })
		if best.next == nil {
			return nil // the game ends
		}
		n = best.next
	}
	return nil
}

// take reads what the search found.
func (t *tree) take(n *node) (err error) {
	if n.moves, err = t.log.moves(n); err != nil {
		return err
	}
	n.searched = true
	played := t.o.played(n.p)
	for i := range n.moves {
		m := &n.moves[i]
		m.often, m.key = played[m.text] >= MinPlayed, n.after(m).Key()
	}
	return nil
}

// byPly returns the searched nodes, those closest to the start first.
func (t *tree) byPly() []*node {
	nodes := slices.DeleteFunc(slices.Clone(t.order), func(n *node) bool { return !n.searched })
	slices.SortStableFunc(nodes, func(a, b *node) int { return cmp.Compare(len(a.line), len(b.line)) })
	return nodes
}

// backUp takes scores back from the last positions to the first. A move that leads back to a
// position on the way to it keeps the score of its search, so that none goes in a circle. A move
// that is too bad to lead further may still lead to a position of another line.
func (t *tree) backUp() {
	complete := map[*node]bool{} // false: the moves of the node are being followed
	var follow func(n *node)
	follow = func(n *node) {
		complete[n] = false
		for i := range n.moves {
			m := &n.moves[i]
			if m.next == nil {
				m.next = t.nodes[m.key]
			}
			if m.next == nil || !m.next.searched {
				continue
			}
			if _, begun := complete[m.next]; !begun {
				follow(m.next)
			}
			if m.score = m.found; complete[m.next] {
				m.score = -m.next.best()
			}
		}
		complete[n] = true
	}
	follow(t.order[0])
}

// grow finds the positions that moves lead to, and what it costs to reach them.
func (t *tree) grow() {
	for _, n := range t.order[1:] {
		n.cost = unreached
	}
	for _, n := range t.byPly() {
		best := n.best()
		for i := range n.moves {
			m := &n.moves[i]
			worse := best - m.score
			if n.cost == unreached || m.over || worse > t.o.Close && !m.often {
				continue
			}
			line, cost := append(slices.Clip(n.line), m.text), n.cost+plyCost+int(worse)
			if m.next != nil {
				if m.next.cost > cost && len(m.next.line) > len(n.line) {
					after := m.next.p
					if !m.next.searched {
						after = n.after(m)
					}
					m.next.reach(after, line, cost)
				}
				continue
			}
			after := n.after(m)
			if m.over = after.Outcome().Over(); !m.over {
				m.next = t.reach(after, line, cost)
			}
		}
	}
}

// after returns the position after a move.
func (n *node) after(m *scored) game.Position {
	p := n.p.Clone()
	p.Make(m.move)
	return p
}

// book returns the book.
func (t *tree) book() *book.Book {
	b := book.New(t.o.Game, t.o.Nodes)
	for _, n := range t.byPly() {
		var moves []book.Move
		for best, i := n.best(), 0; i < len(n.moves); i++ {
			if m := &n.moves[i]; best-m.score <= keep || m.next != nil {
				moves = append(moves, book.Move{Move: m.move, Score: m.score})
			}
		}
		b.Set(n.p, moves)
	}
	return b
}

// played returns how often self-play chose the moves of a position.
func (o *Options) played(p game.Position) map[string]int {
	if o.Played == nil {
		return nil
	}
	return o.Played(p)
}

// best returns the best score of a searched node.
func (n *node) best() engine.Score {
	best := n.moves[0].score
	for _, m := range n.moves {
		best = max(best, m.score)
	}
	return best
}

// text returns the line of the node.
func (n *node) text() string { return strings.Join(n.line, " ") }

// parse reads the moves of a node.
func (n *node) parse(texts []string, scores []engine.Score) ([]scored, error) {
	var list []scored
	for i, text := range texts {
		m, err := notation.ParseUCI(n.p, text)
		if err != nil {
			return nil, err
		}
		list = append(list, scored{move: m, text: text, score: scores[i], found: scores[i]})
	}
	return list, nil
}
