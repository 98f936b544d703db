package analysis

import (
	"fmt"
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// table is what the live table shows. All of it is ASCII, so that it reads the
// same in any terminal.
type table struct {
	p       game.Position
	lines   int // how many lines were asked for
	rows    []row
	last    engine.Info   // the newest report, for the counts
	elapsed time.Duration // since the search began
	done    bool
}

// row is a line that the engine told.
type row struct {
	info  engine.Info
	moves []string // with their numbers
}

// What the columns are wide; the line has the rest.
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

// draw draws the table for a window of that many columns and rows.
func (t *table) draw(width, height int) string {
	width = max(width, leastWidth)
	out := []string{" " + strong.Render(chunks(title(t.p), width-2)[0])}
	for _, part := range chunks(t.p.String(), width-2) {
		out = append(out, " "+faint.Render(part))
	}
	out = append(out, "", faint.Render(fmt.Sprintf("%*s%*s%*s  %s", numberWidth, "#", scoreWidth, "score", depthWidth, "depth", "line")))
	room := max(height-len(out)-3, 1) // for the counts, what is above them, and the cursor
	body := t.body(width, room)
	out = append(out, body[:min(len(body), room)]...)
	return strings.Join(append(out, "", t.foot(width)), "\n") + "\n"
}

// body draws the rows. Each takes as many lines of the window as there is room
// for, at most three and always as many, so that nothing jumps while the engine
// thinks.
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

// foot draws the counts, and how to stop.
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

// fill breaks moves into lines of a width, at most that many; dots stand for
// the rest.
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

// chunks breaks a text without regard to words.
func chunks(s string, width int) []string {
	var out []string
	for len(s) > width {
		out, s = append(out, s[:width]), s[width:]
	}
	return append(out, s)
}
