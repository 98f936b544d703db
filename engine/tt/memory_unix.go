//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tt

import (
	"math"
	"syscall"
)

// roomFor reports whether the operating system has that much memory. If it does
// not, make would end the program.
func roomFor(bytes uint64) bool {
	const most = math.MaxInt / 2
	if bytes > most {
		return false
	}
	bytes += bytes/32 + 1<<20 // what the run time keeps account of it with
	m, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return false
	}
	return syscall.Munmap(m) == nil
}
