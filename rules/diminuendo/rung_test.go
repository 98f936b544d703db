package diminuendo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func ranking(t *testing.T, letters string) Ranking {
	t.Helper()
	r, err := parseRanking(letters)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The inventor names the most pieces that a color can have in his ranking.
func TestLadder(t *testing.T) {
	for letters, want := range map[string]string{
		"kqrnbp": "k>q 1-1, q>r 1-1, r>n 2-3 z, n>b 2-5 z, b>p 3-8 z, p>- 6-14 z",
		"pbnrqk": "p>b 6-6, b>n 3-9 z, n>r 2-11 z, r>q 2-13 z, q>k 1-14 z, k>- 1-15 z",
		"pkqrnb": "p>k 6-6, k>q 1-7 z, q>r 1-7 z, r>n 2-9 z, n>b 2-11 z, b>- 3-14 z",
	} {
		var got []string
		for _, r := range ranking(t, letters).Ladder() {
			z := ""
			if r.OnZ {
				z = " z"
			}
			rung := fmt.Sprintf("%c>%c %d-%d%s", r.Piece.Letter(), r.Into.Letter(), r.Start, r.Most, z)
			got = append(got, strings.ToLower(rung))
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s:\n got %s\nwant %s", letters, all, want)
		}
	}
}

// TestLadderIsKept plays random games: every piece that drops or moves to z becomes
// what the ladder says, and no piece is on z that the ladder excludes.
func TestLadderIsKept(t *testing.T) {
	dice := rand.New(rand.NewPCG(4, 3))
	stood := map[string]bool{} // rankings and types that stood on z
	n := 0
	for r := range Rankings() {
		if n++; n%30 != 1 {
			continue
		}
		p := New(r, n%60 == 1, n%90 == 1).Start()
		for range 150 {
			legal := p.Legal(nil)
			if len(legal) == 0 || p.Outcome().Over() {
				break
			}
			m := legal[dice.IntN(len(legal))]
			for _, e := range p.Effects(m) {
				if e.Kind != game.Drop && e.Kind != game.Demote {
					continue
				}
				rung := r.Ladder()[slices.Index(r[:], e.Piece.Type())]
				if e.Into.Type() != rung.Into {
					t.Fatalf("%v: in %s %s makes %v of %v, want %v", r, p, p.UCI(m), e.Into, e.Piece, rung.Into)
				}
				if into := e.Into.Type(); into != game.NoPieceType {
					stood[fmt.Sprint(r, into)] = true
					if !r.Ladder()[slices.Index(r[:], into)].OnZ {
						t.Fatalf("%v: in %s %s puts a %v on z", r, p, p.UCI(m), into)
					}
				}
			}
			p.Make(m)
		}
	}
	if len(stood) < 60 {
		t.Errorf("only %d types came to stand on z: the games are too short for the test", len(stood))
	}
}

func TestReverseAndTurn(t *testing.T) {
	if got := Default.Reverse().String(); got != "pbnrqk" || Default.String() != "kqrnbp" {
		t.Errorf("backwards the ranking is %s, and forwards %v", got, Default)
	}
	if got := Default.Turn(2).String(); got != "rnbpkq" {
		t.Errorf("from its third type on the ranking is %s", got)
	}
	if Default.Turn(0) != Default {
		t.Error("a turn by nothing changes the ranking")
	}
}

// TestDescribe checks what is said about rankings of each kind.
func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		letters   string
		want, not []string // what is said, and what is not
	}{
		{"kqrnbp",
			[]string{"The inventor’s choice", "A captured pawn leaves the board.",
				"A captured queen comes back as a rook.", "never moves to z.",
				"one king, from the first move to the last", "A diminuendo throughout: no piece", "No queen is ever on z.",
				"three steps", "A captured pawn does not come back."},
			[]string{"Every king is royal", "crescendo", "mere"}},
		{"pbnrqk",
			[]string{"read backwards", "A captured queen comes back as a king.", "A king that moves to z vanishes.",
				"have 15 kings", "move to z and vanish",
				"A crescendo throughout, kings apart: no piece", "attacks 36 of the 42", "Every captured piece comes back."},
			[]string{"inventor’s choice", "leaves the board", "three steps", "diminuendo"}},
		{"pqkrnb",
			[]string{"A king that moves to z becomes a rook.", "move to z and become a rook",
				"Captured pawns grow stronger, captured rooks and knights weaker.",
				"A captured pawn comes back as a queen: think twice", "A captured bishop does not come back."},
			[]string{"throughout", "inventor"}},
		{"kqprnb", []string{"A captured queen comes back as a mere pawn.", "A captured pawn comes back as a rook."},
			[]string{"vanish"}},
	} {
		r := ranking(t, c.letters)
		var said []string
		for _, rung := range r.Ladder() {
			said = append(said, r.Describe(rung))
		}
		text := strings.Join(append(append(said, r.Royal()...), r.Notes()...), "\n")
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: does not say %q:\n%s", c.letters, want, text)
			}
		}
		for _, not := range c.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: says %q:\n%s", c.letters, not, text)
			}
		}
	}
}

// The queen on z attacks as many squares as the notes say, on a board with only kings
// besides, which are on other squares.
func TestQueenOnZ(t *testing.T) {
	p := parse(t, "diminuendo:rqkbnp", "2K2/6/7/3Q3/7/6/2k2 w - - 0 1")
	if got := len(strings.Fields(moves(p, "z"))); got != 36 {
		t.Errorf("the queen on z has %d moves: %s", got, moves(p, "z"))
	}
}

func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"one":                "one",
		"one two three":      "one two\nthree",
		"incomprehensibly a": "incomprehensibly\na",
	} {
		if got := wrap(text, 8); got != want {
			t.Errorf("%q is wrapped to %q, want %q", text, got, want)
		}
	}
}
