package game

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Perft counts the leaves of the tree of legal moves of that depth. Draws are
// ignored; a side without a king has no move. The last ply is counted without
// being played. The position is the same afterwards.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var c counter
	return c.perft(p, depth)
}

// counter has the memory of a perft for its lists of moves.
type counter struct{ moves []Move }

func (c *counter) perft(p Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.LegalCount())
	}
	start := len(c.moves)
	c.moves = p.Legal(c.moves)
	end := len(c.moves)
	var n uint64
	for i := start; i < end; i++ {
		p.Make(c.moves[i])
		n += c.perft(p, depth-1)
		p.Unmake()
	}
	c.moves = c.moves[:start]
	return n
}

// DivideEntry is the count below one move.
type DivideEntry struct {
	Move  Move
	Nodes uint64
}

// Divide returns the perft of each legal move, for the rest of the depth, with
// up to threads goroutines (as many as there are processors, if threads < 1).
// A depth below 1 gives no branches.
func Divide(p Position, depth, threads int) []DivideEntry {
	if depth < 1 {
		return nil
	}
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	moves := p.Legal(nil)
	out := make([]DivideEntry, len(moves))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(threads, len(moves)) {
		own := p.Clone()
		wg.Go(func() {
			var c counter
			for i := int(next.Add(1)) - 1; i < len(moves); i = int(next.Add(1)) - 1 {
				own.Make(moves[i])
				out[i] = DivideEntry{moves[i], c.perft(own, depth-1)}
				own.Unmake()
			}
		})
	}
	wg.Wait()
	return out
}
