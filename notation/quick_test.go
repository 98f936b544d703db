package notation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// The quick reader of moves reads nearly all that programs write, and whatever it reads, the
// thorough one reads in the same way, without notes.
func TestQuickAgrees(t *testing.T) {
	read, all := 0, 0
	walkAll(t, 60, func(p game.Position) {
		ms := NewMoves(p)
		r := rand.New(rand.NewPCG(p.Key(), 1))
		for _, m := range sample(ms.Legal(), 60) {
			san := ms.SAN(m)
			if all++; !quickAgrees(t, ms, san) {
				continue
			}
			read++
			for range 4 { // what is nearly this move
				quickAgrees(t, ms, mutated(r, san))
			}
		}
	})
	if read < all*9/10 {
		t.Errorf("%d moves of %d are read quickly", read, all)
	}
}

// quickAgrees reports whether a text is read quickly.
func quickAgrees(t *testing.T, ms *Moves, text string) bool {
	m, _, ok := quick(ms.p, text, nil)
	if !ok {
		return false
	}
	if got, err := ms.Parse(text); err != nil || got.Move != m || len(got.Notes)+len(got.Remarks)+len(got.NAGs) > 0 {
		t.Errorf("%s %s: %q is %s, but thoroughly %+v, %v", ms.p.Game().Name(), ms.p, text, ms.p.UCI(m), got, err)
	}
	return true
}

// mutated leaves out, repeats or replaces a character.
func mutated(r *rand.Rand, text string) string {
	const signs = "KQRBNPabcdefghijz0123456789x+#>-=O"
	i, c := r.IntN(len(text)), signs[r.IntN(len(signs))]
	return strings.Join([]string{text[:i], text[i+r.IntN(2):]}, []string{"", string(c)}[r.IntN(2)])
}
