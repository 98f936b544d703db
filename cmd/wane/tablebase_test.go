package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/tablereport"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// TestTablebaseBuild builds, refuses to build again, verifies, and finds the built-in
// tablebases.
func TestTablebaseBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("this builds all small tables several times")
	}
	dir := filepath.Join(t.TempDir(), "tables")
	code, out, errs := wane(t, "", "tablebase", "build", "--pieces", "4", "--out", dir)
	if code != 0 || !strings.Contains(out, "35 materials, 119000 entries") {
		t.Fatalf("exit code %d, %s%s", code, out, errs)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 || files[0].Name() != "shrink-4.wtb" {
		t.Errorf("the folder holds %v", files)
	}
	code, out, errs = wane(t, "", "tablebase", "build", "--pieces", "4", "--out", dir)
	if code != 1 || !strings.Contains(errs, "exists already") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	code, out, errs = wane(t, "", "tablebase", "verify", dir)
	if code != 0 || !strings.Contains(out, "41 materials, 382056 entries: all correct") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if code, _, errs = wane(t, "", "tablebase", "build", "--pieces", "4", "--out", dir, "--force"); code != 0 {
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

// Tables of Convergent Chess are built, probed and counted with --variant.
func TestTablebaseConvergent(t *testing.T) {
	dir := t.TempDir()
	code, out, errs := wane(t, "", "tablebase", "build", "-v", "convergent", "--pieces", "3", "--out", dir)
	if code != 0 || !strings.Contains(out, "6 materials, 263056 entries") || !strings.Contains(out, "convergent-3.wtb") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	code, out, errs = wane(t, "", "tablebase", "build", "-v", "convergent", "KQQvK", "--out", dir)
	if code != 0 || !strings.Contains(out, "1 material") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	const enters = "***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 0 1"
	if code, out, errs = wane(t, "", "tablebase", "probe", "-v", "convergent", enters); code != 0 || !strings.Contains(out, "White mates in 1 (plies: 1)") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	page, err := os.ReadFile("../../docs/convergent-endings.md")
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs = wane(t, "", "tablebase", "stats", "-v", "convergent", "--markdown")
	if code != 0 {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	rows := 0
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "| K") || strings.HasPrefix(line, "| 2 ") || strings.HasPrefix(line, "| 3 ") || strings.HasPrefix(line, "With ") {
			if rows++; !strings.Contains(string(page), line) {
				t.Errorf("docs/convergent-endings.md lacks the line %s", line)
			}
		}
	}
	if rows < 6+6+2+6 {
		t.Errorf("only %d lines were compared", rows)
	}
}

// The error for a wrong call says what is expected.
func TestTablebaseCalls(t *testing.T) {
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"tablebase bild", "expected build, verify, probe, stats or positions", 2},
		{"tablebase build --pieces 9", "is out of range (3–6)", 2},
		{"tablebase build KQRvKRB --pieces 5", "either MATERIALs or --pieces", 2},
		{"tablebase build KQvKR", "is built in", 2},
		{"tablebase build KQRvKR KQQQQQvK", "expected something like KQvKR", 2},
		{"tablebase build KQRvKR --force", "remove the files", 2},
		{"tablebase build --dry-run", "need MATERIALs", 2},
		{"tablebase build KQRvKR --tables nowhere --dry-run", "nowhere", 1},
		{"tablebase build --workers 0", "is out of range (1–1024)", 2},
		{"tablebase verify --workers -1", "is out of range (1–1024)", 2},
		{"tablebase verify nowhere", "nowhere", 1},
		{"tablebase stats --pieces 7", "is out of range (3–6)", 2},
		{"tablebase stats --from 5 --pieces 4", "is out of range (3 to --pieces)", 2},
		{"tablebase stats --from 2", "is out of range (3 to --pieces)", 2},
		{"tablebase stats --pieces 5", "wane tablebase build -v shrink --pieces 5", 1},
		{"tablebase stats --json --markdown", "exclude each other", 2},
		{"tablebase stats -v chess", "of shrink and convergent only, not of chess", 2},
		{"tablebase build -v convergent --pieces 6", "is out of range (2–5)", 2},
		{"tablebase stats --pieces 3 --tables /dev/null", "not a tablebase file", 1},
		{"tablebase positions --kind odd", "expected won, lost or drawn", 2},
		{"tablebase positions --pieces 2", "is out of range (3–6)", 2},
		{"tablebase positions --pieces 5", "wane tablebase build -v shrink --pieces 5", 1},
		{"tablebase positions --pieces 3 --count 0", "expected a number from 1", 2},
		{"tablebase positions --pieces 3 --min-plies 30", "found only 0 positions", 1},
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
	if code != 0 || !strings.Contains(out, "White to move: White mates in 2 (plies: 3).\n  winning  Rc2+  mate in 2 (plies: 3)\n") {
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
	if probed.Result != "win" || probed.Plies != 3 || len(probed.Moves) < 5 || probed.Moves[0].Move != "b2c2" || probed.Moves[0].Plies != 3 {
		t.Errorf("%+v", probed)
	}
}

// The positions are of the kind asked for, each once, and the same each time.
func TestTablebasePositions(t *testing.T) {
	shrink, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]game.WDL{"won": game.WDLWin, "lost": game.WDLLoss, "drawn": game.WDLDraw} {
		args := []string{"tablebase", "positions", "--pieces", "4", "--kind", kind, "--count", "40", "--min-plies", "4"}
		code, out, errs := wane(t, "", args...)
		if code != 0 {
			t.Fatalf("exit code %d, %s", code, errs)
		}
		if _, again, _ := wane(t, "", args...); again != out {
			t.Error("another time it draws others")
		}
		seen := map[string]bool{}
		for fen := range strings.Lines(out) {
			fen = strings.TrimSpace(fen)
			p, err := shrink.Parse(fen)
			if err != nil {
				t.Fatal(err)
			}
			r, err := tablebase.Builtin().Probe(p)
			if err != nil || r.Outcome != want || r.Outcome != game.WDLDraw && r.DTM < 4 || seen[fen] {
				t.Errorf("%s position %s: %v, %v, seen before: %v", kind, fen, r, err, seen[fen])
			}
			seen[fen] = true
		}
		if len(seen) != 40 {
			t.Errorf("%d %s positions, want 40", len(seen), kind)
		}
	}
}

// The page in docs equals the program's output as far as the built-in tablebases go,
// and so does the JSON.
func TestTablebaseStats(t *testing.T) {
	page, err := os.ReadFile("../../docs/shrink-endings.md")
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := wane(t, "", "tablebase", "stats", "--pieces", "4", "--markdown")
	if code != 0 {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	rows := 0
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "| K") || strings.HasPrefix(line, "| 3 ") || strings.HasPrefix(line, "| 4 ") || strings.HasPrefix(line, "With ") {
			if rows++; !strings.Contains(string(page), line) {
				t.Errorf("docs/shrink-endings.md lacks the line %s", line)
			}
		}
	}
	if rows < 35+2+7 {
		t.Errorf("only %d lines were compared", rows)
	}
	if code, out, errs := wane(t, "", "tablebase", "stats", "--from", "4", "--pieces", "4", "--markdown"); code != 0 || !strings.HasPrefix(out, "# The endgames of Shrink Chess with 4 pieces\n") {
		t.Errorf("exit code %d, %.60q %s", code, out, errs)
	}
	code, out, errs = wane(t, "", "tablebase", "stats", "--pieces", "4", "--json")
	if code != 0 {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	var chapters []tablereport.Chapter
	if err := json.Unmarshal([]byte(out), &chapters); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, `"pieces": 3`) || len(chapters) != 2 || len(chapters[0].Stats) != 5 || len(chapters[1].Stats) != 30 {
		t.Errorf("the chapters are wrong: %.300s", out)
	}
	for _, c := range chapters {
		for _, s := range c.Stats {
			if s.Positions == 0 || s.Wins[0]+s.Wins[1]+s.Draws != s.Positions {
				t.Errorf("%s: %+v", s.Material, s)
			}
		}
	}
	if code, out, _ := wane(t, "", "tablebase", "stats", "--from", "4"); code != 0 || strings.Count(out, "\n") != 31 {
		t.Errorf("exit code %d, %s", code, out)
	}
	if code, out, _ := wane(t, "", "tablebase", "stats", "--pieces", "3"); code != 0 || strings.Count(out, "\n") != 6 {
		t.Errorf("exit code %d, %s", code, out)
	}
}

// Building a material builds what it depends on, and skips what exists.
func TestTablebaseMaterials(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	args := []string{"tablebase", "build", "KRRRvK", "kvkrrb", "--out", dir}
	code, out, errs := wane(t, "", append(args, "--dry-run")...)
	if code != 0 || !strings.Contains(out, "To build: 2 materials (KRRBvK, KRRRvK), ") || !strings.Contains(out, "of memory, and 0.") {
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
