package solver

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/wane-chess/wane/game"
)

// Row is the sum of the positions of one game within a range of free squares.
type Row struct {
	Game    string
	From    int // free squares
	To      int
	Count   int
	Soon    int // within the shorter time
	Solved  int
	Wins    int // for the side to move
	Draws   int
	Losses  int
	Nodes   uint64 // of the solved positions; 0 if there are none
	Longest int
	nodes   []uint64
}

// ranges are the upper ends of the ranges of free squares.
var ranges = []int{0, 4, 6, 8, 10, 12, 14, 16, 18, 20, 25, 30, 40, 60, 100}

// Rows groups results by game and number of free squares. Soon is the shorter of the
// two times in the report.
func Rows(list []Measured, soon time.Duration) []Row {
	var names []string
	for _, m := range list {
		if name := m.Position.Game().Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var rows []Row
	for _, name := range names {
		from := 0
		for _, to := range ranges {
			row := Row{Game: name, From: from, To: to}
			for _, m := range list {
				room := freeSquares(m.Position)
				if m.Position.Game().Name() == name && room >= from && room <= to {
					row.add(m, soon)
				}
			}
			if row.Count > 0 {
				slices.Sort(row.nodes)
				if n := len(row.nodes); n > 0 {
					row.Nodes = row.nodes[n/2]
				}
				rows = append(rows, row)
			}
			from = to + 1
		}
	}
	return rows
}

// add counts a position.
func (r *Row) add(m Measured, soon time.Duration) {
	r.Count++
	if m.solvedWithin(soon) {
		r.Soon++
	}
	if !m.Solved {
		return
	}
	switch m.Result {
	case game.WDLWin:
		r.Wins++
	case game.WDLDraw:
		r.Draws++
	case game.WDLLoss:
		r.Losses++
	}
	r.Solved++
	r.Longest = max(r.Longest, m.Plies)
	r.nodes = append(r.nodes, m.Nodes)
}

// Squares formats the range of the row, such as "5–6".
func (r *Row) Squares() string {
	if r.From == r.To {
		return strconv.Itoa(r.From)
	}
	return fmt.Sprintf("%d–%d", r.From, r.To)
}

// share formats a part of the row's positions in percent.
func (r *Row) share(n int) string { return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(r.Count)) }

// heads returns the headings of the columns.
func heads(soon, late string) []string {
	return []string{"game", "squares", "positions", "within " + soon, "within " + late, "won", "drawn", "lost", "visited",
		"plies"}
}

// cells returns the columns of a row.
func (r *Row) cells() []string {
	visited, longest := "–", "–"
	if r.Solved > 0 {
		visited = rounded(r.Nodes)
	}
	if r.Longest > 0 {
		longest = strconv.Itoa(r.Longest)
	}
	return []string{
		r.Game, r.Squares(), strconv.Itoa(r.Count), r.share(r.Soon), r.share(r.Solved),
		strconv.Itoa(r.Wins), strconv.Itoa(r.Draws), strconv.Itoa(r.Losses), visited, longest,
	}
}

// rounded formats a number with two significant digits.
func rounded(n uint64) string {
	switch v := float64(n); {
	case n < 1000:
		return strconv.FormatUint(n, 10)
	case n < 10_000:
		return fmt.Sprintf("%.1f k", v/1e3)
	case n < 1_000_000:
		return fmt.Sprintf("%.0f k", v/1e3)
	case n < 10_000_000:
		return fmt.Sprintf("%.1f M", v/1e6)
	default:
		return fmt.Sprintf("%.0f M", v/1e6)
	}
}

// WriteMarkdown writes rows as a table in Markdown. Soon and late are the two times
// within which positions count as solved.
func WriteMarkdown(w io.Writer, rows []Row, soon, late string) error {
	lines := []string{strings.Join(heads(soon, late), " | "), "--- | --:" + strings.Repeat(" | --:", len(heads("", ""))-2)}
	for i := range rows {
		lines = append(lines, strings.Join(rows[i].cells(), " | "))
	}
	_, err := io.WriteString(w, "| "+strings.Join(lines, " |\n| ")+" |\n")
	return err
}

// WriteText writes rows as a table for a terminal.
func WriteText(w io.Writer, rows []Row, soon, late string) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(out, strings.Join(heads(soon, late), "\t")+"\t")
	for i := range rows {
		_, _ = fmt.Fprintln(out, strings.Join(rows[i].cells(), "\t")+"\t")
	}
	return out.Flush()
}
