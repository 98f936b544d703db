package swiss

import "math"

// matcher finds a perfect matching of maximum weight in a graph: Edmonds' primal-dual algorithm with blossoms.
// It grows one alternating tree at a time, so all duals in a tree have the same parity and stay integers.
//
// Vertices are 0 to n-1. Blossoms are numbered, too: each vertex is one by itself, and numbers from n on are
// odd cycles of smaller blossoms.
type matcher struct {
	n      int
	weight []int64 // n×n, all even, or noEdge
	dual   []int64 // by vertex
	mate   []int   // by vertex, -1 without
	top    []int   // the outermost blossom of each vertex
	single []int   // 0 to n-1: a part of it lists the only vertex of a trivial blossom

	cycles []cycle // by blossom number minus n
	unused []int   // free numbers of blossoms

	// The state of one tree. The first two are by blossom, for outermost ones only.
	label  []label
	entry  []edge // how the tree reaches a blossom of label inner: from an outer vertex to one of its own
	lowest []int  // for each vertex that is not outer: the outer vertex with the least slack, or -1
	cross  []int  // for each outer vertex: the vertex of another outer blossom with the least slack, or -1
	queue  []int  // outer vertices whose edges are still to be looked at
}

type label uint8

const (
	outside label = iota // not in the tree
	outer                // an even number of edges from the root
	inner                // an odd number
)

// edge joins two vertices.
type edge struct{ from, to int }

func (e edge) reversed() edge { return edge{e.to, e.from} }

// cycle is a blossom of several smaller ones. The first child contains the base; edge i leads from child i to the next.
type cycle struct {
	children []int
	edges    []edge
	vertices []int
	base     int
	dual     int64 // even, never negative
	inside   bool  // part of another blossom
}

const noEdge = math.MinInt64

// newMatcher returns a matcher of n vertices for weights of half the given size; the matrix becomes the matcher's.
// The mates are a guess, which saves time when it is good.
func newMatcher(n int, weight []int64, mates []int) *matcher {
	m := &matcher{
		n: n, weight: weight, dual: make([]int64, n), mate: make([]int, n), top: make([]int, n),
		lowest: make([]int, n), cross: make([]int, n),
		label: make([]label, n), entry: make([]edge, n), single: make([]int, n),
	}
	for v := range n {
		m.top[v], m.single[v] = v, v
	}
	m.guess(mates)
	return m
}

// guess chooses duals that no edge exceeds, and matches edges without slack.
func (m *matcher) guess(mates []int) {
	for v := range m.n {
		m.mate[v] = -1
		best := int64(noEdge)
		for _, w := range m.weight[v*m.n : (v+1)*m.n] {
			best = max(best, w)
		}
		if best != noEdge {
			m.dual[v] = best / 2
		}
	}
	for v, w := range mates {
		if v < w && m.weight[v*m.n+w] != noEdge && m.slack(v, w) == 0 {
			m.mate[v], m.mate[w] = w, v
		}
	}
	for v := range m.n {
		if m.mate[v] >= 0 {
			continue
		}
		// Lower the dual as far as the edges allow. Prefer an edge to a vertex that is free as well.
		best, to := int64(noEdge), -1
		for x := range m.n {
			if w := m.weight[v*m.n+x]; w != noEdge {
				if need := w - m.dual[x]; need > best || need == best && m.mate[to] >= 0 && m.mate[x] < 0 {
					best, to = need, x
				}
			}
		}
		if to < 0 {
			continue
		}
		m.dual[v] = best
		if m.mate[to] < 0 {
			m.mate[v], m.mate[to] = to, v
		}
	}
}

// slack is how far the duals of two vertices exceed the weight of their edge, blossoms left aside.
func (m *matcher) slack(v, w int) int64 { return m.dual[v] + m.dual[w] - m.weight[v*m.n+w] }

// solve completes the matching. It returns false if the graph has no perfect matching.
func (m *matcher) solve() bool {
	for v := range m.n {
		if m.mate[v] < 0 && !m.augmentFrom(v) {
			return false
		}
	}
	return true
}

// augmentFrom grows a tree from a free vertex until it reaches another one, and swaps the edges between them.
func (m *matcher) augmentFrom(root int) bool {
	clear(m.label)
	for v := range m.n {
		m.lowest[v], m.cross[v] = -1, -1
	}
	m.queue = m.queue[:0]
	m.makeOuter(m.top[root])
	for {
		for len(m.queue) > 0 {
			v := m.queue[len(m.queue)-1]
			m.queue = m.queue[:len(m.queue)-1]
			m.scan(v)
		}
		delta, e, expand := m.step()
		if delta == math.MaxInt64 {
			return false
		}
		m.shift(delta)
		switch {
		case expand >= 0:
			m.expand(expand)
		case m.label[m.top[e.to]] == outer:
			m.shrink(e)
		default:
			b := m.top[e.to]
			if m.mate[m.base(b)] < 0 {
				m.augment(e)
				return true
			}
			m.label[b], m.entry[b] = inner, e
			m.makeOuter(m.top[m.mate[m.base(b)]])
		}
	}
}

// makeOuter labels an outermost blossom.
func (m *matcher) makeOuter(b int) {
	m.label[b] = outer
	m.queue = append(m.queue, m.vertices(b)...)
}

// scan looks at the edges of a new outer vertex.
func (m *matcher) scan(v int) {
	row := m.weight[v*m.n : (v+1)*m.n]
	for x, w := range row {
		if w == noEdge || m.top[x] == m.top[v] {
			continue
		}
		if m.label[m.top[x]] != outer {
			if s := m.lowest[x]; s < 0 || m.slack(v, x) < m.slack(s, x) {
				m.lowest[x] = v
			}
			continue
		}
		m.offerCross(v, x)
		m.offerCross(x, v)
	}
}

func (m *matcher) offerCross(v, x int) {
	if y := m.cross[v]; y < 0 || m.top[y] == m.top[v] || m.slack(v, x) < m.slack(v, y) {
		m.cross[v] = x
	}
}

// step finds the smallest change of the duals that lets the tree grow, close a cycle or open a blossom.
func (m *matcher) step() (delta int64, e edge, expand int) {
	delta, expand = math.MaxInt64, -1
	for v := range m.n {
		switch m.label[m.top[v]] {
		case outside:
			if s := m.lowest[v]; s >= 0 {
				if d := m.slack(s, v); d < delta {
					delta, e = d, edge{s, v}
				}
			}
		case outer:
			if x := m.crossOf(v); x >= 0 {
				if d := m.slack(v, x) / 2; d < delta {
					delta, e = d, edge{v, x}
				}
			}
		}
	}
	for i := range m.cycles {
		if c := &m.cycles[i]; len(c.children) > 0 && !c.inside && m.label[m.n+i] == inner {
			if d := c.dual / 2; d < delta {
				delta, expand = d, m.n+i
			}
		}
	}
	return delta, e, expand
}

// crossOf returns the best vertex of another outer blossom for an outer vertex, or -1. The one on record
// may be in the same blossom by now.
func (m *matcher) crossOf(v int) int {
	x := m.cross[v]
	if x < 0 || m.top[x] != m.top[v] {
		return x
	}
	m.cross[v] = -1
	for x, w := range m.weight[v*m.n : (v+1)*m.n] {
		if w != noEdge && m.top[x] != m.top[v] && m.label[m.top[x]] == outer {
			m.offerCross(v, x)
		}
	}
	return m.cross[v]
}

// shift changes the duals of the tree.
func (m *matcher) shift(delta int64) {
	if delta == 0 {
		return
	}
	for v := range m.n {
		switch m.label[m.top[v]] {
		case outer:
			m.dual[v] -= delta
		case inner:
			m.dual[v] += delta
		}
	}
	for i := range m.cycles {
		if c := &m.cycles[i]; len(c.children) > 0 && !c.inside {
			switch m.label[m.n+i] {
			case outer:
				c.dual += 2 * delta
			case inner:
				c.dual -= 2 * delta
			}
		}
	}
}
