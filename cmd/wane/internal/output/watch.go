package output

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

// A Pace is the time until progress is shown first, and between two signs of it. Without
// the first, progress is shown before the work begins.
type Pace struct{ First, Then time.Duration }

// Paces of Watch for a terminal and elsewhere. Tests shorten them.
var (
	LivePace  = Pace{2 * time.Second, time.Second}
	PlainPace = Pace{plainPause, plainPause}
)

// Watch shows on w that work goes on, and for how long, until the returned function is
// called: as a live line in a terminal, as an occasional line elsewhere. Work that takes a
// moment shows nothing. Watch calls text in a goroutine of its own; it says what is done
// and how far it is.
func Watch(w io.Writer, text func() string) (stop func()) {
	if IsTerminal(w) {
		return watch(w, true, LivePace, text)
	}
	return watch(w, false, PlainPace, text)
}

func watch(w io.Writer, live bool, pace Pace, text func() string) (stop func()) {
	began, end, ended := time.Now(), make(chan struct{}), make(chan struct{})
	drawn := false
	show := func(now time.Time) {
		line := fmt.Sprintf("%s, %v", text(), now.Sub(began).Round(time.Second))
		if drawn = live; live {
			_, _ = io.WriteString(w, "\r"+ansi.Truncate(line, usage.Width(w)-1, "…")+ansi.EraseLineRight)
		} else {
			_, _ = fmt.Fprintln(w, line)
		}
	}
	if pace.First == 0 {
		show(began)
		pace.First = pace.Then
	}
	go func() {
		defer close(ended)
		timer := time.NewTimer(pace.First)
		defer timer.Stop()
		for {
			select {
			case <-end:
				if drawn {
					_, _ = io.WriteString(w, "\r"+ansi.EraseLineRight)
				}
				return
			case now := <-timer.C:
				show(now)
				timer.Reset(pace.Then)
			}
		}
	}()
	return sync.OnceFunc(func() { close(end); <-ended })
}
