package solver

import (
	"errors"
	"time"

	"github.com/wane-chess/wane/game"
)

// Limits bound a proof. A field that is zero or negative does not bound.
type Limits struct {
	Nodes uint64        // positions visited until the result is known
	Time  time.Duration // wall-clock time
	// Holding asks, where the game is drawn, which moves hold the draw; without it
	// Proof.Moves has one of them. The limits are for all of it together.
	Holding bool
}

// Proof is what was found out about a position.
type Proof struct {
	// Result is how the game ends for the side to move with best play. It is known
	// only if Solved; otherwise it is WDLDraw.
	Result game.WDL
	Solved bool
	// NoWin and NoLoss say what is certain about the side to move if the position
	// is not solved: that it does not win, or does not lose. At most one of them is
	// true, since both make a draw.
	NoWin, NoLoss bool
	// Plies bounds the length of a game that is not drawn: the winner can end it within
	// Plies plies against any defense.
	Plies int
	// Moves are moves that are proven to keep the result; the first is that of Line. A loss
	// has none.
	Moves []game.Move
	// Line leads to the end of the game. The winner plays proven moves, the loser the longest
	// known defense; in a draw, both hold it. Line is cut short if the context is done, or if
	// it would take more work than the proof.
	Line  []game.Move
	Nodes uint64        // positions visited
	Time  time.Duration // wall-clock time
}

// Is reports whether the position is solved and has this result.
func (p Proof) Is(r game.WDL) bool { return p.Solved && p.Result == r }

// NodesPerSecond returns the speed, or 0 if it took no time.
func (p Proof) NodesPerSecond() uint64 {
	if p.Time <= 0 {
		return 0
	}
	return uint64(float64(p.Nodes) / p.Time.Seconds())
}

// ErrEndless is returned for a position of a game that need not end.
var ErrEndless = errors.New("solver: only games in which every move takes something away for good can be solved")

// Solvable reports whether a position belongs to a game that can be solved.
func Solvable(p game.Position) bool { return game.IsAcyclic(p) }
