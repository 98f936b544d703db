package engineworker

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Limits of an order.
const (
	MaxLines = 5
	MaxHash  = 256 // MB: a page has not much more

	defaultHash = 16 // MB, if no order says anything else
)

// Engine is an engine with a transposition table whose size can be set, and
// which says at any time how many positions its search has visited.
type Engine interface {
	engine.Engine
	SetHash(mb int) error
	Nodes() uint64
}

// Session does what a page orders. Take may be called at any time; Run once.
type Session struct {
	build  func(mb int) (Engine, error)
	engine Engine // nil until the first order says how large its table shall be
	hash   int    // MB of it
	board  board
	game   string // of which the engine has learnt something
	say    func(Answer)
	rest   func()
	now    func() time.Time

	mu     sync.Mutex
	next   *Order             // to be done when the one under way has ended
	cancel context.CancelFunc // ends the search under way
	called chan struct{}      // there may be a next one
}

// New makes a session with an engine that build makes, with a table of so many
// MB. It says its answers by say, which must not wait for orders; from time to
// time a search calls rest, and then who gives the orders must have a chance
// to call Take.
func New(build func(mb int) (Engine, error), byName func(string) (game.Game, error), say func(Answer), rest func()) *Session {
	return &Session{
		build: build, board: board{byName: byName}, say: say, rest: rest, now: time.Now,
		cancel: func() {}, called: make(chan struct{}, 1),
	}
}

// Take hears an order, in JSON. It returns at once.
func (s *Session) Take(text string) {
	var o Order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		s.say(Answer{T: "error", Text: fmt.Sprintf("an order that cannot be read: %v", err)})
		return
	}
	if o.T != "think" && o.T != "stop" {
		s.say(Answer{T: "error", ID: o.ID, Text: fmt.Sprintf("unknown order %.20q: there are think and stop", o.T)})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel()
	if s.next = nil; o.T == "think" {
		s.next = &o
		select {
		case s.called <- struct{}{}:
		default: // it has been called already
		}
	}
}

// Run does what is ordered, until the context is done.
func (s *Session) Run(ctx context.Context) {
	s.say(Answer{T: "ready"})
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.called:
		}
		o, ctx, cancel := s.begin(ctx)
		if o != nil {
			s.say(s.do(ctx, o))
		}
		cancel()
	}
}

// begin takes the next order, if there is one, with a context that the order
// after it ends.
func (s *Session) begin(ctx context.Context) (*Order, context.Context, context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.next
	s.next = nil
	ctx, s.cancel = context.WithCancel(ctx)
	return o, ctx, s.cancel
}

// do thinks as ordered and returns the last answer. A panic is an answer too:
// the page shall know, and may try something else.
func (s *Session) do(ctx context.Context, o *Order) (last Answer) {
	defer func() {
		if p := recover(); p != nil {
			s.board.clear() // who knows what state they are in
			s.game = ""
			last = Answer{T: "error", ID: o.ID, Text: fmt.Sprintf("the engine failed: %v", p)}
		}
	}()
	p, err := s.prepare(o)
	if err != nil {
		return Answer{T: "error", ID: o.ID, Text: err.Error()}
	}
	if end := p.Outcome(); end.Over() {
		return Answer{T: "over", ID: o.ID, Result: end.Result.String(), Reason: string(end.Reason)}
	}
	return s.think(ctx, o, p)
}

// prepare readies board and engine for an order, or says what is wrong with it.
func (s *Session) prepare(o *Order) (game.Position, error) {
	switch {
	case o.Lines < 0 || o.Lines > MaxLines:
		return nil, fmt.Errorf("%d lines: expected 1 to %d", o.Lines, MaxLines)
	case o.Depth < 0 || o.Nodes < 0 || o.Time < 0:
		return nil, fmt.Errorf("depth %d, nodes %d, time %d: expected no negative limit", o.Depth, o.Nodes, o.Time)
	case o.Hash < 0 || o.Hash > MaxHash:
		return nil, fmt.Errorf("a table of %d MB: expected 1 to %d", o.Hash, MaxHash)
	}
	p, err := s.board.set(notation.Line{Variant: o.Variant, FEN: o.FEN, Moves: o.Moves})
	if err != nil {
		return nil, err
	}
	used := s.engine != nil
	if err := s.size(o.Hash); err != nil {
		return nil, err
	}
	// Two games may give the same key to positions that are not the same.
	if used && (o.Fresh || s.game != o.Variant) {
		s.engine.Reset()
	}
	s.game = o.Variant
	return p, nil
}

// size gives the engine a table of that many MB; zero is as good as any. There
// never is a larger one on the way: WebAssembly's memory does not shrink.
func (s *Session) size(mb int) error {
	if s.engine == nil {
		e, err := s.build(cmp.Or(mb, defaultHash))
		if err != nil {
			return err
		}
		s.engine, s.hash = e, cmp.Or(mb, defaultHash)
		return nil
	}
	if mb == 0 || mb == s.hash {
		return nil
	}
	if err := s.engine.SetHash(mb); err != nil {
		return err
	}
	s.hash = mb
	return nil
}

// think searches a position, and tells what it finds on the way.
func (s *Session) think(ctx context.Context, o *Order, p game.Position) Answer {
	t := &teller{session: s, order: o, at: p, begun: s.now()}
	limits := engine.Limits{
		Depth: o.Depth, Nodes: uint64(o.Nodes), MoveTime: time.Duration(o.Time) * time.Millisecond, MultiPV: max(o.Lines, 1),
	}
	search := newBreather(ctx, s.now, func() { t.tell(); s.rest() })
	best, err := s.engine.Search(search, p, limits, t.report)
	if err != nil {
		return Answer{T: "error", ID: o.ID, Text: err.Error()}
	}
	return t.last(best, s.limited(ctx, o, best))
}

// limited reports whether a search ended because it had to.
func (s *Session) limited(ctx context.Context, o *Order, best engine.Info) bool {
	return ctx.Err() != nil ||
		o.Depth > 0 && best.Depth >= o.Depth ||
		o.Nodes > 0 && best.Nodes >= uint64(o.Nodes) ||
		o.Time > 0 && best.Time >= time.Duration(o.Time)*time.Millisecond
}
