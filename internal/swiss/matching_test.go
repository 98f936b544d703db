package swiss

import (
	"math/rand/v2"
	"testing"
)

// allMatchings visits all perfect matchings of the vertices that have no mate yet.
func allMatchings(n int, mates []int, allow func(i, j int) bool, visit func(mates []int)) {
	i := 0
	for i < n && mates[i] >= 0 {
		i++
	}
	if i == n {
		visit(mates)
		return
	}
	for j := i + 1; j < n; j++ {
		if mates[j] < 0 && allow(i, j) {
			mates[i], mates[j] = j, i
			allMatchings(n, mates, allow, visit)
			mates[i], mates[j] = -1, -1
		}
	}
}

// TestFace asks random questions about random graphs, and compares with all matchings.
func TestFace(t *testing.T) {
	empty := 0
	for seed := range 20 * *tournaments {
		rng := rand.New(rand.NewPCG(uint64(seed), 4))
		n := 2 + 2*rng.IntN(4)
		density := 0.3 + 0.7*rng.Float64()
		edges := map[[2]int]bool{}
		for j := range n {
			for i := range j {
				edges[[2]int{i, j}] = rng.Float64() < density
			}
		}
		allow := func(i, j int) bool { return edges[[2]int{i, j}] }
		f := newFace(n, allow)
		var best [][]int
		unmatched := make([]int, n)
		for i := range unmatched {
			unmatched[i] = -1
		}
		allMatchings(n, unmatched, allow, func(m []int) { best = append(best, append([]int(nil), m...)) })
		if (f == nil) != (len(best) == 0) {
			t.Fatalf("seed %d: %d matchings, face %v", seed, len(best), f)
		}
		if f == nil {
			empty++
			continue
		}
		for question := range 6 {
			weight := randomWeight(rng, n)
			sum := func(m []int) (s int64) {
				for i, j := range m {
					if i < j {
						s += weight(i, j)
					}
				}
				return s
			}
			most := sum(best[0])
			for _, m := range best {
				most = max(most, sum(m))
			}
			var kept [][]int
			for _, m := range best {
				if sum(m) == most {
					kept = append(kept, m)
				}
			}
			best = kept
			if got := f.maximize(weight); got != most {
				t.Fatalf("seed %d, question %d: the best matching has %d, expected %d", seed, question, got, most)
			}
		}
	}
	t.Logf("%d graphs without a perfect matching", empty)
}

func randomWeight(rng *rand.Rand, n int) func(i, j int) int64 {
	limit := []int{2, 3, 10, 1000}[rng.IntN(4)]
	w := make([]int64, n*n)
	for k := range w {
		w[k] = int64(rng.IntN(limit) - limit/2)
	}
	return func(i, j int) int64 { return w[i*n+j] }
}

// TestDuals checks in larger graphs that the duals prove the matching: no edge exceeds them, and both sums are equal.
func TestDuals(t *testing.T) {
	blossoms := 0
	for seed := range *tournaments / 5 {
		rng := rand.New(rand.NewPCG(uint64(seed), 5))
		n := 2 + 2*rng.IntN(30)
		weight := make([]int64, n*n)
		limit := []int64{2, 5, 1 << 30}[rng.IntN(3)]
		for i := range n {
			weight[i*n+i] = noEdge
			for j := range i {
				w := 2 * rng.Int64N(limit)
				if rng.IntN(4) == 0 && i%2 == 0 {
					w = noEdge
				}
				weight[i*n+j], weight[j*n+i] = w, w
			}
		}
		m := newMatcher(n, weight, nil)
		if !m.solve() {
			continue
		}
		lists := m.positive()
		primal, dual := int64(0), int64(0)
		for i := range n {
			dual += m.dual[i]
			for j := range i {
				_, z := common(lists, i, j)
				if weight[i*n+j] != noEdge && m.slack(i, j)+z < 0 {
					t.Fatalf("seed %d: edge %d-%d exceeds its duals", seed, i, j)
				}
			}
			if m.mate[i] < 0 || m.mate[m.mate[i]] != i {
				t.Fatalf("seed %d: vertex %d has no mate", seed, i)
			}
			if m.mate[i] < i {
				primal += weight[i*n+m.mate[i]]
			}
		}
		for i := range m.cycles {
			if c := &m.cycles[i]; len(c.children) > 0 {
				if c.dual < 0 {
					t.Fatalf("seed %d: a blossom has the dual %d", seed, c.dual)
				}
				if c.dual > 0 {
					blossoms++
				}
				dual += c.dual * int64(len(c.vertices)-1) / 2
			}
		}
		if primal != dual {
			t.Errorf("seed %d: weight %d, duals %d", seed, primal, dual)
		}
	}
	t.Logf("%d blossoms with a dual", blossoms)
}
