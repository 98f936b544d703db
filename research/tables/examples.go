package tables

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/tablebase"
)

// kind is a rare kind of positions, with a description.
type kind struct {
	title, text string
	of          func(*tablebase.Stats) (n int, s tablebase.Example)
}

// kinds are the rare kinds of both games.
var kinds = []kind{
	{"The longest win", "The longest win with this number of pieces.",
		func(s *tablebase.Stats) (int, tablebase.Example) { return 1, longest(s) }},
	{"The longest win of the weaker color", "The color with less material wins.",
		func(s *tablebase.Stats) (int, tablebase.Example) { return s.LessMaterial.Count, s.LessMaterial.Example }},
	{"Full-point zugzwang", "Either side to move loses; the longer defense is shown.",
		func(s *tablebase.Stats) (int, tablebase.Example) {
			return s.FullZugzwangs.Count, s.FullZugzwangs.Example
		}},
}

var shrinkKinds = []kind{
	{"A sacrifice", "Every winning move gives up a piece.",
		func(s *tablebase.Stats) (int, tablebase.Example) { return s.Sacrifices.Count, s.Sacrifices.Example }},
	{"An opponent underpromotion", "The only way to win is to promote an opponent's pawn to less than a queen.",
		func(s *tablebase.Stats) (int, tablebase.Example) {
			return s.OpponentUnderpromotions.Count, s.OpponentUnderpromotions.Example
		}},
	{"Underpromotion", "The only way to win is to promote to less than a queen.",
		func(s *tablebase.Stats) (int, tablebase.Example) {
			return s.Underpromotions.Count, s.Underpromotions.Example
		}},
}

var convergentKinds = []kind{
	{"Decided by royal squares", "The position is won, and a draw by rules without royal squares.",
		func(s *tablebase.Stats) (int, tablebase.Example) {
			return s.Royal.Decided.Count, s.Royal.Decided.Example
		}},
	{"Turned by royal squares", "One color wins, and the other by rules without royal squares.",
		func(s *tablebase.Stats) (int, tablebase.Example) { return s.Royal.Turned.Count, s.Royal.Turned.Example }},
}

// examples writes the position with the longest win of each rare kind, by the number
// of pieces.
func (a *report) examples(chapters []Chapter) {
	a.printf("## Examples\n\nThe longest example of each kind, with best play.\n\n")
	for _, k := range append(kinds[:len(kinds):len(kinds)], a.page.kinds...) {
		a.printf("### %s\n\n%s\n\n", k.title, k.text)
		none := true
		for _, c := range chapters {
			var best *tablebase.Stats
			for i := range c.Stats {
				if n, s := k.of(&c.Stats[i]); n > 0 && s.FEN != "" {
					if best == nil {
						best = &c.Stats[i]
					} else if _, b := k.of(best); s.Plies > b.Plies {
						best = &c.Stats[i]
					}
				}
			}
			if best != nil {
				_, s := k.of(best)
				a.example(c.Pieces, best.Material, s)
				none = false
			}
		}
		if none {
			a.printf("None.\n\n")
		}
	}
}

// example draws a position and writes the best play.
func (a *report) example(pieces int, material string, s tablebase.Example) {
	p, err := a.rules.Parse(s.FEN)
	if err != nil {
		a.fail(err)
		return
	}
	board, line := render.Text(p.View(), render.Options{}), a.line(p)
	a.printf("With %d pieces, %s, %s (`%s`, %v to move):\n\n```text\n%s```\n\n%s\n\n", pieces, material,
		message.Plural(s.Plies, "ply"), s.FEN, p.Turn(), strings.TrimRight(board, "\n")+"\n", line)
}

func (a *report) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}

// line returns the best play from a position to its end, in SAN.
func (a *report) line(p game.Position) string {
	p = p.Clone()
	var words []string
	for {
		moves, err := a.tables.Moves(p)
		if err != nil {
			a.fail(err)
			return ""
		}
		if len(moves) == 0 || moves[0].Result.Outcome == game.WDLDraw {
			return strings.Join(words, " ")
		}
		switch {
		case p.Turn() == game.White:
			words = append(words, fmt.Sprintf("%d.", p.Fullmove()))
		case len(words) == 0:
			words = append(words, fmt.Sprintf("%d…", p.Fullmove()))
		}
		words = append(words, notation.SAN(p, moves[0].Move))
		p.Make(moves[0].Move)
	}
}

// Diagrams are side by side: this many in a line, each this many characters wide.
const (
	perLine = 4
	width   = 22
)

// board draws a position with a caption, as lines.
func (a *report) board(material string, s tablebase.Example) []string {
	p, err := a.rules.Parse(s.FEN)
	if err != nil {
		a.fail(err)
		return nil
	}
	text := strings.Split(strings.TrimRight(render.Text(p.View(), render.Options{}), "\n"), "\n")
	return append([]string{material, fmt.Sprintf("%v, %s", p.Turn(), message.Plural(s.Plies, "ply"))}, text...)
}

// sideBySide joins texts side by side.
func sideBySide(texts [][]string) string {
	var out strings.Builder
	for i := 0; ; i++ {
		line, more := "", false
		for _, t := range texts {
			cell := ""
			if i < len(t) {
				cell, more = t[i], true
			}
			line += cell + strings.Repeat(" ", max(width-utf8.RuneCountInString(cell), 1))
		}
		if !more {
			return out.String()
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
