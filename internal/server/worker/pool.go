package worker

import (
	"fmt"
	"slices"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// pooledEngine is an engine with what it last searched.
type pooledEngine struct {
	engine engine.Engine
	game   livegame.ID
	level  int
}

// pool keeps idle engines.
type pool struct {
	make func() engine.Engine
	hash int // MiB

	mu   sync.Mutex
	idle []*pooledEngine // the last used at the end
}

// test creates the first engine, to report an error early.
func (p *pool) test() error {
	s, err := p.newEngine()
	if err == nil {
		p.put(s)
	}
	return err
}

func (p *pool) newEngine() (*pooledEngine, error) {
	s := &pooledEngine{engine: p.make()}
	if e, ok := s.engine.(interface{ SetHash(mb int) error }); ok {
		if err := e.SetHash(p.hash); err != nil {
			return nil, fmt.Errorf("the engine's table: %w", err)
		}
	}
	return s, nil
}

// get returns an engine for a game: the one that made the last move there, if it is
// idle, or else one with an empty table.
func (p *pool) get(id livegame.ID, level int) (*pooledEngine, error) {
	p.mu.Lock()
	same := func(s *pooledEngine) bool { return s.game == id && s.level == level }
	i := slices.IndexFunc(p.idle, same)
	if i < 0 && len(p.idle) > 0 {
		i = 0
	}
	var s *pooledEngine
	if i >= 0 {
		s = p.idle[i]
		p.idle = slices.Delete(p.idle, i, i+1)
	}
	p.mu.Unlock()
	if s == nil {
		var err error
		if s, err = p.newEngine(); err != nil {
			return nil, err
		}
	} else if !same(s) && s.game != "" {
		s.engine.Reset()
	}
	s.game, s.level = id, level
	return s, nil
}

// put returns an engine to the pool.
func (p *pool) put(s *pooledEngine) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, s)
}
