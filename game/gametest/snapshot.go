package gametest

import (
	"fmt"

	"github.com/wane-chess/wane/game"
)

// Snapshot is what Unmake must restore.
type Snapshot struct {
	FEN         string
	Key         uint64
	Ply         int
	InCheck     bool
	Turn        game.Color
	Repetitions int
	Halfmoves   int
}

// NewSnapshot returns the snapshot of a position.
func NewSnapshot(p game.Position) Snapshot {
	return Snapshot{p.String(), p.Key(), p.Ply(), p.InCheck(), p.Turn(), p.Repetitions(), p.Halfmoves()}
}

// Diff describes how s differs from an earlier snapshot, or returns "". It ignores
// what depends on earlier moves if s has none.
func (s Snapshot) Diff(before Snapshot) string {
	if s.Ply == 0 {
		s.Ply, s.Repetitions = before.Ply, before.Repetitions
	}
	if s == before {
		return ""
	}
	return fmt.Sprintf("now %+v, before %+v", s, before)
}
