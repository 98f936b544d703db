package gametest

import "github.com/wane-chess/wane/game"

// Counter is game.Perft with memory of its own, so that a second run of the same depth
// allocates nothing. The zero value is ready for use.
type Counter struct{ moves []game.Move }

// Perft counts the leaves of the tree of legal moves of that depth, at least 1.
func (c *Counter) Perft(p game.Position, depth int) (n uint64) {
	if depth == 1 {
		return uint64(p.LegalCount())
	}
	start := len(c.moves)
	c.moves = p.Legal(c.moves)
	for i, end := start, len(c.moves); i < end; i++ {
		p.Make(c.moves[i])
		n += c.Perft(p, depth-1)
		p.Unmake()
	}
	c.moves = c.moves[:start]
	return n
}
