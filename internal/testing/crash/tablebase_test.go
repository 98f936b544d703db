package crash

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/tablebase"
)

// 'wane tablebase build' is killed five times, each time a few materials later. Its
// file is missing or complete each time; in the end it equals that of an undisturbed
// build.
func TestTablebaseBuildKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := filepath.Join(dir, "shrink-4.wtb")
	parts := filepath.Join(dir, "shrink-4.parts")
	start := func() *exec.Cmd {
		cmd := wane(t, "tablebase", "build", "--pieces", "4", "--concurrency", "2", "--output", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	kept := func() int {
		files, err := filepath.Glob(filepath.Join(parts, "*"+tablebase.Extension))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	there := func() bool {
		_, err := os.Stat(whole)
		return err == nil
	}
	for kills, tries := 0, 0; kills < 5; tries++ {
		if tries == 100 {
			t.Fatalf("in %d builds only %d could be killed before they ended", tries, kills)
		}
		if there() { // too late: start over
			sound(t, whole)
			if err := os.Remove(whole); err != nil {
				t.Fatal(err)
			}
		}
		n := kept() + 4
		cmd := start()
		until(t, "more materials are solved", func() bool { return kept() >= n || there() })
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		if cmd.Wait() != nil {
			kills++
		}
	}
	if there() { // killed at the very end
		sound(t, whole)
	} else if err := start().Wait(); err != nil {
		t.Fatal(err)
	}
	// Another build reports the file and removes what the last build left.
	out, err := wane(t, "tablebase", "build", "--pieces", "4", "--output", dir).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "exists already") {
		t.Errorf("built again: %v, %s", err, out)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v (%v), want the file alone", files, err)
	}
	undisturbed := t.TempDir()
	if out, err := wane(t, "tablebase", "build", "--pieces", "4", "--output", undisturbed).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(filepath.Join(undisturbed, filepath.Base(whole)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(whole); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the file is not what an undisturbed build makes (%v)", err)
	}
}

// sound checks that a file of tables opens.
func sound(t *testing.T, path string) {
	t.Helper()
	tables, err := tablebase.Open(path)
	if err = errors.Join(err, tables.Close()); err != nil {
		t.Error(err)
	}
}
