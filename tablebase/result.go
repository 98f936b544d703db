package tablebase

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// MaxPieces is the largest number of pieces, kings included, that a position in a table
// can have.
const MaxPieces = 6

// WDL is how a position ends if both sides play as well as can be, for the
// side to move.
type WDL int8

// The outcomes.
const (
	Loss WDL = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (o WDL) String() string { return [...]string{"loss", "draw", "win"}[o+1] }

// Result is the truth about a position, for the side to move.
type Result struct {
	Outcome WDL
	// DTM is the distance to mate in plies (half-moves), if the winner takes the
	// shortest way and the loser the longest: odd for a win, even for a loss, 0 if
	// the side to move is mated. In a draw it is 0.
	DTM int
}

// Cursed reports whether the fifty-move rule may come before the mate,
// given how many plies have been counted so far. It need not come: a capture or a
// pawn's move on the way begins the count anew.
func (r Result) Cursed(halfmoves int) bool {
	return r.DTM > 0 && halfmoves+r.DTM > game.MaxHalfmoves
}

// Score is the result as an engine counts: 0, engine.Mate−Plies or −engine.Mate+Plies.
func (r Result) Score() engine.Score {
	return engine.Score(r.Outcome) * (engine.Mate - engine.Score(r.DTM))
}

// Before is the result of the position from which a move led to one with result
// r, if that move was best.
func (r Result) Before() Result {
	if r.Outcome == Draw {
		return r
	}
	return Result{-r.Outcome, r.DTM + 1}
}

// String returns, for example, "win in 5 plies", "draw" or "mated".
func (r Result) String() string {
	switch {
	case r.Outcome == Draw:
		return "draw"
	case r.Outcome == Loss && r.DTM == 0:
		return "mated"
	case r.DTM == 1:
		return fmt.Sprintf("%v in 1 ply", r.Outcome)
	}
	return fmt.Sprintf("%v in %d plies", r.Outcome, r.DTM)
}

// OutsideError says why a position is none that a table could hold.
type OutsideError struct{ Reason string }

func (e *OutsideError) Error() string { return "outside the tables: " + e.Reason }

// MissingError says that a position could be in a table, but not in those that
// are open.
type MissingError struct {
	Material string // such as "KQRvKR"
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("no table of %s is open", e.Material)
}
