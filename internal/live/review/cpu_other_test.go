//go:build !unix

package review

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
