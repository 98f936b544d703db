package clock_test

import (
	"math"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/clock"
)

// A player who uses up every hard bound never oversteps, whatever the control.
func TestNeverOversteps(t *testing.T) {
	for _, c := range []engine.Clock{
		{Remaining: time.Second, Increment: 10 * time.Millisecond, Overhead: 2 * time.Millisecond},
		{Remaining: 100 * time.Millisecond, Overhead: time.Millisecond},
		{Remaining: time.Minute},
		{Remaining: time.Minute, Increment: time.Second, Overhead: 30 * time.Millisecond},
		{Remaining: time.Hour, MovesToGo: 40},
	} {
		lost := c.Overhead + time.Millisecond // what really goes with each move
		for move := range 60 {
			b := clock.For(c)
			if b.Soft > b.Hard || b.Soft <= 0 {
				t.Fatalf("%+v: soft %v, hard %v", c, b.Soft, b.Hard)
			}
			if c.MovesToGo == 1 {
				break
			}
			if b.Hard+lost > c.Remaining {
				if c.Increment == 0 && c.Remaining < 20*time.Millisecond {
					break // nothing can be done with no time and no increment
				}
				t.Fatalf("move %d: %v of %v", move, b.Hard, c.Remaining)
			}
			c.Remaining += c.Increment - b.Hard - lost
			c.MovesToGo = max(c.MovesToGo-1, 0)
		}
	}
}

func TestBudgets(t *testing.T) {
	for _, c := range []struct {
		clock    engine.Clock
		min, max time.Duration // of the soft bound
	}{
		{engine.Clock{Remaining: 5 * time.Second, Increment: 50 * time.Millisecond},
			150 * time.Millisecond, 300 * time.Millisecond},
		{engine.Clock{Remaining: 10 * time.Minute}, 10 * time.Second, 30 * time.Second},
		{engine.Clock{Remaining: time.Second, MovesToGo: 1}, 700 * time.Millisecond, time.Second},
		{engine.Clock{Remaining: time.Second, MovesToGo: 4}, 150 * time.Millisecond, 300 * time.Millisecond},
		{engine.Clock{Remaining: 0, Increment: 100 * time.Millisecond}, time.Millisecond, time.Millisecond},
		{engine.Clock{Remaining: -time.Second, Increment: 0}, time.Millisecond, time.Millisecond},
		{engine.Clock{Remaining: time.Second, Overhead: 2 * time.Second}, time.Millisecond, time.Millisecond},
	} {
		if b := clock.For(c.clock); b.Soft < c.min || b.Soft > c.max || b.Hard < b.Soft {
			t.Errorf("%+v: soft %v, hard %v; want soft from %v to %v", c.clock, b.Soft, b.Hard, c.min, c.max)
		}
	}
}

// Whatever numbers a clock is said to show, a move takes some time and not more
// than there is.
func TestHostileClocks(t *testing.T) {
	values := []time.Duration{math.MinInt64, -time.Second, -1, 0, 1, time.Second, 1 << 62, math.MaxInt64}
	for _, left := range values {
		for _, increment := range values {
			for _, overhead := range values {
				for _, moves := range []int{math.MinInt, -1, 0, 1, 2, math.MaxInt} {
					c := engine.Clock{Remaining: left, Increment: increment, MovesToGo: moves, Overhead: overhead}
					if b := clock.For(c); b.Soft < time.Millisecond || b.Hard < b.Soft || b.Hard > max(left, time.Millisecond) {
						t.Errorf("%+v: soft %v, hard %v", c, b.Soft, b.Hard)
					}
				}
			}
		}
	}
}
