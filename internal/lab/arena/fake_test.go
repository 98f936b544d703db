package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules/cheshire"
)

// TestMain makes the test binary a UCI engine if its arguments are "fake-uci" and a
// way to misbehave.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "fake-uci" {
		fakeUCI(os.Args[2])
		return
	}
	stopTimeout = 300 * time.Millisecond
	os.Exit(m.Run())
}

// testGame is the game of the fakes, since its games are short.
func testGame() game.Game { return cheshire.NewSmall() }

// fake is an engine in this process with a given search.
type fake struct {
	search func(ctx context.Context, p game.Position, l engine.Limits) (engine.Info, error)
}

func (f *fake) Search(ctx context.Context, p game.Position, l engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	return f.search(ctx, p, l)
}

func (f *fake) Reset() {}

// entrant returns a contestant with a fake engine.
func entrant(name string, search func(ctx context.Context, p game.Position, l engine.Limits) (engine.Info, error)) Contestant {
	return Contestant{
		Name:    name,
		Key:     name,
		Control: Control{Nodes: 1},
		New:     InProcess(func() (engine.Engine, error) { return &fake{search}, nil }, seeded),
	}
}

// seeded passes the seed of a turn to a fake.
func seeded(seed uint64) engine.Limits {
	return engine.Limits{Weakness: engine.Weakness{Seed: seed}}
}

// dice plays random moves, by the seed of the turn.
func dice(_ context.Context, p game.Position, l engine.Limits) (engine.Info, error) {
	legal := p.Legal(nil)
	return engine.Info{Depth: 1, PV: legal[l.Weakness.Seed%uint64(len(legal)):]}, nil
}

// greedy plays the move with the best evaluation.
func greedy(_ context.Context, p game.Position, _ engine.Limits) (engine.Info, error) {
	best := engine.Info{Depth: 1, Score: -engine.Infinite}
	p = p.Clone()
	for _, m := range p.Legal(nil) {
		p.Make(m)
		if s := -eval.Board(p).Eval(); s > best.Score {
			best.Score, best.PV = s, []game.Move{m}
		}
		p.Unmake()
	}
	return best, nil
}

// sloth moves only when it is stopped.
func sloth(ctx context.Context, p game.Position, _ engine.Limits) (engine.Info, error) {
	<-ctx.Done()
	return engine.Info{PV: p.Legal(nil)}, nil
}

// corpse never moves, not even when it is stopped.
func corpse(context.Context, game.Position, engine.Limits) (engine.Info, error) {
	select {}
}

// known are tables that give every position the same score.
type known engine.Score

func (k known) Score(game.Position, int) (engine.Score, bool) { return engine.Score(k), true }
func (known) MaxPieces(game.Game) int                         { return 99 }

// newMatch returns a match of two fakes with a few openings.
func newMatch(t *testing.T, games int, a, b Contestant) Config {
	t.Helper()
	return Config{
		Game:        testGame(),
		Contestants: []Contestant{a, b},
		Games:       games,
		Seed:        7,
		Concurrency: 1,
		Book:        NewBook(someOpenings(t), 7, nil),
	}
}

// someOpenings returns the positions after each first move.
func someOpenings(t *testing.T) []string {
	t.Helper()
	var fens []string
	p := testGame().Start()
	for _, m := range p.Legal(nil) {
		p.Make(m)
		fens = append(fens, p.String())
		p.Unmake()
	}
	return fens
}

// fakeUCI is a UCI engine that from its third move on misbehaves in the way that mode
// names.
func fakeUCI(mode string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	p := testGame().Start()
	asked := 0
	hear := func() string {
		if !in.Scan() {
			os.Exit(0)
		}
		return in.Text()
	}
	for {
		words := strings.Fields(hear())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "uci":
			if mode == "mute" {
				freeze()
			}
			fmt.Println("id name fake")
			fmt.Println("option name Hash type spin default 16 min 1 max 1024")
			fmt.Println("option name Play Style type combo default calm var calm var very wild")
			if mode != "orthodox" {
				fmt.Println("option name UCI_Variant type combo default chess var chess var cheshire8 var diminuendo")
			}
			fmt.Println("uciok")
		case "setoption":
			if mode == "loud" {
				fmt.Fprintln(os.Stderr, strings.Join(words, " "))
			}
		case "isready":
			fmt.Println("readyok")
		case "position":
			p = fakePosition(words[1:])
		case "quit":
			if mode == "stubborn" {
				freeze()
			}
			return
		case "go":
			if asked++; asked > 2 {
				switch mode {
				case "crash":
					fmt.Fprintln(os.Stderr, "out of cheese")
					os.Exit(3)
				case "illegal":
					fmt.Println("bestmove e1e1")
					continue
				case "none":
					fmt.Println("bestmove (none)")
					continue
				case "slow":
					for line := hear(); line != "stop"; line = hear() {
						fmt.Println("info string not yet")
					}
				case "hang":
					freeze()
				}
			}
			fmt.Println("garbage\x00 info")
			fmt.Println("info depth 3 multipv 1 score cp 31 nodes 12 pv a2a3")
			fmt.Println("bestmove " + p.UCI(p.Legal(nil)[0]) + " ponder a7a6")
		}
	}
}

// fakePosition parses the words after "position".
func fakePosition(words []string) game.Position {
	fen, moves, _ := strings.Cut(strings.Join(words, " "), " moves ")
	p := testGame().Start()
	if after, found := strings.CutPrefix(fen, "fen "); found {
		var err error
		if p, err = testGame().Parse(after); err != nil {
			panic(err)
		}
	}
	for _, text := range strings.Fields(moves) {
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			panic(err)
		}
		p.Make(m)
	}
	return p
}

// processOf returns a contestant with the fake UCI engine.
func processOf(t *testing.T, mode, options string) Contestant {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseSpec(fmt.Sprintf("cmd='%q fake-uci %s'%s", binary, mode, options))
	if err != nil {
		t.Fatal(err)
	}
	c := Contestant{Name: mode, Control: Control{Nodes: 100}}
	if err := Command(&c, s); err != nil {
		t.Fatal(err)
	}
	return c
}

// gather runs a match and returns its games in order.
func gather(t *testing.T, c Config) (Report, []Record) {
	t.Helper()
	var records []Record
	c.Watch = func(r Report) {
		records = append(records, *r.Last)
	}
	report, err := Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(records, func(a, b Record) int { return a.Game - b.Game })
	return report, records
}

var errFake = errors.New("fake")

// freeze does nothing, forever. Go would end a program in which every goroutine
// waits.
func freeze() {
	for {
		time.Sleep(time.Hour)
	}
}
