package tune

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
)

// Group describes a group of weights. Losses are over all positions, by the linear
// model.
type Group struct {
	Name             string
	Weights, Touched int
	Positions        int     // positions in which one of them matters
	Mean, Largest    float64 // change, in centipawns
	// Zeroed is the growth of the loss if all weights of the group are 0, Kept if they
	// stay as they were.
	Zeroed, Kept float64
}

// groups describes the groups of weights after a fit that changed the model's weights.
func (t *tuner) groups(m *model, change []float64) []Group {
	groups := make([]Group, len(t.weights.groups))
	for i, name := range t.weights.groups {
		groups[i].Name = name
	}
	touched := m.touched(len(change))
	now := t.weights.values()
	for i := range t.weights.all {
		g := &groups[t.weights.group[i]]
		g.Weights++
		if touched[i] {
			g.Touched++
			by := math.Abs(float64(now[i] - t.origin[i]))
			g.Mean += by
			g.Largest = max(g.Largest, by)
		}
	}
	zeroed, kept := make([]float64, len(groups)), make([]float64, len(groups))
	counts := make([]int, len(groups))
	for i := range t.data.samples {
		e, weight, by := m.row(uint32(i))
		for j, w := range weight {
			g := t.weights.group[w]
			e += float64(by[j]) * change[w]
			zeroed[g] -= float64(by[j]) * float64(now[w])
			kept[g] -= float64(by[j]) * float64(now[w]-t.origin[w])
			counts[g]++
		}
		target := t.target(uint32(i))
		square := func(e float64) float64 {
			miss := expectedScore(t.slope, e) - target
			return miss * miss
		}
		loss := square(e)
		for g := range groups {
			if counts[g] > 0 {
				groups[g].Positions++
				groups[g].Zeroed += square(e+zeroed[g]) - loss
				groups[g].Kept += square(e+kept[g]) - loss
			}
			zeroed[g], kept[g], counts[g] = 0, 0, 0
		}
	}
	for i := range groups {
		g := &groups[i]
		g.Mean /= float64(max(1, g.Touched))
		g.Zeroed /= float64(len(t.data.samples))
		g.Kept /= float64(len(t.data.samples))
	}
	return groups
}

// Report writes a table of the groups. Losses are in millionths.
func (r *Result) Report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(w, "weights\tnumber\tused\tpositions\tmean change\tlargest\tloss if 0\tloss if kept\t")
	for _, g := range r.Groups {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%.1f %%\t%.1f\t%.0f\t%+.1f\t%+.1f\t\n", g.Name, g.Weights, g.Touched,
			100*float64(g.Positions)/float64(r.Positions), g.Mean, g.Largest, 1e6*g.Zeroed, 1e6*g.Kept)
	}
	_, _ = fmt.Fprintln(w, "(changes in centipawns; losses in millionths, as increases)\t\t\t\t\t\t\t\t")
	return w.Flush()
}
