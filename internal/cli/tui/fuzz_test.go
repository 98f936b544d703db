package tui

import (
	"testing"
	"time"
)

// FuzzParseTimeControl parses any text. What it accepts is within the limits and can
// be formatted and parsed again.
func FuzzParseTimeControl(f *testing.F) {
	for _, s := range []string{"", "none", "5+3", "0.5", " 10 + 0 ", "1e3", "-1", "NaN", "5+-1", "99999999+1", "5+3+1",
		"5+"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseTimeControl(text)
		if err != nil {
			return
		}
		if c != (TimeControl{}) && (c.Base < time.Second || c.Base > maxMinutes*time.Minute) ||
			c.Increment < 0 || c.Increment > maxIncrement*time.Second {
			t.Fatalf("%q is read as %+v", text, c)
		}
		again, err := ParseTimeControl(c.String())
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, c, err)
		}
		if d := (again.Base - c.Base).Abs() + (again.Increment - c.Increment).Abs(); d > time.Millisecond {
			t.Fatalf("%q comes back as %v, not %v", text, again, c)
		}
	})
}

// FuzzParseSeat accepts only the four names.
func FuzzParseSeat(f *testing.F) {
	for _, s := range append(seatNames[:], "", "White", "both ") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParseSeat(text); err == nil && s.String() != text {
			t.Errorf("%q is read as %v", text, s)
		}
	})
}
