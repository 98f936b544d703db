package arena

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// String formats the report as a table of a few lines.
func (r Report) String() string {
	if len(r.Names) > 2 {
		return r.crossTable()
	}
	var b strings.Builder
	t := &r.Tally
	games := t.Games()
	width := max(len(r.Names[0]), len(r.Names[1]), len("engine"))
	fmt.Fprintf(&b, "%-*s  games   won drawn  lost   score  faults\n", width, "engine")
	for i, name := range r.Names {
		won, lost, points := t.Wins, t.Losses, t.Points()
		if i == 1 {
			won, lost, points = lost, won, float64(games)-points
		}
		fmt.Fprintf(&b, "%-*s %6d%6d%6d%6d  %5.1f%%  %s\n", width, name, games, won, t.Draws, lost,
			100*points/float64(max(games, 1)), faultText(t.Faults[i]))
	}
	if e := r.Estimate(); e != (Estimate{}) {
		fmt.Fprintf(&b, "Elo %s ± %s (95 %%: %s to %s), LOS %.1f %%\n",
			eloText(e.Elo), strings.TrimPrefix(eloText(e.Margin()), "+"), eloText(e.Low), eloText(e.High), 100*e.LOS)
		fmt.Fprintf(&b, "pairs 0-½-1-1½-2: %d-%d-%d-%d-%d", t.Pairs[0], t.Pairs[1], t.Pairs[2], t.Pairs[3], t.Pairs[4])
		fmt.Fprintf(&b, "; White scored %.1f %%, a game has %s\n", 100*t.WhiteScore(),
			message.Plural(t.Plies/max(games, 1), "ply"))
	}
	b.WriteString(r.ratingText())
	if r.SPRT != nil {
		lower, upper := r.SPRT.Bounds()
		fmt.Fprintf(&b, "SPRT elo0 %g elo1 %g: LLR %.2f (%.2f to %.2f)", r.SPRT.Elo0, r.SPRT.Elo1, r.LLR, lower, upper)
		switch r.Verdict {
		case AcceptH0:
			fmt.Fprintf(&b, ", H0 accepted: not %g Elo better", r.SPRT.Elo1)
		case AcceptH1:
			fmt.Fprintf(&b, ", H1 accepted: more than %g Elo better", r.SPRT.Elo0)
		default:
			b.WriteString(", undecided")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// crossTable formats the report of a tournament: the engines by rating, with their
// scores against each other in percent.
func (r *Report) crossTable() string {
	var b strings.Builder
	width := len("engine")
	for _, name := range r.Names {
		width = max(width, len(name))
	}
	standings := r.Standings()
	fmt.Fprintf(&b, "    %-*s  games   won drawn  lost   score       Elo    ± ", width, "engine")
	for i := range standings {
		fmt.Fprintf(&b, " %6d", i+1)
	}
	b.WriteString("  faults\n")
	for i, s := range standings {
		games := s.Games()
		fmt.Fprintf(&b, "%2d. %-*s %6d%6d%6d%6d  %5.1f%%  %8s %6.1f", i+1, width, r.Names[s.Engine], games, s.Wins, s.Draws,
			s.Losses, 100*s.Points()/float64(max(games, 1)), eloText(s.Elo), s.Margin)
		for _, other := range standings {
			fmt.Fprintf(&b, " %6s", r.score(s.Engine, other.Engine))
		}
		fmt.Fprintf(&b, "  %s\n", faultText(s.Faults))
	}
	games := r.Tally.Games()
	fmt.Fprintf(&b, "White scored %.1f %%, a game has %s\n", 100*r.Tally.WhiteScore(),
		message.Plural(r.Tally.Plies/max(games, 1), "ply"))
	b.WriteString(r.ratingText())
	return b.String()
}

// ratingText is a line with the rating of the first engine; empty if it has none.
func (r *Report) ratingText() string {
	rating, margin, ok := r.Rating()
	if !ok {
		return ""
	}
	return fmt.Sprintf("rating of %s: %.0f ± %.0f, if the given ratings of its opponents are exact\n", r.Names[0], rating,
		margin)
}

// score formats the score of an engine against another, in percent.
func (r *Report) score(who, against int) string {
	for i := range r.Pairings {
		p := &r.Pairings[i]
		t := &p.Tally
		switch games := float64(t.Games()); {
		case games == 0:
		case p.Engines == [2]int{who, against}:
			return fmt.Sprintf("%.1f", 100*t.Points()/games)
		case p.Engines == [2]int{against, who}:
			return fmt.Sprintf("%.1f", 100-100*t.Points()/games)
		}
	}
	return "-"
}

// Reasons formats the reasons of the results, the most frequent first, in one line.
func (r Report) Reasons() string {
	reasons := slices.Collect(maps.Keys(r.Tally.Reasons))
	slices.SortFunc(reasons, func(a, b string) int {
		if d := r.Tally.Reasons[b] - r.Tally.Reasons[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for i, why := range reasons {
		reasons[i] = fmt.Sprintf("%s (%d)", why, r.Tally.Reasons[why])
	}
	return strings.Join(reasons, ", ")
}

// Line formats the report in one line, for logs.
func (r Report) Line() string {
	t := &r.Tally
	s := fmt.Sprintf("%d of %s", t.Games(), message.Plural(r.Planned, "game"))
	if r.SPRT != nil {
		s = message.Plural(t.Games(), "game")
	}
	if len(r.Names) > 2 {
		best := r.Standings()[0]
		s += fmt.Sprintf(": %s leads with %s ± %.1f Elo", r.Names[best.Engine], eloText(best.Elo), best.Margin)
	} else {
		s += fmt.Sprintf(": +%d =%d -%d", t.Wins, t.Draws, t.Losses)
	}
	if e := r.Estimate(); e != (Estimate{}) && len(r.Names) == 2 {
		s += fmt.Sprintf(", Elo %s ± %s, LOS %.1f %%", eloText(e.Elo), strings.TrimPrefix(eloText(e.Margin()), "+"),
			100*e.LOS)
	}
	if r.SPRT != nil {
		s += fmt.Sprintf(", LLR %.2f", r.LLR)
	}
	if left := r.Left(); left > 0 && r.SPRT == nil {
		s += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return s
}

// Left returns the expected remaining time; 0 if unknown.
func (r Report) Left() time.Duration {
	if r.Played == 0 {
		return 0
	}
	rest := r.Planned - r.Tally.Games()
	return time.Duration(float64(r.Elapsed) / float64(r.Played) * float64(rest))
}

// eloText formats a difference in Elo with its sign.
func eloText(e float64) string {
	switch {
	case math.IsNaN(e):
		return "?"
	case math.IsInf(e, 0):
		return strings.TrimSuffix(fmt.Sprintf("%+.0f", e), "Inf") + "∞"
	}
	return fmt.Sprintf("%+.1f", math.Round(10*e)/10+0) // not -0.0
}
