package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file whole or not at all: into a temporary file beside it
// that takes its name when all went well. Without force, a file that exists is
// left as it is, with an error.
func writeFile(name string, force bool, write func(io.Writer) error) (err error) {
	if !force {
		if _, err := os.Lstat(name); err == nil {
			return fmt.Errorf("%s exists already: give another name, or --force to replace it", name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".wane-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		_ = f.Close()
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if !force { // Link, unlike Rename, never replaces a file made meanwhile
		if err := os.Link(f.Name(), name); err == nil {
			return os.Remove(f.Name())
		} else if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists already: give another name, or --force to replace it", name)
		}
	}
	return os.Rename(f.Name(), name)
}
