package atlas

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gofrs/flock"

	"github.com/wane-chess/wane/internal/atomicfile"
)

// File is the file of a run in progress. Only one process at a time has it open.
type File struct {
	*Data
	name string
	out  *os.File
	lock *flock.Flock
}

// Open opens or creates the file of a run. It removes an incomplete block of an
// interrupted run. An existing file must have the same settings.
func Open(name string, s Settings) (f *File, err error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	f = &File{name: name, lock: flock.New(name)}
	if err := f.open(s); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// locks takes the lock of the file, which it creates if it is missing.
func (f *File) locks() error {
	locked, err := f.lock.TryLock()
	if err == nil && !locked {
		err = errors.New("another process uses it")
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", f.name, err)
	}
	return nil
}

func (f *File) open(s Settings) (err error) {
	if err := f.locks(); err != nil {
		return err
	}
	if f.out, err = os.OpenFile(f.name, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return err
	}
	info, err := f.out.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", f.name)
	}
	if err != nil {
		return err
	}
	header := s.header()
	if size := info.Size(); size < int64(len(header)) { // new, or with an incomplete header
		begun := make([]byte, size)
		if _, err := f.out.ReadAt(begun, 0); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if !bytes.HasPrefix(header, begun) {
			return fmt.Errorf("%s is not a file of an atlas", f.name)
		}
		if _, err := f.out.WriteAt(header, 0); err != nil {
			return err
		}
	}
	d, whole, err := read(f.out)
	if err != nil && !errors.Is(err, errPartial) {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	if d.Settings != s {
		return fmt.Errorf("%s has games of %v, not of %v: use the same settings and version, or another file", f.name, d.Settings, s)
	}
	f.Data = d
	if err := f.out.Truncate(whole); err != nil {
		return err
	}
	_, err = f.out.Seek(whole, io.SeekStart)
	return err
}

// String returns the settings in words.
func (s Settings) String() string {
	return fmt.Sprintf("%d nodes a move, seed %d, engine %s", s.Nodes, s.Seed, s.Engine)
}

// has reports whether a batch is in the file.
func (f *File) has(b Batch) bool { return f.batches[b] != nil }

// add adds a batch with a single write, and ignores one that is there.
func (f *File) add(b Batch, games []Game) error {
	if f.has(b) {
		return nil
	}
	if _, err := f.out.Write(block(b, games)); err != nil {
		return err
	}
	f.batches[b] = games
	return nil
}

// remove removes batches that were added.
func (f *File) remove(list []Batch) error {
	for _, b := range list {
		delete(f.batches, b)
	}
	return f.Tidy()
}

// Tidy rewrites the file in the form of Data.Write, which is smaller.
func (f *File) Tidy() error {
	if err := atomicfile.Write(f.name, 0o644, true, f.Write); err != nil {
		return err
	}
	// The new file has the old one's name, but not its lock.
	if err := errors.Join(f.out.Close(), f.lock.Unlock()); err != nil {
		return err
	}
	if err := f.locks(); err != nil {
		return err
	}
	var err error
	if f.out, err = os.OpenFile(f.name, os.O_RDWR, 0o644); err == nil {
		_, err = f.out.Seek(0, io.SeekEnd)
	}
	return err
}

// Close closes the file.
func (f *File) Close() (err error) {
	if f.out != nil {
		err = f.out.Close()
	}
	return errors.Join(err, f.lock.Unlock())
}
