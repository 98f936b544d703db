package engineworker

import (
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// often is how much time passes between two thoughts that are told: more of them
// than a few a second no one can read.
const often = 250 * time.Millisecond

// teller tells a page what a search finds. It is used by the search's goroutine
// only.
type teller struct {
	session *Session
	order   *Order
	at      game.Position // what is searched
	begun   time.Time
	told    time.Time // when the last thought was told
	lines   []told
}

// told is a line, written once it is to be told.
type told struct {
	info    engine.Info
	written bool
	line    Line
}

// report takes what a search has found.
func (t *teller) report(i engine.Info) {
	n := max(i.MultiPV, 1)
	for len(t.lines) < n {
		t.lines = append(t.lines, told{})
	}
	t.lines[n-1] = told{info: i}
}

// tell tells what has been found, unless nothing was or it was told just now.
func (t *teller) tell() {
	now := t.session.now()
	if len(t.lines) == 0 || now.Sub(t.told) < often {
		return
	}
	t.told = now
	thought := t.thought(t.session.engine.Nodes(), now.Sub(t.begun))
	t.session.say(Answer{T: "thought", ID: t.order.ID, Thought: &thought})
}

// last is the answer at the end of a search, which gave that as its best line.
func (t *teller) last(best engine.Info, more bool) Answer {
	// A depth that was cut short may have found a better move. If it has not, its
	// score may be no more than a bound.
	if len(t.lines) == 0 || len(t.lines) == 1 && (best.Bound == engine.Exact || best.Best() != t.lines[0].info.Best()) {
		t.lines = nil
		t.report(best)
	}
	thought := t.thought(best.Nodes, best.Time)
	return Answer{T: "done", ID: t.order.ID, Thought: &thought, More: more}
}

// thought writes what has been found so far.
func (t *teller) thought(nodes uint64, spent time.Duration) Thought {
	sum := engine.Info{Nodes: nodes, Time: spent}
	thought := Thought{
		Depth: t.lines[0].info.Depth, Nodes: int(nodes), NPS: int(sum.NodesPerSecond()), Time: int(spent.Milliseconds()),
		Lines: make([]Line, len(t.lines)),
	}
	for i := range t.lines {
		l := &t.lines[i]
		if !l.written {
			l.line, l.written = lineOf(t.at, l.info), true
		}
		thought.SelDepth = max(thought.SelDepth, l.info.SelDepth)
		thought.Lines[i] = l.line
	}
	return thought
}
