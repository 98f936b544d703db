package swiss

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// twin pairs a round by the letter of C.04.3: it makes all candidates of a bracket in the order of articles 3 and 4,
// evaluates each by all criteria, and takes the best, the earliest of equal ones. It shares with Pair
// only what it knows of one player (entrants) and of the colors of two (allocate).
type twin struct {
	players []*entrant // by rank
	first   Color
	byeMin  int // C5: the lowest score that a player with the bye may have, or -1 with an even number of players
}

// twinPair returns the pairs in the order of the brackets, as ranks, and the rank of the player with the bye or -1.
func twinPair(players []*entrant, first Color) (pairs [][2]int, bye int, ok bool) {
	w := &twin{players: players, first: first, byeMin: -1}
	all := make([]int, len(w.players))
	for i := range all {
		all[i] = i
	}
	if len(all)%2 == 1 {
		w.byeMin = math.MaxInt
		for i, e := range w.players {
			if e.byeAllowed && w.complete(without(all, i)) {
				w.byeMin = min(w.byeMin, e.score)
			}
		}
		if w.byeMin == math.MaxInt {
			return nil, -1, false
		}
	} else if !w.complete(all) {
		return nil, -1, false
	}
	var groups [][]int
	for i, e := range w.players {
		if i == 0 || w.players[i-1].score != e.score {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], i)
	}
	var mdps []int
	for g := range groups {
		best := w.bracket(mdps, groups[g:])
		pairs = append(pairs, best.pairs...)
		mdps = best.down
	}
	bye = -1
	if len(mdps) == 1 {
		bye = mdps[0]
	}
	return pairs, bye, true
}

func without(list []int, gone ...int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return slices.Contains(gone, i) })
}

// complete says whether an even number of players can all be paired by C1 and C3.
func (w *twin) complete(list []int) bool {
	if len(list) == 0 {
		return true
	}
	for _, j := range list[1:] {
		if compatible(w.players[list[0]], w.players[j]) && w.complete(without(list, list[0], j)) {
			return true
		}
	}
	return false
}

// byes returns which of the players may get the bye so that the others can be paired (C1–C5).
func (w *twin) byes(list []int) []int {
	var all []int
	for _, i := range list {
		if e := w.players[i]; e.byeAllowed && e.score == w.byeMin && w.complete(without(list, i)) {
			all = append(all, i)
		}
	}
	return all
}

// completable is C4 and C5 for the players not yet paired.
func (w *twin) completable(list []int) bool {
	if w.byeMin < 0 {
		return w.complete(list)
	}
	return len(w.byes(list)) > 0
}

// candidate is a pairing of a bracket.
type candidate struct {
	pairs [][2]int // the higher ranked player first
	down  []int    // by rank
}

func (c candidate) key() string {
	pairs := slices.Clone(c.pairs)
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return fmt.Sprint(pairs)
}

// bracket returns the best candidate of the bracket of groups[0] and players moved down.
func (w *twin) bracket(mdps []int, groups [][]int) candidate {
	var best candidate
	var bestValues []int
	seen := map[string]bool{}
	w.generate(mdps, groups[0], func(c candidate) {
		key := c.key()
		if seen[key] {
			return
		}
		seen[key] = true
		for _, p := range c.pairs { // C1, C3
			if !compatible(w.players[p[0]], w.players[p[1]]) {
				return
			}
		}
		if !w.completable(slices.Concat(c.down, slices.Concat(groups[1:]...))) {
			return
		}
		values := w.values(c, mdps, groups)
		if bestValues == nil || slices.Compare(values, bestValues) < 0 {
			best, bestValues = c, values
		}
	})
	return best
}

// generate makes all candidates in the order of article 3, for each number of pairs of the bracket and
// each number of players moved down among them. Candidates with different numbers differ in C6 or C7.
func (w *twin) generate(mdps, residents []int, visit func(candidate)) {
	size := len(mdps) + len(residents)
	for maxPairs := size / 2; maxPairs >= 0; maxPairs-- {
		for m1 := min(len(mdps), maxPairs, len(residents)); m1 >= 0; m1-- {
			if (maxPairs-m1)*2 > len(residents)-m1 {
				continue
			}
			for _, s1 := range subsets(len(mdps), m1) { // 4.4
				limbo := make([]int, 0)
				var paired []int
				for k, i := range mdps {
					if slices.Contains(s1, k) {
						paired = append(paired, i)
					} else {
						limbo = append(limbo, i)
					}
				}
				for _, s2 := range arrangements(residents, m1) { // 4.2
					var pairs [][2]int
					for k, i := range paired {
						pairs = append(pairs, [2]int{i, s2[k]})
					}
					w.remainder(pairs, limbo, without(residents, s2...), maxPairs-m1, visit)
				}
			}
		}
	}
}

// remainder makes all candidates of a remainder or a homogeneous bracket (3.6).
func (w *twin) remainder(made [][2]int, limbo, players []int, n int, visit func(candidate)) {
	for _, x := range exchanges(n, len(players)) {
		s1, s2 := x.apply(players, n)
		for _, order := range arrangements(s2, n) {
			c := candidate{pairs: slices.Clone(made), down: slices.Concat(limbo, without(s2, order...))}
			for k, i := range s1 {
				c.pairs = append(c.pairs, [2]int{min(i, order[k]), max(i, order[k])})
			}
			visit(c)
		}
	}
}

// subsets returns the subsets of a size of 0..n-1, the one with the smallest differing number first.
func subsets(n, size int) [][]int {
	var all [][]int
	for mask := range 1 << n {
		var s []int
		for i := range n {
			if mask>>i&1 == 1 {
				s = append(s, i)
			}
		}
		if len(s) == size {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// arrangements returns the ordered choices of a number of players, in lexicographic order.
func arrangements(list []int, size int) [][]int {
	if size == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, i := range list {
		for _, rest := range arrangements(without(list, i), size-1) {
			all = append(all, append([]int{i}, rest...))
		}
	}
	return all
}

// exchange swaps in-bracket sequence numbers, from 1, between the original S1 and S2.
type exchange struct{ out, in []int }

func (x exchange) apply(players []int, n int) (s1, s2 []int) {
	for k, i := range players {
		number := k + 1
		if number <= n != (slices.Contains(x.out, number) || slices.Contains(x.in, number)) {
			s1 = append(s1, i)
		} else {
			s2 = append(s2, i)
		}
	}
	return s1, s2
}

// exchanges returns all exchanges between S1 = 1..n and S2 = n+1..size in the order of 4.3, none first.
func exchanges(n, size int) []exchange {
	var all []exchange
	for k := 0; k <= min(n, size-n); k++ {
		for _, out := range subsets(n, k) {
			for _, in := range subsets(size-n, k) {
				var x exchange
				for _, i := range out {
					x.out = append(x.out, i+1)
				}
				for _, i := range in {
					x.in = append(x.in, i+n+1)
				}
				all = append(all, x)
			}
		}
	}
	sum := func(list []int) (s int) {
		for _, i := range list {
			s += i
		}
		return s
	}
	slices.SortStableFunc(all, func(a, b exchange) int {
		if c := cmp.Compare(len(a.out), len(b.out)); c != 0 {
			return c
		}
		if c := cmp.Compare(sum(a.in)-sum(a.out), sum(b.in)-sum(b.out)); c != 0 {
			return c
		}
		for k := len(a.out) - 1; k >= 0; k-- { // the largest differing number moved out of S1
			if c := cmp.Compare(b.out[k], a.out[k]); c != 0 {
				return c
			}
		}
		for k := range a.in { // the smallest differing number moved out of S2
			if c := cmp.Compare(a.in[k], b.in[k]); c != 0 {
				return c
			}
		}
		return 0
	})
	return all
}

// values returns the failure values of a candidate, C6 first. Smaller is better.
func (w *twin) values(c candidate, mdps []int, groups [][]int) []int {
	isMDP := func(i int) bool { return slices.Contains(mdps, i) }
	residentScore := w.players[groups[0][0]].score
	list := []int{len(c.down)}                   // C6
	list = append(list, w.descending(c.down)...) // C7
	if len(groups) > 1 {                         // C8
		next := []int{math.MaxInt}
		w.allPairings(c.down, groups[1], nil, nil, func(d candidate) {
			if w.completable(slices.Concat(d.down, slices.Concat(groups[2:]...))) {
				v := append([]int{len(d.down)}, w.descending(d.down)...)
				if slices.Compare(v, next) < 0 {
					next = v
				}
			}
		})
		list = append(list, next...)
	}
	rest := slices.Concat(c.down, slices.Concat(groups[1:]...))
	if w.byeMin >= 0 && len(c.down) == 1 { // C9
		if all := w.byes(rest); len(all) == 1 && all[0] == c.down[0] {
			list = append(list, w.players[c.down[0]].unplayed)
		}
	}
	var f faults
	family := 0 // see Player.Group
	for _, p := range c.pairs {
		family += toInt(related(w.players[p[0]], w.players[p[1]]))
		g := colorFaults(w.players[p[0]], w.players[p[1]], w.first)
		f.wide, f.triple, f.refused, f.strong = f.wide+g.wide, f.triple+g.triple, f.refused+g.refused, f.strong+g.strong
	}
	list = append(list, family, int(f.wide), int(f.triple), int(f.refused), int(f.strong)) // C10–C13
	var differences []int
	for back := range 2 {
		down, up := 0, 0
		for _, i := range c.down {
			if !isMDP(i) && w.players[i].down[back] {
				down++
			}
		}
		var downs, ups []int
		for _, i := range c.down {
			if isMDP(i) && w.players[i].down[back] {
				// A downfloater's score difference is that to a score one point below the bracket's.
				downs = append(downs, w.players[i].score-(residentScore-2))
			}
		}
		for _, p := range c.pairs {
			if !isMDP(p[0]) {
				continue
			}
			d := w.players[p[0]].score - w.players[p[1]].score
			if w.players[p[0]].down[back] {
				downs = append(downs, d)
			}
			if w.players[p[1]].up[back] {
				up++
				ups = append(ups, d)
			}
		}
		list = append(list, down, up) // C14–C17
		slices.SortFunc(downs, func(a, b int) int { return b - a })
		slices.SortFunc(ups, func(a, b int) int { return b - a })
		differences = append(append(differences, downs...), ups...)
	}
	return append(list, differences...) // C18–C21
}

// descending returns scores, the highest first.
func (w *twin) descending(list []int) []int {
	var all []int
	for _, i := range list {
		all = append(all, w.players[i].score)
	}
	slices.SortFunc(all, func(a, b int) int { return b - a })
	return all
}

// allPairings visits all sets of compatible pairs of a bracket.
func (w *twin) allPairings(mdps, residents []int, pairs [][2]int, down []int, visit func(candidate)) {
	if len(mdps) > 0 {
		i := mdps[0]
		w.allPairings(mdps[1:], residents, pairs, append(slices.Clone(down), i), visit)
		for _, j := range residents {
			if compatible(w.players[i], w.players[j]) {
				w.allPairings(mdps[1:], without(residents, j), append(slices.Clone(pairs), [2]int{i, j}), down, visit)
			}
		}
		return
	}
	if len(residents) > 0 {
		i := residents[0]
		w.allPairings(nil, residents[1:], pairs, append(slices.Clone(down), i), visit)
		for _, j := range residents[1:] {
			if compatible(w.players[i], w.players[j]) {
				w.allPairings(nil, without(residents, i, j), append(slices.Clone(pairs), [2]int{i, j}), down, visit)
			}
		}
		return
	}
	visit(candidate{pairs: pairs, down: down})
}

// text lists pairs for a message.
func pairsText(pairs [][2]int, bye int) string {
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	var s strings.Builder
	for _, p := range pairs {
		fmt.Fprintf(&s, "%d-%d ", p[0], p[1])
	}
	fmt.Fprintf(&s, "bye %d", bye)
	return s.String()
}
