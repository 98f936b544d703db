package uci

import (
	"math"

	"github.com/wane-chess/wane/engine"
)

// The scales of limited strength. UCI_Elo is nominal: the levels for people
// stand 200 apart on it, level 1 at MinElo and level 8, the full strength, at
// MaxElo. Skill Level divides the same scale into MaxSkill steps.
const (
	MinElo   = 600
	MaxElo   = MinElo + 200*(engine.MaxLevel-engine.MinLevel)
	MaxSkill = 20
)

// SkillElo is the UCI_Elo that a Skill Level stands for.
func SkillElo(skill int) int { return MinElo + (MaxElo-MinElo)*skill/MaxSkill }

// Strength returns the nodes and the weakness with which the engine plays at a
// UCI_Elo: those of the levels, and between two levels what lies between theirs.
// There is no limit at MaxElo.
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
	if low.Nodes > 0 {
		top := high.Nodes
		if top == 0 { // the level above has no limit
			top = 64 * low.Nodes
		}
		l.Nodes = uint64(float64(low.Nodes) * math.Pow(float64(top)/float64(low.Nodes), part))
	}
	return l
}

// weaken adds the limits of the settings' strength to a search's.
func (s *session) weaken(l *engine.Limits) {
	elo := SkillElo(s.settings.skill)
	if s.settings.limited {
		elo = s.settings.elo
	}
	weak := Strength(elo, s.seed)
	l.Weakness = weak.Weakness
	if weak.Nodes > 0 && (l.Nodes == 0 || weak.Nodes < l.Nodes) {
		l.Nodes = weak.Nodes
	}
}
