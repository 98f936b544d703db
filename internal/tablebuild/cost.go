package tablebuild

import (
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// Cost estimates what a plan takes.
type Cost struct {
	Materials int
	Entries   int
	// Memory is the peak of one process that builds one material at a time, and
	// MemoryEach what each further one at the same time adds, in bytes.
	Memory, MemoryEach int64
	Disk               int64 // of the files, in bytes
	// Work is the time of one processor of this machine.
	Work time.Duration
}

// Measured with materials of 6 pieces, with and without pawns: memory of whole
// processes, garbage included.
const (
	program     = 60 << 20  // a process that solves nothing
	perEntry    = 2         // bytes: entries, and packing them
	perBoard    = 60        // bytes for an entry of those solved together: moves that stay on a size of board
	needed      = 2         // bytes for an entry of needed tables, as far as they are unpacked at a time,
	maxUnpacked = 128 << 20 // which are that many at most
	packed      = 0.31      // bytes in a file for an entry
	// Of Convergent Chess, where all positions of a material are solved together, as sets.
	perConvergent    = 1.5
	packedConvergent = 0.11
)

// EstimateCost returns the cost of a plan at a speed in entries per second, as
// MeasureSpeed returns it.
func EstimateCost(plan []tablebase.Material, speed float64) Cost {
	c := Cost{Materials: len(plan)}
	for _, m := range plan {
		n := m.Entries()
		c.Entries += n
		disk, together := packed, perBoard*float64(m.Together())
		if m.Game() == tablebase.Convergent {
			disk, together = packedConvergent, perConvergent*float64(n)
		}
		c.Disk += int64(disk * float64(n))
		c.MemoryEach = max(c.MemoryEach, int64(perEntry*n)+int64(together)+neededBy(m))
		c.Work += time.Duration(float64(n) * weight(m) / speed * float64(time.Second))
	}
	c.Memory = c.MemoryEach + program
	return c
}

// neededBy returns the memory for the tables that a material needs.
func neededBy(m tablebase.Material) int64 {
	sum := int64(0)
	for _, n := range m.Needs() {
		sum += int64(n.Entries())
	}
	return needed * min(sum, maxUnpacked)
}

// weight is how much longer an entry takes than one of the reference material, with
// more pieces and promotions.
func weight(m tablebase.Material) float64 {
	w := 1.0
	switch {
	case m.Game() == tablebase.Convergent: // solved as sets
		w = 0.1
	case m.Pieces() >= 6:
		w = 2
	case m.Pieces() <= 4:
		w = 0.8
	}
	return w
}

// referenceMaterial is what MeasureSpeed builds. All that it needs is built in.
const referenceMaterial = "KQRvKR"

// MeasureSpeed measures how many entries per second each of some workers solves on this
// machine when all run at once.
func MeasureSpeed(ctx context.Context, workers int) (speed float64, err error) {
	m, err := tablebase.ParseMaterial(referenceMaterial)
	if err != nil {
		return 0, err
	}
	solve := func() error {
		_, err := tablebase.Solve(ctx, m, tablebase.Builtin(), nil)
		return err
	}
	if err := solve(); err != nil { // warm up
		return 0, err
	}
	began := time.Now()
	var all sync.WaitGroup
	failed := make([]error, workers)
	for i := range workers {
		all.Go(func() { failed[i] = solve() })
	}
	all.Wait()
	for _, err := range failed {
		if err != nil {
			return 0, err
		}
	}
	return float64(m.Entries()) / time.Since(began).Seconds(), nil
}
