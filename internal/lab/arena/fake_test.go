package arena

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/cli/engines/enginestest"
	"github.com/wane-chess/wane/rules/cheshire"
)

// TestMain makes the test binary the fake UCI engine where a test starts it as that.
func TestMain(m *testing.M) {
	if enginestest.Run(testGame()) {
		return
	}
	engines.StopTimeout = 300 * time.Millisecond
	os.Exit(m.Run())
}

// testGame is the game of the fakes, since its games are short.
func testGame() game.Game { return cheshire.NewSmall() }

// fake is an engine in this process with a given search.
type fake struct {
	search func(ctx context.Context, p game.Position, l engine.Limits) (engine.Report, error)
}

func (f *fake) Search(
	ctx context.Context, p game.Position, l engine.Limits, _ func(engine.Report),
) (engine.Report, error) {
	return f.search(ctx, p, l)
}

func (f *fake) Reset() {}

// entrant returns a contestant with a fake engine.
func entrant(name string,
	search func(ctx context.Context, p game.Position, l engine.Limits) (engine.Report, error)) engines.Contestant {
	return engines.Contestant{
		Name:    name,
		Key:     name,
		Control: engines.Control{Nodes: 1},
		New:     engines.InProcess(func() (engine.Engine, error) { return &fake{search}, nil }, seeded),
	}
}

// seeded passes the seed of a turn to a fake.
func seeded(seed uint64) engine.Limits {
	return engine.Limits{Weakness: engine.Weakness{Seed: seed}}
}

// dice plays random moves, by the seed of the turn.
func dice(_ context.Context, p game.Position, l engine.Limits) (engine.Report, error) {
	legal := p.Legal(nil)
	return engine.Report{Depth: 1, PV: legal[l.Weakness.Seed%uint64(len(legal)):]}, nil
}

// greedy plays the move with the best evaluation.
func greedy(_ context.Context, p game.Position, _ engine.Limits) (engine.Report, error) {
	best := engine.Report{Depth: 1, Score: -engine.Infinite}
	p = p.Clone()
	for _, m := range p.Legal(nil) {
		p.Make(m)
		if s := -eval.NewNode(p).Eval(); s > best.Score {
			best.Score, best.PV = s, []game.Move{m}
		}
		p.Unmake()
	}
	return best, nil
}

// sloth moves only when it is stopped.
func sloth(ctx context.Context, p game.Position, _ engine.Limits) (engine.Report, error) {
	<-ctx.Done()
	return engine.Report{PV: p.Legal(nil)}, nil
}

// corpse never moves, not even when it is stopped.
func corpse(context.Context, game.Position, engine.Limits) (engine.Report, error) {
	select {}
}

// known are tables that give every position the same score.
type known engine.Score

func (k known) Score(game.Position, int) (engine.Score, bool) { return engine.Score(k), true }
func (known) MaxPieces(game.Game) int                         { return 99 }

// newMatch returns a match of two fakes with a few openings.
func newMatch(t *testing.T, games int, a, b engines.Contestant) Config {
	t.Helper()
	return Config{
		Game:        testGame(),
		Contestants: []engines.Contestant{a, b},
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

// processOf returns a contestant with the fake UCI engine.
func processOf(t *testing.T, mode, options string) engines.Contestant {
	t.Helper()
	s, err := engines.ParseSpec(enginestest.Describe(t, mode, options))
	if err != nil {
		t.Fatal(err)
	}
	c := engines.Contestant{Name: mode, Control: engines.Control{Nodes: 100}}
	if err := engines.Command(&c, s); err != nil {
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
