package swiss

import "math/bits"

// face is a set of perfect matchings: all those that were best at every question asked so far. In the polytope of
// matchings it is a face, hence the name.
//
// By complementary slackness, a matching is one of maximum weight exactly if it uses only edges without
// slack and leaves each blossom with a positive dual by one edge. So the edges without slack and, for
// each, the number of those blossoms that it leaves describe all matchings of maximum weight: they are
// those of such edges with the smallest sum of these numbers.
type face struct {
	n      int
	ids    []int   // what the vertices stand for, ascending
	allow  []bool  // n×n
	leaves []int32 // n×n: blossoms that the edge leaves
	mates  []int   // one matching of the set, by vertex
}

// newFace returns the set of all perfect matchings of n vertices by edges that meet a condition, or nil
// if there is none.
func newFace(n int, condition func(i, j int) bool) *face {
	f := &face{n: n, ids: make([]int, n), allow: make([]bool, n*n), leaves: make([]int32, n*n)}
	for i := range n {
		f.ids[i] = i
		for j := range i {
			ok := condition(j, i)
			f.allow[i*n+j], f.allow[j*n+i] = ok, ok
		}
	}
	if !f.refine(make([]int64, n*n), 0) {
		return nil
	}
	return f
}

// clone returns a copy.
func (f *face) clone() *face {
	c := *f
	c.allow = append([]bool(nil), f.allow...)
	c.leaves = append([]int32(nil), f.leaves...)
	c.mates = append([]int(nil), f.mates...)
	return &c
}

// bits is the number of bits that a weight may have: the duals of a matching must fit into 64 bits.
func (f *face) bits() int { return 61 - 3*bits.Len(uint(f.n)) }

// maximize keeps the matchings with the greatest sum of weights, and returns that sum. The weight is asked for what two
// vertices stand for, the lower first. Its range is limited by bits.
func (f *face) maximize(weight func(i, j int) int64) int64 {
	w := make([]int64, f.n*f.n)
	low, high, first := int64(0), int64(0), true
	for i := range f.n {
		for j := i + 1; j < f.n; j++ {
			if !f.allow[i*f.n+j] {
				continue
			}
			x := weight(f.ids[i], f.ids[j])
			w[i*f.n+j], w[j*f.n+i] = x, x
			if first {
				low, high, first = x, x, false
			}
			low, high = min(low, x), max(high, x)
		}
	}
	if low < high {
		for k := range w {
			w[k] -= low
		}
		if !f.refine(w, high-low) {
			panic("swiss: a set of pairings became empty")
		}
	}
	return f.sum(weight)
}

// sum returns the sum of weights of a matching of the set.
func (f *face) sum(weight func(i, j int) int64) int64 {
	sum := int64(0)
	for i, j := range f.mates {
		if i < j {
			sum += weight(f.ids[i], f.ids[j])
		}
	}
	return sum
}

// refine keeps the matchings with the greatest sum of weights from 0 to high. It returns false if the set is empty.
func (f *face) refine(weight []int64, high int64) bool {
	n := f.n
	penalty := high*int64(n/2) + 1
	for k := range weight {
		if f.allow[k] {
			weight[k] = 2 * (weight[k] - penalty*int64(f.leaves[k]))
		} else {
			weight[k] = noEdge
		}
	}
	m := newMatcher(n, weight, f.mates)
	if !m.solve() {
		return false
	}
	f.mates = m.mate
	parents := m.positive()
	for i := range n {
		for j := i + 1; j < n; j++ {
			k, l := i*n+j, j*n+i
			if !f.allow[k] {
				continue
			}
			shared, dual := common(parents, i, j)
			f.allow[k] = m.slack(i, j)+dual == 0
			f.leaves[k] = int32(len(parents[i]) + len(parents[j]) - 2*shared)
			f.allow[l], f.leaves[l] = f.allow[k], f.leaves[k]
		}
	}
	return true
}

// held is a blossom with a positive dual.
type held struct {
	number int
	dual   int64
}

// positive lists for each vertex the blossoms around it that have a positive dual, the outermost first.
func (m *matcher) positive() [][]held {
	lists := make([][]held, m.n)
	var walk func(b int, around []held)
	walk = func(b int, around []held) {
		if b < m.n {
			lists[b] = around
			return
		}
		c := &m.cycles[b-m.n]
		if c.dual > 0 {
			around = append(around[:len(around):len(around)], held{b, c.dual})
		}
		for _, child := range c.children {
			walk(child, around)
		}
	}
	done := make([]bool, m.n+len(m.cycles))
	for v := range m.n {
		if b := m.top[v]; !done[b] {
			done[b] = true
			walk(b, nil)
		}
	}
	return lists
}

// common returns how many blossoms contain two vertices, and the sum of their duals.
func common(lists [][]held, i, j int) (count int, dual int64) {
	a, b := lists[i], lists[j]
	for k := 0; k < len(a) && k < len(b) && a[k].number == b[k].number; k++ {
		count++
		dual += a[k].dual
	}
	return count, dual
}

// mate returns what the mate of a vertex stands for in a matching of the set, or -1 for a vertex that is gone.
func (f *face) mate(id int) int {
	for i, x := range f.ids {
		if x == id {
			return f.ids[f.mates[i]]
		}
	}
	return -1
}

// without removes vertices that are matched with one another.
func (f *face) without(gone map[int]bool) *face {
	var keep []int
	at := make([]int, f.n)
	for i, id := range f.ids {
		if !gone[id] {
			at[i] = len(keep)
			keep = append(keep, i)
		}
	}
	n := len(keep)
	c := &face{n: n, ids: make([]int, n), allow: make([]bool, n*n), leaves: make([]int32, n*n), mates: make([]int, n)}
	for i, k := range keep {
		c.ids[i] = f.ids[k]
		c.mates[i] = at[f.mates[k]]
		for j, l := range keep {
			c.allow[i*n+j], c.leaves[i*n+j] = f.allow[k*f.n+l], f.leaves[k*f.n+l]
		}
	}
	return c
}
