//go:build unix

package review

import (
	"syscall"
	"time"
)

// processorTime is the processor time of the process, which depends less than a clock on
// what else the machine does.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
