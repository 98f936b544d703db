package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTablebaseBuild builds, refuses to build again, verifies, and finds the built-in
// tablebases.
func TestTablebaseBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("this builds all small tables several times")
	}
	dir := filepath.Join(t.TempDir(), "tables")
	code, out, errs := wane(t, "", "tablebase", "build", "--pieces", "4", "--output", dir)
	if code != 0 || !strings.Contains(out, "35 materials, 119000 entries") {
		t.Fatalf("exit code %d, %s%s", code, out, errs)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 || files[0].Name() != "shrink-4.wtb" {
		t.Errorf("the folder holds %v", files)
	}
	code, out, errs = wane(t, "", "tablebase", "build", "--pieces", "4", "--output", dir)
	if code != 1 || !strings.Contains(errs, "exists already") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	code, out, errs = wane(t, "", "tablebase", "verify", dir)
	if code != 0 || !strings.Contains(out, "41 materials, 382056 entries: all correct") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if code, _, errs = wane(t, "", "tablebase", "build", "--pieces", "4", "--output", dir, "--force"); code != 0 {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if err := os.Truncate(filepath.Join(dir, "shrink-4.wtb"), 20000); err != nil {
		t.Fatal(err)
	}
	code, out, errs = wane(t, "", "tablebase", "verify", dir)
	if code != 1 || !strings.Contains(errs, "shrink-4.wtb") || !strings.Contains(errs, "truncated") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
}

// Tables of Convergent Chess are built and probed with --variant.
func TestTablebaseConvergent(t *testing.T) {
	dir := t.TempDir()
	code, out, errs := wane(t, "", "tablebase", "build", "-v", "convergent", "--pieces", "3", "--output", dir)
	if code != 0 || !strings.Contains(out, "6 materials, 263056 entries") || !strings.Contains(out, "convergent-3.wtb") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	code, out, errs = wane(t, "", "tablebase", "build", "-v", "convergent", "KQQvK", "--output", dir)
	if code != 0 || !strings.Contains(out, "1 material") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	const enters = "***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 0 1"
	if code, out, errs = wane(t, "", "tablebase", "probe", "-v", "convergent", enters); code != 0 ||
		!strings.Contains(out, "White mates in 1 (plies: 1)") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
}

// The error for a wrong call says what is expected.
func TestTablebaseCalls(t *testing.T) {
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"tablebase bild", "expected build, verify or probe", 2},
		{"tablebase build --pieces 9", "is out of range (3–6)", 2},
		{"tablebase build KQRvKRB --pieces 5", "either MATERIALs or --pieces", 2},
		{"tablebase build KQvKR", "is built in", 2},
		{"tablebase build KQRvKR KQQQQQvK", "expected something like KQvKR", 2},
		{"tablebase build KQRvKR --force", "remove the files", 2},
		{"tablebase build --dry-run", "need MATERIALs", 2},
		{"tablebase build KQRvKR --tables nowhere --dry-run", "nowhere", 1},
		{"tablebase build --concurrency 0", "is out of range (1–1024)", 2},
		{"tablebase verify --concurrency -1", "is out of range (1–1024)", 2},
		{"tablebase verify nowhere", "nowhere", 1},
		{"tablebase build -v convergent --pieces 6", "is out of range (2–5)", 2},
		{"tablebase probe", "needs a FEN", 2},
		{"tablebase probe K/R w - - 0 1", "king", 1},
		{"tablebase probe rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "32 pieces", 1},
		{"tablebase probe 2k/3/KR1 w - - 0 1", "rank 2 is empty", 1},
	} {
		code, out, errs := wane(t, "", strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%s: exit code %d, want %d, %s%s; want %q", c.args, code, c.code, out, errs, c.want)
		}
	}
}

// The inventor's ending on 3×3 squares is a mate in two.
func TestTablebaseProbe(t *testing.T) {
	code, out, errs := wane(t, "", "tablebase", "probe", "2k/1R1/K2", "w", "-", "-", "0", "1")
	if code != 0 ||
		!strings.Contains(out, "White to move: White mates in 2 (plies: 3).\n  winning  Rc2+  mate in 2 (plies: 3)\n") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	var probed struct {
		Result string
		Plies  int
		Moves  []struct {
			Move, SAN, Result string
			Plies             int
		}
	}
	_, out, _ = wane(t, "", "tablebase", "probe", "2k/1R1/K2 w - - 0 1", "--json")
	if err := json.Unmarshal([]byte(out), &probed); err != nil {
		t.Fatal(err)
	}
	if probed.Result != "win" || probed.Plies != 3 || len(probed.Moves) < 5 || probed.Moves[0].Move != "b2c2" ||
		probed.Moves[0].Plies != 3 {
		t.Errorf("%+v", probed)
	}
}

// Building a material builds what it depends on, and skips what exists.
func TestTablebaseMaterials(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	args := []string{"tablebase", "build", "KRRRvK", "kvkrrb", "--output", dir}
	code, out, errs := wane(t, "", append(args, "--dry-run")...)
	if code != 0 || !strings.Contains(out, "To build: 2 materials (KRRBvK, KRRRvK), ") ||
		!strings.Contains(out, "of memory, and 0.") {
		t.Fatalf("exit code %d, %s%s", code, out, errs)
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("the folder holds %v before anything was built", files)
	}
	code, out, errs = wane(t, "", args...)
	if code != 0 || !strings.Contains(out, "2 materials, ") || !strings.Contains(errs, "solving: 2 of 2") {
		t.Fatalf("exit code %d, %s%s", code, out, errs)
	}
	if code, out, errs = wane(t, "", args...); code != 0 || !strings.Contains(out, "Nothing to build") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if err := os.Truncate(filepath.Join(dir, "KRRRvK.wtb"), 500); err != nil {
		t.Fatal(err)
	}
	code, out, errs = wane(t, "", args...)
	if code != 0 || !strings.Contains(out, "1 material, ") || !strings.Contains(errs, "KRRRvK.wtb: 500 bytes") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
}
