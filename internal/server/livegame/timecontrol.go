package livegame

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits of time controls.
const (
	MaxBase      = 3 * time.Hour
	MaxIncrement = 180 * time.Second
	MaxDays      = 14
)

const day = 24 * time.Hour

// Initial returns the initial time of each player: Base, or Increment if Base is 0.
func (c TimeControl) Initial() time.Duration {
	if c.Base == 0 {
		return c.Increment
	}
	return c.Base
}

// Check returns what is wrong with the control, as an *Error with code NotAllowed: two
// kinds of limits, a time out of range, or fractions of a millisecond or day.
func (c TimeControl) Check() error {
	switch {
	case c.RealTime() && c.Correspondence():
		return errorf(NotAllowed, "A game has either a clock or days for each move, not both.")
	case c.Base < 0 || c.Base > MaxBase:
		return errorf(NotAllowed, "The time for each side must be between 0 and %d minutes.", MaxBase/time.Minute)
	case c.Increment < 0 || c.Increment > MaxIncrement:
		return errorf(NotAllowed, "The increment must be between 0 and %d seconds.", MaxIncrement/time.Second)
	case c.Base%time.Millisecond != 0 || c.Increment%time.Millisecond != 0:
		return errorf(NotAllowed, "Times must be whole milliseconds.")
	case c.PerMove < 0 || c.PerMove > MaxDays*day || c.PerMove%day != 0:
		return errorf(NotAllowed, "The time for each move must be 1 to %d whole days.", MaxDays)
	}
	return nil
}

// String returns "none", minutes and seconds such as "5+3" or "0.5+0", or days such as
// "3d". ParseTimeControl parses it.
func (c TimeControl) String() string {
	switch {
	case c.Correspondence():
		return strconv.FormatInt(int64(c.PerMove/day), 10) + "d"
	case c.RealTime():
		return formatUnits(c.Base, time.Minute) + "+" + formatUnits(c.Increment, time.Second)
	}
	return "none"
}

// formatUnits formats a time with as few decimals as needed for milliseconds.
func formatUnits(d, unit time.Duration) string {
	const maxDecimals = 5 // of a minute, finer than a millisecond
	for decimals := 0; ; decimals++ {
		s := strconv.FormatFloat(float64(d)/float64(unit), 'f', decimals, 64)
		if back, ok := parseUnits(s, unit); ok && back == d || decimals == maxDecimals {
			return s
		}
	}
}

// ParseTimeControl parses "none"; minutes for each player and seconds for each move,
// such as "5+3" or "0.5+0"; or days for each move, such as "3d". Its errors are *Error
// with code NotAllowed.
func ParseTimeControl(text string) (TimeControl, error) {
	s := strings.TrimSpace(text)
	var c TimeControl
	if s == "none" {
		return c, nil
	}
	base, increment, clock := strings.Cut(s, "+")
	days, letter := strings.CutSuffix(s, "d")
	ok := false
	switch {
	case clock:
		var ok2 bool
		c.Base, ok = parseUnits(base, time.Minute)
		c.Increment, ok2 = parseUnits(increment, time.Second)
		ok = ok && ok2 && c.RealTime()
	case letter:
		c.PerMove, ok = parseUnits(days, day)
		ok = ok && c.Correspondence()
	}
	if !ok {
		return TimeControl{}, errorf(NotAllowed,
			`%s is not a time control: expected "none", minutes+seconds such as "5+3", or days for each move such as "3d".`,
			quote(text))
	}
	if err := c.Check(); err != nil {
		return TimeControl{}, err
	}
	return c, nil
}

// parseUnits parses a decimal number of units, to the nearest millisecond. It accepts
// only digits and a point.
func parseUnits(s string, unit time.Duration) (time.Duration, bool) {
	const maxLength = 12
	if s == "" || len(s) > maxLength || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n > float64(365*day/unit) {
		return 0, false
	}
	return time.Duration(n * float64(unit)).Round(time.Millisecond), true
}

// quote quotes a text from outside, shortened.
func quote(s string) string { return fmt.Sprintf("%.40q", s) }
