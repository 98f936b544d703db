//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package tt

import "math"

// roomFor cannot ask the operating system here.
func roomFor(bytes uint64) bool { return bytes <= math.MaxInt }
