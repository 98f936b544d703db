//go:build unix

package loadtest

import (
	"syscall"
	"time"
)

// openFiles returns the limit on open files. The Go runtime has raised it as far as
// possible.
var openFiles = func() (limit uint64, known bool) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r); err != nil {
		return 0, false
	}
	return uint64(r.Cur), true //nolint:unconvert // signed on some systems
}

// ownUsage returns the processor time of this process.
func ownUsage() (user, system time.Duration, err error) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, 0, err
	}
	return time.Duration(r.Utime.Nano()), time.Duration(r.Stime.Nano()), nil
}
