package output

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// plainPause is the least time between two lines of progress outside a terminal.
const plainPause = 10 * time.Second

// Meter shows the progress of long work: a bar in a terminal, an occasional line
// elsewhere.
type Meter struct {
	w        io.Writer
	terminal bool
	stage    string
	bar      *progressbar.ProgressBar
	began    time.Time
	first    int // done at the start of the stage
	shown    time.Time
}

// NewMeter returns a meter that writes to w.
func NewMeter(w io.Writer) *Meter { return &Meter{w: w, terminal: IsTerminal(w)} }

// Show reports how much of a stage is done, and a remark about it. Without a stage
// it writes the remark as a line of its own.
func (m *Meter) Show(stage string, done, total int, remark string) {
	now := time.Now()
	if stage != m.stage {
		m.Close()
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
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
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

// Close ends the bar.
func (m *Meter) Close() {
	if m.bar != nil {
		_ = m.bar.Exit()
		_, _ = fmt.Fprintln(m.w)
		m.bar = nil
	}
	m.stage = ""
}
