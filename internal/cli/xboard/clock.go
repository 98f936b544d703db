package xboard

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/engine"
)

// clock has the time settings of the program. The default is 40 moves in five minutes.
type clock struct {
	session      int           // moves of a time control; 0: the whole game
	base         time.Duration // time for a session
	increment    time.Duration
	each         time.Duration // st: fixed time for each move; 0: none
	plies        int           // sd: depth; 0: no limit
	mine, theirs time.Duration // time left of the engine and of its opponent
	made         int           // the engine's moves since the last level command
}

// maxTime is the longest valid time, far below the largest Duration.
const maxTime = 1000 * 24 * time.Hour

// restart resets the clock for a new game.
func (c *clock) restart() {
	if c.base == 0 && c.increment == 0 {
		c.session, c.base = 40, 5*time.Minute
	}
	c.mine, c.theirs, c.made, c.plies = c.base, c.base, 0, 0
}

// set sets a clock to a number of centiseconds, which may be negative.
func (c *clock) set(which *time.Duration, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > int64(maxTime/(10*time.Millisecond)) || n < -int64(maxTime/(10*time.Millisecond)) {
		return userError("invalid time: expected centiseconds")
	}
	*which = time.Duration(n) * 10 * time.Millisecond
	return nil
}

// limits returns the limits for the engine's next move.
func (c *clock) limits(overhead time.Duration) engine.Limits {
	l := engine.Limits{Depth: c.plies}
	if c.each > 0 {
		l.MoveTime = max(c.each-overhead, time.Millisecond)
		return l
	}
	l.Clock = engine.Clock{Remaining: max(c.mine, time.Millisecond), Increment: c.increment, Overhead: overhead}
	if c.session > 0 {
		l.Clock.MovesToGo = c.session - c.made%c.session
	}
	return l
}

// moved counts a move of the engine and the time it took.
func (c *clock) moved(took time.Duration) {
	c.made++
	c.mine += c.increment - took
	if c.session > 0 && c.made%c.session == 0 {
		c.mine += c.base
	}
}

// level answers "level MOVES MINUTES[:SECONDS] INCREMENT".
func (s *session) level(rest string) error {
	bad := userError("invalid time control: expected level MOVES MINUTES:SECONDS INCREMENT, such as level 40 5:00 0")
	f := strings.Fields(rest)
	if len(f) != 3 {
		return bad
	}
	moves, err := strconv.Atoi(f[0])
	minutes, seconds, split := strings.Cut(f[1], ":")
	base, ok := parseSeconds(minutes)
	base *= 60
	if split {
		more, ok2 := parseSeconds(seconds)
		base, ok = base+more, ok && ok2
	}
	increment, ok3 := parseSeconds(f[2])
	if err != nil || moves < 0 || moves > 10000 || !ok || !ok3 || base > maxTime || base+increment == 0 {
		return bad
	}
	c := &s.clock
	c.session, c.base, c.increment, c.each = moves, base, increment, 0
	c.mine, c.theirs, c.made = base, base, 0
	return nil
}

// perMove answers "st SECONDS".
func (s *session) perMove(rest string) error {
	each, ok := parseSeconds(rest)
	if !ok || each <= 0 {
		return userError("invalid time: expected positive seconds")
	}
	s.clock.each = each
	return nil
}

// depth answers "sd PLIES".
func (s *session) depth(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 0 {
		return userError("invalid depth: expected plies, or 0 for no limit")
	}
	s.clock.plies = n
	return nil
}

// parseSeconds parses a non-negative number of seconds, which may have a fraction.
func parseSeconds(text string) (time.Duration, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > maxTime.Seconds() {
		return 0, false
	}
	return time.Duration(f * float64(time.Second)), true
}
