package loadtest

import (
	"fmt"
	"io"
	"time"

	"github.com/wane-chess/wane/game"
)

// Options say how hard to try a server.
type Options struct {
	URL   string // of a running server, such as http://localhost:8080
	Games int    // at once, each with two players and a spectator
	// Every is the time between two moves of a game; 0: each move follows as soon
	// as the one before it has been acknowledged and seen.
	Every time.Duration
	For   time.Duration // how long moves are made, once all games have begun
	// Watch says that a spectator follows each game.
	Watch    bool
	Variants []game.Game // played in turn
	Seed     uint64      // decides the moves
	// Kill, if it is not nil, is called so many times, spread over the time, and
	// must kill the server and start it again at the same address.
	Kill  func() error
	Kills int
	// Memory, if it is not nil, returns how many bytes the server occupies.
	Memory func() (int64, error)
	// Progress gets a line now and then; it may be nil.
	Progress io.Writer
}

// Bounds of the options.
const (
	MaxGames = 20_000
	MaxFor   = 24 * time.Hour
)

func (o *Options) check() error {
	switch {
	case o.Games < 1 || o.Games > MaxGames:
		return fmt.Errorf("%d games: there can be 1 to %d", o.Games, MaxGames)
	case o.For <= 0 || o.For > MaxFor:
		return fmt.Errorf("a run of %v: it can last up to %v", o.For, MaxFor)
	case o.Every < 0:
		return fmt.Errorf("a move every %v: the time cannot be negative", o.Every)
	case len(o.Variants) == 0:
		return fmt.Errorf("no games to play")
	}
	return nil
}
