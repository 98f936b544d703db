package analysis

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// table is the content of the live table. All of it is ASCII, so that it looks the
// same in any terminal.
type table struct {
	p       game.Position
	lines   int // number of requested lines
	rows    []row
	last    engine.Report // the newest report, for its counts
	elapsed time.Duration // since the start of the search
	done    bool
}

// row is a line that the engine reported.
type row struct {
	info  engine.Report
	moves []string // with their numbers
}

// The widths of the columns; the moves have the rest.
const (
	numberWidth = 3
	scoreWidth  = 9
	depthWidth  = 9
	lineFrom    = numberWidth + scoreWidth + depthWidth + 2
	leastWidth  = lineFrom + 12
)

var (
	strong = lipgloss.NewStyle().Bold(true)
	faint  = lipgloss.NewStyle().Faint(true)
)

// draw draws the table for a window of this size in characters.
func (t *table) draw(width, height int) string {
	width = max(width, leastWidth)
	out := []string{" " + strong.Render(chunks(title(t.p), width-2)[0])}
	for _, part := range chunks(t.p.String(), width-2) {
		out = append(out, " "+faint.Render(part))
	}
	out = append(out, "",
		faint.Render(fmt.Sprintf("%*s%*s%*s  %s", numberWidth, "#", scoreWidth, "score", depthWidth, "depth", "line")))
	room := max(height-len(out)-3, 1) // for the counts, the line above them, and the cursor
	body := t.body(width, room)
	out = append(out, body[:min(len(body), room)]...)
	return strings.Join(append(out, "", t.foot(width)), "\n") + "\n"
}

// body draws the rows. All rows have the same height of one to three lines, as there
// is room, so that nothing jumps during the search.
func (t *table) body(width, room int) []string {
	each := max(min(3, room/t.lines, (12+t.lines-1)/t.lines), 1)
	var out []string
	for i := range max(t.lines, len(t.rows)) {
		var lines []string
		left := strings.Repeat(" ", lineFrom)
		if i < len(t.rows) {
			r := t.rows[i]
			lines = fill(r.moves, width-lineFrom-1, each)
			left = fmt.Sprintf("%*d%s%*s  ", numberWidth, i+1,
				strong.Render(fmt.Sprintf("%*s", scoreWidth, boundText(r.info))),
				depthWidth, fmt.Sprintf("%d/%d", r.info.Depth, r.info.SelDepth))
		} else if i == 0 {
			lines = []string{faint.Render("thinking")}
		}
		for j := range each {
			text := ""
			if j < len(lines) {
				text = lines[j]
			}
			out = append(out, strings.TrimRight(left+text, " "))
			left = strings.Repeat(" ", lineFrom)
		}
	}
	return out
}

// foot draws the counts and the key that stops.
func (t *table) foot(width int) string {
	counts := fmt.Sprintf(" %s nodes   %s/s   %.1f s   table %d%% full",
		countText(t.last.Nodes), countText(t.last.NodesPerSecond()), t.elapsed.Seconds(), t.last.HashFull/10)
	note := "q stops"
	if t.done {
		note = "done"
	}
	gap := width - 1 - len(counts) - len(note)
	if gap < 2 {
		return chunks(counts, width)[0]
	}
	return counts + strings.Repeat(" ", gap) + faint.Render(note)
}

// fill wraps moves into at most this many lines of a width; dots stand for the rest.
func fill(moves []string, width, most int) []string {
	const dots = " ..."
	lines := []string{""}
	for i, m := range moves {
		last := &lines[len(lines)-1]
		room := width
		if len(lines) == most && i < len(moves)-1 {
			room -= len(dots)
		}
		switch {
		case *last == "":
			*last = m
		case len(*last)+1+len(m) <= room:
			*last += " " + m
		case len(lines) == most:
			*last += dots
			return lines
		default:
			lines = append(lines, m)
		}
	}
	return lines
}

// chunks cuts a text into pieces of a width.
func chunks(s string, width int) []string {
	var out []string
	for len(s) > width {
		out, s = append(out, s[:width]), s[width:]
	}
	return append(out, s)
}
