package matetest

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/wane-chess/wane/game"
)

// maxPlies is the longest game between attacker and defender.
const maxPlies = 240

// Attack plays a game that tends to end in mate, by its number in a series, and returns the
// FENs of the positions with the winner to move, the last first; none without a winner.
// The attacker, who has White in every other game, mostly plays the move that leaves the
// opponent the fewest replies; the defender more often plays a random move. The game
// depends on the rules alone, so that the same seed always gives the same game.
func Attack(g game.Game, seed, number uint64) []string {
	return newAttack(g, seed, number).run()
}

// attack is such a game.
type attack struct {
	p    game.Position
	rng  *rand.Rand
	care [2]float64 // probability to look for the fewest replies, by color
	list []game.Move
	best []game.Move
}

// newAttack prepares a game.
func newAttack(g game.Game, seed, number uint64) *attack {
	name := fnv.New64a()
	_, _ = name.Write([]byte(g.Name())) // a hash never fails
	a := &attack{p: g.Start(), rng: rand.New(rand.NewPCG(seed^name.Sum64(), number))}
	attacker := game.Color(number & 1)
	a.care[attacker] = 0.6 + 0.4*a.rng.Float64()
	a.care[attacker.Other()] = 0.6 * a.rng.Float64()
	return a
}

// run plays to the end.
func (a *attack) run() []string {
	var fens [2][]string
	for a.p.Ply() < maxPlies && !a.p.Outcome().Over() {
		color := a.p.Turn()
		fens[color] = append(fens[color], a.p.String())
		a.p.Make(a.move())
	}
	for _, winner := range []game.Color{game.White, game.Black} {
		if a.p.Outcome().Result == game.WinFor(winner) {
			slices.Reverse(fens[winner])
			return fens[winner]
		}
	}
	return nil
}

// move chooses the next move. There must be a legal one.
func (a *attack) move() game.Move {
	a.list = a.p.Legal(a.list[:0])
	slices.Sort(a.list) // the order of generation must not matter
	if a.rng.Float64() >= a.care[a.p.Turn()] {
		return a.list[a.rng.IntN(len(a.list))]
	}
	least := 1 << 30
	for _, m := range a.list {
		a.p.Make(m)
		n := a.p.LegalCount()
		if o := a.p.Outcome(); o.Over() {
			n = 1 << 20 // a draw or a loss comes last
			if o.Result == game.WinFor(a.p.Turn().Other()) {
				n = -1
			}
		}
		a.p.Unmake()
		if n > least {
			continue
		}
		if n < least {
			least, a.best = n, a.best[:0]
		}
		a.best = append(a.best, m)
	}
	return a.best[a.rng.IntN(len(a.best))]
}
