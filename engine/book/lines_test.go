package book_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Each book has ten lines, all different, that the book knows move by move.
func TestLines(t *testing.T) {
	for _, name := range book.BuiltIn() {
		g := gameOf(t, name)
		b, lines := book.For(g), book.Lines(g)
		if len(lines) != 10 {
			t.Errorf("%s has %d lines, want 10", name, len(lines))
		}
		names, ends := map[string]bool{}, map[uint64]string{}
		for _, l := range lines {
			p := g.Start()
			san := ""
			for i, text := range l.Moves {
				m, err := notation.ParseUCI(p, text)
				if err != nil {
					t.Fatal(err)
				}
				if i%2 == 0 {
					san += fmt.Sprintf("%d. ", i/2+1)
				}
				san += notation.SAN(p, m) + " "
				known := false
				for _, other := range b.Moves(p) {
					known = known || other.Move == m
				}
				if !known {
					t.Errorf("%s, %s: the book does not have %s", name, l.Name, text)
				}
				p.Make(m)
			}
			if names[l.Name] || ends[p.Key()] != "" {
				t.Errorf("%s, %s: there is another line with this name or end: %q", name, l.Name, ends[p.Key()])
			}
			if san = strings.TrimSpace(san); san != l.SAN {
				t.Errorf("%s, %s: the moves are written %s, want %s", name, l.Name, l.SAN, san)
			}
			names[l.Name], ends[p.Key()] = true, l.Name
			if n := len(strings.Fields(l.Text)); n < 30 || n > 90 || len(l.Moves) < 4 || len(l.Moves) > 12 {
				t.Errorf("%s, %s: %d words and %d moves", name, l.Name, n, len(l.Moves))
			}
		}
	}
	if lines := book.Lines(gameOf(t, "chess")); lines != nil {
		t.Errorf("chess has %d lines", len(lines))
	}
}

var update = flag.Bool("update", false, "write docs/openings.md")

// The page of the manual says what the books and the lines say.
func TestManual(t *testing.T) {
	const name = "../../docs/openings.md"
	page := manual(t)
	if *update {
		if err := os.WriteFile(name, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(name); err != nil || string(old) != page {
		t.Errorf("docs/openings.md is not current: go test ./engine/book -run Manual -update (%v)", err)
	}
}

const manualStart = `# Openings

Each variant has an opening book: its first ten plies as a tree, searched by the engine for 200,000 nodes in each
position. The best lines go deepest; moves that are at most 40 centipawns worse follow, and those that self-play games
chose often. Scores go back from the last positions to the first.

- The opening explorer of a server shows the evaluation of each move of the book beside the counts of games.
- The levels of the engine play from the book, on a server and in ` + "`wane play`" + `, so that games differ. A move is
  at most 20 centipawns worse than the best at level 8, and more the weaker the level is; level 1 plays nearly every
  move of the book. Levels below 8 leave the book after the fourth ply, since it would make them stronger than they
  are, and make their lapses in it. [Strength](strength.md#levels) has figures. In Diminuendo Chess, level 8 always
  begins with b3: the next move is 41 centipawns worse.
- Chess programs have the option ` + "`OwnBook`" + ` of [UCI and XBoard](engine.md), and ` + "`wane match`" + ` has
  ` + "`book=on`" + `. Analysis, reviews and puzzles do not use the book.
- ` + "`wane book show VARIANT MOVES`" + ` prints the moves of a position. ` + "`research books`" + ` makes a book;
  ` + "`make books`" + ` makes all of them again, in half an hour of processor time. [File formats](formats.md)
  describes the file. Go programs use package ` + "`engine/book`" + `.

Ten lines of each variant follow, with what each side wants. The number is the evaluation for White after the last
move, in pawns. It comes from searches of the engine, not from theory: try other moves.
`

func manual(t *testing.T) string {
	t.Helper()
	var page strings.Builder
	page.WriteString(manualStart)
	for _, name := range []string{"shrink", "convergent", "diminuendo", "cheshire", "cheshire8"} {
		g := gameOf(t, name)
		b := book.For(g)
		fmt.Fprintf(&page, "\n## %s\n\nThe book has %d positions.\n", g.Title(), b.Positions())
		for _, l := range book.Lines(g) {
			fmt.Fprintf(&page, "\n### %s\n\n**%s** (%+.2f)\n\n%s\n", l.Name, l.SAN, float64(scoreAfter(t, b, l))/100, l.Text)
		}
	}
	return page.String()
}

// scoreAfter returns the score after a line for White, in centipawns.
func scoreAfter(t *testing.T, b *book.Book, l book.Line) int {
	t.Helper()
	p := after(t, b.Game, l.Moves[:len(l.Moves)-1]...)
	last, err := notation.ParseUCI(p, l.Moves[len(l.Moves)-1])
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range b.Moves(p) {
		if m.Move == last {
			return int(m.Score) * map[game.Color]int{game.White: 1, game.Black: -1}[p.Turn()]
		}
	}
	t.Fatalf("%s: the book does not have the last move", l.Name)
	return 0
}
