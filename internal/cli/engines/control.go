package engines

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Control limits an engine's searches. Zero fields are no limits; several limits apply
// together.
type Control struct {
	Time      time.Duration // initial time of a clock
	Increment time.Duration // added by each move
	Moves     int           // after this many moves the clock gains Time again; 0: never
	MoveTime  time.Duration // for each move
	Nodes     uint64        // nodes for each move
	Depth     int           // plies of iterative deepening
}

// maxTime limits the times of a control, so that their sums cannot overflow.
const maxTime = 1000 * time.Hour

// Clocked reports whether there is a clock.
func (c Control) Clocked() bool { return c.Time > 0 || c.Increment > 0 }

// Timed reports whether the time for a move is limited.
func (c Control) Timed() bool { return c.Clocked() || c.MoveTime > 0 }

// Bounded reports whether there is any limit.
func (c Control) Bounded() bool { return c.Timed() || c.Nodes > 0 || c.Depth > 0 }

// String formats the control, as in "5+0.05" or "nodes=10000".
func (c Control) String() string {
	var parts []string
	if c.Clocked() {
		s := seconds(c.Time)
		if c.Moves > 0 {
			s = strconv.Itoa(c.Moves) + "/" + s
		}
		if c.Increment > 0 {
			s += "+" + seconds(c.Increment)
		}
		parts = append(parts, s)
	}
	if c.MoveTime > 0 {
		parts = append(parts, "movetime="+c.MoveTime.String())
	}
	if c.Nodes > 0 {
		parts = append(parts, "nodes="+strconv.FormatUint(c.Nodes, 10))
	}
	if c.Depth > 0 {
		parts = append(parts, "depth="+strconv.Itoa(c.Depth))
	}
	if len(parts) == 0 {
		return "no limit"
	}
	return strings.Join(parts, " ")
}

func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// ParseClock parses a time control: seconds for the game, as in "60"; with an
// increment in seconds, as in "5+0.05"; for a number of moves, as in "40/60+0.5".
func ParseClock(s string) (Control, error) {
	var c Control
	bad := func() (Control, error) {
		return Control{}, fmt.Errorf("time %.40q: expected seconds and an increment, such as 5+0.05, or for a number of "+
			"moves 40/60+0.5", s)
	}
	rest := s
	if moves, after, found := strings.Cut(rest, "/"); found {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > 10_000 {
			return bad()
		}
		c.Moves, rest = n, after
	}
	base, increment, plus := strings.Cut(rest, "+")
	var ok bool
	if c.Time, ok = parseSeconds(base); !ok {
		return bad()
	}
	if plus {
		if c.Increment, ok = parseSeconds(increment); !ok {
			return bad()
		}
	}
	if !c.Clocked() {
		return bad()
	}
	return c, nil
}

func parseSeconds(s string) (time.Duration, bool) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !(f >= 0 && f <= maxTime.Seconds()) {
		return 0, false
	}
	return time.Duration(f * float64(time.Second)), true
}
