package tablebase

import (
	mathbits "math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

// plain is a FEN without its counts of moves.
func plain(fen string) string {
	f := strings.Fields(fen)
	return strings.Join(f[:2], " ")
}

// byRules lists where the rules lead from a position, in order.
func byRules(p game.Position) (list []string) {
	for _, m := range p.Legal(nil) {
		p.Make(m)
		list = append(list, plain(p.String()))
		p.Unmake()
	}
	slices.Sort(list)
	return list
}

// byBuilder lists where the builder's moves lead.
func byBuilder(n *node) (list []string) {
	for _, c := range n.children(nil) {
		list = append(list, plain(fenOf(c.pieces, c.ranks, c.files, c.turn)))
	}
	slices.Sort(list)
	return list
}

// TestMovesAgainstRules: the builder and the rules agree which positions can be,
// which are check, and where moves lead.
func TestMovesAgainstRules(t *testing.T) {
	r := dice(4)
	g := shrink.New()
	compared, promotions, foes, collapses := 0, 0, 0, 0
	total := 40000
	if testing.Short() {
		total = 20000
	}
	for range total {
		_, pieces := randomMaterial(r, 3+r.IntN(4))
		s := randomPosition(r, pieces)
		n := &node{s.pieces(), s.ranks, s.files, s.turn}
		p, err := g.Parse(s.String())
		if (err == nil) != n.possible() {
			t.Fatalf("%v: the builder says it can be: %v; the rules: %v", s, n.possible(), err)
		}
		if err != nil {
			continue
		}
		if p.InCheck() != n.inCheck(n.turn) {
			t.Fatalf("%v: in check by the rules: %v", s, p.InCheck())
		}
		if want, got := byRules(p), byBuilder(n); !slices.Equal(got, want) {
			t.Fatalf("%v: moves lead to\n%s\nand by the builder to\n%s", s, strings.Join(want, "\n"), strings.Join(got, "\n"))
		}
		compared++
		for _, c := range n.children(nil) {
			if c.promoted != 0 {
				promotions++
			}
			if c.enemy {
				foes++
			}
			if c.ranks < n.ranks || c.files < n.files {
				collapses++
			}
			changed := keyOfPieces(c.pieces) != keyOfPieces(n.pieces)
			taken := mathbits.OnesCount64(c.pieces.Occupied()) < len(pieces)
			if c.changed != changed || c.captures != taken {
				t.Fatalf("%v: %v from %d to %d changes the pieces: %v, takes: %v; it says %v, %v",
					s, c.piece, c.from, c.to, changed, taken, c.changed, c.captures)
			}
		}
	}
	// What the comparison is worth depends on what it has met.
	if compared < total/10 || promotions < 100 || foes < 100 || collapses < 100 {
		t.Errorf("%d positions, %d promotions, %d of them the opponent's, %d collapses: too few",
			compared, promotions, foes, collapses)
	}
}

// Three pieces that fill their board never become two: a king that
// captured the third would stand next to the other king. So no table leads to bare kings.
func TestNeverBareKings(t *testing.T) {
	for _, m := range Shrink.Materials(3) {
		everyPosition(piecesOf(m), func(s slow) {
			n := &node{s.pieces(), s.ranks, s.files, s.turn}
			if !n.possible() {
				return
			}
			for _, c := range n.children(nil) {
				if c.captures {
					t.Errorf("%v: %v takes", s, c.piece)
				}
			}
		})
	}
}
