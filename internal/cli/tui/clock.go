package tui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
)

// TimeControl is a player's time for the game and the increment for each move. The
// zero value is no clock.
type TimeControl struct{ Base, Increment time.Duration }

// maxMinutes and maxIncrement (in seconds) limit time controls.
const (
	maxMinutes   = 600
	maxIncrement = 600
)

// ParseTimeControl parses "none", or minutes and increment in seconds such as "5+3",
// "10" or "0.5+1".
func ParseTimeControl(text string) (TimeControl, error) {
	text = strings.TrimSpace(text)
	if text == "none" || text == "" {
		return TimeControl{}, nil
	}
	minutes, seconds, plus := strings.Cut(text, "+")
	wrong := func() (TimeControl, error) {
		return TimeControl{}, fmt.Errorf("clock %q: expected minutes, or minutes+increment in seconds, such as 5+3 (up to "+
			"%d+%d), or none",
			text, maxMinutes, maxIncrement)
	}
	m, err := strconv.ParseFloat(strings.TrimSpace(minutes), 64)
	if err != nil || !(m > 0 && m <= maxMinutes) {
		return wrong()
	}
	var s float64
	if plus {
		if s, err = strconv.ParseFloat(strings.TrimSpace(seconds), 64); err != nil || !(s >= 0 && s <= maxIncrement) {
			return wrong()
		}
	}
	t := TimeControl{time.Duration(m * float64(time.Minute)), time.Duration(s * float64(time.Second))}
	if t.Base < time.Second {
		return wrong()
	}
	return t, nil
}

// String returns the time control as ParseTimeControl reads it.
func (t TimeControl) String() string {
	if t.Base == 0 {
		return "none"
	}
	s := strconv.FormatFloat(t.Base.Minutes(), 'f', -1, 64)
	if t.Increment > 0 {
		s += "+" + strconv.FormatFloat(t.Increment.Seconds(), 'f', -1, 64)
	}
	return s
}

// clock is a game's clock. Its methods take the time as an argument. Without a time
// control it never runs.
type clock struct {
	control TimeControl
	left    [2]time.Duration // by color, at the time since
	running bool
	turn    game.Color // whose time runs
	since   time.Time
}

func newClock(t TimeControl) clock {
	return clock{control: t, left: [2]time.Duration{t.Base, t.Base}}
}

func (c *clock) on() bool { return c.control.Base > 0 }

// start starts a color's clock.
func (c *clock) start(color game.Color, now time.Time) {
	c.running, c.turn, c.since = c.on(), color, now
}

// stop stops the clock.
func (c *clock) stop(now time.Time) {
	c.left[c.turn] = c.remaining(c.turn, now)
	c.running = false
}

// press ends a color's move: it gains its increment, and the other color's time runs.
func (c *clock) press(color game.Color, now time.Time) {
	if !c.on() {
		return
	}
	c.stop(now)
	c.left[color] += c.control.Increment
	c.start(color.Other(), now)
}

// remaining returns the time that a color has left, at least 0.
func (c *clock) remaining(color game.Color, now time.Time) time.Duration {
	left := c.left[color]
	if c.running && color == c.turn {
		if spent := now.Sub(c.since); spent > 0 {
			left -= spent
		}
	}
	return max(left, 0)
}

// flag returns the color whose time has run out.
func (c *clock) flag(now time.Time) (game.Color, bool) {
	return c.turn, c.running && c.remaining(c.turn, now) == 0
}

// clockText formats a time: tenths of a second in the last twenty seconds, before that
// whole seconds, rounded up.
func clockText(d time.Duration) string {
	if d < 20*time.Second {
		tenths := (d + 99*time.Millisecond) / (100 * time.Millisecond)
		return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
	}
	s := int((d + time.Second - 1) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
