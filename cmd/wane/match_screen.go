package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/internal/lab/arena"
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
		for i, e := range c.Contestants {
			_, _ = fmt.Fprintf(out, "%s%s: %s", [2]string{"", " against "}[i], e.Name, e.Control)
		}
		_, _ = fmt.Fprintf(out, "\n%s, seed %d, %d at once\n", c.Game.Name(), c.Seed, c.Concurrency)
		if n := runtime.GOMAXPROCS(0); c.Concurrency > n && (c.Contestants[0].Control.Timed() || c.Contestants[1].Control.Timed()) {
			_, _ = fmt.Fprintf(out, "! more games at once than the %d processors: the engines slow each other down\n", n)
		}
	}
	return s
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
	table := fit(r.String()+r.Line()+"\n", s.width())
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

// width returns the terminal's width in characters.
func (s *matchScreen) width() int {
	if file, ok := s.out.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
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
	Engines  [2]matchEngine `json:"engines"`
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
}

type matchEngine struct {
	Name    string              `json:"name"`
	Control string              `json:"control"`
	Faults  map[arena.Fault]int `json:"faults,omitempty"`
}

func newMatchResult(c arena.Config, r arena.Report) matchResult {
	e := r.Estimate()
	out := matchResult{
		Variant: c.Game.Name(),
		Games:   r.Tally.Games(), Wins: r.Tally.Wins, Draws: r.Tally.Draws, Losses: r.Tally.Losses,
		Pairs: r.Tally.Pairs,
		LLR:   r.LLR, Accepted: string(r.Verdict), Ends: r.Tally.Reasons,
	}
	if e != (arena.Estimate{}) {
		out.Elo, out.Low, out.High, out.LOS = finite(e.Elo), finite(e.Low), finite(e.High), finite(e.LOS)
	}
	for i, x := range c.Contestants {
		out.Engines[i] = matchEngine{x.Name, x.Control.String(), r.Tally.Faults[i]}
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
