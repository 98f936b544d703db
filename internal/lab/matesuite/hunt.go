package matesuite

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/wane-chess/wane/game"
)

// maxPlies is how long a game of hunter and hunted may last.
const maxPlies = 240

// hunt is a game made to end in mate: the hunter mostly makes the move that
// leaves the opponent the fewest answers, the hunted moves at random more
// often. It depends on the rules alone, so that the same seed gives the same
// game however the engine changes.
type hunt struct {
	p    game.Position
	rng  *rand.Rand
	care [2]float64 // by side: how likely it looks for the narrowest move
	list []game.Move
	best []game.Move
}

// newHunt prepares the game of that number in a series. The hunter is White in
// every other one.
func newHunt(g game.Game, seed, number uint64) *hunt {
	name := fnv.New64a()
	_, _ = name.Write([]byte(g.Name())) // a hash never fails
	h := &hunt{p: g.Start(), rng: rand.New(rand.NewPCG(seed^name.Sum64(), number))}
	hunter := game.Color(number & 1)
	h.care[hunter] = 0.6 + 0.4*h.rng.Float64()
	h.care[hunter.Other()] = 0.6 * h.rng.Float64()
	return h
}

// run plays to the end and returns the FENs of the positions in which the
// winner was to move, the last first; none without a winner.
func (h *hunt) run() []string {
	var fens [2][]string
	for h.p.Ply() < maxPlies && !h.p.Outcome().Over() {
		color := h.p.Turn()
		fens[color] = append(fens[color], h.p.String())
		h.p.Make(h.move())
	}
	for _, winner := range []game.Color{game.White, game.Black} {
		if h.p.Outcome().Result == game.WinFor(winner) {
			slices.Reverse(fens[winner])
			return fens[winner]
		}
	}
	return nil
}

// move chooses the next move. The position has one.
func (h *hunt) move() game.Move {
	h.list = h.p.Legal(h.list[:0])
	slices.Sort(h.list) // the order in which they are generated must not matter
	if h.rng.Float64() >= h.care[h.p.Turn()] {
		return h.list[h.rng.IntN(len(h.list))]
	}
	least := 1 << 30
	for _, m := range h.list {
		h.p.Make(m)
		n := h.p.LegalCount()
		if o := h.p.Outcome(); o.Over() {
			n = 1 << 20 // a draw, or the mover's own loss, comes last
			if o.Result == game.WinFor(h.p.Turn().Other()) {
				n = -1
			}
		}
		h.p.Unmake()
		if n > least {
			continue
		}
		if n < least {
			least, h.best = n, h.best[:0]
		}
		h.best = append(h.best, m)
	}
	return h.best[h.rng.IntN(len(h.best))]
}
