package atlas

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// related compares a measurement in two runs with games of their own: the correlation of the
// true values over all rankings, the noise of both taken out, with its standard error.
func (r *report) related(name string, other *report) (correlation, stdErr float64) {
	_, ours := r.spread(name)
	_, theirs := other.spread(name)
	a, b := r.means(name), other.means(name)
	of := func(pick []int) float64 {
		var x, y []float64
		for _, i := range pick {
			x, y = append(x, a[i]), append(y, b[i])
		}
		return stat.Correlation(x, y, nil) / math.Sqrt(ours*theirs)
	}
	all := make([]int, len(a))
	for i := range all {
		all[i] = i
	}
	return of(all), bootstrap(len(a), of)
}

// deeper writes whether the findings hold in games at more nodes.
func (r *report) deeper(b *strings.Builder, other *report) {
	line(b, "## More nodes\n")
	line(b, "Do the numbers depend on how little the engine thinks? It played %d more games of each ranking with %d "+
		"times the nodes (%d a move) and another seed. The correlation of the rankings in both, the noise of both taken "+
		"out, would be 1 if more thinking changed nothing but the level of all.\n",
		other.games[Plain], other.settings.Nodes/r.settings.Nodes, other.settings.Nodes)
	line(b, "| Measurement | Mean at %d nodes | Mean at %d nodes | True spread at %d | True spread at %d | Correlation |",
		r.settings.Nodes, other.settings.Nodes, r.settings.Nodes, other.settings.Nodes)
	line(b, "| --- | --- | --- | --- | --- | --- |")
	least, lowest := "", math.Inf(1)
	for _, name := range []string{"white", "draws", "moves", "leads", "captures"} {
		d := measurements[index(name)].decimals
		sd, _ := r.spread(name)
		otherSD, _ := other.spread(name)
		c, stdErr := r.related(name, other)
		if c < lowest {
			least, lowest = label(name), c
		}
		line(b, "| %s | %.*f | %.*f | %.*f | %.*f | %.2f ± %.2f |", label(name), d, stat.Mean(r.means(name), nil), d,
			stat.Mean(other.means(name), nil), d+1, sd, d+1, otherSD, c, stdErr)
	}
	line(b, "\n%s depends most on how deep the engine looks: what this page says of it is true of games with %d nodes a "+
		"move.\n", least, r.settings.Nodes)
}
