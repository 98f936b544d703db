package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/wane-chess/wane/internal/atomicfile"
)

// maxState is the size of the largest file of a state, in bytes.
const maxState = 64 << 20

// restore reads the state of an interrupted fit, if there is one.
func (t *trainer) restore() error {
	if t.o.State == "" {
		return nil
	}
	b, err := atomicfile.Read(t.o.State, maxState)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var s state
	fresh := &t.state
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&s); err != nil {
		return fmt.Errorf("%s is not the state of a fit (%w); give another name", t.o.State, err)
	}
	switch n := len(fresh.All); {
	case s.Settings != fresh.Settings:
		return fmt.Errorf("%s is the state of another fit, with other data or options: delete it, or give another name",
			t.o.State)
	case len(s.All) != n || len(s.M) != n || len(s.V) != n || len(s.Epochs) > t.o.Epochs:
		return fmt.Errorf("%s is damaged: delete it", t.o.State)
	}
	t.state = s
	return nil
}

// save writes the state, which is complete at any time.
func (t *trainer) save() error {
	if t.o.State == "" {
		return nil
	}
	err := atomicfile.Write(t.o.State, 0o600, true, func(w io.Writer) error { return gob.NewEncoder(w).Encode(t.state) })
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", t.o.State, err)
	}
	return nil
}
