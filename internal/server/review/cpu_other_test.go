//go:build !unix

package review

import "time"

// processorTime is unknown on this system.
func processorTime() time.Duration { return 0 }
