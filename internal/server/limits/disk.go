package limits

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// DiskTime is how long a node goes by what it knows of the disk.
const DiskTime = 2 * time.Second

// Disk knows whether there is room on the disk of the database. It may be used by many goroutines. A nil Disk always
// has room.
type Disk struct {
	free    func() (uint64, error)
	reserve uint64
	log     *slog.Logger
	mu      sync.Mutex // of who asks the system
	checked time.Time
	low     atomic.Bool
}

// NewDisk makes a Disk, of which a reserve in bytes is for moves. Free asks the system.
func NewDisk(reserve uint64, free func() (uint64, error), log *slog.Logger) *Disk {
	return &Disk{reserve: reserve, free: free, log: log}
}

// Low reports whether only the reserve is left.
func (d *Disk) Low() bool {
	if d == nil {
		return false
	}
	if !d.mu.TryLock() {
		return d.low.Load() // another request asks the system
	}
	defer d.mu.Unlock()
	if now := time.Now(); now.Sub(d.checked) >= DiskTime {
		d.checked = now
		free, err := d.free()
		low := err == nil && free < d.reserve
		if d.low.Swap(low) != low {
			d.log.Warn("the room on the disk has changed", "nearly full", low, "free", free, "reserve", d.reserve)
		}
	}
	return d.low.Load()
}
