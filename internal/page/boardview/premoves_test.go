package boardview_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/page/boardview"
)

// premoves lists the premoves from a square, in the names of the present board.
func premoves(l *boardview.Line, from string) string {
	names := map[int]string{}
	for _, c := range l.View(l.Ply()).Squares {
		names[c.Key] = c.Name
	}
	var to []string
	for _, p := range l.Premoves() {
		if names[p[0]] == from {
			to = append(to, names[p[1]])
		}
	}
	slices.Sort(to)
	return strings.Join(to, " ")
}

func TestPremoves(t *testing.T) {
	for _, c := range []struct{ name, variant, fen, moves, from, want string }{
		{"a pawn: two steps, and captures of what may come", "chess", "", "e2e4 d7d5", "d5", "c4 d4 e4"},
		{"a knight recaptures on its own pawn’s square", "chess", "", "e2e4 d7d5 b1c3", "c3", "a4 b1 b5 d5 e2 e4"},
		{"no recapture of what cannot be captured", "chess", "", "e2e4", "b1", "a3 c3"},
		{"a bishop behind its pawn", "chess", "", "", "f8", ""},
		{"castling", "chess", "4k2r/7p/8/8/8/8/P7/4K3 w k - 0 1", "", "e8", "d7 d8 e7 f7 f8 g8"},
		{"no castling without the right", "chess", "4k2r/7p/8/8/8/8/P7/4K3 w - - 0 1", "", "e8", "d7 d8 e7 f7 f8"},
		{"a rook captures what comes and never jumps", "chess", "r3k3/8/P7/8/8/8/8/R3K3 w - - 0 1",
			"", "a8", "a6 a7 b8 c8 d8"},
		{"across a vanished square, not to it", "cheshire8", "", "e2e4 e7e5", "d8", "f6 g5 h4"},
		{"no more moves after mate", "chess", "", "f2f3 e7e5 g2g4 d8h4", "e2", ""},
	} {
		if got := premoves(line(t, c.variant, c.fen, c.moves), c.from); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestPremovesAfterACollapse premoves across a rank that the reply makes collapse: a2 and c4 are
// not on a diagonal until then.
func TestPremovesAfterACollapse(t *testing.T) {
	l := line(t, "shrink", "k3/4/b3/1R2/3K w - - 0 1", "")
	if got, want := premoves(l, "a3"), "b2"; !strings.Contains(got, want) {
		t.Errorf("premoves of the bishop: %q, want one to %s", got, want)
	}
}

// TestPremovesBecomeLegal plays random games: every move of a piece that stays what and
// where it is was a premove at the ply before.
func TestPremovesBecomeLegal(t *testing.T) {
	for _, g := range games(t) {
		r := rand.New(rand.NewPCG(7, 7))
		l, err := boardview.NewLine(g, "")
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		for range 40 {
			if p.Outcome().Over() {
				break
			}
			before, offered := l.View(l.Ply()), l.Premoves()
			m := pick(p, r)
			if err := l.Play(p.UCI(m)); err != nil {
				t.Fatal(err)
			}
			p.Make(m)
			was := map[int]boardview.Piece{}
			for _, piece := range before.Pieces {
				was[piece.Key] = piece
			}
			stayed := map[int]bool{}
			for _, piece := range l.View(l.Ply()).Pieces {
				stayed[piece.Square] = was[piece.Key] == piece
			}
			for _, route := range l.Choices().Routes {
				if stayed[route.From] && !slices.Contains(offered, [2]int{route.From, route.To}) {
					t.Fatalf("%s: %s was no premove in %s", g.Name(), route.Text, before.FEN)
				}
			}
		}
	}
}

// TestPremovesAreBounded lists no move for each way to promote eight pawns: after any move
// here, a move of the knight makes its rank collapse and promotes them in 4^8 ways.
func TestPremovesAreBounded(t *testing.T) {
	l := line(t, "shrink", "3N4/PPPPPPPP/8/r3q3/k1q1q2P/5PPK b - - 0 1", "")
	routes, listed := l.CountPremoves()
	if listed > 20_000 {
		t.Errorf("%d replies were listed, want at most 20,000", listed)
	}
	for from, want := range map[string]string{"d6": "b5 c4 e4 f5", "a5": "a6 b6", "h1": "g1 g2"} {
		if got := premoves(l, from); got != want {
			t.Errorf("premoves from %s among %d: %q, want %q", from, len(routes), got, want)
		}
	}
}

func TestCollapses(t *testing.T) {
	if got := line(t, "shrink", "", "e2e4 d7d5 e4d5 d7d4").Collapses(); !slices.Equal(got, []int{3}) {
		t.Errorf("collapses at %v, want 3 alone", got)
	}
}

func TestQueenMovers(t *testing.T) {
	l := line(t, "cheshire8", "", "e2e4 e7e5 e1e3")
	count := func(ply int) int { return len(l.View(ply).QueenMovers) }
	if count(0) != 2 || count(3) != 1 {
		t.Errorf("%d and %d kings move as queens, want 2 and 1", count(0), count(3))
	}
}
