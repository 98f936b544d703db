package loadtest

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
)

// Options say how hard to try a server.
type Options struct {
	URL   string // of a running server, such as http://localhost:8080
	Games int    // at once, each with two players
	// Every is the time between two moves of a game; 0: each move follows as soon
	// as the one before it has been acknowledged and seen.
	Every time.Duration
	For   time.Duration // how long moves are made, once all games have begun; being started again does not count
	// Watch says that a spectator follows each game.
	Watch    bool
	Variants []game.Game // played in turn
	Seed     uint64      // decides the moves
	// Kill is called so many times, spread over the time, and moves are made until
	// all of that is over; then it is called once more before all games are read
	// again. It must kill the server and start it again at the same address. It may
	// be nil if Kills is 0.
	Kill  func() error
	Kills int
	// Memory, if it is not nil, returns how many bytes the server occupies.
	Memory func() (int64, error)
	// Progress gets a line now and then; it may be nil.
	Progress io.Writer
	// Timeout is how long an answer or a move may take to arrive before that
	// counts as a fault; default 30 s, which covers a server that is killed and
	// started again.
	Timeout time.Duration

	moves int // each table tries so many at least, even if the time is over
}

// Bounds of the options.
const (
	MaxGames = 20_000
	MaxFor   = 24 * time.Hour
	MaxKills = 10_000
)

// defaultTimeout is the Patience of those who do not say.
const defaultTimeout = 30 * time.Second

// check says what is wrong with the options, and fills in what was left open.
func (o *Options) check() error {
	o.URL = strings.TrimSuffix(o.URL, "/")
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "":
		return fmt.Errorf("%.100q is not a server URL: expected one such as http://localhost:8080", o.URL)
	case o.Games < 1 || o.Games > MaxGames:
		return fmt.Errorf("%d games: expected 1–%d", o.Games, MaxGames)
	case o.For <= 0 || o.For > MaxFor:
		return fmt.Errorf("a run of %v: it can last up to %v", o.For, MaxFor)
	case o.Every < 0:
		return fmt.Errorf("a move every %v: the time cannot be negative", o.Every)
	case o.Kills < 0 || o.Kills > MaxKills:
		return fmt.Errorf("%d kills: expected 0–%d", o.Kills, MaxKills)
	case o.Kills > 0 && o.Kill == nil:
		return errors.New("the server cannot be killed: it was not started here")
	case len(o.Variants) == 0:
		return errors.New("no games to play")
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	return checkFiles(o.Games, o.seats())
}

// seats is how many sockets each game has.
func (o *Options) seats() int {
	if o.Watch {
		return 3
	}
	return 2
}

// spareFiles is how many files a process needs beside its sockets: requests,
// a database, a program's own.
const spareFiles = setupParallel + 64

// checkFiles says whether this process may have as many sockets open. A server
// that it starts has the same limit.
func checkFiles(games, seats int) error {
	limit, known := openFiles()
	need := uint64(games*seats + spareFiles) //nolint:gosec // bounded above
	if !known || need <= limit {
		return nil
	}
	if limit < uint64(seats+spareFiles) { //nolint:gosec // small
		return fmt.Errorf("%d sockets need %d open files, but the system lets a process have %d: raise the limit with 'ulimit -n %d'", games*seats, need, limit, need)
	}
	return fmt.Errorf("%d games have %d sockets and need %d open files, but the system lets a process have %d: raise the limit with 'ulimit -n %d', or play at most %d games",
		games, games*seats, need, limit, need, (limit-spareFiles)/uint64(seats)) //nolint:gosec // small
}
