package pictures

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
)

// An animation ends when its client has gone, and one that takes too long is answered before the answer is cut off.
func TestAnimationEnds(t *testing.T) {
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	s := &Pictures{
		o: Options{Guard: &limits.Guard{Limiter: limits.NewLimiter(limits.Limits{Off: true}.WithDefaults(), time.Now)},
			Gate: web.NewGate()},
	}
	l := &playedLine{Played: lines.Played{Start: g.Start()}}
	var b bytes.Buffer
	ctx := guests.WithVisit(t.Context(), &guests.Visit{})
	if err := s.animate(ctx, &b, l, render.Options{Size: 64}); !busy(err) {
		t.Errorf("an animation without time: %v", err)
	}
	s.maxTime = maxTime
	gone, leave := context.WithCancel(ctx)
	leave()
	if err := s.animate(gone, &b, l, render.Options{Size: 64}); !errors.Is(err, context.Canceled) {
		t.Errorf("an animation for a client that has gone: %v", err)
	}
	if err := s.animate(ctx, &b, l, render.Options{Size: 64}); err != nil || b.Len() == 0 {
		t.Errorf("an animation: %v, %d bytes", err, b.Len())
	}
}

// busy reports whether an error asks the client to retry.
func busy(err error) bool {
	var p *problem.Problem
	return errors.As(err, &p) && p.Status == 503
}
