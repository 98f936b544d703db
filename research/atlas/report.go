package atlas

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/wane-chess/wane/research/internal/task"
)

// writeReport writes all files.
func writeReport(ctx context.Context, data, more, root string, withSamples bool) error {
	d, err := readFile(data)
	if err != nil {
		return err
	}
	checks, err := readFile(more)
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
		task.Write(filepath.Join(shipped, "table.json"), func(w io.Writer) error { return writeJSON(w, table) }),
		task.Write(filepath.Join(manual, "rankings.csv"), r.writeCSV),
		task.Write(filepath.Join(manual, "rankings.md"), func(w io.Writer) error { return r.writePage(w, picks, deeper) }),
		r.plot(manual),
	)
	if err != nil || !withSamples {
		return err
	}
	return task.Write(filepath.Join(shipped, "samples.bin"), func(w io.Writer) error { return writeSamples(ctx, w, d) })
}

func readFile(name string) (*Data, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	d, err := Read(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}
