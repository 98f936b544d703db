package tablereport

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

// Write writes a page about chapters. The rules are those of Shrink Chess, and the
// tables must have the positions. The page names the command that made it. Errors are
// those of writing and of missing tables.
func Write(w io.Writer, rules game.Game, t *tablebase.Tables, command string, chapters []Chapter) error {
	out := bufio.NewWriter(w)
	a := &report{w: out, rules: rules, tables: t}
	a.intro(command)
	a.summary(chapters)
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
	rules  game.Game
	tables *tablebase.Tables
	err    error
}

func (a *report) printf(format string, args ...any) {
	if a.err == nil {
		_, a.err = fmt.Fprintf(a.w, format, args...)
	}
}

func (a *report) intro(command string) {
	a.printf(`# The endgames of Shrink Chess

The command %s writes this page from the tablebases; do not edit it.

The counts are of positions with few pieces on boards without empty ranks or files, without castling rights. The fifty-move rule is ignored. Mirror images, left for right, count as one
position. Positions with different sides to move count separately, unless both colors have the same pieces; then only those with White to move count. *White* is the color named first. Distances are in plies; the winner plays the fastest win, the loser the longest defense.

- **Zugzwang**: the side to move would prefer to pass. *Full-point*: either side to move loses. The counts are independent of the side to move.
- **Sacrifice**: a won position without a mate in one in which every winning move gives up a piece: it captures nothing, a piece can be captured in reply, and there is no recapture.
- **Weaker wins**: wins for the color with less material (queen 9, rook 5, bishop and knight 3, pawn 1).
- **Opponent underpromotion**: a won position in which every winning move promotes an opponent's pawn to less than a queen. *Underpromotion*: every winning move promotes one of the winner's own pawns to less than a queen.

`, "`"+command+"`")
}

// summary writes a table with a row for each chapter.
func (a *report) summary(chapters []Chapter) {
	a.printf("| Pieces | Materials | Positions | Won by White | Drawn | Won by Black | Longest win | Zugzwangs | Full-point | Sacrifices | Weaker wins | Opponent underpromotions | Underpromotions |\n" +
		"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, c := range chapters {
		var sum tablebase.Stats
		for i := range c.Stats {
			s := &c.Stats[i]
			sum.Positions += s.Positions
			sum.Draws += s.Draws
			for color := range sum.Wins {
				sum.Wins[color] += s.Wins[color]
			}
			sum.Zugzwangs.Count += s.Zugzwangs.Count
			sum.FullZugzwangs.Count += s.FullZugzwangs.Count
			sum.Sacrifices.Count += s.Sacrifices.Count
			sum.LessMaterial.Count += s.LessMaterial.Count
			sum.OpponentUnderpromotions.Count += s.OpponentUnderpromotions.Count
			sum.Underpromotions.Count += s.Underpromotions.Count
			if l := longest(s); l.Plies > sum.Longest[0].Plies {
				sum.Longest[0] = l
			}
		}
		a.printf("| %d | %d | %s | %s | %s | %s | %d plies | %s | %s | %s | %s | %s | %s |\n", c.Pieces, len(c.Stats), number(sum.Positions),
			share(sum.Wins[game.White], sum.Positions), share(sum.Draws, sum.Positions), share(sum.Wins[game.Black], sum.Positions), sum.Longest[0].Plies,
			number(sum.Zugzwangs.Count), number(sum.FullZugzwangs.Count), number(sum.Sacrifices.Count), number(sum.LessMaterial.Count), number(sum.OpponentUnderpromotions.Count), number(sum.Underpromotions.Count))
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
	a.printf("## %d pieces\n\nPercentages are of all positions; the longest win of each color is in plies (0: the opponent is already mated).\n\n"+
		"| Material | Positions | White | Drawn | Black | Longest | Zugzwangs | Full-point | Sacrifices | Weaker wins | Opponent underpromotions | Underpromotions |\n"+
		"| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n", c.Pieces)
	for i := range c.Stats {
		s := &c.Stats[i]
		a.printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", s.Material, number(s.Positions),
			share(s.Wins[game.White], s.Positions), share(s.Draws, s.Positions), share(s.Wins[game.Black], s.Positions), distances(s),
			count(s.Zugzwangs), count(s.FullZugzwangs), count(s.Sacrifices), count(s.LessMaterial), count(s.OpponentUnderpromotions), count(s.Underpromotions))
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

func count(f tablebase.Finding) string {
	if f.Count == 0 {
		return "–"
	}
	return number(f.Count)
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
