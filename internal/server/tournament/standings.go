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
	t.ties = t.system.Ties(t)
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
	t.places = make(map[int]int, len(list))
	for i, p := range list {
		t.places[p.Number] = i + 1
		if i > 0 && t.share(list[i-1], p) {
			t.places[p.Number] = t.places[list[i-1].Number]
		}
	}
	t.standings = list
	return list
}

// share reports whether two players are on one place: no tie-break tells them apart. In an arena, and before there are
// results, the order goes on by ratings.
func (t *Tournament) share(a, b *Entry) bool {
	return t.system.Mode() != Continuous && !t.scored.IsZero() && a.Score == b.Score &&
		slices.Equal(t.ties[a.Number], t.ties[b.Number])
}

// Place returns the place of a player in the standings, from 1. Players who remain equal share one.
func (t *Tournament) Place(number int) int {
	t.Standings()
	return t.places[number]
}

// Ties returns the tie-breaks of a player, as TieBreaks names them.
func (t *Tournament) Ties(number int) []float64 {
	t.Standings()
	return t.ties[number]
}

// TieBreaks returns the names of the tie-breaks of the standings, in their order.
func (t *Tournament) TieBreaks() []string { return t.system.TieBreaks() }
