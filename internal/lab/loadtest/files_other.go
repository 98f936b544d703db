//go:build !unix

package loadtest

// openFiles returns the limit on open files, which is unknown on this system.
var openFiles = func() (limit uint64, known bool) { return 0, false }
