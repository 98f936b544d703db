package boardview_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/rules"
)

// games are those whose lines are walked: every game, and relatives of Diminuendo
// Chess that can do what the default ranking cannot.
func games(t testing.TB) []game.Game {
	all := rules.All()
	for _, name := range []string{"diminuendo:pbnrqk", "diminuendo:qkrbnp+qk+fp"} {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// pick chooses a legal move, one with many effects more often than not.
func pick(p game.Position, r *rand.Rand) game.Move {
	moves := p.Legal(nil)
	m := moves[r.IntN(len(moves))]
	for range 4 {
		if n := moves[r.IntN(len(moves))]; len(p.Effects(n)) > len(p.Effects(m)) {
			m = n
		}
	}
	return m
}

// TestLinesShowTheGame walks random games and compares every board view with the
// position itself, and with the board view before it.
func TestLinesShowTheGame(t *testing.T) {
	for _, g := range games(t) {
		t.Run(g.Name(), func(t *testing.T) {
			walks := 12
			if testing.Short() {
				walks = 3
			}
			for seed := range walks {
				walk(t, g, uint64(seed))
				if t.Failed() {
					return
				}
			}
		})
	}
}

func walk(t *testing.T, g game.Game, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	p := g.Start()
	l, err := boardview.NewLine(g, "")
	if err != nil {
		t.Fatal(err)
	}
	before := l.View(0)
	checkView(t, p, before)
	for range 120 {
		checkChoices(t, p, l)
		if p.Outcome().Over() || t.Failed() {
			break
		}
		m := pick(p, r)
		text := p.UCI(m)
		preview, err := l.Preview(text)
		if err != nil {
			t.Fatalf("%s: %s: %v", p, text, err)
		}
		if err := l.Play(text); err != nil {
			t.Fatalf("%s: %s: %v", p, text, err)
		}
		fen := p.String()
		p.Make(m)
		after := l.View(l.Ply())
		checkView(t, p, after)
		if after.Move != text || after.SAN == "" || len(after.Narration) == 0 {
			t.Errorf("%s %s: the board view says %q %q %q", fen, text, after.Move, after.SAN, after.Narration)
		}
		if !reflect.DeepEqual(after.Steps, preview.Steps) || after.SAN != preview.SAN || preview.Text != text {
			t.Errorf("%s %s: the preview shows other steps than the board view", fen, text)
		}
		checkStep(t, fen+" "+text, before, after)
		before = after
	}
	if again := replay(t, g, l); !reflect.DeepEqual(again, l.Views(0)) {
		t.Errorf("%s, seed %d: board views of the same line differ when made at once", g.Name(), seed)
	}
}

// replay replays the line and returns all its board views.
func replay(t *testing.T, g game.Game, l *boardview.Line) []boardview.BoardView {
	again, err := boardview.NewLine(g, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.Views(0)[1:] {
		if err := again.Play(s.SAN); err != nil {
			t.Fatal(err)
		}
	}
	return again.Views(0)
}

// checkView compares a board view with the position that it shows.
func checkView(t *testing.T, p game.Position, s boardview.BoardView) {
	t.Helper()
	v := p.View()
	if s.FEN != p.String() || !strings.EqualFold(s.Turn, p.Turn().String()) {
		t.Errorf("%s is shown as %s, %s to move", p, s.FEN, s.Turn)
	}
	names := map[int]string{}
	for _, c := range s.Squares {
		if names[c.Key] != "" {
			t.Errorf("%s: two squares have the key %d", p, c.Key)
		}
		names[c.Key] = c.Name
		b := v.Board.SquareByName(c.Name)
		if b == nil || v.Vanished[b.ID] != c.Vanished || c.X-b.Center.X > 1e-3 || b.Center.Y-c.Y > 1e-3 ||
			c.Col != b.Col || c.Row != b.Row {
			t.Errorf("%s: the square %+v is not as the board has it", p, c)
		}
		if c.Shape >= len(s.Shapes) {
			t.Errorf("%s: the square %+v has no shape", p, c)
		}
	}
	if len(names) != len(v.Board.Squares) {
		t.Errorf("%s: %d squares are shown of %d", p, len(names), len(v.Board.Squares))
	}
	pieces := map[int]bool{}
	shown := game.View{Board: v.Board, Vanished: v.Vanished, Turn: v.Turn}
	for _, m := range s.Pieces {
		if pieces[m.Key] || m.Key == 0 {
			t.Errorf("%s: a piece has the key %d again", p, m.Key)
		}
		pieces[m.Key] = true
		shown.Pieces[v.Board.SquareByName(names[m.Square]).ID] = game.PieceOf(m.Piece[0])
	}
	if !shown.Equal(v) {
		t.Errorf("%s: the pieces are shown otherwise: %+v", p, s.Pieces)
	}
	if len(s.Check) != len(game.CheckedSquares(p)) || p.InCheck() && len(s.Check) == 0 {
		t.Errorf("%s: check is marked on %v", p, s.Check)
	}
	if o := p.Outcome(); (s.Result != "") != o.Over() || s.Reason != string(o.Reason) {
		t.Errorf("%s: the result is shown as %q, %q", p, s.Result, s.Reason)
	}
	if s.Final != (p.LegalCount() == 0) {
		t.Errorf("%s: the end is shown as final: %v", p, s.Final)
	}
}

// checkStep compares two board views that follow on each other.
func checkStep(t *testing.T, move string, before, after boardview.BoardView) {
	t.Helper()
	last := after.Steps[len(after.Steps)-1]
	if !reflect.DeepEqual(last.Pieces, after.Pieces) {
		t.Errorf("%s: the steps end with %+v, the board view has %+v", move, last.Pieces, after.Pieces)
	}
	box, squares := before.Box, before.Squares
	for _, s := range after.Steps {
		if s.Box != nil {
			box = *s.Box
		}
		if s.Squares != nil {
			squares = s.Squares
		}
		if len(s.Marks) == 0 {
			t.Errorf("%s: the step %s marks nothing", move, s.Kind)
		}
	}
	if box != after.Box || !reflect.DeepEqual(squares, after.Squares) {
		t.Errorf("%s: the steps lead to other squares", move)
	}
	old := map[int]string{}
	for _, m := range before.Pieces {
		old[m.Key] = m.Piece
	}
	for _, m := range after.Pieces {
		was, known := old[m.Key]
		if !known {
			t.Errorf("%s: the piece %+v is new", move, m)
		} else if game.PieceOf(was[0]).Color() != game.PieceOf(m.Piece[0]).Color() {
			t.Errorf("%s: the piece %+v has changed its color", move, m)
		}
		delete(old, m.Key)
	}
	removed := strings.TrimPrefix(after.Removed, before.Removed)
	if len(removed) != len(old) {
		t.Errorf("%s: %d pieces have left, but %q are removed", move, len(old), removed)
	}
	for _, letter := range old {
		if !strings.Contains(removed, letter) {
			t.Errorf("%s: %s has left, but %q are removed", move, letter, removed)
		}
	}
}

// checkChoices compares the choices with the legal moves.
func checkChoices(t *testing.T, p game.Position, l *boardview.Line) {
	t.Helper()
	var want, got []string
	for _, m := range p.Legal(nil) {
		want = append(want, p.UCI(m))
	}
	for _, r := range l.Choices().Routes {
		endings := r.Only
		if endings == nil {
			endings = endingsOf(len(r.Promotions))
		}
		for _, e := range endings {
			got = append(got, r.Text+e)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("%s: the choices are %v, legal are %v", p, got, want)
	}
}

// endingsOf lists every choice for so many pawns.
func endingsOf(pawns int) []string {
	if pawns == 0 {
		return []string{""}
	}
	var all []string
	for _, rest := range endingsOf(pawns - 1) {
		for _, pt := range "qrbn" {
			all = append(all, fmt.Sprintf("%c%s", pt, rest))
		}
	}
	return all
}
