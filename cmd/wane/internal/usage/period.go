package usage

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Period is the value of a flag for a length of time in days or less, such as 30d, 12h or
// 1d12h. It implements pflag.Value.
type Period time.Duration

// periodExpected says which periods are valid.
const periodExpected = "a number of days or hours, such as 30d or 12h, or 0"

// maxDays is the most days of a period.
const maxDays = 36500

// Set implements pflag.Value.
func (p *Period) Set(text string) error {
	days, rest, found := strings.Cut(text, "d")
	if !found {
		days, rest = "0", text
	}
	n, err := strconv.Atoi(days)
	d := time.Duration(0)
	if rest != "" && err == nil {
		d, err = time.ParseDuration(rest)
	}
	if err != nil || n < 0 || n > maxDays || d < 0 || d > maxDays*24*time.Hour {
		return errors.New("expected " + periodExpected)
	}
	*p = Period(time.Duration(n)*24*time.Hour + d)
	return nil
}

// String implements pflag.Value.
func (p *Period) String() string {
	d := time.Duration(*p)
	days := d / (24 * time.Hour)
	switch rest := d % (24 * time.Hour); {
	case d == 0:
		return "0"
	case days == 0:
		return rest.String()
	case rest == 0:
		return strconv.Itoa(int(days)) + "d"
	default:
		return strconv.Itoa(int(days)) + "d" + rest.String()
	}
}

// Type implements pflag.Value.
func (p *Period) Type() string { return "period" }
