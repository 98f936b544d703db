// Package engineiotest helps to test protocols. It has an engine whose searches end
// when the test wants, and a conversation that waits for answers, not for time.
package engineiotest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Engine plays the first legal move, which it names as the current one, and expects the
// first reply. A search with a limit of depth, nodes, mate or clock ends at once; one with
// a time limit ends after that time; any other ends when it is stopped. It fails the test
// if two searches, or a search and a change of settings, overlap.
type Engine struct {
	Fail func(format string, args ...any)
	// Started receives the limits of each search; if it is full, they are dropped.
	Started chan engine.Limits
	// Score is the result of every search.
	Score engine.Score

	mu   sync.Mutex
	busy bool
	hit  chan struct{}
	log  []string
}

// NewEngine returns an engine that reports failures by calling fail.
func NewEngine(fail func(format string, args ...any)) *Engine {
	return &Engine{Fail: fail, Started: make(chan engine.Limits, 1000)}
}

// Log returns the calls so far, such as "hash 64" or "reset".
func (e *Engine) Log() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string(nil), e.log...)
}

func (e *Engine) note(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.busy {
		e.Fail("%s during a search", fmt.Sprintf(format, args...))
	}
	e.log = append(e.log, fmt.Sprintf(format, args...))
}

// Reset implements engine.Engine.
func (e *Engine) Reset() { e.note("reset") }

// SetHash accepts sizes up to 1024 MB.
func (e *Engine) SetHash(mb int) error {
	e.note("hash %d", mb)
	if mb > 1024 {
		return errors.New("no more than 1024 MB")
	}
	return nil
}

// SetThreads accepts any number.
func (e *Engine) SetThreads(n int) error {
	e.note("threads %d", n)
	return nil
}

// PonderHit implements engineio.Player.
func (e *Engine) PonderHit() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.log = append(e.log, "hit")
	if e.hit != nil {
		close(e.hit)
		e.hit = nil
	}
}

// Search implements engine.Engine.
func (e *Engine) Search(ctx context.Context, p game.Position, l engine.Limits,
	report func(engine.Report)) (engine.Report, error) {
	e.mu.Lock()
	if e.busy {
		e.Fail("two searches at once")
	}
	hit := make(chan struct{})
	e.busy, e.hit = true, hit
	e.mu.Unlock()
	defer func() {
		e.mu.Lock()
		e.busy, e.hit = false, nil
		e.mu.Unlock()
	}()
	currMove := l.CurrMove
	l.CurrMove = nil // functions cannot be compared
	select {
	case e.Started <- l:
	default:
	}
	q := p.Clone()
	legal := q.Legal(nil)
	if len(l.SearchMoves) > 0 {
		legal = l.SearchMoves
	}
	if len(legal) == 0 {
		return engine.Report{}, engine.ErrNoMoves
	}
	info := engine.Report{Depth: 1, SelDepth: 2, MultiPV: 1, Score: e.Score, Nodes: 1000, Time: time.Second, HashFull: 3,
		PV: legal[:1:1]}
	q.Make(legal[0])
	if answers := q.Legal(nil); len(answers) > 0 {
		info.PV = append(info.PV, answers[0])
	}
	if report != nil {
		report(info)
	}
	if currMove != nil {
		currMove(legal[0], 1, 1)
	}
	e.wait(ctx, l, hit)
	return info, nil
}

func (e *Engine) wait(ctx context.Context, l engine.Limits, hit <-chan struct{}) {
	if l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 {
		return
	}
	if l.Clock.Ponder {
		select {
		case <-hit:
		case <-ctx.Done():
			return
		}
	}
	if l.Clock.IsSet() {
		return
	}
	var timeout <-chan time.Time
	if l.MoveTime > 0 {
		timeout = time.After(l.MoveTime)
	}
	select {
	case <-ctx.Done():
	case <-timeout:
	}
}
