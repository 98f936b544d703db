package arena

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/notation"
)

// saved returns the games of a state file, by number.
func saved(t *testing.T, name string, games int) []Record {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	records := make([]Record, games)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range lines[1:] {
		var r Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		records[r.Game] = r
	}
	return timeless(records)
}

// A match that is killed during a write resumes, and has the same games in the end as
// one that is not.
func TestResume(t *testing.T) {
	t.Run("match", func(t *testing.T) { resume(t, 16, 16) })
	t.Run("tournament", func(t *testing.T) { resume(t, 6, 18, entrant("more dice", dice)) })
}

// resume plays a match of two and more, with so many games of each pairing and in all.
func resume(t *testing.T, each, games int, more ...engines.Contestant) {
	folder := t.TempDir()
	config := func(name string) Config {
		c := newMatch(t, each, entrant("dice", dice), entrant("greedy", greedy))
		c.Contestants = append(c.Contestants, more...)
		c.Concurrency = 3
		c.State, c.PGN = filepath.Join(folder, name+".jsonl"), filepath.Join(folder, name+".pgn")
		return c
	}
	whole := config("whole")
	want, err := Run(context.Background(), whole)
	if err != nil {
		t.Fatal(err)
	}

	c := config("parts")
	const foreign = "[Event \"before\"]\n\n*\n\n"
	if err := os.WriteFile(c.PGN, []byte(foreign), 0o600); err != nil {
		t.Fatal(err)
	}
	total := 0
	for part := 0; ; part++ {
		ctx, cancel := context.WithCancel(context.Background())
		c.Watch = func(r Report) {
			if r.Played == 5 {
				cancel()
			}
		}
		got, err := Run(ctx, c)
		cancel()
		total += got.Played
		if err == nil {
			if !reflect.DeepEqual(got.Tally, want.Tally) || !reflect.DeepEqual(got.Pairings, want.Pairings) {
				t.Errorf("in parts:\n%+v\nwhole:\n%+v", got, want)
			}
			break
		}
		if part > 4 {
			t.Fatal(err)
		}
		spill(t, c.State, `{"game":15,"fen":"rn`)
		event := "dice against greedy"
		if len(more) > 0 {
			event = "Tournament of 3 engines"
		}
		spill(t, c.PGN, "[Event \""+event+"\"]\n[Wh")
	}
	if total != games {
		t.Errorf("%d games were played, want %d", total, games)
	}
	if got, want := saved(t, c.State, games), saved(t, whole.State, games); !reflect.DeepEqual(got, want) {
		t.Errorf("in parts:\n%+v\nwhole:\n%+v", got, want)
	}
	text, err := os.ReadFile(c.PGN)
	if err != nil {
		t.Fatal(err)
	}
	after, found := strings.CutPrefix(string(text), foreign)
	trees, warnings, err := notation.ReadString(after, notation.ReadOptions{
		Game: testGame(), Lookup: func(string) (game.Game, error) { return testGame(), nil },
		Format: notation.PGN, Strict: true,
	})
	if !found || len(trees) != games || len(warnings) > 0 || err != nil {
		t.Errorf("%d games in the PGN, warnings %v, error %v", len(trees), warnings, err)
	}
	rounds := map[string]bool{}
	for _, tree := range trees {
		rounds[tree.Tag("Round")] = true
		if strings.Contains(tree.Tag("Event"), "half") || tree.Result == game.Ongoing || len(tree.Moves()) == 0 {
			t.Errorf("a game of the PGN is\n%s", tree.PGN())
		}
	}
	last := map[int]string{16: "8.2", 18: "3.6"}[games]
	if len(rounds) != games || !rounds["1.1"] || !rounds[last] {
		t.Errorf("rounds %v", rounds)
	}
	// The third time no games are left to play.
	c.Watch = nil
	if again, err := Run(context.Background(), c); err != nil || again.Played != 0 ||
		!reflect.DeepEqual(again.Tally, want.Tally) {
		t.Errorf("gone on with at its end: %+v, %v", again, err)
	}
	// The number of games can be increased.
	c.Games += 4
	added := 4 * len(want.Pairings)
	if more, err := Run(context.Background(), c); err != nil || more.Played != added || more.Tally.Games() != games+added {
		t.Errorf("with four more of each pairing: %+v, %v", more, err)
	}
}

// spill appends text to a file.
func spill(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// A resumed match keeps what others have written to its PGN file meanwhile, and its
// own games beyond the number of games.
func TestForeignGames(t *testing.T) {
	c := newMatch(t, 4, entrant("dice", dice), entrant("greedy", greedy))
	c.State, c.PGN = filepath.Join(t.TempDir(), "a.jsonl"), filepath.Join(t.TempDir(), "a.pgn")
	if _, err := Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	fewer, other := c, c
	fewer.Games = 2
	other.State, other.Games, other.Event = "", 1, "another"
	for _, next := range []Config{fewer, other, c} {
		before, err := os.ReadFile(c.PGN)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Run(context.Background(), next); err != nil {
			t.Fatal(err)
		}
		if now, err := os.ReadFile(c.PGN); err != nil || !strings.HasPrefix(string(now), string(before)) {
			t.Errorf("%d games of %q: games are gone, or %v", next.Games, next.Event, err)
		}
	}
}

// Two matches cannot share a state file, nor a state and a PGN.
func TestOneStateEach(t *testing.T) {
	c := newMatch(t, 2, entrant("dice", dice), entrant("greedy", greedy))
	c.State = filepath.Join(t.TempDir(), "a.jsonl")
	again := c
	c.Watch = func(Report) {
		if _, err := Run(context.Background(), again); err == nil ||
			!strings.Contains(err.Error(), "a running match uses it") {
			t.Errorf("error %v", err)
		}
	}
	if _, err := Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	c.Watch, c.State, c.PGN = nil, c.State+"2", c.State+"2"
	if _, err := Run(context.Background(), c); err == nil || !strings.Contains(err.Error(), "give two names") {
		t.Errorf("error %v", err)
	}
}

// A foreign state file is rejected and unchanged.
func TestForeignState(t *testing.T) {
	base := newMatch(t, 2, entrant("dice", dice), entrant("greedy", greedy))
	base.State = filepath.Join(t.TempDir(), "a.jsonl")
	if _, err := Run(context.Background(), base); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(base.State)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, c Config, content, want string) {
		t.Helper()
		if err := os.WriteFile(c.State, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Run(context.Background(), c)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", what, err, want)
		}
		if now, err := os.ReadFile(c.State); err != nil || string(now) != content {
			t.Errorf("%s: the file was changed to %q, %v", what, now, err)
		}
	}
	other := base
	other.Seed = 8
	refused("another seed", other, string(good), "its seed is 7, not 8")
	other = base
	other.Contestants = slices.Clone(base.Contestants)
	other.Contestants[1].Key = "x"
	refused("another engine", other, string(good), "its engine 2 is greedy: greedy, not greedy: x")
	other.Contestants = append(slices.Clone(base.Contestants), entrant("third", dice))
	refused("one more engine", other, string(good), "its number of engines is 2, not 3")
	other = base
	other.Book = NewBook(someOpenings(t)[:3], 7, nil)
	refused("other openings", other, string(good), "its openings")
	other = base
	other.MaxMoves = 9
	refused("another end", other, string(good), "its adjudication")
	head, first, _ := strings.Cut(string(good), "\n")
	first, _, _ = strings.Cut(first, "\n")
	for what, c := range map[string]struct{ content, want string }{
		"a text":          {"Dear diary,\n", "not a match state"},
		"a text, unended": {"Dear diary", "not a match state"},
		"a long line":     {stateBegins + strings.Repeat("1", maxStateLine), "line 1 is longer than 1048576 bytes"},
		"zeros":           {strings.Repeat("\x00", 2*maxStateLine), "not a match state"},
		"JSON":            {"{\"a\":1}\n", "not a match state"},
		"a broken line":   {head + "\n{\"game\":\n" + first + "\n", "line 2: invalid game"},
		"a game twice":    {head + "\n" + first + "\n" + first + "\n", "line 3: invalid game: game 0 appears twice"},
		"a wrong result":  {head + "\n" + strings.Replace(first, `"result":"`, `"result":"9`, 1) + "\n", "its result is"},
		"a negative number": {head + "\n" + strings.Replace(first, `"game":0`, `"game":-2`, 1) + "\n",
			"number -2: expected 0 or more"},
		"a wrong color": {head + "\n" + strings.Replace(first, `"white":0`, `"white":1`, 1) + "\n", "has White"},
		"a strange fault": {head + "\n" + strings.Replace(first, `"faulty":-1`, `"faulty":5,"fault":"crash"`, 1) + "\n",
			"contestant 5"},
	} {
		refused(what, base, c.content, c.want)
	}
}

// The PGN has the faults of engines.
func TestPGNOfFaults(t *testing.T) {
	c := newMatch(t, 1, entrant("dice", dice), entrant("sloth", sloth))
	c.Contestants[1].Control = engines.Control{Time: 10e6, Increment: 1e6}
	c.PGN = filepath.Join(t.TempDir(), "a.pgn")
	if _, err := Run(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.PGN)
	for _, want := range []string{
		`[Event "dice against sloth"]`, `[White "dice"]`, `[Black "sloth"]`, `[Termination "time forfeit"]`,
		`[WhiteTimeControl "nodes=1"]`, `[BlackTimeControl "0.01+0.001"]`, `[Result "1-0"]`, "time loss: it took",
	} {
		if !strings.Contains(strings.ReplaceAll(string(text), "\n", " "), want) {
			t.Errorf("no %q in\n%s%v", want, text, err)
		}
	}
}

// A device is no state file: some have no end.
func TestStateIsDevice(t *testing.T) {
	config := newMatch(t, 1, entrant("dice", dice), entrant("other", dice))
	config.State = "/dev/zero"
	if _, err := Run(t.Context(), config); err == nil || !strings.Contains(err.Error(), "/dev/zero is not a file") {
		t.Errorf("error %v", err)
	}
}
