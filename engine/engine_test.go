package engine_test

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// A level thinks at least as deep or as long as the one below it, and never
// plays worse moves on purpose; and every level comes to an end by itself.
func TestLevels(t *testing.T) {
	const seed = 7
	var below engine.Limits
	for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
		l, err := engine.LevelLimits(level, seed)
		if err != nil {
			t.Fatalf("level %d: %v", level, err)
		}
		if l.Seed != seed {
			t.Errorf("level %d: seed %d, want %d", level, l.Seed, seed)
		}
		if l.MoveTime <= 0 {
			t.Errorf("level %d may think for ever: %+v", level, l)
		}
		if level > engine.MinLevel {
			switch bounded := below.Depth > 0; {
			case bounded && l.Depth > 0 && l.Depth < below.Depth, !bounded && (l.Depth > 0 || l.MoveTime <= below.MoveTime):
				t.Errorf("level %d thinks less than the one below: %+v, %+v", level, l, below)
			case l.Blunder > below.Blunder, bounded && l.Blunder == below.Blunder && l.Depth == below.Depth:
				t.Errorf("level %d plays no better than the one below: %+v, %+v", level, l, below)
			}
		}
		below = l
	}
	if below.Blunder != 0 || below.Depth != 0 {
		t.Errorf("the highest level holds back: %+v", below)
	}
}

func TestNoSuchLevel(t *testing.T) {
	for _, level := range []int{-1 << 63, -1, 0, 9, 1<<63 - 1} {
		if l, err := engine.LevelLimits(level, 0); err == nil || !strings.Contains(err.Error(), "from 1 to 8") || l != (engine.Limits{}) {
			t.Errorf("level %d: %+v, %v", level, l, err)
		}
	}
}

func TestBest(t *testing.T) {
	m := game.NewMove(3, 5)
	if got := (engine.Info{PV: []game.Move{m, game.NewMove(1, 2)}}).Best(); got != m {
		t.Errorf("got %v, want the first move of the line", got)
	}
	if got := (engine.Info{}).Best(); got != game.NoMove {
		t.Errorf("got %v without a line, want none", got)
	}
}
