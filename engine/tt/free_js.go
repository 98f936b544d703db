package tt

import "runtime"

// freeMemory makes unused memory available to the program: a page's never shrinks.
func freeMemory() { runtime.GC() }
