package notation_test

import (
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// Moves are read and written often: each takes little memory.
func TestAllocations(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for _, g := range rules.All() {
		p, moves := g.Start(), 0
		for p.Ply() < 120 && !p.Outcome().Over() {
			m := p.Legal(nil)[random.IntN(p.LegalCount())]
			uci, san := p.UCI(m), notation.SAN(p, m)
			rivals := len(game.LegalTo(p, nil, p.PieceAt(m.From()).Type(), m.To())) - 1
			for name, work := range map[string]func(){
				"SAN":      func() { _ = notation.SAN(p, m) },
				"ParseSAN": func() { _, _ = notation.ParseSAN(p, san) },
				"ParseUCI": func() { _, _ = notation.ParseUCI(p, uci) },
			} {
				if n := testing.AllocsPerRun(1, work); n > 3 && (name != "SAN" || n > float64(3+rivals)) {
					t.Errorf("%s, %s: %s of %s allocates %v times", g.Name(), p, name, san, n)
				}
			}
			p.Make(m)
			moves++
		}
		if moves < 10 {
			t.Errorf("the game of %s has %d moves", g.Name(), moves)
		}
	}
}
