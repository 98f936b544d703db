package swiss

import (
	"cmp"
	"slices"
)

// entrant is a player to be paired, with all that the criteria ask of the past rounds.
type entrant struct {
	id         int
	number     int // the rank among all who take part, for 5.2.5
	score      int
	colors     []Color // of played games
	diff       int     // color difference: games with white minus games with black (1.6)
	preference Color
	strength   strength
	met        map[int]bool // opponents of played games
	byeAllowed bool         // C2
	unplayed   int          // rounds without a game (C9)
	topscorer  bool         // 1.8
	group      int          // of players who should not meet; 0: none
	apart      bool         // they never do
	down, up   [2]bool      // floats of the last round and of the round before it (1.4)
}

// entrants returns the players to be paired, in the order of 1.2: by score, then by pairing number.
func (t *Tournament) entrants() []*entrant {
	points := t.Points.orStandard()
	scores := t.scoresByRound()
	last := t.Rounds > 0 && len(t.Players) > 0 && len(t.Players[0].Games) == t.Rounds-1
	numbers := t.numbers()
	var all []*entrant
	for _, p := range t.Players {
		if p.Absent {
			continue
		}
		e := &entrant{
			id: p.ID, number: numbers[p.ID], met: map[int]bool{}, byeAllowed: true, group: p.Group, apart: t.Apart,
		}
		rounds := len(p.Games)
		e.score = scores[p.ID][rounds]
		for _, g := range p.Games {
			if g.Result.Played() {
				e.colors = append(e.colors, g.Color)
				e.met[g.Opponent] = true
				continue
			}
			e.unplayed++
			if g.Result == PairingBye || points.Of(g.Result) >= points.Win {
				e.byeAllowed = false
			}
		}
		for back := range min(2, rounds) {
			r := rounds - 1 - back
			e.down[back], e.up[back] = floats(p.Games[r], r, scores[p.ID], scores, points)
		}
		e.topscorer = last && 2*e.score > rounds*points.Win
		e.setColors()
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *entrant) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	return all
}

// numbers returns for each pairing number its rank among the players who have been in a pairing, or are in the coming
// one. Numbers are provisional until all have arrived (C.04.2, article 2), so those who never came do not count.
func (t *Tournament) numbers() map[int]int {
	var ids []int
	for _, p := range t.Players {
		if !p.Absent ||
			slices.ContainsFunc(p.Games, func(g Game) bool { return g.Result.paired() || g.Result == PairingBye }) {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	numbers := make(map[int]int, len(ids))
	for k, id := range ids {
		numbers[id] = k + 1
	}
	return numbers
}

// scoresByRound returns for each pairing number the scores before each round, and after the last.
func (t *Tournament) scoresByRound() map[int][]int {
	scores := make(map[int][]int, len(t.Players))
	for _, p := range t.Players {
		s := make([]int, len(p.Games)+1)
		for r, g := range p.Games {
			s[r+1] = s[r] + t.Points.Of(g.Result)
		}
		scores[p.ID] = s
	}
	return scores
}

// floats says whether the player floated down or up in a round (1.4.2–1.4.4).
func floats(g Game, round int, own []int, scores map[int][]int, points Points) (down, up bool) {
	if !g.Result.Played() {
		return g.Result == PairingBye || points.Of(g.Result) > points.Loss, false
	}
	other := scores[g.Opponent][round]
	return own[round] > other, own[round] < other
}

// related says whether two players are of one group.
func related(a, b *entrant) bool { return a.group > 0 && a.group == b.group }

// compatible says whether two players may meet (C1, C3).
func compatible(a, b *entrant) bool {
	if a.met[b.id] || a.apart && related(a, b) {
		return false
	}
	if a.strength == absolute && b.strength == absolute && a.preference == b.preference {
		return a.topscorer || b.topscorer
	}
	return true
}
