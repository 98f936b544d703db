package loadtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Options describe a load test.
type Options struct {
	URL string // a running server, such as http://localhost:8080
	// Others are more servers at the same database. The clients of a game are at different ones.
	Others []string
	Games  int // at once, each with two players
	// Every is the time between two moves of a game; 0: each move follows as soon as
	// the last one is acknowledged and seen.
	Every time.Duration
	For   time.Duration // duration of play, after all games have begun
	// Watch adds a spectator to each game.
	Watch    bool
	Variants []game.Game // played in turn
	Seed     uint64      // varies the moves
	// Kill must kill the server and restart it at the same address. It is called this
	// many times, spread over the duration of play, and play continues until the last
	// one is over. It is called once more before all games are read again. It may be
	// nil if Kills is 0.
	Kill  func() error
	Kills int
	// Memory, if not nil, returns the server's memory in bytes.
	Memory func() (int64, error)
	// Soak, if not nil, reads the server's state, but for the numbers of the clients. Then games
	// are short, and guests and sockets come and go; the report says whether the server grows.
	Soak func(ctx context.Context) (Sample, error)
	// Imports is the number of accounts that import games meanwhile, one text after the other.
	Imports int
	// Lobby is the number of players who also look at the lobby; then the games are public. The report has how long
	// the server took to refresh it.
	Lobby int
	// Parts are the processes whose processor time the report has, besides the clients'.
	Parts []Part
	// Progress, if not nil, receives a line now and then.
	Progress io.Writer
	// Timeout is the time after which a missing answer or move is a fault; the
	// default, 30 s, covers a restart of the server.
	Timeout time.Duration

	moves int // each table tries at least this many, even after the time is over
}

// Bounds of the options.
const (
	MaxGames = 20_000
	MaxFor   = 24 * time.Hour
	MaxKills = 10_000
)

// defaultTimeout is the default of Timeout.
const defaultTimeout = 30 * time.Second

// check rejects invalid options and sets defaults.
func (o *Options) check() error {
	o.URL = strings.TrimSuffix(o.URL, "/")
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "":
		return message.InvalidOption(fmt.Errorf("%.100q is not a server URL: expected one such as http://localhost:8080",
			o.URL))
	case o.Games < 1 || o.Games > MaxGames:
		return fmt.Errorf("%d games: expected 1–%d", o.Games, MaxGames)
	case o.For <= 0 || o.For > MaxFor:
		return fmt.Errorf("a run of %v: expected more than 0 and at most %v", o.For, MaxFor)
	case o.Every < 0:
		return fmt.Errorf("a move every %v: expected 0 or more", o.Every)
	case o.Kills < 0 || o.Kills > MaxKills:
		return fmt.Errorf("%d kills: expected 0–%d", o.Kills, MaxKills)
	case o.Kills > 0 && o.Kill == nil:
		return errors.New("the server cannot be killed: it was not started here")
	case len(o.Variants) == 0:
		return errors.New("no games to play")
	}
	if err := o.checkAside(); err != nil {
		return err
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	return checkFiles(o.Games, o.seats())
}

// checkAside rejects what cannot be done beside the games.
func (o *Options) checkAside() error {
	switch {
	case o.Imports < 0 || o.Imports > MaxImports:
		return fmt.Errorf("%d imports: expected 0–%d", o.Imports, MaxImports)
	case o.Imports > 0 && o.Kills > 0:
		return errors.New("a server that is killed takes no imports")
	case o.Lobby < 0 || o.Lobby > 2*o.Games:
		return fmt.Errorf("%d viewers of the lobby: expected 0–%d, which are all players", o.Lobby, 2*o.Games)
	case o.Lobby > 0 && o.Kills > 0:
		return errors.New("a server that is killed forgets its metrics, which are the result of the lobby")
	case o.Kills > 0 && o.Soak != nil:
		return errors.New("a server that is killed has no state to watch")
	}
	return nil
}

// server returns the address of a server, in turn.
func (o *Options) server(n int) string {
	if n %= len(o.Others) + 1; n > 0 {
		return o.Others[n-1]
	}
	return o.URL
}

// seats returns the number of sockets for each game.
func (o *Options) seats() int {
	if o.Watch {
		return 3
	}
	return 2
}

// spareFiles is the number of open files besides the sockets: requests, a database,
// the program.
const spareFiles = setupParallel + 64

// checkFiles checks that this process may open enough sockets. A server that it starts
// has the same limit.
func checkFiles(games, seats int) error {
	limit, known := openFiles()
	need := uint64(games*seats + spareFiles) //nolint:gosec // bounded above
	if !known || need <= limit {
		return nil
	}
	if limit < uint64(seats+spareFiles) { //nolint:gosec // small
		return fmt.Errorf("%d sockets need %d open files, but the system lets a process have %d: raise the limit with "+
			"'ulimit -n %d'", games*seats, need, limit, need)
	}
	return fmt.Errorf("%d games have %d sockets and need %d open files, but the system lets a process have %d: raise "+
		"the limit with 'ulimit -n %d', or play at most %d games",
		games, games*seats, need, limit, need, (limit-spareFiles)/uint64(seats)) //nolint:gosec // small
}
