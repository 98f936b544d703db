package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// output is what goes to a file; "-" is standard output.
type output struct {
	name  string
	write func(io.Writer) error
}

// writeAll writes all outputs or, if one of them cannot be made or has no place
// to go, none. Without force, files that exist are left as they are, with an
// error.
func writeAll(stdout io.Writer, force bool, outputs ...output) (err error) {
	contents := make([]bytes.Buffer, len(outputs))
	for i, o := range outputs {
		if err := o.write(&contents[i]); err != nil {
			return err
		}
	}
	var files []*staged
	defer func() {
		for _, f := range files {
			f.discard()
		}
	}()
	for i, o := range outputs {
		if o.name == "-" {
			continue
		}
		f, err := stage(o.name, force, contents[i].Bytes())
		if err != nil {
			return cannotWrite(o.name, err)
		}
		files = append(files, f)
	}
	for _, f := range files {
		if err := f.commit(); err != nil {
			return cannotWrite(f.name, err)
		}
	}
	for i, o := range outputs {
		if o.name == "-" {
			if _, err := contents[i].WriteTo(stdout); err != nil {
				return err
			}
		}
	}
	return nil
}

// staged is a file whose content lies beside it under another name, so that it
// is there whole or not at all. What is no ordinary file, such as a pipe, is
// written to directly, when the others are ready.
type staged struct {
	name    string
	content []byte // for what is no ordinary file
	beside  string // the other name, until it is done
	replace bool
}

var errExists = errors.New("it exists already: give another name, or --force to replace it")

// stage prepares a file.
func stage(name string, force bool, content []byte) (*staged, error) {
	mode := fs.FileMode(0o644)
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("it is a directory: give the name of a file")
	case err == nil && !info.Mode().IsRegular():
		return &staged{name: name, content: content}, nil
	case err == nil && force:
		mode = info.Mode().Perm()
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return nil, err
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if _, err := os.Lstat(name); err == nil && !force {
		return nil, errExists
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".wane-*")
	if err != nil {
		return nil, err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		_ = os.Remove(f.Name())
		return nil, err
	}
	return &staged{name: name, beside: f.Name(), replace: force}, nil
}

// commit puts the file where it belongs.
func (s *staged) commit() error {
	if s.beside == "" {
		f, err := os.OpenFile(s.name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(s.content)
		return errors.Join(err, f.Close())
	}
	if !s.replace { // Link, unlike Rename, never replaces a file made meanwhile
		switch err := os.Link(s.beside, s.name); {
		case err == nil:
			return nil
		case errors.Is(err, fs.ErrExist):
			return errExists
		}
	}
	if err := os.Rename(s.beside, s.name); err != nil {
		return err
	}
	s.beside = ""
	return nil
}

// discard removes what is left of the preparation.
func (s *staged) discard() {
	if s.beside != "" {
		_ = os.Remove(s.beside)
	}
}

// cannotWrite tells why a file cannot be written, without the names that only
// matter within.
func cannotWrite(name string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}
