package uci

import (
	"math"

	"github.com/wane-chess/wane/engine"
)

// The scales of limited strength. UCI_Elo is nominal: levels are 200 apart, from level
// 1 at MinElo to level 8, the full strength, at MaxElo. Skill Level divides the same
// scale into MaxSkill steps.
const (
	MinElo   = 600
	MaxElo   = MinElo + 200*(engine.MaxLevel-engine.MinLevel)
	MaxSkill = 20
)

// SkillElo returns the UCI_Elo of a Skill Level.
func SkillElo(skill int) int { return MinElo + (MaxElo-MinElo)*skill/MaxSkill }

// Strength returns the nodes and the weakness for a UCI_Elo: those of the levels, and
// interpolated ones between two levels. MaxElo has no limit.
func Strength(elo int, seed uint64) engine.Limits {
	if elo >= MaxElo {
		return engine.Limits{}
	}
	steps := float64(max(elo-MinElo, 0)) / 200
	n := engine.MinLevel + int(steps)
	part := steps - math.Floor(steps)
	low, err := engine.LevelLimits(n, seed)
	if err != nil {
		panic("uci: " + err.Error()) // the scale ends with the levels
	}
	high, err := engine.LevelLimits(n+1, seed)
	if err != nil {
		panic("uci: " + err.Error())
	}
	lapses := float64(low.Weakness.Lapses)*(1-part) + float64(high.Weakness.Lapses)*part
	l := engine.Limits{Weakness: low.Weakness}
	l.Weakness.Lapses = int(math.Round(lapses))
	l.Nodes = uint64(float64(low.Nodes) * math.Pow(float64(high.Nodes)/float64(low.Nodes), part))
	return l
}

// weaken adds the limits of the current strength to a search's.
func (s *session) weaken(l *engine.Limits) {
	elo := SkillElo(s.settings.skill)
	switch {
	case s.settings.analyze:
		elo = MaxElo
	case s.settings.limited:
		elo = s.settings.elo
	}
	weak := Strength(elo, s.seed)
	l.Weakness = weak.Weakness
	l.Weakness.Seed = s.seed // at full strength, too: for the opening book
	if weak.Nodes > 0 && (l.Nodes == 0 || weak.Nodes < l.Nodes) {
		l.Nodes = weak.Nodes
	}
}
