package puzzles

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// options are those of a small run.
func options(t *testing.T, variant string) Options {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Game: g, Lookup: rules.ByName, Count: 4, Seed: 3, Concurrency: 2, Tables: tablebase.Builtin(),
		Limits: puzzle.Limits{Mate: 100_000, Solver: 20_000, Free: 8, Search: 10_000, Confirm: 40_000},
	}
}

func ids(list []puzzle.Puzzle) string {
	var out []string
	for _, z := range list {
		out = append(out, z.String())
	}
	return strings.Join(out, "\n")
}

// A run that was interrupted, and one with another number of workers, find the same.
func TestResume(t *testing.T) {
	o := options(t, "shrink")
	whole, p, err := Run(t.Context(), o)
	if err != nil || len(whole) != o.Count || p.Kept != o.Count {
		t.Fatalf("%d puzzles, %+v, %v", len(whole), p, err)
	}
	o.Concurrency, o.Log = 1, filepath.Join(t.TempDir(), "log")
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if p.Kept >= 2 {
			cancel()
		}
	}
	if _, _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v; want an interruption", err)
	}
	// What an interrupted write has left is dropped.
	f, err := os.OpenFile(o.Log, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(whole[0].String()[:20]); err != nil || f.Close() != nil {
		t.Fatal(err)
	}
	o.Progress = nil
	resumed, _, err := Run(t.Context(), o)
	if err != nil || ids(resumed) != ids(whole) {
		t.Errorf("resumed: %v\n%s\nat once:\n%s", err, ids(resumed), ids(whole))
	}
	o.Seed++
	if _, _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("another seed: %v; want an error", err)
	}
}

// What is found is sound, and Verify sees what is not.
func TestVerify(t *testing.T) {
	o := options(t, "diminuendo")
	o.Count = 3
	list, _, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	v := VerifyOptions{Lookup: o.Lookup, Limits: o.Limits, Tables: o.Tables, Concurrency: 2}
	unsound, err := Verify(t.Context(), list, v)
	if err != nil || len(unsound) > 0 {
		t.Fatalf("%v, %v; want no unsound puzzle", unsound, err)
	}
	bad := slices.Clone(list)
	bad[1].Themes = append(slices.Clone(bad[1].Themes), puzzle.RoyalEntry)
	bad[2].ID = "1234567"
	unsound, err = Verify(t.Context(), bad, v)
	if err != nil || len(unsound) != 2 || unsound[0].Puzzle.ID != bad[1].ID ||
		!strings.Contains(unsound[1].Err.Error(), "ID") {
		t.Errorf("%v, %v; want the second and the third puzzle", unsound, err)
	}
	if d := Duplicates(append(list, list[0])); len(d) != 1 || d[0].Puzzle.ID != list[0].ID {
		t.Errorf("duplicates: %v; want the last", d)
	}
}

// Games of a file are looked through to their last.
func TestFromGames(t *testing.T) {
	const pgn = "[Variant \"chess\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[Variant \"shrink\"]\n\n1. e4 *\n"
	games, _, err := notation.ReadString(pgn, notation.ReadOptions{Lookup: rules.ByName, Format: notation.PGN})
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, "chess")
	o.Games = games
	list, p, err := Run(t.Context(), o)
	if err != nil || p.Games != 2 || len(list) != 1 || list[0].Solution() != "h5f7" {
		t.Errorf("%s, %+v, %v; want Qxf7#", ids(list), p, err)
	}
}

func TestBadOptions(t *testing.T) {
	o := options(t, "shrink")
	o.Count = 0
	if _, _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "expected 1–100000") {
		t.Errorf("no puzzles: %v", err)
	}
	o.Count, o.Concurrency = 1, 1000
	if _, _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "expected 1–256") {
		t.Errorf("many workers: %v", err)
	}
}

func TestBadLog(t *testing.T) {
	o := options(t, "shrink")
	for name, text := range map[string]string{
		"a number is missing": o.header() + "\n# game 1\n# game 3\n",
		"a bad puzzle":        o.header() + "\nabc\n# game 1\n",
	} {
		o.Log = filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(o.Log, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), o.Log) {
			t.Errorf("%s: %v; want an error that names the file", name, err)
		}
	}
}
