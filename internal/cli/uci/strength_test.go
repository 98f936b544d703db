package uci_test

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/cli/uci"
)

// More Elo never means fewer nodes or more errors. The levels are on the scale, and
// its end is full strength.
func TestStrength(t *testing.T) {
	below := uci.Strength(uci.MinElo, 7)
	for elo := uci.MinElo; elo <= uci.MaxElo; elo += 10 {
		l := uci.Strength(elo, 7)
		if l.Nodes < below.Nodes && l.Nodes > 0 || l.Nodes > 0 && below.Nodes == 0 ||
			l.Weakness.Noise > below.Weakness.Noise {
			t.Errorf("%d Elo is weaker than less: %+v, %+v", elo, l, below)
		}
		below = l
		if (elo-uci.MinElo)%200 != 0 || elo == uci.MaxElo { // the end has no limit, not even that of the highest level
			continue
		}
		level, err := engine.LevelLimits(engine.MinLevel+(elo-uci.MinElo)/200, 7)
		if err != nil || level.Nodes != l.Nodes || level.Weakness.Noise != l.Weakness.Noise {
			t.Errorf("%d Elo: %+v, want as the level %+v, %v", elo, l, level, err)
		}
	}
	if below.Nodes != 0 || below.Weakness.Noise != 0 {
		t.Errorf("the strongest holds back: %+v", below)
	}
	if a, b := uci.SkillElo(0), uci.SkillElo(uci.MaxSkill); a != uci.MinElo || b != uci.MaxElo {
		t.Errorf("skill goes from %d to %d Elo", a, b)
	}
}

func TestWeakPlay(t *testing.T) {
	k, e := fake(t)
	k.Send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 600", "go nodes 1000000",
		"setoption name UCI_LimitStrength value false", "setoption name Skill Level value 0", "go nodes 5",
		"setoption name Skill Level value 20", "go depth 1")
	weak := uci.Strength(600, 7)
	if l := <-e.Started; l.Nodes != weak.Nodes || l.Weakness != weak.Weakness {
		t.Errorf("%+v, want %+v", l, weak)
	}
	if l := <-e.Started; l.Nodes != 5 || l.Weakness != weak.Weakness {
		t.Errorf("%+v, want 5 nodes and %+v", l, weak)
	}
	if l := <-e.Started; l.Nodes != 0 || l.Weakness.Noise != 0 {
		t.Errorf("%+v, want no limit", l)
	}
	k.Send("quit")
}
