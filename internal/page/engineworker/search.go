package engineworker

import (
	"context"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

const (
	// yieldInterval is how long a search computes before it yields. WebAssembly has
	// one thread, which receives messages only then, so a stop takes that long.
	yieldInterval = 20 * time.Millisecond
	// infoInterval is the least time between two "info" messages: a person can read
	// only a few a second.
	infoInterval = 250 * time.Millisecond
	// overhead is the time that a move takes to the page's clock.
	overhead = 50 * time.Millisecond
)

// yielder is the context of a search that shares its thread. Searches ask it several
// times a millisecond whether it is done; it yields when yieldInterval has passed.
type yielder struct {
	context.Context
	now   func() time.Time
	next  time.Time // when to yield
	yield func()
}

func newYielder(ctx context.Context, now func() time.Time, yield func()) *yielder {
	return &yielder{ctx, now, now().Add(yieldInterval), yield}
}

// Err implements context.Context.
func (y *yielder) Err() error {
	if !y.now().Before(y.next) {
		y.yield()
		y.next = y.now().Add(yieldInterval)
	}
	return y.Context.Err()
}

// search searches a position and sends infos meanwhile. It returns the last answer.
func (s *Session) search(ctx context.Context, c *Command, p game.Position) Answer {
	r := &reporter{session: s, command: c, root: p, start: s.now()}
	limits, err := limitsOf(c)
	if err != nil {
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	yielder := newYielder(ctx, s.now, func() { r.send(); s.yield() })
	best, err := s.engine.Search(yielder, p, limits, r.report) //nolint:contextcheck // a yielder wraps ctx
	if err != nil {
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	return r.bestMove(best, limited(ctx, limits, best))
}

// limitsOf returns the limits of a command.
func limitsOf(c *Command) (l engine.Limits, err error) {
	if c.Level != 0 {
		l, err = engine.LevelLimits(c.Level, uint64(c.Seed))
	} else {
		l = engine.Limits{Depth: c.Depth, Nodes: uint64(c.Nodes), MoveTime: millis(c.MoveTime), MultiPV: max(c.MultiPV, 1)}
	}
	if c.Time > 0 {
		l.Clock = engine.Clock{Remaining: millis(c.Time), Increment: millis(c.Increment), Overhead: overhead}
	}
	return l, err
}

func millis(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// limited reports whether a limit or a stop ended a search.
func limited(ctx context.Context, l engine.Limits, best engine.Report) bool {
	return ctx.Err() != nil ||
		l.Depth > 0 && best.Depth >= l.Depth ||
		l.Nodes > 0 && best.Nodes >= l.Nodes ||
		l.MoveTime > 0 && best.Time >= l.MoveTime
}

// reporter sends a page what a search finds. Only the goroutine of the search uses it.
type reporter struct {
	session *Session
	command *Command
	root    game.Position
	start   time.Time
	sent    time.Time // of the last info
	lines   []reportedLine
}

// reportedLine is a line of the search, formatted when it is first sent.
type reportedLine struct {
	info      engine.Report
	formatted bool
	line      Line
}

// report takes what the search has found.
func (r *reporter) report(i engine.Report) {
	n := max(i.MultiPV, 1)
	for len(r.lines) < n {
		r.lines = append(r.lines, reportedLine{})
	}
	r.lines[n-1] = reportedLine{info: i}
}

// send sends an info if there are lines and the last info is old enough.
func (r *reporter) send() {
	now := r.session.now()
	if len(r.lines) == 0 || now.Sub(r.sent) < infoInterval {
		return
	}
	r.sent = now
	info := r.info(r.session.engine.Nodes(), now.Sub(r.start))
	r.session.send(Answer{T: "info", ID: r.command.ID, Info: &info})
}

// bestMove returns the answer at the end of a search, which returned best.
func (r *reporter) bestMove(best engine.Report, more bool) Answer {
	// An interrupted depth may have found a better move. If not, its score may be
	// only a bound.
	if len(r.lines) == 0 || len(r.lines) == 1 && (best.Bound == engine.Exact || best.Best() != r.lines[0].info.Best()) {
		r.lines = nil
		r.report(best)
	}
	info := r.info(best.Nodes, best.Time)
	return Answer{T: "bestmove", ID: r.command.ID, Info: &info, More: more}
}

// info formats what has been found so far.
func (r *reporter) info(nodes uint64, spent time.Duration) Info {
	sum := engine.Report{Nodes: nodes, Time: spent}
	info := Info{
		Depth: r.lines[0].info.Depth, Nodes: int(nodes), NPS: int(sum.NodesPerSecond()), Time: int(spent.Milliseconds()),
		Lines: make([]Line, len(r.lines)),
	}
	for i := range r.lines {
		l := &r.lines[i]
		if !l.formatted {
			l.line, l.formatted = newLine(r.root, l.info), true
		}
		info.SelDepth = max(info.SelDepth, l.info.SelDepth)
		info.Lines[i] = l.line
	}
	return info
}
