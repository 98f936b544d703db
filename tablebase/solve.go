package tablebase

import (
	"context"
	"errors"
	"math"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// An entry of a table is a byte: impossible, drawn, or decided plus the distance to mate
// in plies, which is even for losses and odd for wins.
const (
	impossible = 0
	drawn      = 1
	decided    = 2
	maxPlies   = math.MaxUint8 - decided
)

// resultOf reads an entry of a possible position.
func resultOf(v byte) Result {
	if v < decided {
		return Result{}
	}
	plies := int(v - decided)
	if plies%2 == 0 {
		return Result{game.WDLLoss, plies}
	}
	return Result{game.WDLWin, plies}
}

// lookup finds the entry of a position of other material.
type lookup func(n *node) (byte, error)

// solver finds the entries of one material, block by block: the moves of a block stay in
// it or lead to known entries.
type solver struct {
	ctx    context.Context
	step   func(entries int)
	ix     *index
	known  lookup
	values []byte

	// Of the current block; positions count from its first with White to move, and then
	// from its first with Black to move.
	size    int      // positions with one side to move
	start   []uint32 // where the moves of each position begin in edges
	edges   []uint32 // positions of the block that its moves lead to
	back    []uint32 // where the moves to each position begin in sources
	sources []uint32
	left    []uint16 // moves within the block that do not lose yet
	longest []uint8  // distance of the longest loss among known moves, as an entry
	mayLose []bool   // no move is known to win or to draw
	queue   [][]uint32
	next    []child
}

// solve returns the entries of a material. known answers for the materials that it
// needs.
func solve(ctx context.Context, ix *index, known lookup, step func(entries int)) ([]byte, error) {
	s := &solver{ctx: ctx, step: step, ix: ix, known: known, values: make([]byte, ix.size())}
	for _, b := range ix.shapes.blocks {
		err := s.block(b)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, message.Errorf("%v on %d×%d: %w", ix.Material, b.files, b.ranks, err)
		}
	}
	return s.values, nil
}

// pause is the number of positions or moves between two calls of step.
const pause = 1 << 13

// rest calls step with the entries done when it is time, and returns the error of the
// context.
func (s *solver) rest(count, entries int) error {
	if count%pause != 0 {
		return nil
	}
	s.step(entries)
	return s.ctx.Err()
}

// block solves the positions on boards of one size.
func (s *solver) block(b block) error {
	first := int(s.ix.start[b.first])
	s.size = int(s.ix.start[b.end]) - first
	total := s.size * s.ix.colors
	s.start = append(resized(s.start, 0), 0)
	s.edges = s.edges[:0]
	s.left, s.longest, s.mayLose = resized(s.left, total), resized(s.longest, total), resized(s.mayLose, total)
	for i := range s.queue {
		s.queue[i] = s.queue[i][:0]
	}
	for color := range s.ix.colors {
		var failed error
		s.ix.visitShapes(b.first, b.end, func(n int, sh *shape, pieces bitboard.Pieces) {
			if failed != nil {
				return
			}
			at := n - first + color*s.size
			if failed = s.examine(at, &node{pieces, int(sh.ranks), int(sh.files), game.Color(color)}, b, first); failed == nil {
				failed = s.rest(at+1, pause)
			}
			s.start = append(s.start, uint32(len(s.edges)))
		})
		if failed != nil {
			return failed
		}
	}
	s.step(total % pause)
	if err := s.reverse(total); err != nil {
		return err
	}
	return s.sweep(first)
}

// entry returns the entry of a position of the block.
func (s *solver) entry(at, first int) *byte {
	color, n := at/s.size, at%s.size
	return &s.values[color*s.ix.entries()+first+n]
}

// examine records the moves of a position.
func (s *solver) examine(at int, n *node, b block, first int) error {
	s.left[at], s.longest[at], s.mayLose[at] = 0, 0, false
	entry := s.entry(at, first)
	if !n.possible() {
		*entry = impossible
		return nil
	}
	*entry = drawn
	s.next = n.children(s.next[:0])
	if len(s.next) == 0 {
		if n.inCheck(n.turn) {
			s.push(at, decided)
		}
		return nil
	}
	s.mayLose[at] = true
	soonest := math.MaxInt
	for i := range s.next {
		c := &s.next[i]
		if !c.changed && c.ranks == b.ranks && c.files == b.files {
			to, ok := s.ix.find(c.pieces, c.ranks, c.files, c.turn, false)
			if !ok {
				return errLost
			}
			local := to%s.ix.entries() - first + to/s.ix.entries()*s.size
			s.edges = append(s.edges, uint32(local))
			s.left[at]++
			continue
		}
		v, err := s.value(c)
		switch {
		case err != nil:
			return err
		case v == impossible:
			return errLost
		case v == drawn:
			s.mayLose[at] = false
		case v%2 == decided%2: // the opponent loses
			soonest = min(soonest, int(v)+1)
		default:
			s.longest[at] = max(s.longest[at], v)
		}
	}
	switch {
	case soonest < math.MaxInt:
		s.mayLose[at] = false
		s.push(at, soonest)
	case s.mayLose[at] && s.left[at] == 0:
		s.push(at, int(s.longest[at])+1)
	}
	return nil
}

// value returns the entry of a position outside of the block.
func (s *solver) value(c *child) (byte, error) {
	if c.changed {
		return s.known(&c.node)
	}
	to, ok := s.ix.find(c.pieces, c.ranks, c.files, c.turn, false)
	if !ok {
		return 0, errLost
	}
	return s.values[to], nil
}

// push queues a position that may get an entry.
func (s *solver) push(at, entry int) {
	for len(s.queue) <= entry {
		s.queue = append(s.queue, nil)
	}
	s.queue[entry] = append(s.queue[entry], uint32(at))
}

// reverse lists the moves by where they lead.
func (s *solver) reverse(total int) error {
	s.back = resized(s.back, total+1)
	clear(s.back)
	for _, to := range s.edges {
		s.back[to+1]++
	}
	for i := range total {
		s.back[i+1] += s.back[i]
	}
	s.sources = resized(s.sources, len(s.edges))
	for at := range total {
		if err := s.rest(at, 0); err != nil {
			return err
		}
		for _, to := range s.edges[s.start[at]:s.start[at+1]] {
			s.sources[s.back[to]] = uint32(at)
			s.back[to]++
		}
	}
	// Each beginning has moved to the next: move them back.
	copy(s.back[1:], s.back[:total])
	s.back[0] = 0
	return nil
}

// sweep assigns entries from the mates backwards: those of 0 plies first.
func (s *solver) sweep(first int) error {
	given := 0
	for entry := decided; entry < len(s.queue); entry++ {
		for _, at := range s.queue[entry] { // only later ones grow meanwhile
			v := s.entry(int(at), first)
			if *v != drawn {
				continue // it had a shorter win
			}
			if entry > math.MaxUint8 {
				return message.Errorf("a mate in more than %d plies does not fit in an entry", maxPlies)
			}
			*v = byte(entry)
			given++
			if err := s.rest(given, 0); err != nil {
				return err
			}
			for _, from := range s.sources[s.back[at]:s.back[at+1]] {
				s.recordMove(int(from), entry, first)
			}
		}
	}
	return nil
}

// recordMove records that a move of a position leads to an entry.
func (s *solver) recordMove(from, entry, first int) {
	if *s.entry(from, first) != drawn {
		return
	}
	if entry%2 == decided%2 {
		s.push(from, entry+1)
		return
	}
	s.left[from]--
	s.longest[from] = max(s.longest[from], uint8(entry))
	if s.left[from] == 0 && s.mayLose[from] {
		s.push(from, int(s.longest[from])+1)
	}
}

// resized returns a slice of n elements, in the same memory if it is large enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// errLost cannot happen: each move leads to a position that has an entry.
var errLost = errors.New("a move leads to a position without an entry")
