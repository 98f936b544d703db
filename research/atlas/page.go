package atlas

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/atlastable"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// writePage writes the page of the manual. deeper is a run at more nodes.
func (r *report) writePage(w io.Writer, picks []atlastable.Pick, deeper *report) error {
	b := &strings.Builder{}
	r.intro(b)
	r.fairness(b)
	r.broken(b)
	r.betterGames(b)
	r.orders(b)
	r.inversions(b)
	r.options(b)
	r.deeper(b, deeper)
	r.tenToPlay(b, picks)
	r.again(b, deeper)
	_, err := io.WriteString(w, b.String())
	return err
}

func line(b *strings.Builder, format string, args ...any) {
	_, _ = fmt.Fprintf(b, format+"\n", args...)
}

// name returns the six letters of a ranking in upper case.
func name(i int) string { return strings.ToUpper(Rankings[i].String()) }

// names lists rankings.
func names(list []int) string {
	if len(list) == 0 {
		return "none"
	}
	var all []string
	for _, i := range list {
		all = append(all, name(i))
	}
	return strings.Join(all, ", ")
}

// value formats an estimate with its standard error.
func (r *report) value(measurement string, ranking int) string {
	m := measurements[index(measurement)]
	e := r.estimates[index(measurement)][ranking]
	if math.IsNaN(e.mean) {
		return "–"
	}
	return fmt.Sprintf("%.*f ± %.*f", m.decimals, e.mean, m.decimals, e.stdErr)
}

// rows writes a table of rankings with measurements.
func (r *report) rows(b *strings.Builder, rankings []int, columns ...string) {
	head := []string{"Ranking"}
	for _, c := range columns {
		head = append(head, label(c))
	}
	line(b, "| %s |", strings.Join(head, " | "))
	line(b, "|%s", strings.Repeat(" --- |", len(head)))
	for _, i := range rankings {
		cells := []string{name(i)}
		for _, c := range columns {
			cells = append(cells, r.value(c, i))
		}
		line(b, "| %s |", strings.Join(cells, " | "))
	}
	line(b, "")
}

// overview are the measurements of tables of rankings.
var overview = []string{"white", "draws", "moves", "leads", "skill"}

func (r *report) intro(b *strings.Builder) {
	line(b, "# The 720 rankings of Diminuendo Chess\n")
	line(b, "What %d self-play games say about the 720 rankings: which are fair, which are broken, and what their order "+
		"explains. `make atlas` writes this page; do not edit it.\n", r.total)
	line(b, "The engine played %d games of each ranking with itself, %d nodes a move, after %d random plies; openings "+
		"that move the score by more than two pawns were replaced. In %d more games of each ranking one side had %d times "+
		"the nodes of the other, each opening "+
		"with either color. Values after ± are standard errors of that one ranking. Where many rankings are compared at "+
		"once, findings are corrected so that %.0f %% of those of one question are expected to be false (Benjamini and "+
		"Hochberg). "+
		"So few nodes make quick games with mistakes of both sides: the numbers say how such games go, not who wins with "+
		"perfect play.\n", r.games[Plain], r.settings.Nodes, OpeningPlies, r.games[Skill], SkillFactor, 100*falseShare)
	line(b, "The table is in [rankings.csv](https://github.com/wane-chess/wane/blob/main/docs/rankings.csv), as JSON at "+
		"`/api/atlas`, and as a map on the page of the rankings, `/learn/diminuendo/rankings`. `wane atlas show RANKING` "+
		"prints one ranking.\n")
	line(b, "## All rankings\n")
	line(b, "| Measurement | Smallest | Median | Largest | KQRNBP | True spread | Not noise |")
	line(b, "| --- | --- | --- | --- | --- | --- | --- |")
	for _, m := range measurements {
		if r.games[m.section] == 0 {
			continue
		}
		all := r.means(m.name)
		slices.Sort(all)
		sd, reliable := r.spread(m.name)
		line(b, "| %s | %.*f | %.*f | %.*f | %s | %.*f | %.0f %% |", label(m.name), m.decimals, all[0], m.decimals,
			stat.Quantile(0.5, stat.Empirical, all, nil), m.decimals, all[len(all)-1], r.value(m.name, 0), m.decimals+1, sd,
			100*reliable)
	}
	line(b, "\n*True spread* is the standard deviation between rankings without the noise of the estimates; *not noise* "+
		"is the share of the variance that is true.\n")
	line(b, "![Each ranking by its draws and White's score](rankings-fair.png)\n")
	line(b, "![Each ranking by its length and its lead changes](rankings-long.png)\n")
	line(b, "![Each ranking by its lead changes and the stronger side's score](rankings-deep.png)\n")
}

func (r *report) fairness(b *strings.Builder) {
	unfair := r.unfair()
	favored := 0
	for _, i := range unfair {
		if r.estimates[index("white")][i].mean > 50 {
			favored++
		}
	}
	sd, _ := r.spread("white")
	mean := stat.Mean(r.means("white"), nil)
	best, _ := r.shrunk("white")
	line(b, "## Fair games\n")
	line(b, "Over all rankings White scores %.1f %%; the true spread between rankings is %.1f points. White's score "+
		"differs from 50 %% in %d of 720 rankings (%d for White, %d for Black); the others are fair as far as these games "+
		"show, which is no promise for deeper play ([More nodes](rankings.md#more-nodes)). "+
		"About %.0f are more than 5 points from fair. The largest advantages, with the best guess, which corrects for "+
		"having picked the extremes:\n", mean, sd, len(unfair), favored, len(unfair)-favored, r.farFrom("white", 50, 5))
	line(b, "| For White | Score | Best guess | For Black | Score | Best guess |")
	line(b, "| --- | --- | --- | --- | --- | --- |")
	high, low := top(best, 8, true), top(best, 8, false)
	for k := range high {
		line(b, "| %s | %s | %.1f | %s | %s | %.1f |", name(high[k]), r.value("white", high[k]), best[high[k]], name(low[k]),
			r.value("white", low[k]), best[low[k]])
	}
	line(b, "")
}

func (r *report) broken(b *strings.Builder) {
	line(b, "## Broken games\n")
	line(b, "A ranking is *won at once* if its games last less than 12 moves on average, *always drawn* if more than "+
		"half of its games are drawn, and *never ends* if more than 5 %% of its games reach %d moves, "+
		"corrected for 720 comparisons.\n", MaxPlies/2)
	line(b, "- Won at once: %s.", names(r.beyond("moves", 12, -1)))
	line(b, "- Always drawn: %s.", names(r.beyond("draws", 50, 1)))
	line(b, "- Never ends: %s.\n", names(r.beyond("tooLong", 5, 1)))
	line(b, "The shortest games:\n")
	r.rows(b, top(r.means("moves"), 6, false), overview...)
	line(b, "The longest games:\n")
	r.rows(b, top(r.means("moves"), 6, true), overview...)
	line(b, "The most draws:\n")
	r.rows(b, top(r.means("draws"), 6, true), "draws", "stalemate", "repetition", "fifty", "dead", "tooLong")
}

func (r *report) betterGames(b *strings.Builder) {
	line(b, "## Better than KQRNBP\n")
	if r.games[Skill] == 0 {
		return
	}
	measured, found := r.better()
	line(b, "Four measures say that a game is better: White's score is nearer to 50 %%, fewer games are drawn, the lead "+
		"changes more often, and the stronger side scores more. "+
		"As measured, %d of 719 rankings are better than the inventor's by all four; in %d the weakest of the four "+
		"differences is significant, corrected for 719 comparisons.\n", len(measured), len(found))
	if len(found) == 0 {
		found = measured
	}
	r.rows(b, append([]int{0}, found[:min(len(found), 12)]...), overview...)
}

func (r *report) orders(b *strings.Builder) {
	line(b, "## What the order explains\n")
	line(b, "A linear model predicts each measurement of rankings that it has not seen (%d-fold cross-validation, %d "+
		"times, ridge regression) from the places of the six types, and then also from what becomes what. The last column "+
		"is the most that any model can explain, since the rest is noise.\n", folds, repeats)
	line(b, "| Measurement | By places | And by what becomes what | Most possible |")
	line(b, "| --- | --- | --- | --- |")
	for _, m := range append(slices.Clone(overview), "captures", "left", "branching", "first", "kingsGained") {
		if r.games[measurements[index(m)].section] == 0 {
			continue
		}
		_, most := r.spread(m)
		places, placesErr := r.explained(m, false)
		becomes, becomesErr := r.explained(m, true)
		line(b, "| %s | %.0f ± %.0f %% | %.0f ± %.0f %% | %.0f %% |", label(m), 100*places, 100*placesErr, 100*becomes,
			100*becomesErr, 100*most)
	}
	line(b, "")
	for _, m := range []string{"moves", "leads", "white"} {
		means, stdErr := r.byPlace(m)
		line(b, "%s by the place of each type, mean over the 120 rankings that have it there (± %.*f each, from the noise "+
			"of the games):\n", label(m), measurements[index(m)].decimals+1, stdErr)
		line(b, "| Type | First | Second | Third | Fourth | Fifth | Last |")
		line(b, "| --- | --- | --- | --- | --- | --- | --- |")
		for p := game.King; p <= game.Pawn; p++ {
			cells := ""
			for _, x := range means[p-1] {
				cells += fmt.Sprintf(" %.*f |", measurements[index(m)].decimals, x)
			}
			line(b, "| %v |%s", p, cells)
		}
		line(b, "")
	}
}

func (r *report) inversions(b *strings.Builder) {
	line(b, "## Inversions\n")
	line(b, "The inventor suggested the name Crescendo for rankings read backwards, such as PBNRQK. The correlation of "+
		"a ranking with its reverse, the noise taken out, says whether they are related; the last column counts the pairs "+
		"of 360 that differ.\n")
	line(b, "| Measurement | KQRNBP | PBNRQK | Correlation | Pairs that differ |")
	line(b, "| --- | --- | --- | --- | --- |")
	back := slices.Index(Rankings, diminuendo.Default.Reverse())
	for _, m := range overview {
		if r.games[measurements[index(m)].section] == 0 {
			continue
		}
		c, stdErr, differ := r.inverted(m)
		line(b, "| %s | %s | %s | %+.2f ± %.2f | %d |", label(m), r.value(m, 0), r.value(m, back), c, stdErr, differ)
	}
	line(b, "")
}

func (r *report) options(b *strings.Builder) {
	if r.games[QueenishKings] == 0 {
		return
	}
	line(b, "## Options\n")
	line(b, "What the options change on average over all rankings, with %d games of each ranking and option:\n",
		r.games[QueenishKings])
	line(b, "| Option | White's score | Draws | Length in moves |")
	line(b, "| --- | --- | --- | --- |")
	for _, o := range [][2]string{{"Queenish kings", "Qk"}, {"Flexible pawns", "Fp"}, {"Both", "QkFp"}} {
		cells := ""
		for _, m := range []string{"white", "draws", "moves"} {
			mean, stdErr := r.effect(m+o[1], m)
			cells += fmt.Sprintf(" %+.2f ± %.2f |", mean, stdErr)
		}
		line(b, "| %s |%s", o[0], cells)
	}
	line(b, "")
}

func (r *report) again(b *strings.Builder, deeper *report) {
	line(b, "## To play the games again\n")
	line(b, "How well the evaluation knows the rankings is in [Strength](strength.md#rankings-of-diminuendo-chess). The "+
		"file with the games is `research/atlas/rankings.atlas`, and with the engine %s every game can be played again to "+
		"the last move:\n", r.settings.Engine)
	line(b, "```sh")
	line(b, "make research")
	line(b, "bin/research atlas run --output all.atlas --nodes %d --seed %d --games %d --options %d --skill %d",
		r.settings.Nodes, r.settings.Seed, r.games[Plain], r.games[QueenishKings], r.games[Skill])
	line(b, "bin/research atlas run --output deeper.atlas --nodes %d --seed %d --games %d --options 0 --skill 0",
		deeper.settings.Nodes, deeper.settings.Seed, deeper.games[Plain])
	line(b, "make atlas DATA=all.atlas DEEPER=deeper.atlas")
	line(b, "```")
}
