//go:build !js

package tt

import "runtime/debug"

// freeMemory returns unused memory to the operating system.
func freeMemory() { debug.FreeOSMemory() }
