package selfplay

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// A file that is truncated at any byte is completed to the same file.
func TestResume(t *testing.T) {
	name := newFile(t)
	o := small(t, "shrink")
	whole, _ := games(t, name, o)
	if n := strings.Count(whole, "# game "); n != 3 {
		t.Fatalf("%d games, want 3:\n%s", n, whole)
	}
	from, step := strings.Index(whole, "# game 1: "), 1
	if testing.Short() {
		step = 13
	}
	cuts := []int{0, 1, len(o.header()) - 1, len(o.header()), len(whole)}
	for cut := from; cut < len(whole); cut += step {
		cuts = append(cuts, cut)
	}
	for _, cut := range cuts {
		if err := os.WriteFile(name, []byte(whole[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		got, p := games(t, name, o)
		if got != whole {
			t.Fatalf("cut after %d bytes it became\n%s\ninstead of\n%s", cut, got, whole)
		}
		if old := strings.Count(whole[:cut], " plies\n"); p.OldGames != old || p.Games != 3 {
			t.Fatalf("cut after %d bytes: %+v, want %d old games of 3", cut, p, old)
		}
	}
}

// A compressed file has the same games, and is completed to the same file.
func TestCompressed(t *testing.T) {
	o := small(t, "shrink")
	plain, _ := games(t, newFile(t), o)
	name := newFile(t) + packedSuffix
	whole, _ := games(t, name, o)
	unzip, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unzip)
	if err := errors.Join(err, unzip.Close()); err != nil || string(text) != plain {
		t.Fatalf("%v; the file has\n%s\ninstead of\n%s", err, text, plain)
	}
	for cut := 0; cut < len(whole); cut += 1 + len(whole)/50 {
		if err := os.WriteFile(name, []byte(whole[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := games(t, name, o); got != whole {
			t.Fatalf("cut after %d bytes of %d it became another file", cut, len(whole))
		}
	}
	if err := os.WriteFile(name, []byte("shrink | x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), name, o); err == nil || !strings.Contains(err.Error(), "gzip: invalid header") {
		t.Errorf("a file that is not compressed: the error is %v", err)
	}
}

// The concurrency makes no difference; another seed does.
func TestDeterministic(t *testing.T) {
	o := small(t, "convergent")
	o.Games = 12
	alone, _ := games(t, newFile(t), o)
	o.Concurrency = 5
	if together, _ := games(t, newFile(t), o); together != alone {
		t.Errorf("five games at once give\n%s\ninstead of\n%s", together, alone)
	}
	o.Games = 4
	name := newFile(t)
	games(t, name, o)
	o.Games = 12
	if two, _ := games(t, name, o); two != alone {
		t.Errorf("four games and then eight give\n%s\ninstead of\n%s", two, alone)
	}
	o.Seed++
	other, _ := games(t, newFile(t), o)
	for line := range strings.Lines(other) {
		if line[0] != '#' && strings.Contains(alone, line) {
			t.Errorf("with another seed there is %s again", line)
		}
	}
}

func TestEnoughPositions(t *testing.T) {
	o := small(t, "cheshire8")
	o.Games, o.Positions, o.Concurrency = 0, 40, 3
	text, p := games(t, newFile(t), o)
	lines := strings.Count(text, " | ") / 4
	if p.Positions < 40 || p.Positions != lines || p.Games != strings.Count(text, "# game") {
		t.Errorf("%+v, but %d lines, want at least 40", p, lines)
	}
	o.Positions = lines - 1 // must stop at the same game
	if again, _ := games(t, newFile(t), o); again != text {
		t.Errorf("asked for %d positions it wrote\n%s\ninstead of\n%s", o.Positions, again, text)
	}
}

// Every sample is as documented.
func TestSamples(t *testing.T) {
	o := small(t, "diminuendo")
	o.Rules, o.Games = "diminuendo, random rankings", 10
	o.Draw = func(rng *rand.Rand) (game.Game, error) {
		return rules.ByName([]string{"diminuendo", "diminuendo:pbnrqk+qk"}[rng.IntN(2)])
	}
	o.PlayedOut = 4
	text, p := games(t, newFile(t), o)
	seen, names, last := map[string]bool{}, map[string]int{}, 0
	err := Read(strings.NewReader(text), "games", func(_, number int, s Sample) error {
		g, err := rules.ByName(s.Game)
		if err != nil {
			return err
		}
		q, err := g.Parse(s.FEN)
		if err != nil {
			return err
		}
		switch {
		case q.InCheck():
			t.Errorf("in check: %v", s)
		case s.Ply < firstPly:
			t.Errorf("too early: %v", s)
		case seen[s.FEN]:
			t.Errorf("twice: %v", s)
		case s.Ply < 16 && (s.Score < -100 || s.Score > 100), s.Ply >= 16 && s.Score != 2000:
			t.Errorf("the score is not the engine's: %v", s)
		}
		seen[s.FEN], last = true, number
		names[s.Game]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 2 || len(seen) != p.Positions || len(seen) < 30 || last != 10 {
		t.Errorf("%d positions of %v in %d games, reported %+v", len(seen), names, last, p)
	}
}

// Positions in which the engine plays a noisy move are skipped.
func TestQuiet(t *testing.T) {
	o := small(t, "shrink")
	o.NewEngine = func() (engine.Engine, error) { return &guesser{wins: 50, greedy: true}, nil }
	text, p := games(t, newFile(t), o)
	if p.Positions < 10 {
		t.Fatalf("only %d positions:\n%s", p.Positions, text)
	}
	err := Read(strings.NewReader(text), "games", func(_, _ int, s Sample) error {
		g, err := rules.ByName(s.Game)
		if err != nil {
			return err
		}
		q, err := g.Parse(s.FEN)
		if err == nil && len(eval.NewNode(q).AppendNoisy(nil)) > 0 {
			t.Errorf("not quiet: %v", s)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Games that must end are played out.
func TestAcyclicGamesArePlayedOut(t *testing.T) {
	o := small(t, "cheshire8")
	text, _ := games(t, newFile(t), o)
	if strings.Contains(text, "resignation") || strings.Count(text, "# game") != o.Games {
		t.Errorf("a game ends by resignation, or there are not %d:\n%s", o.Games, text)
	}
}

// All samples of a game have its result. With PlayedOut, some games end without
// resignation.
func TestResults(t *testing.T) {
	o := small(t, "convergent")
	o.Games, o.PlayedOut = 20, 3
	text, _ := games(t, newFile(t), o)
	resigned := strings.Count(text, ": 1-0, resignation, 21 plies")
	if resigned < 5 || resigned > 18 {
		t.Errorf("%d of 20 games end by resignation", resigned)
	}
	block := map[string]bool{}
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			block[strings.Split(line, separator)[2]] = true
			continue
		}
		for written, result := range map[string]string{"1": ": 1-0,", "0": ": 0-1,", "0.5": ": 1/2-1/2,"} {
			if block[written] && (len(block) > 1 || !strings.Contains(line, result)) {
				t.Errorf("samples have the results %v, but the game %s", block, line)
			}
		}
		clear(block)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		file   string
		change func(*Options)
		want   string
	}{
		{"other options", "", func(o *Options) { o.Seed++ }, "use the same options, or another file"},
		{"another file", "1. e4 e5", func(*Options) {}, `begins with "1. e4 e5"`},
		{"a game that is missing", "HEADER# game 2: 1-0, checkmate, 12 plies\n", func(*Options) {}, `expected "# game 1: "`},
		{"a bad line", "HEADERshrink | x | 2 | 0 | 9\n# game 1: 1-0, checkmate, 12 plies\n", func(*Options) {},
			`game 1: line:1: bad result "2": expected 1, 0.5 or 0`},
		{"a bad FEN", "HEADERshrink | x | 1 | 0 | 9\n# game 1: 1-0, checkmate, 12 plies\n", func(*Options) {}, "six fields"},
		{"no end", "", func(o *Options) { o.Games = 0 }, "neither the number of games nor"},
		{"few nodes", "", func(o *Options) { o.Nodes = 3 }, "3 nodes for each move: expected at least 100"},
		{"no worker", "", func(o *Options) { o.Concurrency = 0 }, "0 games at once: expected 1–256"},
		{"long openings", "", func(o *Options) { o.Opening = 1000 }, "expected 0–100"},
		{"no engine", "", func(o *Options) {
			o.Games = 9
			o.NewEngine = func() (engine.Engine, error) { return nil, errors.New("out of engines") }
		}, "out of engines"},
	} {
		t.Run(c.name, func(t *testing.T) {
			name, o := newFile(t), small(t, "shrink")
			if c.file == "" {
				games(t, name, o)
			} else if err := os.WriteFile(name, []byte(strings.Replace(c.file, "HEADER", o.header(), 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c.change(&o)
			if _, err := Run(t.Context(), name, o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q in it", err, c.want)
			}
			if after, _ := os.ReadFile(name); string(after) != string(before) {
				t.Errorf("the file became\n%s", after)
			}
		})
	}
}

// An interrupted run leaves complete games.
func TestStop(t *testing.T) {
	name, o := newFile(t), small(t, "shrink")
	want, _ := games(t, newFile(t), o)
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if p.Games == 2 {
			cancel()
		}
	}
	o.Games = 1000000
	p, err := Run(ctx, name, o)
	if !errors.Is(err, context.Canceled) || p.Games < 2 {
		t.Errorf("%+v, %v", p, err)
	}
	o.Games, o.Progress = max(3, p.Games), nil
	if got, _ := games(t, name, o); !strings.HasPrefix(got, want) {
		t.Errorf("it became\n%s\ninstead of\n%s", got, want)
	}
}
