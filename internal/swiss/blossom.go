package swiss

import "slices"

// base returns the vertex of a blossom that is not matched within it.
func (m *matcher) base(b int) int {
	if b < m.n {
		return b
	}
	return m.cycles[b-m.n].base
}

// vertices returns all vertices of a blossom.
func (m *matcher) vertices(b int) []int {
	if b < m.n {
		return m.single[b : b+1]
	}
	return m.cycles[b-m.n].vertices
}

// shrink makes a blossom of the cycle that an edge between two outer blossoms of the tree closes.
func (m *matcher) shrink(e edge) {
	ancestor := m.ancestor(m.top[e.from], m.top[e.to])
	down, downEdges := m.climb(m.top[e.from], ancestor)
	up, upEdges := m.climb(m.top[e.to], ancestor)
	slices.Reverse(down)
	slices.Reverse(downEdges)
	for i := range downEdges {
		downEdges[i] = downEdges[i].reversed()
	}
	c := cycle{
		children: slices.Concat([]int{ancestor}, down, up),
		edges:    slices.Concat(downEdges, []edge{e}, upEdges),
		base:     m.base(ancestor),
	}
	for _, child := range c.children {
		c.vertices = append(c.vertices, m.vertices(child)...)
		if child >= m.n {
			m.cycles[child-m.n].inside = true
		}
	}
	b := m.number(c)
	for _, child := range c.children {
		if m.label[child] == inner {
			m.queue = append(m.queue, m.vertices(child)...)
		}
	}
	for _, v := range c.vertices {
		m.top[v] = b
	}
	m.label[b] = outer
}

// number stores a blossom under a free number.
func (m *matcher) number(c cycle) int {
	if k := len(m.unused); k > 0 {
		b := m.unused[k-1]
		m.unused = m.unused[:k-1]
		m.cycles[b-m.n] = c
		return b
	}
	m.cycles = append(m.cycles, c)
	m.label = append(m.label, outside)
	m.entry = append(m.entry, edge{})
	return m.n + len(m.cycles) - 1
}

// ancestor returns the last common blossom on the ways from two outer blossoms to the root.
func (m *matcher) ancestor(a, b int) int {
	seen := map[int]bool{}
	for x := a; x >= 0; x = m.parent(x) {
		seen[x] = true
	}
	for !seen[b] {
		b = m.parent(b)
	}
	return b
}

// parent returns the outer blossom before another one in the tree, or -1 for the root.
func (m *matcher) parent(b int) int {
	mate := m.mate[m.base(b)]
	if mate < 0 {
		return -1
	}
	return m.top[m.entry[m.top[mate]].from]
}

// climb lists the blossoms from an outer one up to an ancestor, which is not in the list, and the edges between them.
func (m *matcher) climb(b, ancestor int) (blossoms []int, edges []edge) {
	for b != ancestor {
		base := m.base(b)
		in := m.top[m.mate[base]]
		way := m.entry[in].reversed()
		blossoms = append(blossoms, b, in)
		edges = append(edges, edge{base, m.mate[base]}, way)
		b = m.top[way.to]
	}
	return blossoms, edges
}

// expand dissolves an inner blossom without a dual. Those of its children that are on the way through it
// stay in the tree.
func (m *matcher) expand(b int) {
	c := m.cycles[b-m.n]
	e := m.entry[b]
	m.label[b] = outside
	at := 0
	for i, child := range c.children {
		for _, v := range m.vertices(child) {
			m.top[v] = child
			if v == e.to {
				at = i
			}
		}
		if child >= m.n {
			m.cycles[child-m.n].inside = false
		}
		m.label[child] = outside
	}
	m.cycles[b-m.n] = cycle{}
	m.unused = append(m.unused, b)
	// Matched children are neighbors: 1 with 2, 3 with 4. An even number of edges leads to the base either
	// backwards or forwards.
	k := len(c.children)
	for {
		m.label[c.children[at]], m.entry[c.children[at]] = inner, e
		if at == 0 {
			return
		}
		if at%2 == 0 {
			m.makeOuter(c.children[at-1])
			at -= 2
			e = c.edges[at].reversed()
		} else {
			m.makeOuter(c.children[at+1])
			e = c.edges[at+1]
			at = (at + 2) % k
		}
	}
}

// augment matches the ends of an edge from an outer vertex to a free blossom, and swaps matched and
// unmatched edges up to the root.
func (m *matcher) augment(e edge) {
	m.rebase(m.top[e.to], e.to)
	m.mate[e.to] = e.from
	for {
		b := m.top[e.from]
		before := m.mate[m.base(b)]
		m.rebase(b, e.from)
		m.mate[e.from] = e.to
		if before < 0 {
			return
		}
		in := m.top[before]
		e = m.entry[in]
		m.rebase(in, e.to)
		m.mate[e.to] = e.from
	}
}

// rebase makes a vertex the base of a blossom and matches the others within it.
func (m *matcher) rebase(b, v int) {
	if b < m.n || m.cycles[b-m.n].base == v {
		return
	}
	c := &m.cycles[b-m.n]
	at := slices.IndexFunc(c.children,
		func(child int) bool { return child == v || child >= m.n && slices.Contains(m.vertices(child), v) })
	c.children = slices.Concat(c.children[at:], c.children[:at])
	c.edges = slices.Concat(c.edges[at:], c.edges[:at])
	c.base = v
	m.rebase(c.children[0], v)
	for i := 1; i < len(c.children); i += 2 {
		e := c.edges[i]
		m.rebase(c.children[i], e.from)
		m.rebase(c.children[i+1], e.to)
		m.mate[e.from], m.mate[e.to] = e.to, e.from
	}
}
