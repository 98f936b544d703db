//go:build !unix

package loadtest

import (
	"errors"
	"time"
)

// openFiles returns the limit on open files.
var openFiles = func() (limit uint64, known bool) { return 0, false }

// ownUsage returns the processor time of this process.
func ownUsage() (user, system time.Duration, err error) { return 0, 0, errors.ErrUnsupported }
