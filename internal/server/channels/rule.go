package channels

import (
	"cmp"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// The times and bounds of the rule.
const (
	// Fresh is how old the last move of a game may be for a channel to switch to it.
	Fresh = 3 * time.Minute
	// Quiet is after which time without a move any other game replaces the one that is shown.
	Quiet = 10 * time.Minute
	// Linger is how long a channel stays on the final position before it switches.
	Linger = 8 * time.Second
	// Dwell is how long a channel shows a game before a much better one replaces it.
	Dwell = 30 * time.Second
	// MuchBetter is by how many points the mean rating of a much better game is higher.
	MuchBetter = 200
)

// Shown is which game a channel shows.
type Shown struct {
	Channel string
	Game    livegame.ID // "": none yet
	Since   time.Time
}

// Current is the game that a channel shows. Ended is when it ended; zero: it has not.
type Current struct {
	livegame.Summary
	Ended time.Time
}

// Choose returns the game that a channel shows now, given what it has shown, that game as it is (nil: there is
// none any more), and live games of the channel. A channel keeps its game until Linger after its end, unless a
// much better one appears: a faster one than by correspondence, one with more people, or one whose players have
// a mean rating that is higher by MuchBetter. Without another game it keeps the last.
func Choose(was Shown, current *Current, live []livegame.Summary, now time.Time) livegame.ID {
	best := Best(live, now)
	switch {
	case best == nil:
		return was.Game
	case current == nil:
		return best.ID
	case !current.Ended.IsZero():
		if now.Sub(current.Ended) < Linger {
			return was.Game
		}
		return best.ID
	case current.Status != livegame.Live || now.Sub(current.Updated) >= Quiet:
		return best.ID
	case now.Sub(was.Since) >= Dwell && muchBetter(best, &current.Summary):
		return best.ID
	}
	return was.Game
}

// Best returns the best of the games that a channel may switch to, or nil: those faster than by correspondence
// first, then those with more people, then those with the higher mean rating, then the older one.
func Best(live []livegame.Summary, now time.Time) *livegame.Summary {
	var best *livegame.Summary
	for i := range live {
		if g := &live[i]; worthwhile(g, now) && (best == nil || compare(g, best) > 0) {
			best = g
		}
	}
	return best
}

// worthwhile reports whether a channel may switch to a game: two players, one of whom has just moved.
func worthwhile(g *livegame.Summary, now time.Time) bool {
	white, black := g.Seats[game.White], g.Seats[game.Black]
	return g.Status == livegame.Live && g.Public && g.Ply > 0 && now.Sub(g.Updated) < Fresh &&
		!white.Empty() && !black.Empty() && (white.Engine() || black.Engine() || white.Guest != black.Guest)
}

// compare returns a positive number if a is better, 0 only for the same game.
func compare(a, b *livegame.Summary) int {
	return cmp.Or(cmp.Compare(pace(a), pace(b)), cmp.Compare(people(a), people(b)), cmp.Compare(Rating(a), Rating(b)),
		b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
}

// muchBetter reports whether a replaces b, which is being played.
func muchBetter(a, b *livegame.Summary) bool {
	if c := cmp.Or(cmp.Compare(pace(a), pace(b)), cmp.Compare(people(a), people(b))); c != 0 {
		return c > 0
	}
	return Rating(a) >= Rating(b)+MuchBetter
}

// pace returns 0 for a game by correspondence, else 1.
func pace(g *livegame.Summary) int {
	if g.TimeControl.Correspondence() {
		return 0
	}
	return 1
}

// people returns how many of the players are people: neither the engine nor a bot.
func people(g *livegame.Summary) (n int) {
	for _, p := range g.Seats {
		if !p.Engine() && !p.Bot {
			n++
		}
	}
	return n
}

// Rating returns the mean rating of the players. One without a rating counts 0.
func Rating(g *livegame.Summary) int {
	return (g.Seats[game.White].Rating + g.Seats[game.Black].Rating) / 2
}

// minPlies is how many moves make a finished game worth showing.
const minPlies = 10

// Last returns which finished game, the last ended first, a channel without a live one shows: the last between
// people that is not very short, else the last; nil if there is none.
func Last(finished []archive.Game) *archive.Game {
	for i := range finished {
		if g := &finished[i]; people(&g.Summary) == 2 && g.Ply >= minPlies {
			return g
		}
	}
	if len(finished) > 0 {
		return &finished[0]
	}
	return nil
}
