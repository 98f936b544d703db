package tournament

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/internal/swiss"
)

// units are how many units of package swiss are a point.
var units = map[swiss.TieBreak]float64{
	swiss.Buchholz: 2, swiss.BuchholzCut1: 2, swiss.SonnebornBerger: 4, swiss.DirectEncounter: 1, swiss.Wins: 1,
}

// Standings returns the players, the first first. Callers must not change the list.
func (t *Tournament) Standings() []*Entry {
	if t.standings != nil {
		return t.standings
	}
	t.ties = t.breakTies()
	list := slices.Clone(t.players)
	slices.SortStableFunc(list, func(a, b *Entry) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		for i, x := range t.ties[a.Number] {
			if c := cmp.Compare(t.ties[b.Number][i], x); c != 0 {
				return c
			}
		}
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Number, b.Number))
	})
	t.standings = list
	return list
}

// Ties returns the tie-breaks of a player, as TieBreaks names them.
func (t *Tournament) Ties(number int) []float64 {
	t.Standings()
	return t.ties[number]
}

// breakTies computes the tie-breaks of all players.
func (t *Tournament) breakTies() map[int][]float64 {
	out := make(map[int][]float64, len(t.players))
	if t.terms.System == Arena {
		for _, p := range t.players {
			out[p.Number] = []float64{float64(p.Performance())}
		}
		return out
	}
	for _, p := range t.players {
		out[p.Number] = make([]float64, len(tieBreaks(t.terms.System)))
	}
	list, order := t.swissPlayers()
	table := swiss.Tournament{Players: list, Rounds: t.terms.Rounds, RoundRobin: t.terms.System == RoundRobin}
	standings, err := swiss.Standings(table, methods[t.terms.System]...)
	if err != nil { // no result can be inconsistent; see Apply
		return out
	}
	for _, st := range standings {
		values := out[order[st.ID-1].Number]
		for i, v := range st.TieBreaks {
			values[i] = float64(v) / units[methods[t.terms.System][i]]
		}
	}
	return out
}

// methods are the tie-breaks of the systems, in the order of their names.
var methods = map[System][]swiss.TieBreak{
	Swiss:      {swiss.BuchholzCut1, swiss.Buchholz, swiss.SonnebornBerger},
	RoundRobin: {swiss.SonnebornBerger, swiss.Wins, swiss.DirectEncounter},
}

// tieBreaks returns the names of the tie-breaks of a system, in their order.
func tieBreaks(s System) []string {
	switch s {
	case Swiss:
		return []string{"buchholz-cut-1", "buchholz", "sonneborn-berger"}
	case RoundRobin:
		return []string{"sonneborn-berger", "wins", "direct-encounter"}
	}
	return []string{"performance"}
}

// TieBreaks returns the names of the tie-breaks of the standings, in their order.
func (t *Tournament) TieBreaks() []string { return tieBreaks(t.terms.System) }
