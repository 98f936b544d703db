package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/lab/arena"
	"github.com/wane-chess/wane/internal/message"
)

// matchScreen shows the progress of a match: a table in a terminal, an occasional
// line elsewhere.
type matchScreen struct {
	out    io.Writer
	live   bool
	quiet  bool
	drawn  int // lines of the table on the screen
	last   time.Time
	faults int
}

// linesEvery is the least time between two lines outside a terminal.
const linesEvery = 10 * time.Second

// redrawEvery is the least time between two drawings of the table.
const redrawEvery = 200 * time.Millisecond

func newMatchScreen(cmd *cobra.Command, c arena.Config, quiet bool) *matchScreen {
	out := cmd.ErrOrStderr()
	s := &matchScreen{out: out, quiet: quiet, live: output.IsTerminal(out), last: time.Now()}
	if !quiet {
		announce(out, c)
	}
	return s
}

// announce writes what is about to be played.
func announce(out io.Writer, c arena.Config) {
	between := " against "
	if len(c.Contestants) > 2 && !c.Gauntlet {
		between = "\n"
	}
	timed := false
	for i, e := range c.Contestants {
		if i > 0 {
			_, _ = io.WriteString(out, between)
			if c.Gauntlet {
				between = "\n    and "
			}
		}
		_, _ = fmt.Fprintf(out, "%s: %s", e.Name, e.Control)
		timed = timed || e.Control.Timed()
	}
	_, _ = fmt.Fprintf(out, "\n%s, seed %d, %d at once\n", c.Game.Name(), c.Seed, c.Concurrency)
	if n := runtime.GOMAXPROCS(0); c.Concurrency > n && timed {
		_, _ = fmt.Fprintf(out, "! more games at once than %s: the engines slow each other down\n",
			message.Plural(n, "processor"))
	}
}

// show shows the report after a game.
func (s *matchScreen) show(r arena.Report) {
	if s.quiet || r.Tally.Games() == 0 {
		return
	}
	s.writeFaults(r)
	every := linesEvery
	if s.live {
		every = redrawEvery
	}
	if time.Since(s.last) < every && s.drawn+r.Played > 1 {
		return
	}
	s.last = time.Now()
	if !s.live {
		_, _ = fmt.Fprintln(s.out, r.Line())
		return
	}
	s.clear()
	table := fit(r.String()+r.Line()+"\n", usage.TerminalWidth(s.out))
	_, _ = fmt.Fprint(s.out, table)
	s.drawn = strings.Count(table, "\n")
}

// writeFaults writes the new faults of the engines.
func (s *matchScreen) writeFaults(r arena.Report) {
	for ; s.faults < len(r.Faults); s.faults++ {
		s.clear()
		_, _ = fmt.Fprintln(s.out, "!", r.Faults[s.faults])
	}
}

// fit truncates lines to the terminal's width, so that none wraps.
func fit(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = ansi.Truncate(line, width, "…")
	}
	return strings.Join(lines, "\n")
}

// clear removes the table from the screen.
func (s *matchScreen) clear() {
	if s.drawn > 0 {
		_, _ = fmt.Fprintf(s.out, "\x1b[%dF\x1b[J", s.drawn)
		s.drawn = 0
	}
}

// end clears the screen for the final table.
func (s *matchScreen) end(r arena.Report) {
	if !s.quiet {
		s.writeFaults(r)
	}
	s.clear()
}

// matchResult is the final report as JSON.
type matchResult struct {
	Variant  string         `json:"variant"`
	Engines  []matchEngine  `json:"engines"`
	Games    int            `json:"games"`
	Wins     int            `json:"wins"` // of the first engine
	Draws    int            `json:"draws"`
	Losses   int            `json:"losses"`
	Pairs    [5]int         `json:"pairs"` // by half points of the first engine
	Elo      *float64       `json:"elo"`   // null without a pair, or if one engine won every game
	Low      *float64       `json:"elo_low"`
	High     *float64       `json:"elo_high"`
	LOS      *float64       `json:"los"` // null without a pair
	LLR      float64        `json:"llr,omitempty"`
	Accepted string         `json:"accepted,omitempty"` // "H0" or "H1"
	Ends     map[string]int `json:"ends"`
	*firstRating
}

// firstRating is the rating of the first engine, by those given for its opponents.
type firstRating struct {
	Rating float64 `json:"rating"`
	Margin float64 `json:"rating_margin"`
}

// newFirstRating returns the rating; nil if there is none.
func newFirstRating(r arena.Report) *firstRating {
	rating, margin, ok := r.Rating()
	if !ok {
		return nil
	}
	return &firstRating{rating, margin}
}

type matchEngine struct {
	Name    string                `json:"name"`
	Control string                `json:"control"`
	Faults  map[engines.Fault]int `json:"faults,omitempty"`
}

// tournamentResult is the final report of more than two engines as JSON.
type tournamentResult struct {
	Variant  string         `json:"variant"`
	Engines  []standing     `json:"engines"` // the best first
	Pairings []matchPairing `json:"pairings"`
	Games    int            `json:"games"`
	Ends     map[string]int `json:"ends"`
	*firstRating
}

// standing is the result of an engine in a tournament. The mean Elo is 0; the margin is
// half the width of the 95 % confidence interval.
type standing struct {
	matchEngine
	Games  int     `json:"games"`
	Points float64 `json:"points"`
	Elo    float64 `json:"elo"`
	Margin float64 `json:"elo_margin"`
}

// matchPairing is the result of two engines of a tournament, for the first.
type matchPairing struct {
	Engines [2]string `json:"engines"`
	Wins    int       `json:"wins"`
	Draws   int       `json:"draws"`
	Losses  int       `json:"losses"`
	Pairs   [5]int    `json:"pairs"`
}

func newMatchResult(c arena.Config, r arena.Report) matchResult {
	e := r.Estimate()
	out := matchResult{
		Variant: c.Game.Name(),
		Games:   r.Tally.Games(), Wins: r.Tally.Wins, Draws: r.Tally.Draws, Losses: r.Tally.Losses,
		Pairs: r.Tally.Pairs,
		LLR:   r.LLR, Accepted: string(r.Verdict), Ends: r.Tally.Reasons,
		firstRating: newFirstRating(r),
	}
	if e != (arena.Estimate{}) {
		out.Elo, out.Low, out.High, out.LOS = finite(e.Elo), finite(e.Low), finite(e.High), finite(e.LOS)
	}
	for i, x := range c.Contestants {
		out.Engines = append(out.Engines, matchEngine{Name: x.Name, Control: x.Control.String(), Faults: r.Tally.Faults[i]})
	}
	return out
}

// newResult returns the final report, for JSON.
func newResult(c arena.Config, r arena.Report) any {
	if len(c.Contestants) > 2 {
		return newTournamentResult(c, r)
	}
	return newMatchResult(c, r)
}

func newTournamentResult(c arena.Config, r arena.Report) tournamentResult {
	out := tournamentResult{Variant: c.Game.Name(), Games: r.Tally.Games(), Ends: r.Tally.Reasons,
		firstRating: newFirstRating(r)}
	for _, s := range r.Standings() {
		e := c.Contestants[s.Engine]
		out.Engines = append(out.Engines,
			standing{matchEngine{e.Name, e.Control.String(), s.Faults}, s.Games(), s.Points(), s.Elo, s.Margin})
	}
	for _, p := range r.Pairings {
		t := &p.Tally
		out.Pairings = append(out.Pairings,
			matchPairing{[2]string{r.Names[p.Engines[0]], r.Names[p.Engines[1]]}, t.Wins, t.Draws, t.Losses, t.Pairs})
	}
	return out
}

// finite returns a number for JSON; nil is null.
func finite(f float64) *float64 {
	if f-f != 0 { // infinite or NaN
		return nil
	}
	return &f
}
