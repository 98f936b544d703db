package clock_test

import (
	"fmt"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/clock"
)

// With a minute left and a second more with each move, a move gets some three
// seconds.
func ExampleFor() {
	b := clock.For(engine.Clock{Remaining: time.Minute, Increment: time.Second})
	fmt.Println(b.Soft.Round(100*time.Millisecond), b.Hard.Round(100*time.Millisecond))
	// Output:
	// 2.9s 11.6s
}
