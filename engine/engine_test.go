package engine_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// A level thinks at least as deep or as long as the one below it, and
// lapses no more often; and every level ends by itself.
func TestLevels(t *testing.T) {
	const seed = 7
	var below engine.Limits
	for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
		l, err := engine.LevelLimits(level, seed)
		if err != nil {
			t.Fatalf("level %d: %v", level, err)
		}
		if l.Weakness.Seed != seed {
			t.Errorf("level %d: seed %d, want %d", level, l.Weakness.Seed, seed)
		}
		if l.MoveTime <= 0 {
			t.Errorf("level %d may think forever: %+v", level, l)
		}
		if level > engine.MinLevel {
			if l.Nodes <= below.Nodes || l.Weakness.Lapses > below.Weakness.Lapses {
				t.Errorf("level %d is no better than the one below: %+v, %+v", level, l, below)
			}
		}
		below = l
	}
	if below.Weakness.Lapses != 0 || below.Nodes < 1_000_000*uint64(below.MoveTime/time.Second) {
		t.Errorf("the highest level holds back: %+v", below)
	}
}

func TestNoSuchLevel(t *testing.T) {
	for _, level := range []int{-1 << 63, -1, 0, 9, 1<<63 - 1} {
		l, err := engine.LevelLimits(level, 0)
		if err == nil || !strings.Contains(err.Error(), "(1–8)") || !reflect.DeepEqual(l, engine.Limits{}) {
			t.Errorf("level %d: %+v, %v", level, l, err)
		}
	}
}

func TestScoreString(t *testing.T) {
	for _, c := range []struct {
		score engine.Score
		want  string
	}{
		{-57, "-0.57"},
		{120, "+1.20"},
		{0, "0.00"},
		{engine.Mate - 5, "mate in 3"},
		{-engine.Mate + 4, "mated in 2"},
		{-engine.Mate, "mated"},
		{engine.Infinite, "infinite"},
		{-engine.Infinite, "-infinite"},
	} {
		if got := c.score.String(); got != c.want {
			t.Errorf("%d = %q, want %q", int32(c.score), got, c.want)
		}
	}
}

func TestBest(t *testing.T) {
	m := game.NewMove(3, 5)
	if got := (engine.Report{PV: []game.Move{m, game.NewMove(1, 2)}}).Best(); got != m {
		t.Errorf("got %v, want the first move of the line", got)
	}
	if got := (engine.Report{}).Best(); got != game.NoMove {
		t.Errorf("got %v without a line, want none", got)
	}
}

func TestPonder(t *testing.T) {
	a, b := game.NewMove(3, 5), game.NewMove(1, 2)
	if got := (engine.Report{PV: []game.Move{a, b}}).Ponder(); got != b {
		t.Errorf("got %v, want the second move of the line", got)
	}
	if got := (engine.Report{PV: []game.Move{a}}).Ponder(); got != game.NoMove {
		t.Errorf("got %v of a line of one move, want none", got)
	}
}

func TestMateIn(t *testing.T) {
	for _, c := range []struct {
		score engine.Score
		moves int
		mate  bool
	}{
		{engine.Mate - 1, 1, true}, {engine.Mate - 2, 1, true}, {engine.Mate - 3, 2, true}, {engine.Mate - 9, 5, true},
		{-engine.Mate, 0, true}, {-engine.Mate + 2, -1, true}, {-engine.Mate + 4, -2, true},
		{0, 0, false}, {engine.MateBound, 0, false}, {-engine.MateBound, 0, false},
	} {
		if moves, mate := engine.MateIn(c.score); moves != c.moves || mate != c.mate {
			t.Errorf("%d: %d, %v; want %d, %v", c.score, moves, mate, c.moves, c.mate)
		}
	}
}

func TestNodesPerSecond(t *testing.T) {
	if n := (engine.Report{Nodes: 3000, Time: 2e9}).NodesPerSecond(); n != 1500 {
		t.Errorf("%d, want 1500", n)
	}
	if n := (engine.Report{Nodes: 3000}).NodesPerSecond(); n != 0 {
		t.Errorf("%d in no time, want 0", n)
	}
}
