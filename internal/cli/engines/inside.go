package engines

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// InProcess returns a function that makes players of an engine in this process.
// Limits, if not nil, returns limits besides the control, such as a weakness, for the
// seed of a turn.
func InProcess(build func() (engine.Engine, error),
	limits func(seed uint64) engine.Limits) func(context.Context) (Player, error) {
	return func(context.Context) (Player, error) {
		e, err := build()
		if err != nil {
			return nil, err
		}
		return &inProcess{engine: e, limits: limits}, nil
	}
}

// inProcess is an engine in this process. After a panic or a failure to stop it is not
// used any more; its goroutine cannot be ended.
type inProcess struct {
	engine engine.Engine
	limits func(seed uint64) engine.Limits
	dead   bool
}

func (i *inProcess) Begin(context.Context, game.Game) error {
	i.engine.Reset()
	return nil
}

func (i *inProcess) Alive() bool { return !i.dead }

func (i *inProcess) Close() { i.dead = true }

func (i *inProcess) Move(ctx context.Context, t Turn) (Answer, error) {
	type result struct {
		info engine.Report
		err  error
	}
	// The search has a copy, since a hanging engine keeps using it.
	p, limits := t.Position.Clone(), i.bounds(t)
	done := make(chan result, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- result{err: &Failure{Crash, fmt.Errorf("panic: %v at %s", r, panicPlace(debug.Stack()))}}
			}
		}()
		info, err := i.engine.Search(ctx, p, limits, nil)
		done <- result{info, err}
	}()
	var r result
	select {
	case r = <-done:
	case <-ctx.Done():
		late := time.NewTimer(StopTimeout)
		defer late.Stop()
		select {
		case r = <-done:
		case <-late.C:
			i.dead = true
			return Answer{}, &Failure{Hang, fmt.Errorf("it did not stop within %v", StopTimeout)}
		}
	}
	if r.err != nil {
		var f *Failure
		i.dead = errors.As(r.err, &f)
		if !i.dead {
			r.err = &Failure{Crash, r.err}
		}
		return Answer{}, r.err
	}
	return Answer{
		Move:   moveText(t.Position, r.info.Best()),
		Score:  r.info.Score,
		Scored: true,
		Depth:  r.info.Depth,
		Nodes:  r.info.Nodes,
	}, nil
}

// bounds returns the limits of a search.
func (i *inProcess) bounds(t Turn) engine.Limits {
	var l engine.Limits
	if i.limits != nil {
		l = i.limits(t.Seed)
	}
	l.Nodes, l.Depth, l.MoveTime = t.Control.Nodes, t.Control.Depth, t.Control.MoveTime
	l.Clock = t.Clocks[t.Position.Turn()]
	return l
}

// moveText formats a move that may be illegal.
func moveText(p game.Position, m game.Move) string {
	for _, legal := range p.Legal(nil) {
		if legal == m {
			return p.UCI(m)
		}
	}
	return fmt.Sprintf("%d-%d (%#x)", m.From(), m.To(), uint32(m))
}

// panicPlace returns the line of code that panicked, from its stack.
func panicPlace(stack []byte) string {
	_, after, _ := strings.Cut(string(stack), "panic(")
	for line := range strings.Lines(after) {
		if place := strings.TrimSpace(line); strings.Contains(place, ".go:") && !strings.Contains(place, "runtime/") {
			place, _, _ = strings.Cut(place, " +0x")
			return place
		}
	}
	return "an unknown place"
}
