// Package atomicfile writes files that appear whole or not at all, and reads files up to a
// size. A process that is killed leaves at most a file *.part.
package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file with the permissions of mode. It replaces an existing file if
// replace is true; otherwise that is an error for which errors.Is(err, fs.ErrExist).
// After an error the file is as it was before.
func Write(name string, mode fs.FileMode, replace bool, write func(io.Writer) error) error {
	part, err := Stage(name, mode, write)
	if err != nil {
		return err
	}
	return Commit(part, name, replace)
}

// Stage writes a file beside the one that Commit will make of it, and returns its path.
// Its content is on disk. After an error nothing is left.
func Stage(name string, mode fs.FileMode, write func(io.Writer) error) (part string, err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.part")
	if err != nil {
		return "", err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err = write(w); err == nil {
		err = errors.Join(w.Flush(), f.Chmod(mode), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// Commit gives a staged file its name; replace and errors are as in Write. The staged
// file is gone afterwards.
func Commit(part, name string, replace bool) error {
	if !replace { // Link, unlike Rename, never replaces a file
		if err := os.Link(part, name); err == nil || errors.Is(err, fs.ErrExist) {
			return errors.Join(err, os.Remove(part))
		}
		// This file system may have no links.
		if _, err := os.Lstat(name); err == nil {
			return errors.Join(fs.ErrExist, os.Remove(part))
		}
	}
	err := os.Rename(part, name)
	if err != nil {
		_ = os.Remove(part) // the first error matters
	}
	return err
}
