// Package tt is the transposition table of a search: results about positions, under their
// keys, for any number of threads at once.
//
// An entry is one word, written and read as a whole, so that no lock is needed and no
// thread can see half an entry. Eight entries fill a cache line and share an index; 18
// more bits of the key identify an entry in its line. About one probe in 33,000 finds an
// entry of another position, as in other engines. That is harmless: the search plays a
// move from the table only if it is legal.
package tt

import (
	"math/bits"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Limits of the size of a table in MB (2²⁰ bytes). The memory of the
// machine limits it too.
const (
	MinMB = 1
	MaxMB = 1 << 18
)

// MaxDepth is the largest depth that an entry can hold, in plies.
const MaxDepth = 127

const (
	slots      = 8 // a cache line
	lineBytes  = 8 * slots
	generation = 32 // generations are counted modulo this
)

type line [slots]Word

// Table is a transposition table. Its methods Probe and Store may be called
// from many goroutines at once; the others only while no other goroutine uses it.
type Table struct {
	lines []line
	age   uint8
}

// Entry is what the table holds of a position.
type Entry struct {
	Move  uint16       // Fold of the best move, or 0
	Score engine.Score // mates counted from this position
	Depth int          // plies, 0 for quiescence
	Bound engine.Bound
}

// New makes a table of that many MB.
func New(mb int) (*Table, error) {
	t := &Table{}
	if err := t.Resize(mb); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize gives the table another size and empties it. On an error, such as
// not enough memory, the table stays as it was.
func (t *Table) Resize(mb int) error {
	if mb < MinMB || mb > MaxMB {
		return message.Errorf("transposition table of %d MB is out of range (%d–%d)", mb, MinMB, MaxMB)
	}
	if mb == t.MB() {
		t.Clear(1)
		return nil
	}
	if !roomFor(uint64(mb) << 20) {
		return message.Errorf("transposition table of %d MB: not enough memory; choose a smaller size", mb)
	}
	if t.lines != nil {
		t.lines = nil // so that the old and the new are never in memory together
		freeMemory()
	}
	t.lines = make([]line, mb<<20/lineBytes)
	t.age = 0
	return nil
}

// MB returns the size of the table.
func (t *Table) MB() int { return len(t.lines) * lineBytes >> 20 }

// Clear empties the table with that many goroutines.
func (t *Table) Clear(threads int) {
	t.age = 0
	threads = max(threads, 1)
	var all sync.WaitGroup
	for i := range threads {
		part := t.lines[len(t.lines)*i/threads : len(t.lines)*(i+1)/threads]
		all.Go(func() { clear(part) })
	}
	all.Wait()
}

// NextSearch begins a search: entries of earlier ones are replaced first.
func (t *Table) NextSearch() { t.age = (t.age + 1) % generation }

// Fold makes 16 bits of a move, 0 only of NoMove. Two moves of one position
// hardly ever share them.
func Fold(m game.Move) uint16 {
	if m == game.NoMove {
		return 0
	}
	return uint16(uint32(m)*0x9e3779b1>>16) | 1
}

// An entry in a word, from bit 0: age 5, bound 2, depth 7, score 16, move 16,
// key 18. The bound is stored plus one, so that a word of an entry is never 0.
const (
	boundShift = 5
	depthShift = 7
	scoreShift = 14
	moveShift  = 30
	keyShift   = 46
)

func (t *Table) line(key uint64) *line {
	high, _ := bits.Mul64(key, uint64(len(t.lines)))
	return &t.lines[high]
}

// Probe looks a position up.
func (t *Table) Probe(key uint64) (Entry, bool) {
	l := t.line(key)
	tag := key << keyShift >> keyShift
	for i := range l {
		w := l[i].Load()
		if w>>keyShift == tag && w != 0 {
			return Entry{
				Move:  uint16(w >> moveShift),
				Score: engine.Score(int16(w >> scoreShift)),
				Depth: int(w >> depthShift & MaxDepth),
				Bound: engine.Bound(w>>boundShift&3 - 1),
			}, true
		}
	}
	return Entry{}, false
}

// Store stores an entry. It replaces the one of the same position or the least useful in its
// line. A much deeper entry of the same position stays, and so does its move if the new
// entry has none.
func (t *Table) Store(key uint64, e Entry) {
	l := t.line(key)
	tag := key << keyShift >> keyShift
	victim, worth := 0, 1<<30
	for i := range l {
		w := l[i].Load()
		if w == 0 {
			if worth > -1<<20 {
				victim, worth = i, -1<<20
			}
			continue
		}
		depth, old := int(w>>depthShift&MaxDepth), int(t.age-uint8(w))&(generation-1)
		if w>>keyShift == tag {
			if e.Bound != engine.Exact && old == 0 && e.Depth < depth-3 {
				return
			}
			if e.Move == 0 {
				e.Move = uint16(w >> moveShift)
			}
			victim = i
			break
		}
		if v := depth - 8*old; v < worth {
			victim, worth = i, v
		}
	}
	depth := uint64(min(max(e.Depth, 0), MaxDepth))
	l[victim].Store(tag<<keyShift | uint64(e.Move)<<moveShift | uint64(uint16(e.Score))<<scoreShift |
		depth<<depthShift | uint64(e.Bound+1)<<boundShift | uint64(t.age))
}

// Full returns how full the table is with entries of this search, in
// thousandths, from a sample.
func (t *Table) Full() int {
	n, of := 0, 0
	for i := 0; i < len(t.lines) && i < 1000/slots; i++ {
		for j := range t.lines[i] {
			of++
			if w := t.lines[i][j].Load(); w != 0 && uint8(w)&(generation-1) == t.age {
				n++
			}
		}
	}
	return n * 1000 / max(of, 1)
}
