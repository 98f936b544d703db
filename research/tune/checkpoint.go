package tune

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/internal/message"
)

// state is what a fit needs to resume.
type state struct {
	Settings string         // of the fit
	Round    int            // from 0
	Start    []engine.Score // the weights at the start of the round
	Descent  *descent       // nil at the start of a round
}

// maxCheckpoint is the size of the largest checkpoint, in bytes: that of 100,000 weights.
const maxCheckpoint = 16 << 20

// restore reads the checkpoint, or starts afresh without one.
func (t *tuner) restore() error {
	fresh := state{Settings: t.settings(), Start: t.origin}
	t.state = fresh
	if t.o.Checkpoint == "" {
		return nil
	}
	b, err := atomicfile.Read(t.o.Checkpoint, maxCheckpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var s state
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("%s is not a checkpoint (%w); give another name", t.o.Checkpoint, err)
	}
	if s.Settings != fresh.Settings {
		return fmt.Errorf("%s is the checkpoint of another fit, with other data, options or weights: delete it, or give "+
			"another name", t.o.Checkpoint)
	}
	if !s.fits(len(t.origin)) {
		return fmt.Errorf("%s is a damaged checkpoint: delete it", t.o.Checkpoint)
	}
	t.state = s
	done := 0
	if s.Descent != nil {
		done = s.Descent.Epoch
	}
	t.progress("", 0, 0,
		fmt.Sprintf("resuming from %s, after %s of round %d", t.o.Checkpoint, message.Plural(done, "epoch"), s.Round+1))
	return nil
}

// fits reports whether a state has this many weights.
func (s *state) fits(n int) bool {
	if s.Round < 0 || len(s.Start) != n {
		return false
	}
	d := s.Descent
	return d == nil || d.Epoch >= 0 && len(d.W) == n && len(d.M) == n && len(d.V) == n && len(d.Best) == n
}

// save writes the checkpoint, which is complete at any time.
func (t *tuner) save() error {
	name := t.o.Checkpoint
	if name == "" {
		return nil
	}
	b, err := json.Marshal(t.state)
	if err != nil {
		return err
	}
	err = atomicfile.Write(name, 0o600, true, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return nil
}
