package arena

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Maker makes openings: random legal moves from the start, after which an engine finds
// the position balanced.
type Maker struct {
	Game     game.Game
	Engine   engine.Engine // scores the openings, one at a time
	Seed     uint64
	MinPlies int          // plies of the shortest opening
	MaxPlies int          // and of the longest
	Bound    engine.Score // largest score for either color, in centipawns
	Nodes    uint64       // nodes of the first search; the second has VerifyFactor times as many
}

// VerifyFactor is the factor of nodes between the first search and the second, which
// verifies an opening.
const VerifyFactor = 16

// maxTries limits the attempts for one opening.
const maxTries = 2000

// Opening returns an opening by its number. The same seed gives the same opening as
// long as the engine does not change.
func (m *Maker) Opening(ctx context.Context, number int) (string, error) {
	if m.MinPlies < 0 || m.MaxPlies < m.MinPlies {
		return "", fmt.Errorf("openings from %d to %d plies: expected the smaller number first", m.MinPlies, m.MaxPlies)
	}
	for try := range maxTries {
		random := rand.New(rand.NewPCG(mix(m.Seed, uint64(number)), uint64(try)))
		p := m.randomMoves(random)
		if p == nil {
			continue
		}
		fair, err := m.balanced(ctx, p)
		if err != nil {
			return "", err
		}
		if fair {
			return p.String(), nil
		}
	}
	return "", fmt.Errorf("no balanced opening found in %d tries: allow more plies or a greater bound", maxTries)
}

// randomMoves plays random moves. It returns nil if they end the game or give check.
func (m *Maker) randomMoves(random *rand.Rand) game.Position {
	p := m.Game.Start()
	for range m.MinPlies + random.IntN(m.MaxPlies-m.MinPlies+1) {
		legal := p.Legal(nil)
		if len(legal) == 0 {
			return nil
		}
		p.Make(legal[random.IntN(len(legal))])
	}
	if p.Outcome().Over() || p.InCheck() {
		return nil
	}
	q, err := m.Game.Parse(p.String()) // without the history, as the match plays it
	if err != nil || q.Outcome().Over() {
		return nil
	}
	return q
}

// balanced reports whether a position is balanced, by a short search and then a longer
// one.
func (m *Maker) balanced(ctx context.Context, p game.Position) (bool, error) {
	for _, nodes := range []uint64{m.Nodes, m.Nodes * VerifyFactor} {
		m.Engine.Reset()
		info, err := m.Engine.Search(ctx, p, engine.Limits{Nodes: nodes}, nil)
		switch {
		case err != nil:
			return false, err
		case ctx.Err() != nil:
			return false, ctx.Err()
		case info.Score > m.Bound || info.Score < -m.Bound:
			return false, nil
		}
	}
	return true, nil
}

// Suite returns this many different openings. It calls progress, if not nil, after
// each one with their number.
func (m *Maker) Suite(ctx context.Context, count int, progress func(int)) ([]string, error) {
	var fens []string
	seen := map[uint64]bool{}
	repeats := 0
	for number := 0; len(fens) < count; number++ {
		fen, err := m.Opening(ctx, number)
		if err != nil {
			return nil, err
		}
		p, err := m.Game.Parse(fen)
		if err != nil {
			return nil, err
		}
		if seen[p.Key()] {
			if repeats++; repeats > maxTries {
				return nil, fmt.Errorf("only %d different openings found: allow more plies or a greater bound", len(fens))
			}
			continue
		}
		seen[p.Key()] = true
		fens = append(fens, fen)
		if progress != nil {
			progress(len(fens))
		}
	}
	return fens, nil
}
