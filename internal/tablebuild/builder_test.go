package tablebuild

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// TestBuilder: an interrupted build resumes, damaged files are built again, and
// the result is correct.
func TestBuilder(t *testing.T) {
	dir := t.TempDir()
	l := shelf(t, dir)
	plan := Plan(materials(t, "KRRPvK"), l.Has)
	ctx, cancel := context.WithCancel(t.Context())
	b := Builder{Library: l, Plan: plan, Workers: 2, Progress: func(p Progress) {
		if p.Materials == 2 {
			cancel()
		}
	}}
	if err := b.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("it was not stopped: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 2 || len(files) > 3 { // the other worker may finish one more
		t.Fatalf("there are %v, %v; want two or three files", files, err)
	}
	left := len(plan) - len(files) + 1
	if err := os.Truncate(files[0], 1000); err != nil {
		t.Fatal(err)
	}
	kept, err := os.Stat(files[1])
	if err != nil {
		t.Fatal(err)
	}
	var damaged []error
	l, err = OpenLibrary(dir, nil, func(err error) { damaged = append(damaged, err) })
	if err != nil || len(damaged) != 1 || !strings.Contains(damaged[0].Error(), files[0]) {
		t.Fatalf("%v, damaged are %v", err, damaged)
	}
	var last Progress
	b = Builder{Library: l, Plan: Plan(materials(t, "KRRPvK"), l.Has), Workers: 2, Progress: func(p Progress) { last = p }}
	if len(b.Plan) != left {
		t.Fatalf("to build are %v", b.Plan)
	}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if last.Materials != left || last.Entries != last.AllEntries || last.AllEntries == 0 {
		t.Errorf("the last progress is %+v", last)
	}
	if again, err := os.Stat(files[1]); err != nil || !os.SameFile(kept, again) {
		t.Errorf("existing tables were built again: %v", err)
	}
	for _, m := range plan {
		file, err := os.ReadFile(filepath.Join(dir, m.String()+tablebase.Extension))
		if err != nil || !bytes.Equal(file, truth(t, l, m)) {
			t.Errorf("the file of %v is wrong, %v", m, err)
		}
	}
	if got := Plan(plan, shelf(t, dir).Has); len(got) != 0 {
		t.Errorf("still to build are %v", got)
	}
}

// TestLibrary: what else lies in folders, and what killed processes leave.
func TestLibrary(t *testing.T) {
	dir := t.TempDir()
	old, young := filepath.Join(dir, "KQRvKR.wtb.123.part"), filepath.Join(dir, "KQRvKR.wtb.part456")
	other := filepath.Join(dir, "my.parts")
	for _, file := range []string{old, young, other} {
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * partAge)
	for _, file := range []string{old, other} {
		if err := os.Chtimes(file, long, long); err != nil {
			t.Fatal(err)
		}
	}
	shelf(t, dir)
	if _, err := os.Stat(old); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was left is still there: %v", err)
	}
	for _, file := range []string{young, other} {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
	for _, besides := range []string{filepath.Join(dir, "nowhere"), other, dir} {
		_, err := OpenLibrary(t.TempDir(), []string{besides}, func(error) {})
		if err == nil || !strings.Contains(err.Error(), besides) {
			t.Errorf("tables in %s: %v", besides, err)
		}
	}
	if _, err := OpenLibrary(other, nil, func(error) {}); err == nil {
		t.Error("a file is no folder")
	}
}

// Tables of Convergent Chess are built beside those of Shrink Chess, in files of other
// names.
func TestBuilderConvergent(t *testing.T) {
	dir := t.TempDir()
	l := shelf(t, dir)
	plan := Plan(materials(t, "convergent-KQQvK", "KRRPvK"), l.Has)
	if err := (&Builder{Library: l, Plan: plan, Workers: 2}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"convergent-KQQvK.wtb", "KRRPvK.wtb"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
