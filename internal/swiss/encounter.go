package swiss

import (
	"cmp"
	"slices"
)

// encounters ranks tied players by the games among them (6). It returns groups, the best first; players
// of one group stay tied.
func (b *table) encounters(tied []int) [][]int {
	if len(tied) < 2 {
		return [][]int{tied}
	}
	points, missing := b.among(tied)
	order := slices.Clone(tied)
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(points[y], points[x]) })
	var groups [][]int
	if !slices.ContainsFunc(tied, func(id int) bool { return missing[id] > 0 }) {
		for i, id := range order {
			if i == 0 || points[id] != points[order[i-1]] {
				groups = append(groups, nil)
			}
			groups[len(groups)-1] = append(groups[len(groups)-1], id)
		}
	} else {
		groups = b.aloneOnTop(order, points, missing)
	}
	if len(groups) == 1 {
		return groups
	}
	var all [][]int
	for _, g := range groups {
		all = append(all, b.encounters(g)...)
	}
	return all
}

// aloneOnTop ranks players for as long as one is ahead of all others, whatever the missing games bring (6.3).
func (b *table) aloneOnTop(order []int, points, missing map[int]int) [][]int {
	low := func(id int) int { return points[id] + scale*missing[id]*b.Points.Of(Loss) }
	high := func(id int) int { return points[id] + scale*missing[id]*b.Points.Of(Win) }
	var groups [][]int
	for len(order) > 1 {
		top := slices.IndexFunc(order, func(id int) bool {
			return !slices.ContainsFunc(order, func(other int) bool { return other != id && high(other) >= low(id) })
		})
		if top < 0 {
			break
		}
		groups = append(groups, []int{order[top]})
		order = slices.Delete(slices.Clone(order), top, top+1)
	}
	return append(groups, order)
}

// scale makes averages of repeated games integers, for up to 7 of them and more that divide it.
const scale = 420

// among returns for each of the players the points of the games among them, times scale, and the number of those whom
// they have not met. Several games of two players count as their average. Forfeits are games in round robins only.
func (b *table) among(tied []int) (points, missing map[int]int) {
	points, missing = map[int]int{}, map[int]int{}
	for _, id := range tied {
		for _, other := range tied {
			if id == other {
				continue
			}
			sum, games := 0, 0
			for _, g := range b.players[id].Games {
				if g.Opponent == other && (g.Result.Played() || b.RoundRobin) {
					sum += b.Points.Of(g.Result)
					games++
				}
			}
			if games > 0 {
				points[id] += scale * sum / games
			} else if !b.RoundRobin {
				missing[id]++
			}
		}
	}
	return points, missing
}
