// Package clock allots the time on a clock to moves.
package clock

import (
	"time"

	"github.com/wane-chess/wane/engine"
)

// Budget is the time for one move. Both bounds count from when the clock of the
// mover began to run.
type Budget struct {
	// Soft is when a search of ordinary difficulty should end. It may end earlier
	// if the best move is clear, and later if the best move is in doubt.
	Soft time.Duration
	// Hard is when it must end.
	Hard time.Duration
}

const (
	// reserve is kept back besides the overhead, for the operating system to let
	// the engine notice that time is up.
	reserve = 4 * time.Millisecond
	// least is the least time of a search, even if the clock has none left.
	least = time.Millisecond
	// horizon is for how many more moves a game without time controls is paced.
	horizon = 28
	// longest bounds the time and the increment, so that no sum overflows.
	longest = 10_000 * time.Hour
)

// For returns the budget for a move, given the clock. A move spends most of its increment.
// The increment never counts as remaining time, so no move takes more than the clock has.
func For(c engine.Clock) Budget {
	overhead := clamp(c.Overhead)
	left := max(clamp(c.Remaining)-overhead-reserve, least)
	moves := horizon
	if c.MovesToGo > 0 {
		moves = min(c.MovesToGo, horizon)
	}
	// Each move costs the overhead and brings the increment.
	gain := max(clamp(c.Increment)-overhead, 0)
	soft := left/time.Duration(moves) + gain*3/4
	hard := soft * 4
	most := left * 2 / 5 // never more of the clock than this on one move
	if c.MovesToGo == 1 {
		soft, hard, most = left*4/5, left, left
	}
	return Budget{Soft: max(min(soft, most), least), Hard: max(min(hard, most), least)}
}

// clamp bounds a time, so that sums do not overflow.
func clamp(d time.Duration) time.Duration { return min(max(d, 0), longest) }
