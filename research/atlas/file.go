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
	end  int64 // of the whole blocks
	adds int   // since the file was synced
	lock *flock.Flock
}

// syncAfter is how many batches are added before the file is synced.
const syncAfter = 100

// Open opens or creates the file of a run, and locks it by a file with the extension .lock
// beside it. It removes what an interrupted run has left at the end. An existing file must
// have the same settings.
func Open(name string, s Settings) (f *File, err error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	f = &File{name: name, lock: flock.New(name+".lock", flock.SetPermissions(0o644))}
	if err := f.open(s); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *File) open(s Settings) error {
	locked, err := f.lock.TryLock()
	if err == nil && !locked {
		err = errors.New("another process uses it")
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", f.name, err)
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
		return fmt.Errorf("%s has games of %v, not of %v: use the same settings and version, or another file", f.name,
			d.Settings, s)
	}
	f.Data, f.end = d, whole
	return f.out.Truncate(whole)
}

// has reports whether a batch is in the file.
func (f *File) has(b Batch) bool { return f.batches[b] != nil }

// add adds a batch, and ignores one that is there. If it fails, nothing of the batch is in
// the file.
func (f *File) add(b Batch, games []Game) error {
	if f.has(b) {
		return nil
	}
	data := block(b, games)
	if _, err := f.out.WriteAt(data, f.end); err != nil {
		return errors.Join(err, f.out.Truncate(f.end))
	}
	f.end += int64(len(data))
	f.batches[b] = games
	if f.adds++; f.adds < syncAfter {
		return nil
	}
	f.adds = 0
	return f.out.Sync()
}

// Tidy rewrites the file in the form of Data.Write, which is smaller.
func (f *File) Tidy() error {
	if err := atomicfile.Write(f.name, 0o644, true, f.Write); err != nil {
		return err
	}
	out, err := os.OpenFile(f.name, os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	err = f.out.Close()
	f.out = out
	info, statErr := out.Stat()
	if statErr == nil {
		f.end = info.Size()
	}
	return errors.Join(err, statErr)
}

// Close closes the file.
func (f *File) Close() (err error) {
	if f.out != nil {
		err = f.out.Close()
	}
	return errors.Join(err, f.lock.Unlock())
}
