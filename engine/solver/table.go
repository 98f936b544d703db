package solver

import (
	"math/bits"
	"sync"

	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/internal/message"
)

// Limits of the size of a table in MB (2²⁰ bytes).
const (
	MinMB = 1
	MaxMB = 1 << 16
)

// table keeps the numbers of positions, under keys that include the question.
type table struct {
	buckets []bucket
	age     uint64 // of the present solve, modulo ages
}

const (
	slots       = 4 // a cache line
	bucketBytes = 16 * slots
	ages        = 64
)

type bucket [slots]entry

// entry holds the numbers of one position for one question. Data has, from bit 0:
// phi 22, delta 22, plies 8, work 6, age 6. It is never zero for an entry, since
// phi and delta are not both.
//
// Workers read and write entries at the same time, each word as a whole. The key is
// stored as key^data, so two words that do not belong together fit no key.
type entry struct{ key, data tt.Word }

const (
	numberBits = 22
	numberMask = 1<<numberBits - 1
	deltaShift = numberBits
	pliesShift = 2 * numberBits
	workShift  = pliesShift + 8
	workMask   = 1<<6 - 1
	ageShift   = workShift + 6
)

func newTable(mb int) (table, error) {
	if mb < MinMB || mb > MaxMB {
		return table{}, message.Errorf("solver table of %d MB is out of range (%d–%d)", mb, MinMB, MaxMB)
	}
	return table{buckets: make([]bucket, mb<<20/bucketBytes)}, nil
}

func (t *table) clear(threads int) {
	var all sync.WaitGroup
	for i := range threads {
		part := t.buckets[len(t.buckets)*i/threads : len(t.buckets)*(i+1)/threads]
		all.Go(func() { clear(part) })
	}
	all.Wait()
	t.age = 0
}

func (t *table) bucket(key uint64) *bucket {
	high, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[high]
}

// touch brings a position's bucket from memory into the caches. The caller uses what
// it returns for something, so that it is not optimized away.
func (t *table) touch(key uint64) uint64 { return t.bucket(key)[0].data.Load() }

// probe looks a position up.
func (t *table) probe(key uint64) (numbers, bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].key.Load()^data == key {
			return unpack(data), true
		}
	}
	return numbers{}, false
}

func unpack(data uint64) numbers {
	return numbers{
		phi:   uint32(data & numberMask),
		delta: uint32(data >> deltaShift & numberMask),
		plies: uint8(data >> pliesShift),
	}
}

// store stores numbers that took this much work. It replaces the entry of the same position,
// or the one with the least work in the bucket. The magnitude of the work of an entry from
// an earlier solve counts a quarter.
func (t *table) store(key uint64, k numbers, work uint64) {
	magnitude := uint64(bits.Len64(work)) & workMask
	b := t.bucket(key)
	victim, least := 0, ^uint64(0)
	for i := range b {
		data := b[i].data.Load()
		if data == 0 || b[i].key.Load()^data == key {
			if data != 0 {
				if !k.settled() && unpack(data).settled() {
					return // another worker has settled it meanwhile
				}
				magnitude = max(magnitude, data>>workShift&workMask)
			}
			victim = i
			break
		}
		worth := data >> workShift & workMask
		if data>>ageShift != t.age {
			worth /= 4
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	data := uint64(k.phi) | uint64(k.delta)<<deltaShift | uint64(k.plies)<<pliesShift |
		magnitude<<workShift | t.age<<ageShift
	b[victim].key.Store(key ^ data)
	b[victim].data.Store(data)
}
