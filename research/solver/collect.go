package solver

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Collector collects positions from self-play games with random openings.
type Collector struct {
	Game    game.Game
	Engine  engine.Engine
	Nodes   uint64 // for each move
	Seed    uint64
	MaxFree int // most free squares of a position; the fewest are 1
	Each    int // positions for each number of free squares
	// Report, if not nil, is called after each game.
	Report func(games, found int)
}

// The openings and the yield of games.
const (
	randomPlies = 10 // largest number of random plies; the smallest is half of it
	fromOneGame = 3  // most positions of one game, so that they do not resemble each other
	mostGames   = 20_000
)

// Collect plays until it has enough positions, and returns them in the order of their
// free squares. The result depends only on the Collector.
func (c *Collector) Collect(ctx context.Context) ([]game.Position, error) {
	found := make([][]game.Position, c.MaxFree+1)
	seen := map[uint64]bool{}
	total := 0
	for number := range uint64(mostGames) {
		name := fnv.New64a()
		_, _ = name.Write([]byte(c.Game.Name())) // a hash never fails
		rng := rand.New(rand.NewPCG(c.Seed^name.Sum64(), number))
		played, err := c.play(ctx, rng)
		if err != nil {
			return nil, err
		}
		rng.Shuffle(len(played), func(i, j int) { played[i], played[j] = played[j], played[i] })
		taken := 0
		for _, p := range played {
			room := freeSquares(p)
			if room < 1 || room > c.MaxFree || len(found[room]) == c.Each || seen[p.Key()] || taken == fromOneGame {
				continue
			}
			seen[p.Key()] = true
			found[room] = append(found[room], p)
			taken++
			total++
		}
		if c.Report != nil {
			c.Report(int(number)+1, total)
		}
		if total == c.MaxFree*c.Each {
			var list []game.Position
			for _, some := range found {
				list = append(list, some...)
			}
			return list, nil
		}
	}
	return nil, fmt.Errorf("%d games of %s gave only %d of %d positions", mostGames, c.Game.Name(), total,
		c.MaxFree*c.Each)
}

// play plays a game to its end and returns the positions that had a legal move.
func (c *Collector) play(ctx context.Context, rng *rand.Rand) ([]game.Position, error) {
	var played []game.Position
	p := c.Game.Start()
	opening := randomPlies/2 + rng.IntN(randomPlies/2+1)
	c.Engine.Reset()
	for !p.Outcome().Over() {
		q, err := c.Game.Parse(p.String())
		if err != nil {
			return nil, err
		}
		played = append(played, q)
		if p.Ply() < opening {
			moves := p.Legal(nil)
			p.Make(moves[rng.IntN(len(moves))])
			continue
		}
		best, err := c.Engine.Search(ctx, p, engine.Limits{Nodes: c.Nodes}, nil)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil { // an interrupted search is not reproducible
			return nil, err
		}
		p.Make(best.Best())
	}
	return played, nil
}

// freeSquares returns the free squares of a position that the solver accepts.
func freeSquares(p game.Position) int {
	return p.(game.Acyclic).FreeSquares() //nolint:forcetypeassert // of a game without cycles
}
