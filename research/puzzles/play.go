package puzzles

import (
	"context"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// How games are played: after some random plies by two levels, whose lapses make chances.
const (
	leastOpening, mostOpening = 4, 9
	weakest, strongest        = 2, 4
	maxPlies                  = 300
)

// record is a game with what a short search thinks of each position.
type record struct {
	start  game.Position
	moves  []game.Move
	scores []engine.Score // for the side to move, before each move
}

// play plays the game with a number.
func play(ctx context.Context, g game.Game, e engine.Engine, seed, number uint64) (record, error) {
	rng := rand.New(rand.NewPCG(seed, number))
	e.Reset()
	p := g.Start()
	r := record{start: p.Clone()}
	random := leastOpening + rng.IntN(mostOpening-leastOpening+1)
	levels := [2]int{weakest + rng.IntN(strongest-weakest+1), weakest + rng.IntN(strongest-weakest+1)}
	for len(r.moves) < maxPlies && !p.Outcome().Over() {
		l, err := engine.LevelLimits(levels[p.Turn()], rng.Uint64())
		if err != nil {
			return record{}, err
		}
		l.MoveTime = 0 // nodes decide
		best, err := e.Search(ctx, p, l, nil)
		if err != nil || ctx.Err() != nil {
			return record{}, firstOf(ctx.Err(), err)
		}
		m := best.Best()
		if len(r.moves) < random {
			moves := p.Legal(nil)
			m = moves[rng.IntN(len(moves))]
		}
		r.moves, r.scores = append(r.moves, m), append(r.scores, best.Score)
		p.Make(m)
	}
	return r, nil
}

// scoreNodes is how long each position of a game from a file is searched.
const scoreNodes = 3000

// judged returns a game from a file with scores.
func judged(ctx context.Context, start game.Position, moves []game.Move, e engine.Engine) (record, error) {
	e.Reset()
	r := record{start: start.Clone(), moves: moves}
	p := start.Clone()
	for _, m := range moves {
		best, err := e.Search(ctx, p, engine.Limits{Nodes: scoreNodes}, nil)
		if err != nil || ctx.Err() != nil {
			return record{}, firstOf(ctx.Err(), err)
		}
		r.scores = append(r.scores, best.Score)
		p.Make(m)
	}
	return r, nil
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
