// Package profile shows what everyone may know about a player, an account or a level of the engine: ratings, results,
// openings, opponents, and what the player says.
package profile

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/notation"
)

// How much of a player's past a profile counts and shows.
const (
	maxPlayed    = 2000
	maxOpponents = 10
	maxOpenings  = 8
	maxBest      = 5
	openingPlies = 4
	activeWeeks  = 26
	recent       = 30 * 24 * time.Hour // of changes of ratings
)

// poolRatings shows the ratings of a player, in the order of games and speeds. The swings of a provisional rating say
// nothing: a change is since a rating that was not.
func poolRatings(
	list []rating.Standing, history []rating.Change, me rating.Player, now time.Time,
) []PoolRating {
	best, before := map[rating.Pool]int{}, map[rating.Pool]rating.Rating{}
	for _, c := range history {
		if r := c.After[c.ColorOf(me)]; !r.Provisional() {
			best[c.Pool] = max(best[c.Pool], r.Rounded())
		}
		if _, ok := before[c.Pool]; !ok && c.Ended.After(now.Add(-recent)) {
			before[c.Pool] = c.Before[c.ColorOf(me)]
		}
	}
	slices.SortFunc(list, func(a, b rating.Standing) int { return a.Pool.Order(b.Pool) })
	out := make([]PoolRating, len(list))
	for i, st := range list {
		out[i] = PoolRating{
			Game: st.Pool.Game(), Speed: string(st.Pool.Speed()), View: rating.ViewOf(st.Now(now)), Best: best[st.Pool],
			Score: rating.Score{Won: st.Wins, Drawn: st.Draws, Lost: st.Losses}, Last: db.Milliseconds(st.At),
		}
		if old, ok := before[st.Pool]; ok && !old.Provisional() {
			out[i].Change = st.Rounded() - old.Rounded()
		}
	}
	return out
}

func total(s rating.Score) int { return s.Won + s.Drawn + s.Lost }

// opponentScore is the results against one opponent.
type opponentScore struct {
	id    string
	score rating.Score
	last  time.Time
}

// openingScore is the results with some first moves.
type openingScore struct {
	variant, line string
	color         game.Color
	score         rating.Score
}

// record is what the public games of a player add up to.
type record struct {
	total     rating.Score
	games     []PlayedGame
	openings  []openingScore  // the most frequent first
	opponents []opponentScore // the most frequent first
	activity  []ActiveDay
	against   rating.Score
	shown     map[livegame.ID]bool // public games
}

// summarize adds up the games of a player. Those between the player and the viewer count for
// against, and only there if they are not public.
func summarize(played []archive.Played, viewer, me string, now time.Time) record {
	out := record{shown: map[livegame.ID]bool{}}
	games, openings, opponents, days := map[string]*PlayedGame{}, map[openingScore]*openingScore{},
		map[string]*opponentScore{}, map[int64]int{}
	since := now.AddDate(0, 0, -7*activeWeeks)
	for _, p := range played {
		if p.Opponent == me { // both colors
			continue
		}
		if viewer != "" && p.Opponent == viewer {
			out.against.Add(p.Result, p.Color.Other())
		}
		if !p.Public {
			continue
		}
		out.shown[p.ID] = true
		out.total.Add(p.Result, p.Color)
		g := at(games, rating.GameOf(p.Variant), PlayedGame{Game: rating.GameOf(p.Variant)})
		g.Score.Add(p.Result, p.Color)
		if p.Result == game.WinFor(p.Color) {
			g.Level = max(g.Level, p.Level)
		}
		if line := firstMoves(p.Line); line != "" {
			key := openingScore{variant: p.Variant, line: line, color: p.Color}
			at(openings, key, key).score.Add(p.Result, p.Color)
		}
		if p.Opponent != "" {
			o := at(opponents, p.Opponent, opponentScore{id: p.Opponent})
			o.score.Add(p.Result, p.Color)
			if p.Ended.After(o.last) {
				o.last = p.Ended
			}
		}
		if p.Ended.After(since) {
			days[p.Ended.UTC().Truncate(24*time.Hour).UnixMilli()]++
		}
	}
	out.games = values(games, func(a, b PlayedGame) int { return rating.Pool(a.Game).Order(rating.Pool(b.Game)) })
	out.openings = values(openings, func(a, b openingScore) int {
		return cmp.Or(total(b.score)-total(a.score), cmp.Compare(a.variant, b.variant), cmp.Compare(a.line, b.line),
			cmp.Compare(a.color, b.color))
	})
	out.opponents = values(opponents, func(a, b opponentScore) int {
		return cmp.Or(total(b.score)-total(a.score), b.last.Compare(a.last), cmp.Compare(a.id, b.id))
	})
	out.activity = []ActiveDay{}
	for day, n := range days {
		out.activity = append(out.activity, ActiveDay{Day: day, Games: n})
	}
	slices.SortFunc(out.activity, func(a, b ActiveDay) int { return cmp.Compare(a.Day, b.Day) })
	return out
}

// at returns the value of a key, which is added if it is missing.
func at[K comparable, V any](m map[K]*V, k K, missing V) *V {
	v, ok := m[k]
	if !ok {
		v = &missing
		m[k] = v
	}
	return v
}

// values returns the values of a map in an order.
func values[K comparable, V any](m map[K]*V, order func(a, b V) int) []V {
	out := make([]V, 0, len(m))
	for _, v := range m {
		out = append(out, *v)
	}
	slices.SortFunc(out, order)
	return out
}

// firstMoves returns the beginning of a line that counts as its opening; "" if it is shorter.
func firstMoves(line string) string {
	words := strings.Fields(line)
	if len(words) < openingPlies {
		return ""
	}
	return strings.Join(words[:openingPlies], " ")
}

// openings shows the most frequent openings.
func (s *Service) openings(list []openingScore) []PlayedOpening {
	out := []PlayedOpening{}
	for _, o := range list {
		if len(out) == maxOpenings {
			break
		}
		rules, err := s.o.Lookup(o.variant)
		if err != nil { // of a variant that this program does not have
			continue
		}
		shown := PlayedOpening{
			Variant: o.variant, Title: rules.Title(), Color: gameview.ColorName(o.color), Moves: strings.Fields(o.line),
			Score: o.score,
		}
		p := rules.Start()
		for _, text := range shown.Moves {
			m, err := notation.ParseUCI(p, text)
			if err != nil {
				break
			}
			shown.SAN = append(shown.SAN, notation.SAN(p, m))
			p.Make(m)
		}
		if len(shown.SAN) == len(shown.Moves) {
			out = append(out, shown)
		}
	}
	return out
}

// win is a rated win against an account.
type win struct {
	rating.Change
	opponent rating.Player
	rating   int
}

// bestWins returns the wins against the highest ratings that were not provisional, in games that are
// shown. There are some more than profiles show, since opponents may be unknown.
func bestWins(history []rating.Change, me rating.Player, shown map[livegame.ID]bool) []win {
	var out []win
	for _, c := range history {
		color := c.ColorOf(me)
		opponent, before := c.Players[color.Other()], c.Before[color.Other()]
		if c.Result == game.WinFor(color) && shown[c.ID] && opponent.Level() == 0 && !opponent.Gone() &&
			!before.Provisional() {
			out = append(out, win{c, opponent, before.Rounded()})
		}
	}
	slices.SortFunc(out, func(a, b win) int { return cmp.Or(b.rating-a.rating, cmp.Compare(b.Seq, a.Seq)) })
	return out[:min(2*maxBest, len(out))]
}
