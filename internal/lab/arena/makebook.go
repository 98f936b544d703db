package arena

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Maker makes openings: random legal moves from the start of the game, of which
// an engine finds that neither side is ahead.
type Maker struct {
	Game     game.Game
	Engine   engine.Engine // judges; it is used for one opening at a time
	Seed     uint64
	MinPlies int          // plies of the shortest opening
	MaxPlies int          // and of the longest
	Bound    engine.Score // how far ahead a side may be, in centipawns
	Nodes    uint64       // what the engine may look at; to verify, VerifyFactor times as much
}

// VerifyFactor is how much harder an opening is looked at before it is kept.
const VerifyFactor = 16

// maxTries bounds the search for one opening.
const maxTries = 2000

// Opening returns the opening with that number. It is the same for the same
// seed, unless the engine finds otherwise.
func (m *Maker) Opening(ctx context.Context, number int) (string, error) {
	if m.MinPlies < 0 || m.MaxPlies < m.MinPlies {
		return "", fmt.Errorf("openings from %d to %d plies: expected the least first", m.MinPlies, m.MaxPlies)
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

// randomMoves plays random moves. It returns nil where they ended the game, or where
// a check says already who stands better.
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
	q, err := m.Game.Parse(p.String()) // without the history, as it will be played
	if err != nil || q.Outcome().Over() {
		return nil
	}
	return q
}

// balanced reports whether the engine finds a position balanced, at a glance and when
// it looks harder.
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

// Suite returns so many different openings. Progress, if not nil, is told how
// many there are after each.
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
