package api

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/notation"
)

// How much of a player's past a profile counts and shows.
const (
	maxPlayed    = 2000
	maxHistory   = 3000
	maxOpponents = 10
	maxOpenings  = 8
	maxBest      = 5
	openingPlies = 4
	activeWeeks  = 26
	maxPoints    = 200 // of a graph, before it has one point for each day
)

// profile describes an account to a visitor.
func (s *API) profile(ctx context.Context, a account.Account, v *guests.Visit) (protocol.Profile, error) {
	out := protocol.Profile{
		Name: a.Name, Bot: a.Bot, Role: string(a.Role), Created: views.Millis(a.Created), Closed: !a.Closed.IsZero(),
		You: v.Identity != nil && v.Guest.ID == a.ID, Ratings: []protocol.PoolRating{}, Games: []protocol.PlayedGame{},
		Openings: []protocol.PlayedOpening{}, Opponents: []protocol.PlayedOpponent{}, Best: []protocol.BestWin{},
		Activity: []protocol.ActiveDay{},
	}
	if err := s.relate(ctx, &out, a, v); err != nil || out.Closed {
		return out, err
	}
	var err error
	if out.Vacation, err = s.awayUntil(ctx, a.ID); err != nil {
		return out, err
	}
	me := rating.Player(a.ID)
	played, err := s.o.Archive.Played(ctx, a.ID, v.Guest.ID, maxPlayed)
	if err != nil {
		return out, err
	}
	history, err := s.o.Ratings.History(ctx, me, maxHistory)
	if err != nil {
		return out, err
	}
	standings, err := s.o.Ratings.Standings(ctx, []rating.Player{me}, "")
	if err != nil {
		return out, err
	}
	out.Ratings = poolRatings(standings, history, me, time.Now())
	sum := summarize(played, v.Guest.ID, a.ID, time.Now())
	wins := bestWins(history, me, sum.shown)
	var players []rating.Player
	for _, o := range sum.opponents {
		players = append(players, rating.Player(o.id))
	}
	for _, w := range wins {
		players = append(players, w.opponent)
	}
	known, err := s.known(ctx, players)
	if err != nil {
		return out, err
	}
	out.Total, out.Games, out.Activity = sum.total, sum.games, sum.activity
	out.Openings = s.openings(sum.openings)
	for _, o := range sum.opponents { // guests have none
		if a, ok := known[rating.Player(o.id)]; ok && len(out.Opponents) < maxOpponents {
			out.Opponents = append(out.Opponents,
				protocol.PlayedOpponent{Name: a.Name, Bot: a.Bot, Score: o.score, Last: views.Millis(o.last)})
		}
	}
	for _, w := range wins {
		if a, ok := known[w.opponent]; ok && len(out.Best) < maxBest {
			out.Best = append(out.Best, protocol.BestWin{
				ID: string(w.ID), Game: w.Pool.Game(), Speed: string(w.Pool.Speed()), Name: a.Name, Bot: a.Bot, Rating: w.rating,
				Ended: views.Millis(w.Ended),
			})
		}
	}
	if sum.against != (protocol.Score{}) && !out.You {
		out.Against = &sum.against
	}
	return out, nil
}

// relate adds to a profile what the visitor and the account are to each other.
func (s *API) relate(ctx context.Context, out *protocol.Profile, a account.Account, v *guests.Visit) (err error) {
	if s.o.Social == nil {
		return nil
	}
	if v.Identity != nil {
		var kind social.Kind
		kind, err = s.o.Social.Between(ctx, v.Guest.ID, a.ID)
		out.Relation = string(kind)
	}
	if err == nil && a.Closed.IsZero() {
		out.Followers, err = s.o.Social.Followers(ctx, a.ID)
	}
	return err
}

// awayUntil returns until when an account is away; 0: it is not.
func (s *API) awayUntil(ctx context.Context, id string) (until int64, err error) {
	if s.o.Vacations == nil {
		return 0, nil
	}
	away, err := s.o.Vacations.Until(ctx, id)
	return views.Millis(away), err
}

// poolRatings shows the ratings of a player, in the order of games and speeds.
func poolRatings(
	list []rating.Standing, history []rating.Change, me rating.Player, now time.Time,
) []protocol.PoolRating {
	best := map[rating.Pool]int{}
	for _, c := range history {
		if r := c.After[colorOf(c, me)]; !r.Provisional() {
			best[c.Pool] = max(best[c.Pool], r.Rounded())
		}
	}
	slices.SortFunc(list, func(a, b rating.Standing) int { return a.Pool.Order(b.Pool) })
	out := make([]protocol.PoolRating, len(list))
	for i, st := range list {
		out[i] = protocol.PoolRating{
			Game: st.Pool.Game(), Speed: string(st.Pool.Speed()), Rating: views.Rating(st.Now(now)), Best: best[st.Pool],
			Score: protocol.Score{Won: st.Wins, Drawn: st.Draws, Lost: st.Losses}, Last: views.Millis(st.At),
		}
	}
	return out
}

// colorOf returns the color of a player in a change.
func colorOf(c rating.Change, p rating.Player) game.Color {
	if c.Players[game.White] == p {
		return game.White
	}
	return game.Black
}

// count adds a result from the point of view of a color.
func count(s *protocol.Score, r game.Result, c game.Color) {
	switch r {
	case game.WinFor(c):
		s.Won++
	case game.Draw:
		s.Drawn++
	default:
		s.Lost++
	}
}

func total(s protocol.Score) int { return s.Won + s.Drawn + s.Lost }

// opponentScore is the results against one opponent.
type opponentScore struct {
	id    string
	score protocol.Score
	last  time.Time
}

// openingScore is the results with some first moves.
type openingScore struct {
	variant, line string
	color         game.Color
	score         protocol.Score
}

// record is what the public games of a player add up to.
type record struct {
	total     protocol.Score
	games     []protocol.PlayedGame
	openings  []openingScore  // the most frequent first
	opponents []opponentScore // the most frequent first
	activity  []protocol.ActiveDay
	against   protocol.Score
	shown     map[livegame.ID]bool // public games
}

// summarize adds up the games of a player. Those between the player and the viewer count for
// against, and only there if they are not public.
func summarize(played []archive.Played, viewer, me string, now time.Time) record {
	out := record{shown: map[livegame.ID]bool{}}
	games, openings, opponents, days := map[string]*protocol.PlayedGame{}, map[openingScore]*openingScore{},
		map[string]*opponentScore{}, map[int64]int{}
	since := now.AddDate(0, 0, -7*activeWeeks)
	for _, p := range played {
		if p.Opponent == me { // both colors
			continue
		}
		if viewer != "" && p.Opponent == viewer {
			count(&out.against, p.Result, p.Color.Other())
		}
		if !p.Public {
			continue
		}
		out.shown[p.ID] = true
		count(&out.total, p.Result, p.Color)
		g := at(games, rating.GameOf(p.Variant), protocol.PlayedGame{Game: rating.GameOf(p.Variant)})
		count(&g.Score, p.Result, p.Color)
		if p.Result == game.WinFor(p.Color) {
			g.Level = max(g.Level, p.Level)
		}
		if line := firstMoves(p.Line); line != "" {
			key := openingScore{variant: p.Variant, line: line, color: p.Color}
			count(&at(openings, key, key).score, p.Result, p.Color)
		}
		if p.Opponent != "" {
			o := at(opponents, p.Opponent, opponentScore{id: p.Opponent})
			count(&o.score, p.Result, p.Color)
			if p.Ended.After(o.last) {
				o.last = p.Ended
			}
		}
		if p.Ended.After(since) {
			days[p.Ended.UTC().Truncate(24*time.Hour).UnixMilli()]++
		}
	}
	out.games = values(games, func(a, b protocol.PlayedGame) int { return rating.Pool(a.Game).Order(rating.Pool(b.Game)) })
	out.openings = values(openings, func(a, b openingScore) int {
		return cmp.Or(total(b.score)-total(a.score), cmp.Compare(a.variant, b.variant), cmp.Compare(a.line, b.line),
			cmp.Compare(a.color, b.color))
	})
	out.opponents = values(opponents, func(a, b opponentScore) int {
		return cmp.Or(total(b.score)-total(a.score), b.last.Compare(a.last), cmp.Compare(a.id, b.id))
	})
	out.activity = []protocol.ActiveDay{}
	for day, n := range days {
		out.activity = append(out.activity, protocol.ActiveDay{Day: day, Games: n})
	}
	slices.SortFunc(out.activity, func(a, b protocol.ActiveDay) int { return cmp.Compare(a.Day, b.Day) })
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
func (s *API) openings(list []openingScore) []protocol.PlayedOpening {
	out := []protocol.PlayedOpening{}
	for _, o := range list {
		if len(out) == maxOpenings {
			break
		}
		rules, err := s.o.Lookup(o.variant)
		if err != nil { // of a variant that this program does not have
			continue
		}
		shown := protocol.PlayedOpening{
			Variant: o.variant, Title: rules.Title(), Color: views.ColorName(o.color), Moves: strings.Fields(o.line),
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
		color := colorOf(c, me)
		opponent, before := c.Players[color.Other()], c.Before[color.Other()]
		if c.Result == game.WinFor(color) && shown[c.ID] && opponent.Level() == 0 && !opponent.Gone() &&
			!before.Provisional() {
			out = append(out, win{c, opponent, before.Rounded()})
		}
	}
	slices.SortFunc(out, func(a, b win) int { return cmp.Or(b.rating-a.rating, cmp.Compare(b.Seq, a.Seq)) })
	return out[:min(2*maxBest, len(out))]
}

// graphs returns the ratings of a player over time, in the order of games and speeds.
func graphs(history []rating.Change, me rating.Player) []protocol.RatingGraph {
	points := map[rating.Pool][][2]int64{}
	for _, c := range history {
		points[c.Pool] = append(points[c.Pool], [2]int64{c.Ended.UnixMilli(), int64(c.After[colorOf(c, me)].Rounded())})
	}
	out := make([]protocol.RatingGraph, 0, len(points))
	for pool, list := range points {
		if len(list) > maxPoints {
			day := func(p [2]int64) int64 { return p[0] / (24 * time.Hour).Milliseconds() }
			last := list[:0]
			for i, p := range list {
				if i == len(list)-1 || day(list[i+1]) != day(p) {
					last = append(last, p)
				}
			}
			list = last
		}
		out = append(out, protocol.RatingGraph{Game: pool.Game(), Speed: string(pool.Speed()), Points: list})
	}
	slices.SortFunc(out, func(a, b protocol.RatingGraph) int {
		return rating.Pool(a.Game + "/" + a.Speed).Order(rating.Pool(b.Game + "/" + b.Speed))
	})
	return out
}
