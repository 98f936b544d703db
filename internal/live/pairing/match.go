package pairing

import (
	"cmp"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// How far apart two ratings may be: at first, if one of them is uncertain, and how much more each
// second. After AnyRating everyone fits.
const (
	firstWindow       = 100
	provisionalWindow = 300
	windowPerSecond   = 25
	AnyRating         = 40 * time.Second
)

// Window returns how far the rating of an opponent may be from a player's who has waited for some
// time; unlimited reports that it may be any.
func Window(p livegame.Player, waited time.Duration) (points int, unlimited bool) {
	points = firstWindow
	if p.Provisional {
		points = provisionalWindow
	}
	return points + int(max(0, waited)/time.Second)*windowPerSecond, waited >= AnyRating
}

// host returns the player who waits in a game. Games with an engine or without a player have none.
func host(s livegame.Summary) (livegame.Player, bool) {
	for color, p := range s.Seats {
		if p.Guest != "" && p.Guest == s.Creator && s.Seats[1-color].Empty() {
			return p, true
		}
	}
	return livegame.Player{}, false
}

// older orders waiting games by age. It is the same order on every node.
func older(a, b livegame.Summary) int {
	return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
}

// match returns who joins whose game: from each game that its creator shall leave to the game that
// the creator shall join. Older games come first and stay. Nodes with the same list get the same
// result, so their players do not compete; if one hears of a block later, the races decide.
func match(list []livegame.Summary, now time.Time, skip map[livegame.ID]bool, blocked map[string]map[string]bool) map[livegame.ID]livegame.ID {
	list = slices.SortedFunc(slices.Values(list), older)
	joins, taken := map[livegame.ID]livegame.ID{}, map[livegame.ID]bool{}
	for i, a := range list {
		if skip[a.ID] {
			continue
		}
		for _, b := range list[i+1:] {
			if taken[a.ID] {
				break
			}
			if taken[b.ID] || skip[b.ID] || !fit(a, b, now, blocked) {
				continue
			}
			taken[a.ID], taken[b.ID] = true, true
			if b.Pairing {
				joins[b.ID] = a.ID
			} else { // its creator waits in the game's page
				joins[a.ID] = b.ID
			}
		}
	}
	return joins
}

// fit reports whether the creators of two waiting games can play each other. Blocked has whom each
// of them blocks.
func fit(a, b livegame.Summary, now time.Time, blocked map[string]map[string]bool) bool {
	if !a.Pairing && !b.Pairing || a.Variant != b.Variant || a.TimeControl != b.TimeControl || a.Rated != b.Rated || a.FEN != "" || b.FEN != "" {
		return false
	}
	p, ok := host(a)
	q, ok2 := host(b)
	return ok && ok2 && p.Guest != q.Guest && a.Accepts(q) == nil && b.Accepts(p) == nil && near(a, p, q, now) && near(b, q, p, now) &&
		!blocked[p.Guest][q.Guest] && !blocked[q.Guest][p.Guest]
}

// near reports whether an opponent's rating is in the window of a player who waits in a game. A
// range that the player has chosen takes the place of the window.
func near(s livegame.Summary, p, opponent livegame.Player, now time.Time) bool {
	if !s.Pairing || s.RatingMin > 0 || s.RatingMax > 0 || p.Rating == 0 || opponent.Rating == 0 {
		return true
	}
	points, unlimited := Window(p, now.Sub(s.Created))
	if opponent.Provisional {
		points = max(points, provisionalWindow)
	}
	return unlimited || max(p.Rating-opponent.Rating, opponent.Rating-p.Rating) <= points
}
