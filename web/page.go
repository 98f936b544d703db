// Package web holds the built page, so that the program carries it.
package web

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// ErrNotBuilt is returned where the program was built without the page, as by
// 'go install': Node.js builds the page, and it is not in the repository.
var ErrNotBuilt = errors.New("this program has no page, because it was built without Node.js, as by 'go install'; " +
	"those of https://github.com/wane-chess/wane/releases and of 'make build' have one")

// Page returns the files of the page, with index.html at the root. Compressed copies
// (FILE.br, FILE.gz) stand beside the files that shrink by it, and FILE.br instead of
// programs (.wasm). A file under assets/
// has a hash of its content in its name and never changes.
func Page() (fs.FS, error) {
	page, err := fs.Sub(dist, "dist/page")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(page, "index.html"); err != nil {
		return nil, ErrNotBuilt
	}
	return page, nil
}
