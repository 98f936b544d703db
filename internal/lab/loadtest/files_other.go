//go:build !unix

package loadtest

// openFiles is how many files this process may have open.
var openFiles = func() (limit uint64, known bool) { return 0, false }
