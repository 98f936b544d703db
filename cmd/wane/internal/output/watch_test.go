package output

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Long work shows that it goes on; a moment's work shows nothing.
func TestWatch(t *testing.T) {
	for _, c := range []struct {
		name string
		live bool
		pace Pace
		took time.Duration
		want string
	}{
		{"a moment", true, LivePace, 1900 * time.Millisecond, ""},
		{"a moment, no terminal", false, PlainPace, 9 * time.Second, ""},
		{"terminal", true, LivePace, 3500 * time.Millisecond, "\rsolving, 2s\x1b[K\rsolving, 3s\x1b[K\r\x1b[K"},
		{"no terminal", false, PlainPace, 25 * time.Second, "solving, 10s\nsolving, 20s\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			stop := watch(&out, c.live, c.pace, func() string { return "solving" })
			time.Sleep(c.took)
			stop()
			stop() // does nothing
			if got := out.String(); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		})
	}
}
