package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/wane-chess/wane/internal/lab/arena"
)

// matchScreen shows how a match goes: a table that is drawn anew after each game
// in a terminal, and elsewhere now and then a line.
type matchScreen struct {
	out    io.Writer
	live   bool
	quiet  bool
	drawn  int // lines of the table on the screen
	last   time.Time
	faults int
}

// linesEvery is how long no line is written where there is no terminal.
const linesEvery = 10 * time.Second

// redrawEvery bounds how often the table is drawn.
const redrawEvery = 200 * time.Millisecond

func newMatchScreen(cmd *cobra.Command, c arena.Config, quiet bool) *matchScreen {
	out := cmd.ErrOrStderr()
	file, ok := out.(*os.File)
	s := &matchScreen{out: out, quiet: quiet, live: ok && term.IsTerminal(int(file.Fd())), last: time.Now()}
	if !quiet {
		for i, e := range c.Contestants {
			_, _ = fmt.Fprintf(out, "%s%s: %s", [2]string{"", " against "}[i], e.Name, e.Control)
		}
		_, _ = fmt.Fprintf(out, "\n%s, seed %d, %d at a time\n", c.Game.Name(), c.Seed, c.Concurrency)
		if n := runtime.GOMAXPROCS(0); c.Concurrency > n && (c.Contestants[0].Control.Timed() || c.Contestants[1].Control.Timed()) {
			_, _ = fmt.Fprintf(out, "! more games at a time than the %d processors: the engines take time from each other\n", n)
		}
	}
	return s
}

// show is told after each game.
func (s *matchScreen) show(r arena.Report) {
	if s.quiet || r.Tally.Games() == 0 {
		return
	}
	s.tell(r)
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

// tell writes what engines did wrong, each fault once.
func (s *matchScreen) tell(r arena.Report) {
	for ; s.faults < len(r.Faults); s.faults++ {
		s.clear()
		_, _ = fmt.Fprintln(s.out, "!", r.Faults[s.faults])
	}
}

// width is that of the terminal, in characters.
func (s *matchScreen) width() int {
	if file, ok := s.out.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// fit cuts off what would make a line longer than the terminal is wide, and so
// two lines of one.
func fit(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if runes := []rune(line); len(runes) > width {
			lines[i] = string(runes[:width-1]) + "…"
		}
	}
	return strings.Join(lines, "\n")
}

// clear takes the table off the screen.
func (s *matchScreen) clear() {
	if s.drawn > 0 {
		_, _ = fmt.Fprintf(s.out, "\x1b[%dF\x1b[J", s.drawn)
		s.drawn = 0
	}
}

// end leaves the screen to the final table.
func (s *matchScreen) end(r arena.Report) {
	if !s.quiet {
		s.tell(r)
	}
	s.clear()
}

// matchResult is the final report for programs.
type matchResult struct {
	Variant  string         `json:"variant"`
	Engines  [2]matchEngine `json:"engines"`
	Games    int            `json:"games"`
	Wins     int            `json:"wins"` // of the first engine
	Draws    int            `json:"draws"`
	Losses   int            `json:"losses"`
	Pairs    [5]int         `json:"pairs"` // by half points of the first engine
	Elo      *float64       `json:"elo"`   // null for all or nothing, and without a pair
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

// finite returns a number as JSON can have it.
func finite(f float64) *float64 {
	if f-f != 0 { // infinite or no number
		return nil
	}
	return &f
}
