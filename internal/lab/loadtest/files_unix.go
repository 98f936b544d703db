//go:build unix

package loadtest

import "syscall"

// openFiles returns the limit on open files. The Go runtime has raised it as far as
// possible.
var openFiles = func() (limit uint64, known bool) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r); err != nil {
		return 0, false
	}
	return uint64(r.Cur), true //nolint:unconvert // signed on some systems
}
