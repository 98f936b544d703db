package tablebase

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestParseMaterial(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"KQvKR", "KQvKR"},
		{"krvkq", "KQvKR"},
		{"KvKP", "KPvK"},
		{"PKBvNK", "KBPvKN"},
		{"KNNvKB", "KNNvKB"},
		{"KBvKNN", "KNNvKB"},
		{"KRVKR", "KRvKR"},
		{"KQRBNvK", "KQRBNvK"},
	} {
		m, err := ParseMaterial(c.text)
		if err != nil || m.String() != c.want {
			t.Errorf("%s is %v (%v), want %s", c.text, m, err, c.want)
		}
	}
	for _, c := range []struct{ text, why string }{
		{"", "no v"},
		{"KQKR", "no v"},
		{"KvK", "2 pieces"},
		{"KQRBvKNP", "7 pieces"},
		{"QQvK", "each color needs one K"},
		{"KKQvK", "each color needs one K"},
		{"KQv", "2 pieces"},
		{"KQXvK", "unknown piece 'X'"},
		{"KQ-vK", "no tables of \"KQ\""},
		{"convergent-KQRvKRB", "6 pieces"},
		{"KvKvK", "each color needs one K"},
		{"KvQvK", "unknown piece 'V'"},
		{"KQvKé", "unknown piece"},
		{strings.Repeat("Q", 1000) + "vK", "1001 pieces"},
	} {
		m, err := ParseMaterial(c.text)
		switch {
		case err == nil:
			t.Errorf("%q is read as %v", c.text, m)
		case !strings.Contains(err.Error(), c.why) || !strings.Contains(err.Error(), "KQvKR") || len(err.Error()) > 200:
			t.Errorf("%q: %v; want %q, and how it should look", c.text, err, c.why)
		}
	}
}

// TestMaterials: every choice of pieces is listed once, whatever its colors, under a
// name that is read back; and after everything that it needs.
func TestMaterials(t *testing.T) {
	solved := map[Material]bool{}
	for pieces := 3; pieces <= MaxPieces; pieces++ {
		list := Shrink.Materials(pieces)
		names := map[string]bool{}
		both := 0
		for _, m := range list {
			if back := material(t, m.String()); back != m || m.Pieces() != pieces || names[m.String()] {
				t.Errorf("%v of %d pieces: read back as %v, listed before: %v", m, m.Pieces(), back, names[m.String()])
			}
			names[m.String()] = true
			if both++; !m.Symmetric() {
				both++
			}
			for _, n := range m.Needs() {
				if !solved[n] {
					t.Errorf("%v stands before %v, which it needs", m, n)
				}
			}
			solved[m] = true
		}
		// Pieces of ten kinds besides the kings: multisets.
		if want := []int{3: 10, 4: 55, 5: 220, 6: 715}[pieces]; both != want {
			t.Errorf("%d pieces: %d materials with their colors, want %d", pieces, both, want)
		}
	}
	if Shrink.Materials(2) != nil || Shrink.Materials(MaxPieces+1) != nil {
		t.Errorf("there are materials of 2 or of %d pieces", MaxPieces+1)
	}
}

// TestNeeds: what moves lead to, over every move of random positions, is exactly
// what a material needs: nothing is missing; of the materials with a list,
// nothing is idle either.
func TestNeeds(t *testing.T) {
	r := dice(3)
	for _, c := range []struct {
		name string
		want string // "" if only what is seen must be among them
	}{
		{"KQvK", ""},
		{"KPvK", "KQvK KRvK KBvK KNvK"},
		{"KRvKR", "KRvK"},
		{"KRvKN", "KRvK KNvK"},
		{"KPPvKP", ""},
		{"KRPvKP", ""},
		{"KPPPvKP", ""},
		{"KBNvKQR", ""},
	} {
		m := material(t, c.name)
		needs := m.Needs()
		if c.want != "" {
			var names []string
			for _, n := range needs {
				names = append(names, n.String())
			}
			want := strings.Fields(c.want)
			slices.Sort(names)
			slices.Sort(want)
			if !slices.Equal(names, want) {
				t.Errorf("%v needs %v, want %v", m, names, want)
			}
		}
		for range 200 {
			p, err := shrink.New().Parse(randomPosition(r, piecesOf(m)).String())
			if err != nil {
				continue
			}
			for _, move := range p.Legal(nil) {
				p.Make(move)
				b, _ := boardOf(p)
				after, _ := keyOfPieces(b.pieces).material()
				if p.Unmake(); after != m && !slices.Contains(needs, after) {
					t.Errorf("%v leads to %v by %s in %s, which it does not need", m, after, p.UCI(move), p)
				}
			}
		}
	}
}

func TestCount(t *testing.T) {
	m := material(t, "KRRPvKP")
	for pc, want := range map[game.Piece]int{
		game.King.Of(game.White): 1, game.King.Of(game.Black): 1, game.Rook.Of(game.White): 2,
		game.Rook.Of(game.Black): 0, game.Pawn.Of(game.White): 1, game.Pawn.Of(game.Black): 1, game.NoPiece: 0,
	} {
		if n := m.Count(pc); n != want {
			t.Errorf("%v has %d of %v, want %d", m, n, pc, want)
		}
	}
	if m.Pieces() != 6 || m.Pawns() != 2 || m.Symmetric() || !material(t, "KRPvKRP").Symmetric() {
		t.Errorf("%v: %d pieces, %d pawns, symmetric: %v", m, m.Pieces(), m.Pawns(), m.Symmetric())
	}
}
