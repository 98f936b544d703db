// Package task has what the commands share.
package task

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/atomicfile"
)

// pause is the time between two lines of a Meter.
const pause = 10 * time.Second

// Meter reports the progress of long work, a line every ten seconds. It is not for
// concurrent use.
type Meter struct {
	w     io.Writer
	shown time.Time
}

// NewMeter returns a meter on the standard error of a command.
func NewMeter(cmd *cobra.Command) *Meter { return &Meter{cmd.ErrOrStderr(), time.Now()} }

// Show reports how much is done. The end of the work is always shown.
func (m *Meter) Show(done, total int, remark string) {
	if now := time.Now(); done >= total || now.Sub(m.shown) >= pause {
		m.shown = now
		_, _ = fmt.Fprintf(m.w, "%s (%d of %d)\n", remark, done, total)
	}
}

// Note writes a line.
func (m *Meter) Note(remark string) { _, _ = fmt.Fprintln(m.w, remark) }

// Write writes a file that appears whole. It replaces one that exists.
func Write(name string, write func(io.Writer) error) error {
	return atomicfile.Write(name, 0o644, true, write)
}
