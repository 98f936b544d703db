package swiss

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Standing is the place of one player.
type Standing struct {
	ID        int   // pairing number
	Rank      int   // 1 for the first; players who are tied in everything share a rank
	Score     int   // in the units of Points
	TieBreaks []int // one value for each tie-break, in their order
}

// Standings ranks the players after the past rounds: by score, then by each tie-break in turn. Players
// tied in everything stand in the order of their pairing numbers. The error says what is wrong with the tournament.
//
// DirectEncounter compares the players who are tied in all that comes before it, so its values compare only
// among those. Buchholz says nothing in a round robin; FIDE does not allow it there, and neither does Standings.
func Standings(t Tournament, order ...TieBreak) ([]Standing, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	for _, by := range order {
		switch {
		case by < Buchholz || by > Wins:
			return nil, fmt.Errorf("tie-break %d is unknown", by)
		case t.RoundRobin && (by == Buchholz || by == BuchholzCut1):
			return nil, errors.New("a round robin has no Buchholz tie-breaks")
		}
	}
	b := newTable(&t)
	all := make([]Standing, 0, len(t.Players))
	for _, p := range t.Players {
		all = append(all, Standing{ID: p.ID, Score: b.scores[p.ID]})
	}
	sortStandings(all)
	for _, by := range order {
		if by == DirectEncounter {
			for from := 0; from < len(all); {
				to := tiedUntil(all, from)
				b.setEncounters(all[from:to])
				from = to
			}
		} else {
			for i := range all {
				all[i].TieBreaks = append(all[i].TieBreaks, b.value(by, b.players[all[i].ID]))
			}
		}
		sortStandings(all)
	}
	for from := 0; from < len(all); {
		to := tiedUntil(all, from)
		for i := from; i < to; i++ {
			all[i].Rank = from + 1
		}
		from = to
	}
	return all, nil
}

// compare puts the better standing first.
func (s Standing) compare(o Standing) int {
	return cmp.Or(cmp.Compare(o.Score, s.Score), slices.Compare(o.TieBreaks, s.TieBreaks))
}

func sortStandings(all []Standing) {
	slices.SortFunc(all, func(x, y Standing) int { return cmp.Or(x.compare(y), cmp.Compare(x.ID, y.ID)) })
}

// tiedUntil returns the end of the group of tied players that begins at a place.
func tiedUntil(all []Standing, from int) int {
	to := from + 1
	for to < len(all) && all[to].compare(all[from]) == 0 {
		to++
	}
	return to
}

func (b *table) setEncounters(tied []Standing) {
	ids := make([]int, len(tied))
	for i, s := range tied {
		ids[i] = s.ID
	}
	behind, left := map[int]int{}, len(tied)
	for _, group := range b.encounters(ids) {
		left -= len(group)
		for _, id := range group {
			behind[id] = left
		}
	}
	for i := range tied {
		tied[i].TieBreaks = append(tied[i].TieBreaks, behind[tied[i].ID])
	}
}
