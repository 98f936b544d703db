package manager

import (
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Snapshot is a game at one moment, for whoever shows it. It shares nothing that
// changes.
type Snapshot struct {
	Header   livegame.Header
	Summary  livegame.Summary // the same game as lists show it: position, last move, result
	Seats    [2]livegame.Player
	Status   livegame.Status
	Events   []livegame.Event
	Moves    []string // on the board, in UCI
	Clocks   livegame.Clocks
	Presence livegame.Presence
	// AwaySince says since when each side has had no connection anywhere; zero if it has
	// one, or if that is not known yet.
	AwaySince [2]time.Time
}

// snapshot returns the game as it is now. Events and moves are the state's own:
// it never writes over what it has given out.
func (g *liveGame) snapshot() Snapshot {
	s := g.game
	return Snapshot{
		Header:    s.Header(),
		Summary:   s.Summary(),
		Seats:     s.Seats(),
		Status:    s.Status(),
		Events:    s.Events(),
		Moves:     s.Moves(),
		Clocks:    s.Clocks(g.manager.clock.Now()),
		Presence:  g.totalPresence(),
		AwaySince: g.presence.awaySince,
	}
}
