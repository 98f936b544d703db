// Command atlasreport measures the games of 'wane atlas run' and writes what follows from
// them: the table and the sample games of the program, a page of the manual with plots, and
// the table as CSV.
//
// It is a module of its own, so that the libraries for plots and linear algebra are no
// dependencies of wane.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wane-chess/wane/internal/atlas"
	"github.com/wane-chess/wane/internal/atomicfile"
)

func main() {
	data := flag.String("data", "rankings.atlas", "file of 'wane atlas run'")
	more := flag.String("deeper", deeperData, "file with games at more nodes")
	root := flag.String("root", "../../..", "root of the source tree, where the files are written")
	samples := flag.Bool("samples", true, "play the sample games again and write them")
	play := flag.Bool("play", false, "play the missing games of picks.json, and write the file to the standard output")
	flag.Parse()
	if *play {
		if err := playPicks(context.Background(), os.Stdout); err != nil {
			_, _ = fmt.Fprintln(os.Stderr, "atlasreport:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(context.Background(), *data, *more, *root, *samples); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "atlasreport:", err)
		os.Exit(1)
	}
}

// run writes all files.
func run(ctx context.Context, data, more, root string, withSamples bool) error {
	d, err := read(data)
	if err != nil {
		return err
	}
	checks, err := read(more)
	if err != nil {
		return err
	}
	r, deeper := measure(d), measure(checks)
	picks, err := readPicks()
	if err != nil {
		return err
	}
	table := r.table(picks)
	shipped := filepath.Join(root, "internal", "page", "atlastable")
	manual := filepath.Join(root, "docs")
	err = errors.Join(
		write(filepath.Join(shipped, "table.json"), func(w io.Writer) error { return writeJSON(w, table) }),
		write(filepath.Join(manual, "rankings.csv"), r.writeCSV),
		write(filepath.Join(manual, "rankings.md"), func(w io.Writer) error { return r.writePage(w, picks, deeper) }),
		r.plot(manual),
	)
	if err != nil || !withSamples {
		return err
	}
	return write(filepath.Join(shipped, "samples.bin"), func(w io.Writer) error { return writeSamples(ctx, w, d) })
}

func read(name string) (*atlas.Data, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	d, err := atlas.Read(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

func write(name string, to func(io.Writer) error) error {
	return atomicfile.Write(name, 0o644, true, to)
}
