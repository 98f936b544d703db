// Package output writes results to files and standard output, and progress to the
// terminal.
package output

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/atomicfile"
)

// CheckWritable reports, before long work, why its result could not be written.
func CheckWritable(name string, force bool) error {
	if name == "-" {
		return nil
	}
	f, err := stage(name, force, writes(nil))
	if err != nil {
		return cannotWrite(name, err)
	}
	f.discard()
	return nil
}

// JSON writes a value as indented JSON; letters such as > are not escaped.
func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// staged is a file whose content is in a temporary file beside it, so that it
// appears whole or not at all. A pipe or device is written to directly.
type staged struct {
	name    string
	content []byte // for a pipe or device
	part    string // the temporary file, until commit
	replace bool
}

var errExists = errors.New("it exists already; give another name, or --force to replace it")

// writes returns a function that writes a content.
func writes(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// stage prepares a file with what write writes.
func stage(name string, force bool, write func(io.Writer) error) (*staged, error) {
	mode := fs.FileMode(0o644)
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("it is a directory; give the name of a file")
	case err == nil && !info.Mode().IsRegular():
		var content bytes.Buffer
		err := write(&content)
		return &staged{name: name, content: content.Bytes()}, err
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
	part, err := atomicfile.Stage(name, mode, write)
	return &staged{name: name, part: part, replace: force}, err
}

// commit gives the file its name.
func (s *staged) commit() error {
	if s.part == "" {
		f, err := os.OpenFile(s.name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(s.content)
		return errors.Join(err, f.Close())
	}
	err := atomicfile.Commit(s.part, s.name, s.replace)
	s.part = ""
	if errors.Is(err, fs.ErrExist) {
		return errExists
	}
	return err
}

// discard removes the temporary file.
func (s *staged) discard() {
	if s.part != "" {
		_ = os.Remove(s.part)
	}
}

// cannotWrite names the requested file, not the temporary one.
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

// Destination is the flags that say where a command writes its result.
type Destination struct {
	File  string // "-" is standard output
	force bool
}

// Add adds the flags. Their descriptions begin with prefix.
func (d *Destination) Add(cmd *cobra.Command, prefix string) {
	cmd.Flags().StringVarP(&d.File, "output", "o", "-", prefix+"write to this file; - for standard output")
	cmd.Flags().BoolVar(&d.force, "force", false, prefix+"replace the output file if it exists")
}

// Check reports, before long work, why the result could not be written.
func (d *Destination) Check(cmd *cobra.Command) error {
	if d.File == "" {
		return usage.Errorf(cmd, "--output is empty: expected a file, or - for standard output")
	}
	return CheckWritable(d.File, d.force)
}

// Stream writes a result that may be long while write makes it. If write fails, a file does
// not appear, or stays as it was; standard output may have the beginning of a result of more
// than 1 MiB.
func (d *Destination) Stream(cmd *cobra.Command, write func(io.Writer) error) error {
	if d.File != "-" {
		return d.writeFile(write)
	}
	w := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<20)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// Write writes the whole result or, if write fails, nothing.
func (d *Destination) Write(cmd *cobra.Command, write func(io.Writer) error) error {
	if d.File != "-" {
		return d.writeFile(write)
	}
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return err
	}
	_, err := content.WriteTo(cmd.OutOrStdout())
	return err
}

func (d *Destination) writeFile(write func(io.Writer) error) error {
	var failed error
	f, err := stage(d.File, d.force, func(w io.Writer) error {
		failed = write(w)
		return failed
	})
	if failed != nil {
		return failed
	}
	if err == nil {
		defer f.discard()
		err = f.commit()
	}
	if err != nil {
		return cannotWrite(d.File, err)
	}
	return nil
}
