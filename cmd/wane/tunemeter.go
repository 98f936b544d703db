package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// plainPause is how long a log stays silent between two lines of progress.
const plainPause = 10 * time.Second

// meter shows how long work goes on: a bar in a terminal, a line now and then
// elsewhere.
type meter struct {
	w        io.Writer
	terminal bool
	stage    string
	bar      *progressbar.ProgressBar
	began    time.Time
	first    int // how much was done when the stage began
	shown    time.Time
}

func newMeter(w io.Writer) *meter {
	f, ok := w.(*os.File)
	return &meter{w: w, terminal: ok && term.IsTerminal(int(f.Fd()))}
}

// show tells how much of a stage is done. With no stage the remark is a line for
// itself.
func (m *meter) show(stage string, done, total int, remark string) {
	now := time.Now()
	if stage != m.stage {
		m.close()
		m.stage, m.began, m.first, m.shown = stage, now, done, now
		if stage != "" && m.terminal {
			m.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(m.w), progressbar.OptionSetPredictTime(false),
				progressbar.OptionSetWidth(24), progressbar.OptionThrottle(100*time.Millisecond))
		}
	}
	if stage == "" {
		_, _ = fmt.Fprintf(m.w, "%s\n", remark)
		return
	}
	text := stage
	if remark != "" {
		text += ": " + remark
	}
	if done > m.first && done < total {
		left := time.Duration(float64(now.Sub(m.began)) * float64(total-done) / float64(done-m.first))
		text += fmt.Sprintf(", %v to go", left.Round(time.Second))
	}
	switch {
	case m.bar != nil:
		m.bar.Describe(text)
		_ = m.bar.Set(min(done, total))
	case done >= total || now.Sub(m.shown) >= plainPause:
		_, _ = fmt.Fprintf(m.w, "%s (%d of %d)\n", text, done, total)
		m.shown = now
	}
}

// close ends the bar.
func (m *meter) close() {
	if m.bar != nil {
		_ = m.bar.Exit()
		_, _ = fmt.Fprintln(m.w)
		m.bar = nil
	}
	m.stage = ""
}
