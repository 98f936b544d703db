// Command assets writes what the web page draws boards with into a folder:
// pieces.svg, the pieces and ornaments, and look.css, the colors. The icons of the
// installed page, icon-192.png, icon-512.png and icon-mask.png, come with them; they are
// the logo.
//
//	go run ./internal/page/assets web/public/favicon.svg web/src/gen
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wane-chess/wane/render"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: assets LOGO FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "assets:", err)
		os.Exit(1)
	}
}

// run writes the files into the folder, which it makes if need be. The logo is an SVG file.
func run(logoFile, folder string) error {
	file, err := os.ReadFile(logoFile)
	if err != nil {
		return err
	}
	logo, err := readLogo(file)
	if err != nil {
		return fmt.Errorf("%s: %w", logoFile, err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"pieces.svg", render.WriteSprite},
		{"look.css", render.WriteLooks},
		{"icon-192.png", func(w io.Writer) error { return logo.icon(w, 192, false) }},
		{"icon-512.png", func(w io.Writer) error { return logo.icon(w, 512, false) }},
		{"icon-mask.png", func(w io.Writer) error { return logo.icon(w, 512, true) }},
	} {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, f.name), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
