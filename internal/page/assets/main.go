// Command assets writes what the web page draws boards with into a folder:
// pieces.svg, the pieces and ornaments, and look.css, the colors. The icons of the
// installed page, icon-192.png, icon-512.png and icon-mask.png, come with them.
//
//	go run ./internal/page/assets web/src/gen
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
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: assets FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "assets:", err)
		os.Exit(1)
	}
}

// run writes the files into the folder, which it makes if need be.
func run(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"pieces.svg", render.WriteSprite},
		{"look.css", render.WriteLooks},
		{"icon-192.png", func(w io.Writer) error { return render.WriteIcon(w, 192, false) }},
		{"icon-512.png", func(w io.Writer) error { return render.WriteIcon(w, 512, false) }},
		{"icon-mask.png", func(w io.Writer) error { return render.WriteIcon(w, 512, true) }},
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
