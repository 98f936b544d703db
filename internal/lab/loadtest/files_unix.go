//go:build unix

package loadtest

import "syscall"

// openFiles is how many files this process may have open. The runtime has raised
// that already as far as it can be raised.
var openFiles = func() (limit uint64, known bool) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r); err != nil {
		return 0, false
	}
	return uint64(r.Cur), true //nolint:unconvert // signed on some systems
}
