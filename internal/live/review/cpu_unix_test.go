//go:build unix

package review

import (
	"syscall"
	"time"
)

// processorTime is what the process has used. On a machine that is busy with other
// things it tells more than a clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
