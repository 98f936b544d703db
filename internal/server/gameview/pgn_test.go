package gameview

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// Every reason of a live game has its word of the PGN standard.
func TestTermination(t *testing.T) {
	for reason, want := range map[game.Reason]notation.Termination{
		game.Checkmate:              "",
		game.TimeOut:                "",
		livegame.Aborted:            notation.Abandoned,
		livegame.NoFirstMove:        notation.Abandoned,
		livegame.NoStart:            notation.TimeForfeit,
		livegame.NotJoined:          notation.Abandoned,
		livegame.Abandoned:          notation.Abandoned,
		livegame.OpponentLeft:       notation.Abandoned,
		livegame.OpponentLeftDraw:   notation.Abandoned,
		livegame.Closed:             notation.Unterminated,
		livegame.Closed + ": words": notation.Unterminated,
	} {
		if got := termination(game.Outcome{Reason: reason}); got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
}
