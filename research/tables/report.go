package tables

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/tablebase"
)

// Chapter has the statistics of all materials with a number of pieces.
type Chapter struct {
	Pieces int               `json:"pieces"`
	Stats  []tablebase.Stats `json:"stats"`
}

// Write writes a page about chapters. The rules are those of the game, and the tables
// must have the positions. The page names the command that made it. Errors are those of
// writing and of missing tables.
func Write(w io.Writer, rules game.Game, t *tablebase.Tables, command string, chapters []Chapter) error {
	out := bufio.NewWriter(w)
	a := &report{w: out, page: shrinkPage, rules: rules, tables: t}
	if g, _ := tablebase.GameOf(rules); g == tablebase.Convergent {
		a.page = convergentPage
	}
	adds := ""
	if len(chapters) == 1 {
		adds = fmt.Sprintf(" with %d pieces", chapters[0].Pieces)
	}
	a.printf(a.page.intro, adds, "`"+command+"`")
	a.summary(chapters)
	if a.page.royal {
		a.royals(chapters)
	}
	a.examples(chapters)
	for _, c := range chapters {
		a.chapter(c)
	}
	if a.err != nil {
		return a.err
	}
	return out.Flush()
}

type report struct {
	w      io.Writer
	page   page
	rules  game.Game
	tables *tablebase.Tables
	err    error
}

func (a *report) printf(format string, args ...any) {
	if a.err == nil {
		_, a.err = fmt.Fprintf(a.w, format, args...)
	}
}

// summary writes a table with a row for each chapter.
func (a *report) summary(chapters []Chapter) {
	a.printf("| Pieces | Materials | Positions | Won by White | Drawn | Won by Black | Longest win | %s |\n"+
		"| --- | --- | --- | --- | --- | --- | ---%s |\n",
		a.page.titles(), strings.Repeat(" | ---", len(a.page.columns)))
	for _, c := range chapters {
		var sum tablebase.Stats
		counts := make([]string, len(a.page.columns))
		for k, column := range a.page.columns {
			n := 0
			for i := range c.Stats {
				n += column.count(&c.Stats[i])
			}
			counts[k] = number(n)
		}
		for i := range c.Stats {
			s := &c.Stats[i]
			sum.Positions += s.Positions
			sum.Draws += s.Draws
			for color := range sum.Wins {
				sum.Wins[color] += s.Wins[color]
			}
			if l := longest(s); l.Plies > sum.Longest[0].Plies {
				sum.Longest[0] = l
			}
		}
		a.printf("| %d | %d | %s | %s | %s | %s | %d plies | %s |\n", c.Pieces, len(c.Stats), number(sum.Positions),
			share(sum.Wins[game.White], sum.Positions), share(sum.Draws, sum.Positions),
			share(sum.Wins[game.Black], sum.Positions), sum.Longest[0].Plies, strings.Join(counts, " | "))
	}
	a.printf("\n")
}

// longest returns the longest win of either color.
func longest(s *tablebase.Stats) tablebase.Example {
	if s.Longest[game.Black].Plies > s.Longest[game.White].Plies {
		return s.Longest[game.Black]
	}
	return s.Longest[game.White]
}

// chapter writes the statistics of each material with a number of pieces.
func (a *report) chapter(c Chapter) {
	a.printf("## %d pieces\n\nPercentages are of all positions; the longest win of each color is in plies (0: the "+
		"opponent is already mated).\n\n"+
		"| Material | Positions | White | Drawn | Black | Longest | %s |\n| --- | --- | --- | --- | --- | ---%s |\n",
		c.Pieces, a.page.titles(), strings.Repeat(" | ---", len(a.page.columns)))
	for i := range c.Stats {
		s := &c.Stats[i]
		var counts []string
		for _, column := range a.page.columns {
			counts = append(counts, count(column.count(s)))
		}
		a.printf("| %s | %s | %s | %s | %s | %s | %s |\n", s.Material, number(s.Positions),
			share(s.Wins[game.White], s.Positions), share(s.Draws, s.Positions), share(s.Wins[game.Black], s.Positions),
			distances(s), strings.Join(counts, " | "))
	}
	a.printf("\nThe longest win of each material; capitals are White:\n\n```text\n")
	var boards [][]string
	for i := range c.Stats {
		s := &c.Stats[i]
		if l := longest(s); l.FEN != "" {
			boards = append(boards, a.board(s.Material, l))
		}
	}
	for i := 0; i < len(boards); i += perLine {
		a.printf("%s\n", sideBySide(boards[i:min(i+perLine, len(boards))]))
	}
	a.printf("```\n\n")
}

func distances(s *tablebase.Stats) string {
	var text []string
	for color, letter := range []string{"W", "B"} {
		if l := s.Longest[color]; l.FEN != "" {
			text = append(text, fmt.Sprintf("%s %d", letter, l.Plies))
		}
	}
	return strings.Join(text, ", ")
}

func count(n int) string {
	if n == 0 {
		return "–"
	}
	return number(n)
}

// number formats a number with commas between thousands.
func number(n int) string { return humanize.Comma(int64(n)) }

// share formats a part as a percentage, which is 0 or 100 only for none or all.
func share(part, whole int) string {
	switch {
	case part == 0 || whole == 0:
		return "–"
	case part == whole:
		return "100 %"
	case 1000*part < whole:
		return "< 0.1 %"
	case 1000*(whole-part) < whole:
		return "> 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
