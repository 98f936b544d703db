// Package static writes the page for hosts that serve files and run no server of wane. What the page asks a server for
// comes from a real one, which runs while the site is written: so a site's answers are the server's.
package static

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
)

// Marker is the file by which a folder is known as a site.
const Marker = "wane-site.json"

// marker is its content.
type marker struct {
	Wane  string   `json:"wane"`  // the version of the program
	Files []string `json:"files"` // all others
}

// Options are what a site is made from.
type Options struct {
	Games   game.Games
	Version string // of the program
	// Rankings is how many rankings of Diminuendo Chess have texts and facts of their own, and Positions how many
	// each opening book has at most; 0: all, and thousands.
	Rankings, Positions int
}

// Report says what was written.
type Report struct {
	Files int
	Bytes int64
}

// Write writes a site to a folder, which must be missing, empty or a site. An error before all of it is made leaves the
// folder as it was. What else is in the folder of a site stays.
func Write(ctx context.Context, dir string, o Options) (Report, error) {
	before, err := check(dir)
	if err != nil {
		return Report{}, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Report{}, err
	}
	// In the folder, so that files take their places by a rename.
	work, err := os.MkdirTemp(dir, ".wane-site-*")
	if err != nil {
		return Report{}, err
	}
	defer func() {
		_ = os.RemoveAll(work)
		_ = os.Remove(dir) // if it is empty: nothing was written
	}()
	s := &site{Options: o, dir: filepath.Join(work, "site")}
	if err := s.write(ctx, filepath.Join(work, "data")); err != nil {
		return Report{}, err
	}
	if err := s.install(dir, before); err != nil {
		return Report{}, fmt.Errorf("the site in %s is incomplete, write it again: %w", dir, err)
	}
	return s.report, nil
}

// install moves the files of a site into a folder: first those that others name, then the pages. It removes the files
// of the site before that this one does not have.
func (s *site) install(dir string, before marker) error {
	both := marker{s.Version, slices.Concat(s.written, before.Files)}
	text, err := json.Marshal(both)
	if err != nil {
		return err
	}
	// From now on the folder is known as a site.
	if err := os.WriteFile(filepath.Join(dir, Marker), text, 0o644); err != nil { //nolint:gosec // for a web server
		return err
	}
	last := func(name string) int {
		return slices.Index([]string{".html", ".json"}, path.Ext(name))
	}
	names := slices.SortedStableFunc(slices.Values(s.written), func(a, b string) int { return last(a) - last(b) })
	for _, name := range append(slices.DeleteFunc(names, func(name string) bool { return name == Marker }), Marker) {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(s.dir, filepath.FromSlash(name)), to); err != nil {
			return err
		}
	}
	for _, name := range before.Files {
		if name = filepath.FromSlash(name); slices.Contains(s.written, filepath.ToSlash(name)) || !filepath.IsLocal(name) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for up := filepath.Dir(name); up != "." && os.Remove(filepath.Join(dir, up)) == nil; { // if it is empty
			up = filepath.Dir(up)
		}
	}
	return nil
}

// check returns what is known of the site in a folder, or an error if a site may not be written there.
func check(dir string) (m marker, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return m, nil
	case err != nil:
		return m, err
	}
	text, err := os.ReadFile(filepath.Join(dir, Marker))
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%s is not empty and is no site (it has no %s): expected a new folder, an empty one, or a site "+
			"to replace", dir, Marker)
	}
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return m, fmt.Errorf("%s: %w: remove the folder, or name another", filepath.Join(dir, Marker), err)
	}
	return m, nil
}

// site is one that is being written.
type site struct {
	Options
	dir       string
	server    client
	variants  []string // with pages of their own
	annotated []string // paths of annotated games
	written   []string
	sums      [][]byte // of what was written
	report    Report
}

func (s *site) write(ctx context.Context, data string) error {
	n, err := node.Start(ctx, node.Config{
		Data: data, Games: s.Games, Version: s.Version, Limits: limits.Limits{Off: true},
	})
	if err != nil {
		return err
	}
	defer func() { _ = n.Close(context.WithoutCancel(ctx)) }()
	if err := n.Page(); err != nil {
		return err
	}
	s.server = client{ctx: ctx, base: n.URL()}
	return errors.Join(s.answers(), s.pages(), s.mark())
}

// mark writes the marker.
func (s *site) mark() error {
	text, err := json.Marshal(marker{s.Version, s.written})
	if err != nil {
		return err
	}
	return s.file(Marker, text)
}

// file writes a file.
func (s *site) file(name string, body []byte) error {
	name = filepath.FromSlash(name)
	target := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	s.written = append(s.written, filepath.ToSlash(name))
	sum := sha256.Sum256(body)
	s.sums = append(s.sums, sum[:])
	s.report.Files++
	s.report.Bytes += int64(len(body))
	return os.WriteFile(target, body, 0o644) //nolint:gosec // for a web server
}
