package rating

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Verdict says why a finished game does not change ratings; Counts: it does.
type Verdict string

// The verdicts.
const (
	Counts     Verdict = ""
	Casual     Verdict = "casual"      // it is not rated
	Unfinished Verdict = "aborted"     // it has no result, or is not over
	Closed     Verdict = "closed"      // an operator ended it
	Guest      Verdict = "guest"       // a player has no account
	Short      Verdict = "short"       // one player made fewer than two moves
	Early      Verdict = "early"       // it was resigned, or drawn by agreement, at once
	OneAddress Verdict = "one-address" // both players have one address, which is in no trusted network
)

const (
	// minPlies is the least length of a game that counts: two moves of each player.
	minPlies = 4
	// minAgreedPlies is the same for a game that a player can end at any moment: losing on
	// purpose shall take some time.
	minAgreedPlies = 10
)

// Judge decides whether a game changes ratings.
func Judge(s livegame.Summary) Verdict {
	white, black := s.Seats[game.White], s.Seats[game.Black]
	switch {
	case !s.Rated:
		return Casual
	case s.Status != livegame.Finished || s.Result == game.Ongoing:
		return Unfinished
	case strings.HasPrefix(string(s.Reason), string(livegame.Closed)):
		return Closed
	case !rateable(white) || !rateable(black) || white.Guest == black.Guest || PoolOf(s.Variant, s.TimeControl) == "":
		return Guest
	case s.Ply < minPlies:
		return Short
	case (s.Reason == game.Resignation || s.Reason == game.Agreement) && s.Ply < minAgreedPlies:
		return Early
	case white.Place != "" && white.Place == black.Place:
		return OneAddress
	}
	return Counts
}

// Uncounted returns why a rated game with a result did not change ratings, for a viewer who may know that; "" if it
// did, or if that is not certain: a player whose account was deleted since looks like a guest.
func Uncounted(s livegame.Summary, viewer string, moderates bool) string {
	switch v := Judge(s); v {
	case Closed, Short, Early, OneAddress:
		return v.seen(s, viewer, moderates)
	}
	return ""
}

// seen returns the verdict as a viewer may see it: who shares an address is for the players and moderators.
func (v Verdict) seen(s livegame.Summary, viewer string, moderates bool) string {
	if v == OneAddress && !moderates && (viewer == "" ||
		viewer != s.Seats[game.White].Guest && viewer != s.Seats[game.Black].Guest) {
		return ""
	}
	return string(v)
}

// rateable reports whether a player has a rating.
func rateable(p livegame.Player) bool { return p.Engine() || p.Account }
