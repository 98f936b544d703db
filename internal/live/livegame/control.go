package livegame

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Bounds of time controls.
const (
	MaxBase      = 3 * time.Hour
	MaxIncrement = 180 * time.Second
	MaxDays      = 14
)

const day = 24 * time.Hour

// Initial is what each side has on its clock at first: the Base or, where that is
// nothing, one increment.
func (c TimeControl) Initial() time.Duration {
	if c.Base == 0 {
		return c.Increment
	}
	return c.Base
}

// Check tells what is wrong with a control, as a *Refusal with code NotAllowed:
// it has both a clock and days for each move, a negative or too long time, parts
// of a millisecond, or parts of a day.
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

// String writes the control: "none", minutes and seconds as in "5+3" or "0.5+0",
// or days as in "3d". ParseControl reads it back.
func (c TimeControl) String() string {
	switch {
	case c.Correspondence():
		return strconv.FormatInt(int64(c.PerMove/day), 10) + "d"
	case c.RealTime():
		return formatUnits(c.Base, time.Minute) + "+" + formatUnits(c.Increment, time.Second)
	}
	return "none"
}

// formatUnits writes a time with as few decimals as tell it to the millisecond.
func formatUnits(d, unit time.Duration) string {
	const enough = 5 // decimals of a minute are finer than a millisecond
	for decimals := 0; ; decimals++ {
		s := strconv.FormatFloat(float64(d)/float64(unit), 'f', decimals, 64)
		if back, ok := parseUnits(s, unit); ok && back == d || decimals == enough {
			return s
		}
	}
}

// ParseTimeControl reads a control: "none"; minutes for each side and seconds for
// each move, such as "5+3" or "0.5+0"; or days for each move, such as "3d". Its
// errors are *Refusal with code NotAllowed.
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
			`%s is no time control: it should be "none", minutes+seconds such as "5+3", or days for each move such as "3d".`,
			quote(text))
	}
	if err := c.Check(); err != nil {
		return TimeControl{}, err
	}
	return c, nil
}

// parseUnits reads a number of units, to the nearest millisecond. It takes digits
// with at most one point among them, nothing else.
func parseUnits(s string, unit time.Duration) (time.Duration, bool) {
	const most = 12 // characters; more than any sensible number has
	if s == "" || len(s) > most || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n > float64(365*day/unit) {
		return 0, false
	}
	return time.Duration(n * float64(unit)).Round(time.Millisecond), true
}

// quote quotes a text that somebody sent, shortened.
func quote(s string) string { return fmt.Sprintf("%.40q", s) }
