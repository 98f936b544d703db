package boardview_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// line makes a line of a game with moves that spaces separate.
func line(t testing.TB, variant, fen, moves string) *boardview.Line {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	l, err := boardview.NewLine(g, fen)
	if err != nil {
		t.Fatal(err)
	}
	for m := range strings.FieldsSeq(moves) {
		if err := l.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// stepsOf writes the steps of a board view: each kind with the names that its
// marks had in the board view before.
func stepsOf(before, s boardview.BoardView) string {
	names := map[int]string{}
	for _, c := range before.Squares {
		names[c.Key] = c.Name
	}
	var out []string
	for _, step := range s.Steps {
		text := step.Kind
		for _, key := range step.Marks {
			text += " " + names[key]
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// where lists pieces as letter, key and the square's name.
func where(s boardview.BoardView, pieces []boardview.Piece) string {
	names := map[int]string{}
	for _, c := range s.Squares {
		names[c.Key] = c.Name
	}
	var out []string
	for _, m := range pieces {
		out = append(out, fmt.Sprintf("%s%d %s", m.Piece, m.Key, names[m.Square]))
	}
	return strings.Join(out, ", ")
}

// TestSteps plays one move from a position.
func TestSteps(t *testing.T) {
	for _, c := range []struct{ name, variant, fen, move, steps, removed string }{
		{"a quiet move", "chess", "", "e2e4", "slide e2 e4", ""},
		{"a capture", "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "capture e4 d5", "p"},
		{"en passant", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "capture e5 d6 d5", "p"},
		{"castling", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "slide e1 g1 h1 f1", ""},
		{"a promotion", "chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "slide a7 a8, promote a8", ""},
		{"a file collapses", "shrink", "2k/1R1/K2 w - - 0 1", "b2c2", "slide b2 c2, collapse b1 b2 b3", ""},
		{"a rank and a file collapse", "shrink", "3k/4/1N2/K3 w - - 0 1", "b2d1",
			"slide b2 d1, collapse a2 b2 c2 d2, collapse b1 b3 b4", ""},
		{"two pawns promote at once", "shrink", "7R/PP6/8/8/8/4k3/8/K7 w - - 0 1", "h8h4qn",
			"slide h8 h4, collapse a8 b8 c8 d8 e8 f8 g8 h8, promote a7 b7", ""},
		{"a square vanishes", "cheshire8", "", "e2e4", "slide e2 e4, vanish e2", ""},
		{"a piece on z becomes the next", "diminuendo", "K4/6/2R4/7/7/6/4k w - - 0 1", "c3z", "slide c3 z, demote z", ""},
		{"the last of the ranking vanishes on z", "diminuendo", "K4/6/7/2P4/7/6/4k w - - 0 1", "d3z",
			"slide d3 z, demote z", "P"},
		{"a captured piece drops, and expels the piece on z", "diminuendo", "K4/6/R5q/3n3/7/6/4k w - - 0 1", "c1c7",
			"capture c1 c7, expel z, drop z, drop-check z a1", "n"},
		{"the last of the ranking is captured, and z is emptied", "diminuendo", "K4/6/R5p/3Q3/7/6/4k w - - 0 1", "c1c7",
			"capture c1 c7, expel z", "pQ"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := line(t, c.variant, c.fen, c.move)
			s := l.Views(0)
			if got := stepsOf(s[0], s[1]); got != c.steps {
				t.Errorf("the steps are %q, want %q", got, c.steps)
			}
			if s[1].Removed != c.removed {
				t.Errorf("removed are %q, want %q", s[1].Removed, c.removed)
			}
		})
	}
}

// TestDrop follows a captured piece: it stays where it was captured until it drops,
// and keeps its key.
func TestDrop(t *testing.T) {
	l := line(t, "diminuendo", "K4/6/R5q/3n3/7/6/4k w - - 0 1", "")
	want := []string{
		"K1 a1, R2 c7, q3 c7, n4 z, k5 g5", // captured: it stays under the rook
		"K1 a1, R2 c7, q3 c7, k5 g5",       // the knight is expelled
		"K1 a1, R2 c7, r3 z, k5 g5",        // it has dropped
		"K1 a1, R2 c7, r3 z, k5 g5",        // and gives a drop check
	}
	p, err := l.Preview("c1c7")
	if err != nil {
		t.Fatal(err)
	}
	at := l.View(0)
	for i, step := range p.Steps {
		if got := where(at, step.Pieces); i >= len(want) || got != want[i] {
			t.Errorf("after the step %d, %s: %s, want %s", i, step.Kind, got, want[min(i, len(want)-1)])
		}
	}
	p.Steps, p.Narration = nil, nil
	z, a1 := 21, 0
	if w := (boardview.Preview{
		Text: "c1c7", SAN: "Rxc7>R", Captures: []int{3}, Expel: []int{4}, DropCheck: []int{z, a1},
		Changes: []boardview.PieceChange{{Kind: "drop", Key: 3, From: "q", Into: "r", Square: z}},
	}); !reflect.DeepEqual(p, w) {
		t.Errorf("the preview is %+v, want %+v", p, w)
	}
}

// TestPreviewOfCollapse marks what a move will close up, and needs no letters
// for promotions.
func TestPreviewOfCollapse(t *testing.T) {
	l := line(t, "shrink", "7R/PP6/8/8/8/4k3/8/K7 w - - 0 1", "")
	p, err := l.Preview("h8h4")
	if err != nil {
		t.Fatal(err)
	}
	want := []int{56, 57, 58, 59, 60, 61, 62, 63}
	if p.Text != "h8h4qq" || !slices.Equal(p.Collapse, want) || len(p.Changes) != 2 {
		t.Errorf("%s: collapses %v, want %v; becomes %+v", p.Text, p.Collapse, want, p.Changes)
	}
	if step := p.Steps[1]; step.Box == nil || *step.Box != [4]float64{0, 0, 8, 7} || len(step.Squares) != 56 {
		t.Errorf("the board closes up to %v with %d cells, want 8×7", step.Box, len(step.Squares))
	}
}

// TestEightPromotions asks for the 65,536 moves of one route.
func TestEightPromotions(t *testing.T) {
	l := line(t, "shrink", "7N/PPPPPPPP/8/8/8/2k5/8/K7 w - - 0 1", "")
	for _, r := range l.Choices().Routes {
		if r.Text != "h8g6" {
			continue
		}
		if len(r.Promotions) != 8 || r.Only != nil {
			t.Errorf("%d pawns promote with %d choices, want 8 with all", len(r.Promotions), len(r.Only))
		}
		if want := (boardview.Promotion{Piece: "P", Key: 3, Square: 48, Name: "a7"}); r.Promotions[0] != want {
			t.Errorf("the first is %+v, want %+v", r.Promotions[0], want)
		}
		return
	}
	t.Error("there is no route h8g6")
}

// TestOnly lists the choices that are legal where not all are: the king leaves
// rank 1 and the b-file empty, and the pawn that then stands beside it must
// not become a piece that attacks it.
func TestOnly(t *testing.T) {
	l := line(t, "shrink", "7k/8/8/8/8/8/p7/1K6 w - - 0 1", "")
	want := boardview.Route{
		From: 1, To: 10, Text: "b1c2", Only: []string{"b", "n"},
		Promotions: []boardview.Promotion{{Piece: "p", Key: 2, Square: 8, Name: "a1"}},
	}
	for _, r := range l.Choices().Routes {
		if r.Text == want.Text && !reflect.DeepEqual(r, want) {
			t.Errorf("the route is %+v, want %+v", r, want)
		}
	}
	p, err := l.Preview("b1c2")
	if err != nil || p.Text != "b1c2b" {
		t.Errorf("without a letter the preview is of %q, %v; want b1c2b", p.Text, err)
	}
	open := strings.Join(p.Narration, " ")
	if !strings.HasSuffix(open, "The black pawn on a1 becomes what White chooses.") {
		t.Errorf("before the choice it says: %s", open)
	}
	p, err = l.Preview("b1c2n")
	if err != nil || !strings.Contains(strings.Join(p.Narration, " "), "The black pawn on a1 becomes a knight.") {
		t.Errorf("after the choice: %v, %v", p.Narration, err)
	}
}

// TestOpenPreview checks that a preview says nothing of a check that depends on a promotion.
func TestOpenPreview(t *testing.T) {
	l := line(t, "chess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "")
	for text, check := range map[string]bool{"e7e8": false, "e7e8q": true, "e7e8n": false} {
		p, err := l.Preview(text)
		if err != nil || p.Check != check || strings.Contains(strings.Join(p.Narration, " "), "in check") != check {
			t.Errorf("%s: check is %v, %q, %v", text, p.Check, p.Narration, err)
		}
	}
}

// TestCheck marks what stands in check.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ name, variant, fen, want string }{
		{"no check", "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""},
		{"the king", "chess", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", "e1"},
		{"a king and an enemy piece elsewhere", "convergent",
			"***1k***/*6*/*6*/*6*/*2r3*/*6*/*2K3*/***1q*** w - - 0 1", "e1 d2"},
		{"an enemy piece alone", "convergent", "***1k***/*6*/*6*/*K5*/*6*/*6*/*6*/***1n*** w - - 0 1", "e1"},
		{"own pieces may stand there", "convergent", "***1k***/*6*/*6*/*K5*/*6*/*6*/*6*/***1N*** w - - 0 1", ""},
		{"the one of two kings that is attacked", "diminuendo:qkrbnp", "K3r/6/7/k6/7/6/K4 w - - 0 1", "a1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := line(t, c.variant, c.fen, "").View(0)
			var got []string
			for _, key := range s.Check {
				for _, square := range s.Squares {
					if square.Key == key {
						got = append(got, square.Name)
					}
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%v are marked, want %s", got, c.want)
			}
		})
	}
}

// TestErrors gives texts that are wrong.
func TestErrors(t *testing.T) {
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	var fen *game.FENError
	if _, err := boardview.NewLine(g, "8/8 w"); !errors.As(err, &fen) {
		t.Errorf("a bad FEN gives %v", err)
	}
	var move *notation.MoveError
	l := line(t, "shrink", "", "e2e4")
	if err := l.Play("e4e6"); !errors.As(err, &move) {
		t.Errorf("an illegal move gives %v", err)
	}
	if _, err := l.Preview(""); !errors.As(err, &move) {
		t.Errorf("no move gives %v", err)
	}
	if l.Ply() != 1 {
		t.Errorf("after refused moves the line has %d", l.Ply())
	}
	mate := line(t, "shrink", "2k/1R1/K2 w - - 0 1", "b2c2 b3a3 b2a2")
	if s := mate.View(3); s.Result != "1-0" || s.Reason != "checkmate" || s.SAN == "" || !s.Final {
		t.Errorf("after mate the board view says %q %q %q, final: %v", s.Result, s.Reason, s.SAN, s.Final)
	}
	for name, err := range map[string]error{"Play": mate.Play("a1a2"), "Preview": second(mate.Preview("a1a2"))} {
		if err == nil || !strings.Contains(err.Error(), "the game is over (White wins: checkmate)") {
			t.Errorf("%s after mate gives %v", name, err)
		}
	}
	if c := mate.Choices(); c.Routes == nil || len(c.Routes) > 0 || c.Ply != 3 {
		t.Errorf("after mate the choices are %+v", c)
	}
}

func second(_ boardview.Preview, err error) error { return err }

// After an automatic draw the board view says so, and the line goes on.
func TestPastAutomaticDraws(t *testing.T) {
	for _, c := range []struct{ variant, fen, moves, reason, next string }{
		{"chess", "", strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 2), "threefold repetition", "e2e4"},
		{"convergent", "", strings.Repeat("c2b4 c7b5 b4c2 b5c7 ", 2), "threefold repetition", "c2b4"},
		{"chess", "7k/8/8/8/8/8/1R6/K7 w - - 99 80", "b2b3", "the fifty-move rule", "h8g8"},
		{"cheshire8", "7k/8/8/8/8/8/1R6/K7 w - - 99 80", "b2b3", "the fifty-move rule", "h8g8"},
		{"chess", "7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2", "no side can win", "h8g8"},
	} {
		l := line(t, c.variant, c.fen, c.moves)
		v := l.View(l.Ply())
		if v.Result != "1/2-1/2" || v.Reason != c.reason || v.Final {
			t.Errorf("%s, %s: the board view says %q %q, final: %v", c.variant, c.reason, v.Result, v.Reason, v.Final)
		}
		if len(l.Choices().Routes) == 0 {
			t.Errorf("%s, %s: there are no choices", c.variant, c.reason)
		}
		if _, err := l.Preview(c.next); err != nil {
			t.Errorf("%s, %s: the preview: %v", c.variant, c.reason, err)
		}
		if err := l.Play(c.next); err != nil {
			t.Errorf("%s, %s: the move: %v", c.variant, c.reason, err)
		}
	}
}

// TestBack takes moves back and plays others.
func TestBack(t *testing.T) {
	l := line(t, "cheshire8", "", "e2e4 e7e5 g1f3")
	want := l.Views(0)
	l.Back(5) // more than there are: nothing happens
	l.Back(1)
	if got := l.Views(0); l.Ply() != 1 || len(got) != 2 || !reflect.DeepEqual(got[1], want[1]) {
		t.Errorf("after Back(1) there are %d moves and %d board views", l.Ply(), len(got))
	}
	for _, m := range []string{"e7e5", "Nf3"} {
		if err := l.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := l.Views(0); !reflect.DeepEqual(got, want) {
		t.Error("the same moves played again give other board views")
	}
	l.Back(-1)
	if l.Ply() != 0 || l.View(7).Ply != 0 {
		t.Errorf("after Back(-1) there are %d moves", l.Ply())
	}
}

// TestViewsShareSquares checks that squares come only where they change.
func TestViewsShareSquares(t *testing.T) {
	for _, c := range []struct{ variant, moves, with string }{
		{"chess", "e2e4 e7e5 g1f3", "0"},
		{"diminuendo", "d3f5 g5f5 ze5", "0"},
		{"cheshire", "e2e4 e9e7", "0 1 2"},
		{"shrink", "e2e4 d7d5 e4d5", "0 3"},
	} {
		var with []string
		for _, s := range line(t, c.variant, "", c.moves).Views(0) {
			if s.Squares != nil {
				with = append(with, fmt.Sprint(s.Ply))
			}
		}
		if got := strings.Join(with, " "); got != c.with {
			t.Errorf("%s: the board views %s have squares, want %s", c.variant, got, c.with)
		}
	}
}

// TestShapes checks the outlines of the two families of boards.
func TestShapes(t *testing.T) {
	square := line(t, "convergent", "", "").View(0)
	if want := [][]float64{{-.5, -.5, .5, -.5, .5, .5, -.5, .5}}; !reflect.DeepEqual(square.Shapes, want) {
		t.Errorf("squares are %v", square.Shapes)
	}
	royal := 0
	for _, c := range square.Squares {
		if c.Royal && c.Tint == "special" {
			royal++
		}
	}
	if len(square.Squares) != 40 || royal != 4 {
		t.Errorf("%d cells, %d of them royal; want 40 and 4", len(square.Squares), royal)
	}
	hex := line(t, "diminuendo", "", "").View(0)
	if len(hex.Squares) != 43 || len(hex.Shapes) != 2 || len(hex.Shapes[0]) != 12 || len(hex.Shapes[1]) != 20 {
		t.Errorf("%d squares of %d shapes; want 43 of two, with 6 and 10 corners", len(hex.Squares), len(hex.Shapes))
	}
}
