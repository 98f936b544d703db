package render

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

func TestTextGolden(t *testing.T) {
	for name, v := range samples() {
		white := Text(v, Options{})
		golden(t, "text-"+name, white+"\n"+Text(v, Options{Flip: true, Glyphs: true}))
		lines := strings.Split(white, "\n")
		if len(lines) > 24 {
			t.Errorf("%s takes %d lines", name, len(lines))
		}
		for _, l := range lines {
			if utf8.RuneCountInString(l) > 80 {
				t.Errorf("%s has a line of more than 80 characters: %q", name, l)
			}
		}
	}
}

func TestTextMarks(t *testing.T) {
	v := samples()["shrunk"]
	got := Text(v, Options{Plain: true, Last: squares(v, "d2", "d3", "e2"), Check: squares(v, "d5")})
	want := "r . :!k!: r\np p . p . p\n: n :(Q): .\nP : .(P|.)P\nR . B K : R\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	v = samples()["well"]
	got = Text(v, Options{Last: squares(v, "d2", "z")})
	if !strings.Contains(got, "(n)") || !strings.Contains(got, "(Q)") {
		t.Errorf("no marks in\n%s", got)
	}
	for sq := range 256 { // squares that are not there are skipped
		Text(v, Options{Last: []game.Square{game.Square(sq)}, Check: []game.Square{game.Square(sq)}})
	}
}

// A rank that has vanished wholly still takes its line.
func TestTextKeepsEmptyRanks(t *testing.T) {
	if got, want := Text(rect(8, "k.K/***/..."), Options{Plain: true}), "k . K\n\n: . :\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestLayoutGolden(t *testing.T) {
	for _, c := range []struct {
		name string
		b    *geom.Board
		o    LayoutOptions
	}{
		{"grid", geom.Rect(10, 10, 10), LayoutOptions{Grid: true, Coordinates: true}},
		{"hex", geom.Hex43(), LayoutOptions{Coordinates: true}},
		{"hexflip", geom.Hex43(), LayoutOptions{Coordinates: true, Flip: true}},
		{"hexnarrow", geom.Hex43(), LayoutOptions{SquareWidth: 3}},
		{"court", samples()["convergent"].Board,
			LayoutOptions{Grid: true, Coordinates: true, SquareWidth: 4, SquareHeight: 2}},
		{"ascii", samples()["convergent"].Board, LayoutOptions{Grid: true, ASCII: true}},
		{"bare", geom.Rect(3, 2, 8), LayoutOptions{SquareWidth: 4, SquareHeight: 2, Coordinates: true, Flip: true}},
	} {
		l := Layout(c.b, c.o)
		golden(t, "layout-"+c.name, fmt.Sprintf("%d×%d\n%s\n", l.Width, l.Height, strings.Join(l.Lines, "\n")))
	}
}

// Every square has its characters to itself, inside the sheet, and blank but for
// a hexagon's lower edge.
func TestLayoutCells(t *testing.T) {
	for name, v := range samples() {
		for i := range 16 {
			o := LayoutOptions{Grid: i&1 != 0, ASCII: i&2 != 0, Coordinates: i&4 != 0, Flip: i&8 != 0}
			l := Layout(v.Board, o)
			if len(l.Lines) != l.Height || len(l.Squares) != len(v.Board.Squares) {
				t.Fatalf("%s %+v: %d lines of %d, %d cells of %d",
					name, o, len(l.Lines), l.Height, len(l.Squares), len(v.Board.Squares))
			}
			owner := map[[2]int]int{}
			for id, r := range l.Squares {
				for y := r.Y; y < r.Y+r.H; y++ {
					for x := r.X; x < r.X+r.W; x++ {
						if other, taken := owner[[2]int{x, y}]; taken {
							t.Fatalf("%s %+v: cells %d and %d share (%d,%d)", name, o, id, other, x, y)
						}
						owner[[2]int{x, y}] = id
						if x < 0 || x >= l.Width || y < 0 || y >= l.Height {
							t.Fatalf("%s %+v: square %d leaves the sheet", name, o, id)
						}
						if got, ok := l.At(x, y); !ok || got != id {
							t.Fatalf("%s %+v: At(%d,%d) = %d, want %d", name, o, x, y, got, id)
						}
						if r := []rune(l.Lines[y])[x]; r != ' ' && r != '_' && r != 'z' {
							t.Fatalf("%s %+v: %q inside square %d", name, o, r, id)
						}
					}
				}
				if x, y := l.Spot(id); owner[[2]int{x, y}] != id || []rune(l.Lines[y])[x] != ' ' {
					t.Errorf("%s %+v: the piece of square %d has no room", name, o, id)
				}
			}
			for _, line := range l.Lines {
				if n := utf8.RuneCountInString(line); n != l.Width {
					t.Errorf("%s %+v: a line of %d characters in a width of %d", name, o, n, l.Width)
				}
			}
			if _, ok := l.At(-1, 0); ok {
				t.Errorf("%s: a square at (-1,0)", name)
			}
		}
	}
}

// Sides of the board are where one expects them.
func TestLayoutFlip(t *testing.T) {
	for name, v := range samples() {
		l, f := Layout(v.Board, LayoutOptions{}), Layout(v.Board, LayoutOptions{Flip: true})
		for id, r := range l.Squares {
			q := f.Squares[id]
			top := 0
			if v.Board.Shape == geom.Hexagonal {
				top = 1 // the line of the uppermost edge
			}
			if r.X+q.X+r.W != l.Width || r.Y-top+q.Y-top+r.H != l.Height-top {
				t.Errorf("%s: square %d is at %v, flipped at %v", name, id, r, q)
			}
		}
	}
}
