package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

func TestMatchCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("bad.txt", []byte("# openings\nnonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	base := []string{"match", "-v", "convergent", "-e", "wane", "-e", "baseline"}
	with := func(more ...string) []string { return append(append([]string{}, base...), more...) }
	for _, c := range []struct {
		name string
		args []string
		code int
		out  string // a part of standard output
		err  string // a part of standard error
	}{
		{"a match", with("--nodes", "50", "--games", "2"), 0, "engine    games   won drawn  lost   score  faults\nwane ",
			"wane: nodes=50 against baseline: nodes=50"},
		{"with files", with("--nodes", "50", "--games", "2", "--output", "a.pgn", "--state", "a.jsonl", "-c", "2"), 0,
			"ends: ", ""},
		{"a state file of another match", with("--nodes", "60", "--games", "2", "--state", "a.jsonl"), 1, "",
			"its engine 1 is"},
		{"levels", []string{"match", "-v", "cheshire8", "-e", "wane,level=1", "-e", "wane,level=2", "-g", "2"}, 0,
			"wane level=1", ""},
		{"of itself", []string{"match", "-v", "cheshire8", "-e", "wane", "-e", "wane", "-g", "2", "--depth", "1"}, 0,
			"wane 2", ""},
		{"of itself with a rating",
			[]string{"match", "-v", "cheshire8", "-e", "wane", "-e", "wane,name=B,rating=1500", "-g", "2", "--depth", "1"}, 0,
			"rating of wane: 1500 ± ", ""},
		{"a rating as JSON",
			[]string{"match", "-v", "cheshire8", "-e", "wane", "-e", "wane,name=B,rating=1500", "-g", "2", "--depth", "1",
				"--json"}, 0, `"rating_margin": `, ""},
		{"a family, and the baseline",
			[]string{"match", "-v", "diminuendo:pbnrqk", "-e", "wane", "-e", "baseline", "-g", "2", "--nodes", "20"}, 0,
			"ends: ", ""},
		{"quiet", with("--nodes", "50", "--games", "1", "--quiet"), 0, "baseline ", ""},
		{"a test", with("--depth", "1", "--sprt", "0,300", "--games", "4"), 0, "SPRT elo0 0 elo1 300: LLR ", ""},
		{"no game", []string{"match", "-e", "wane", "-e", "baseline"}, 2, "", "no variant is given"},
		{"another game", []string{"match", "-v", "go", "-e", "wane", "-e", "baseline"}, 2, "", `unknown game "go"`},
		{"a test of three", with("--nodes", "1", "--sprt", "0,5", "-e", "baseline"), 2, "",
			"--sprt compares two engines, not 3"},
		{"a gauntlet of two", with("--nodes", "1", "--gauntlet"), 2, "", "--gauntlet needs more than two"},
		{"tables of another variant", with("--nodes", "1", "--tables", "builtin", "-v", "cheshire"), 2, "",
			"of shrink and convergent only, not of cheshire"},
		{"one engine", []string{"match", "-v", "chess", "-e", "wane"}, 2, "", "1 engine: expected 2–32"},
		{"no limit", with(), 2, "", "wane has no limit; use --time"},
		{"an unknown engine", []string{"match", "-v", "chess", "-e", "wane", "-e", "fish"}, 2, "",
			`unknown engine "fish": expected wane, baseline or cmd=PROGRAM`},
		{"an unknown option", []string{"match", "-v", "chess", "-e", "baseline", "-e", "wane,speed=3"}, 2, "",
			`unknown option "speed": expected name, hash`},
		{"without tables",
			[]string{"match", "-v", "shrink", "-e", "wane,name=A", "-e", "wane,tables=none,name=B", "-g", "2", "-n", "20",
				"--max-moves", "3"}, 0, "ends: ", ""},
		{"no such tables", []string{"match", "-v", "shrink", "-e", "wane,tables=nowhere", "-e", "wane", "-n", "20"}, 2, "",
			"nowhere"},
		{"an option of the baseline", []string{"match", "-v", "chess", "-e", "wane", "-e", "baseline,hash=3"}, 2, "",
			`unknown option "hash"`},
		{"a bad level", []string{"match", "-v", "chess", "-e", "baseline", "-e", "wane,level=9"}, 2, "",
			"level 9 is out of range (1–8)"},
		{"a book",
			[]string{"match", "-v", "shrink", "-e", "wane,book=on,name=A", "-e", "wane,book=on,name=B", "-g", "2", "-n", "20",
				"--max-moves", "3", "--output", "book.pgn"}, 0, "ends: ", ""},
		{"no book of the variant", []string{"match", "-v", "chess", "-e", "baseline", "-e", "wane,book=on", "-n", "20"}, 2,
			"", "opening books of cheshire, cheshire8, convergent, diminuendo, shrink only, not of chess"},
		{"a bad book", []string{"match", "-v", "shrink", "-e", "baseline", "-e", "wane,book=mine", "-n", "20"}, 2, "",
			"book=mine: expected on or off"},
		{"a bad number", []string{"match", "-v", "chess", "-e", "baseline", "-e", "wane,hash=x"}, 2, "", "hash=x: "},
		{"an unknown feature", []string{"match", "-v", "chess", "-e", "baseline", "-e", "wane,without=magic"}, 2, "",
			"magic"},
		{"no such program", []string{"match", "-v", "chess", "-e", "baseline", "-e", "cmd=/no/such/engine", "--nodes", "1"},
			1, "", "engine does not start: "},
		{"no UCI engine", []string{"match", "-v", "chess", "-e", "baseline", "-e", "cmd=true,name=T", "--nodes", "1"}, 1, "",
			"T does not start: it does not answer to uci"},
		{"bad clock", with("--time", "5:00"), 2, "", `time "5:00": expected seconds and an increment`},
		{"bad time", with("--movetime", "x"), 2, "", `--movetime "x": expected a duration such as`},
		{"negative time", with("--movetime", "-1s"), 2, "", "negative"},
		{"bad depth", with("--depth", "-1"), 2, "", "--depth -1"},
		{"bad games", with("--nodes", "1", "--games", "-1"), 2, "", "--games -1 is out of range (1–1000000)"},
		{"no games", with("--nodes", "1", "--games", "0"), 2, "", "--games 0 is out of range (1–1000000)"},
		{"a draw after no moves", with("--nodes", "1", "--draw", "0,10,40"), 2, "",
			"expected MOVES,SCORE,AFTER such as 8,10,40"},
		{"a win after no moves", with("--nodes", "1", "--resign", "0,900"), 2, "", "expected MOVES,SCORE such as 4,900"},
		{"one file for all", with("--nodes", "1", "--output", "both", "--state", "both"), 1, "",
			"both cannot hold both the match and its games"},
		{"no pair for JSON", with("--nodes", "50", "--games", "1", "--max-moves", "2", "--json"), 0, `"elo": null`, ""},
		{"a level with a clock",
			[]string{"match", "-v", "chess", "-e", "baseline", "-e", "wane,level=1,time=5+1", "-n", "9", "-g", "1",
				"--max-moves", "1"}, 0, "", "wane level=1: 5+1 nodes=300"},
		{"bad concurrency", with("--nodes", "1", "-c", "9999"), 2, "", "--concurrency 9999 is out of range (0–1024)"},
		{"bad test", with("--nodes", "1", "--sprt", "5"), 2, "", `SPRT "5": expected elo0,elo1`},
		{"bad draw", with("--nodes", "1", "--draw", "5"), 2, "", "expected MOVES,SCORE,AFTER such as 8,10,40"},
		{"bad resign", with("--nodes", "1", "--resign", "x,y"), 2, "", "expected MOVES,SCORE such as 4,900"},
		{"bad length", with("--nodes", "1", "--max-moves", "-3"), 2, "", "--max-moves -3"},
		{"no such openings", with("--nodes", "1", "--openings", "none.txt"), 1, "", "none.txt"},
		{"bad openings", with("--nodes", "1", "--openings", "bad.txt"), 1, "", "bad.txt, line 2: "},
		{"no place for the games", with("--nodes", "1", "--output", "no/such/a.pgn"), 1, "", "no/such/a.pgn"},
		{"an argument", with("x"), 2, "", `match takes no arguments, got "x"`},
		{"openings", []string{"openings", "-v", "convergent", "--count", "3", "--nodes", "20"}, 0,
			"# Convergent Chess: random openings of 6 to 9 plies", ""},
		{"openings where something is", []string{"openings", "-v", "convergent", "--count", "99999", "-o", "bad.txt"}, 1, "",
			"cannot write bad.txt: it exists already"},
		{"openings of no game", []string{"openings"}, 2, "", "no variant is given"},
		{"no openings", []string{"openings", "-v", "chess", "--count", "0"}, 2, "", "--count 0"},
		{"openings of no length", []string{"openings", "-v", "chess", "--min-plies", "9", "--max-plies", "3"}, 2, "",
			"--min-plies 9, --max-plies 3: expected plies in order"},
		{"openings out of bounds", []string{"openings", "-v", "chess", "--max-score", "-1"}, 2, "", "--max-score -1"},
		{"openings without nodes", []string{"openings", "-v", "chess", "--nodes", "0"}, 2, "", "--nodes 0"},
	} {
		code, out, errs := wane(t, "", c.args...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.err) {
			t.Errorf("%s: exit code %d, want %d\n%s\n%s", c.name, code, c.code, out, errs)
		}
	}
	// With a book, games begin at the start, with its moves.
	pgn, err := os.ReadFile("book.pgn")
	if err != nil {
		t.Fatal(err)
	}
	shrink, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	var first []string
	for _, m := range book.For(shrink).Moves(shrink.Start()) {
		first = append(first, "\n1. "+notation.SAN(shrink.Start(), m.Move)+" ")
	}
	begins := func(move string) bool { return strings.Contains(string(pgn), move) }
	if strings.Contains(string(pgn), "[FEN ") || !slices.ContainsFunc(first, begins) {
		t.Errorf("games with a book, which begins with %q:\n%s", first, pgn)
	}
}

// A finished match prints its report as JSON, and 'wane match' reads the output of
// 'wane openings'.
func TestMatchFiles(t *testing.T) {
	folder := t.TempDir()
	book, state, pgn := filepath.Join(folder, "book.txt"), filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "a.pgn")
	if code, _, errs := wane(t, "", "openings", "-v", "cheshire8", "--count", "2", "--nodes", "20", "-o",
		book); code != 0 {
		t.Fatal(errs)
	}
	args := []string{"match", "-v", "cheshire8", "-e", "wane,name=A", "-e", "baseline,name=B,nodes=30", "--nodes", "40",
		"--openings", book, "--state", state, "--output", pgn, "--json", "--games"}
	for _, games := range []string{"2", "4", "4"} {
		code, out, errs := wane(t, "", append(args, games)...)
		var result matchResult
		if err := json.Unmarshal([]byte(out), &result); code != 0 || err != nil {
			t.Fatalf("exit code %d, %v: %s%s", code, err, out, errs)
		}
		if n := int(games[0] - '0'); result.Games != n || result.Wins+result.Draws+result.Losses != n ||
			result.Engines[1].Control != "nodes=30" {
			t.Errorf("%s games: %+v", games, result)
		}
	}
	code, out, errs := wane(t, "", "import", pgn, "--json")
	if code != 0 || strings.Count(out, `"Termination"`)+strings.Count(out, "Termination") == 0 {
		t.Errorf("the games do not read back: %s%s", out, errs)
	}
}
