package frames_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
)

func names(v game.View, squares []game.Square) []string {
	var out []string
	for _, sq := range squares {
		out = append(out, v.Board.Name(int(sq)))
	}
	slices.Sort(out)
	return out
}

func named(s boardview.BoardView, keys []int) []string {
	var out []string
	for _, c := range s.Squares {
		if slices.Contains(keys, c.Key) {
			out = append(out, c.Name)
		}
	}
	slices.Sort(out)
	return out
}

// Frames mark what the page's board views mark, in every game.
func TestFramesAreLikeBoardViews(t *testing.T) {
	for _, g := range rules.All() {
		moves := walk(g, 120)
		line, err := boardview.NewLine(g, "")
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		for _, m := range moves {
			if err := line.Play(p.UCI(m)); err != nil {
				t.Fatal(err)
			}
			p.Make(m)
		}
		list := frames.All(g.Start(), moves)
		if len(list) != len(moves)+1 {
			t.Fatalf("%s: %d frames of %d moves", g.Name(), len(list), len(moves))
		}
		collapses := 0
		for i, frame := range list {
			s := line.View(i)
			if got, want := names(frame.View, frame.Last), named(s, s.Last); !slices.Equal(got, want) {
				t.Errorf("%s, ply %d: the last move is on %v, want %v", g.Name(), i, got, want)
			}
			if got, want := names(frame.View, frame.Check), named(s, s.Check); !slices.Equal(got, want) {
				t.Errorf("%s, ply %d: in check are %v, want %v", g.Name(), i, got, want)
			}
			if i > 0 && !strings.HasSuffix(frame.Caption, " "+s.SAN) {
				t.Errorf("%s, ply %d: the caption %q of %s", g.Name(), i, frame.Caption, s.SAN)
			}
			if i > 0 {
				collapses += collapsed(t, list[i-1].View, &frame)
			}
		}
		if (collapses > 0) != (g.Name() == "shrink") {
			t.Errorf("%s: %d lines collapse", g.Name(), collapses)
		}
		for _, n := range []int{0, 1, len(moves) / 2, len(moves)} {
			if got := frames.Last(g.Start(), moves[:n]); !reflect.DeepEqual(got, list[n]) {
				t.Errorf("%s: the last of %d moves is %+v, want %+v", g.Name(), n, got, list[n])
			}
		}
	}
}

// collapsed checks that the lines of a collapse are those by which the board is smaller,
// and empty, and returns how many there are.
func collapsed(t *testing.T, before game.View, frame *render.Frame) int {
	t.Helper()
	lost := before.Board.Files - frame.View.Board.Files + before.Board.Ranks - frame.View.Board.Ranks
	if frame.Collapse == nil {
		if lost != 0 {
			t.Errorf("%s: %d lines are missing without a collapse", frame.Caption, lost)
		}
		return 0
	}
	c := frame.Collapse
	if len(c.Files)+len(c.Ranks) != lost || c.View.Board != before.Board {
		t.Errorf("%s: %d lines are missing, %v and %v collapse", frame.Caption, lost, c.Files, c.Ranks)
	}
	for i := range c.View.Board.Squares {
		sq := &c.View.Board.Squares[i]
		if (slices.Contains(c.Files, sq.Col) || slices.Contains(c.Ranks, sq.Row)) && c.View.Pieces[sq.ID] != game.NoPiece {
			t.Errorf("%s: there is a piece on %s, which collapses", frame.Caption, sq.Name)
		}
	}
	return lost
}

func TestRead(t *testing.T) {
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	moves, err := frames.Read(p, []string{"e2e4", "d5", "exd5"})
	if err != nil || len(moves) != 3 || p.Ply() != 0 {
		t.Errorf("%v, %v, %d plies", moves, err, p.Ply())
	}
	moves, err = frames.Read(p, []string{"e2e4", "e2e4", "x"})
	if err == nil || !strings.HasPrefix(err.Error(), "move 2: ") || len(moves) != 1 {
		t.Errorf("%v, %v", moves, err)
	}
	if p, err = game.ParseOrStart(g, "2k/1R1/K2 w - - 0 1"); err != nil {
		t.Fatal(err)
	}
	_, err = frames.Read(p, []string{"b2c2", "b3a3", "b2a2", "a3a2"})
	if err == nil || !strings.Contains(err.Error(), "move 4: ") || !strings.Contains(err.Error(), "the game is over") {
		t.Error(err)
	}
	if g, err = rules.ByName("chess"); err != nil {
		t.Fatal(err)
	}
	if p, err = game.ParseOrStart(g, "7k/8/8/8/8/8/1R6/K7 w - - 99 80"); err != nil {
		t.Fatal(err)
	}
	if moves, err := frames.Read(p, []string{"Rb3", "Kg8", "Rb4"}); err != nil || len(moves) != 3 {
		t.Errorf("past fifty moves: %v, %v", moves, err)
	}
	if _, err := game.ParseOrStart(g, "x"); err == nil {
		t.Error("a position of nothing")
	}
}

func TestLooks(t *testing.T) {
	want := map[string]render.Look{
		"shrink": render.Classic, "convergent": render.Court, "diminuendo": render.Trio,
		"diminuendo:pbnrqk+qk+fp": render.Trio, "cheshire": render.Mist,
		"cheshire8": render.Mist, "chess": render.Classic,
	}
	for name, look := range want {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := render.LookOf(g); got != look {
			t.Errorf("%s has look %d, want %d", name, got, look)
		}
	}
}
