package pairing

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
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
func older(a, b *livegame.Summary) int {
	return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
}

// terms are what both creators of a pair must want. Only games with the same terms are compared.
type terms struct {
	variant string
	control livegame.TimeControl
	rated   bool
}

// seeker is what a comparison needs of a waiting game and its creator. It is small, because in the
// worst case all pairs of thousands are compared several times a second.
type seeker struct {
	rating    int // 0: none
	low, high int // the ratings of opponents whom the game accepts
	points    int // how far the rating of an opponent may be; -1: any
	pairing   bool
	uncertain bool // the rating is provisional
	taken     bool
	player    string
	game      livegame.ID
}

// seekerOf returns the seeker of a game whose creator is p.
func seekerOf(s *livegame.Summary, p livegame.Player, now time.Time) seeker {
	k := seeker{
		rating: p.Rating, high: math.MaxInt, points: -1, pairing: s.Pairing, uncertain: p.Provisional, player: p.Guest,
		game: s.ID,
	}
	ranged := s.RatingMin > 0 || s.RatingMax > 0
	if ranged { // as Header.Accepts
		k.low = max(1, s.RatingMin)
		if s.RatingMax > 0 {
			k.high = s.RatingMax
		}
	}
	if s.Pairing && !ranged && p.Rating > 0 { // a range that the player has chosen takes the place of the window
		if points, unlimited := Window(p, now.Sub(s.Created)); !unlimited {
			k.points = points
		}
	}
	return k
}

// admits reports whether an opponent's rating is one that a seeker plays.
func (k *seeker) admits(opponent *seeker) bool {
	if opponent.rating < k.low || opponent.rating > k.high {
		return false
	}
	if k.points < 0 || opponent.rating == 0 {
		return true
	}
	points := k.points
	if opponent.uncertain {
		points = max(points, provisionalWindow)
	}
	return max(k.rating-opponent.rating, opponent.rating-k.rating) <= points
}

// match returns who joins whose game: from each game that its creator shall leave to the game that
// the creator shall join. Older games come first and stay; those in skip are left out. Blocked has
// whom each creator blocks. Nodes with the same list get the same result, so their players do not
// compete; if one hears of a block later, the races decide.
func match(
	list []livegame.Summary, now time.Time, skip map[livegame.ID]bool, blocked map[string]map[string]bool,
) map[livegame.ID]livegame.ID {
	games := make([]*livegame.Summary, len(list))
	for i := range list {
		games[i] = &list[i]
	}
	slices.SortFunc(games, older)
	groups := map[terms][]seeker{}
	for _, s := range games {
		if p, ok := host(*s); ok && s.FEN == "" && !skip[s.ID] {
			t := terms{s.Variant, s.TimeControl, s.Rated}
			groups[t] = append(groups[t], seekerOf(s, p, now))
		}
	}
	joins := map[livegame.ID]livegame.ID{}
	for _, seekers := range groups {
		matchGroup(seekers, blocked, joins)
	}
	return joins
}

// matchGroup adds to joins the pairs among seekers with the same terms, the oldest first.
func matchGroup(seekers []seeker, blocked map[string]map[string]bool, joins map[livegame.ID]livegame.ID) {
	for i := range seekers {
		a := &seekers[i]
		if a.taken {
			continue
		}
		for j := i + 1; j < len(seekers); j++ {
			b := &seekers[j]
			if b.taken || !a.pairing && !b.pairing || !a.admits(b) || !b.admits(a) ||
				a.player == b.player || blocked[a.player][b.player] || blocked[b.player][a.player] {
				continue
			}
			a.taken, b.taken = true, true
			if b.pairing {
				joins[b.game] = a.game
			} else { // its creator waits in the game's page
				joins[a.game] = b.game
			}
			break
		}
	}
}
