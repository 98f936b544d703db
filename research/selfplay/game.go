package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
)

// Limits of openings and samples.
const (
	firstPly  = 8    // no samples before this ply: openings repeat
	quietest  = 3000 // scores beyond this, in centipawns, say nothing about an evaluation
	openLimit = 500  // an opening with a larger score for either color, in centipawns, is replaced
	openTries = 50   // attempts; the last opening counts in any case
)

// gameRun is a self-play game in progress.
type gameRun struct {
	rules  game.Game
	engine engine.Engine
	nodes  uint64
	varied engine.Score // see Options
	rng    *rand.Rand

	playedOut int // see Options
}

// finishedGame is a finished game.
type finishedGame struct {
	rules   string // name of the game
	outcome game.Outcome
	plies   int
	moves   []string // in UCI notation
	samples []keyed
}

// keyed is a sample with the key of its position.
type keyed struct {
	Sample
	key uint64
}

// play plays a game after a random opening of at most this many plies.
func (c *gameRun) play(ctx context.Context, opening int) (finishedGame, error) {
	j := adjudicator{toTheEnd: c.playedOut > 0 && c.rng.IntN(c.playedOut) == 0}
	p, moves, best, err := c.open(ctx, opening)
	if err != nil {
		return finishedGame{}, err
	}
	if game.IsAcyclic(p) {
		j.toTheEnd = true // it is short, and stalemate often saves a player far behind
	}
	g := finishedGame{rules: c.rules.Name(), moves: moves}
	for {
		if g.outcome = p.Outcome(); g.outcome.Over() {
			break
		}
		if best.Best() == game.NoMove {
			if best, err = c.search(ctx, p); err != nil {
				return finishedGame{}, err
			}
		}
		score, move := best.Score, best.Best()
		if p.Turn() == game.Black {
			score = -score
		}
		if g.outcome = j.watch(score, p.Ply()); g.outcome.Over() {
			break
		}
		if p.Ply() >= firstPly && max(score, -score) <= quietest && !p.InCheck() && !noisy(p, move) {
			g.samples = append(g.samples, keyed{Sample{c.rules.Name(), p.String(), 0, score, p.Ply()}, p.Key()})
		}
		g.moves = append(g.moves, p.UCI(move))
		p.Make(move)
		best = engine.Report{}
	}
	g.plies = p.Ply()
	for i := range g.samples {
		g.samples[i].Result = resultFor(g.outcome.Result)
	}
	return g, nil
}

// open plays random moves from the start, and returns them with the position and the
// engine's report about it. It replaces openings that are over or lost.
func (c *gameRun) open(ctx context.Context, most int) (game.Position, []string, engine.Report, error) {
	for try := 1; ; try++ {
		p := c.rules.Start()
		var texts []string
		for range (most+1)/2 + c.rng.IntN(most/2+1) {
			m, err := c.randomMove(ctx, p)
			if err != nil {
				return nil, nil, engine.Report{}, err
			}
			if m == game.NoMove {
				break
			}
			texts = append(texts, p.UCI(m))
			p.Make(m)
		}
		if try == openTries {
			return p, texts, engine.Report{}, nil
		}
		if p.Outcome().Over() {
			continue
		}
		best, err := c.search(ctx, p)
		if err != nil || max(best.Score, -best.Score) <= openLimit {
			return p, texts, best, err
		}
	}
}

// search runs the engine. It drops an interrupted search, which is not reproducible.
func (c *gameRun) search(ctx context.Context, p game.Position) (engine.Report, error) {
	return c.searchWith(ctx, p, engine.Limits{Nodes: c.nodes}, nil)
}

func (c *gameRun) searchWith(ctx context.Context, p game.Position, l engine.Limits,
	report func(engine.Report)) (engine.Report, error) {
	best, err := c.engine.Search(ctx, p, l, report)
	if ctx.Err() != nil {
		return engine.Report{}, ctx.Err()
	}
	if err == nil && best.Best() == game.NoMove {
		err = fmt.Errorf("the engine finds no move in %s, %s", p.Game().Name(), p)
	}
	return best, err
}

// noisy reports whether a move changes the balance at once.
func noisy(p game.Position, m game.Move) bool {
	for _, r := range eval.NewNode(p).AppendNoisy(nil) {
		if r.Move == m {
			return true
		}
	}
	return false
}
