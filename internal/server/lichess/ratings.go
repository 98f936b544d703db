package lichess

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

// ratedDays is how many days with rated games an activity has.
const ratedDays = 20

// ratingHistory is a rating over time: year, month from 0, day and rating.
type ratingHistory struct {
	Name   string   `json:"name"`
	Points [][4]int `json:"points"`
}

// activity is what a player did on a day.
type activity struct {
	Interval struct {
		Start int64 `json:"start"`
		End   int64 `json:"end"`
	} `json:"interval"`
	Games map[string]*dayScore `json:"games" doc:"rated ones, by the key of the rating"`
}

// dayScore counts games, and says what they did to a rating.
type dayScore struct {
	Win  int `json:"win"`
	Loss int `json:"loss"`
	Draw int `json:"draw"`
	RP   struct {
		Before int `json:"before"`
		After  int `json:"after"`
	} `json:"rp"`
}

// topUser is a place in a list of the best.
type topUser struct {
	ID       string             `json:"id"`
	Username string             `json:"username"`
	Title    string             `json:"title,omitempty"`
	Perfs    map[string]topPerf `json:"perfs"`
}

type topPerf struct {
	Rating   int `json:"rating"`
	Progress int `json:"progress"`
}

// topUsers are the best players.
type topUsers struct {
	Users []topUser `json:"users"`
}

// glicko is a rating and how uncertain it is.
type glicko struct {
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"`
	Provisional bool    `json:"provisional,omitempty"`
}

// extreme is the highest or lowest rating.
type extreme struct {
	Int    int       `json:"int"`
	At     time.Time `json:"at"`
	GameID string    `json:"gameId"`
}

// perfStat is a rating with what led to it.
type perfStat struct {
	User struct {
		Name string `json:"name"`
	} `json:"user"`
	Perf struct {
		Glicko   glicko `json:"glicko"`
		Games    int    `json:"nb"`
		Progress int    `json:"progress"`
	} `json:"perf"`
	Rank *int `json:"rank"`
	Stat struct {
		Highest *extreme `json:"highest,omitempty"`
		Lowest  *extreme `json:"lowest,omitempty"`
		Count   struct {
			All   int `json:"all"`
			Rated int `json:"rated"`
			Win   int `json:"win"`
			Loss  int `json:"loss"`
			Draw  int `json:"draw"`
		} `json:"count"`
	} `json:"stat"`
}

// perfPath is the part of a path that names a rating.
type perfPath struct {
	Perf string `path:"perf" maxLength:"40" doc:"the key of a rating, such as blitz or shrink-blitz"`
}

// pool returns the pool of a path.
func (p perfPath) pool() (rating.Pool, error) {
	pool := poolOf(p.Perf)
	if !slices.Contains(rating.Games, pool.Game()) || !slices.Contains(rating.Speeds, pool.Speed()) {
		return "", problem.Missing("There is no such rating: expected a key such as blitz or shrink-blitz.")
	}
	return pool, nil
}

// ratingsAPI shows ratings over time, and who has the best.
func (s *Server) ratingsAPI(k *web.Kit) {
	reads := web.Read(web.Visitor, web.AnyToken, limits.Search)
	op := program(web.Get("/api/user/{username}/rating-history", "get-rating-history", "The ratings of a player over time",
		reads))
	web.Handle(k, op, func(ctx context.Context, in *NamePath) (*struct{ Body []ratingHistory }, error) {
		me, list, err := s.historyOf(ctx, in.Name)
		return &struct{ Body []ratingHistory }{s.pointsOf(me, list)}, err
	})
	op = program(web.Get("/api/user/{username}/activity", "get-activity", "The days on which a player played", reads))
	op.Description = "Rated games of the last 20 days that had any."
	web.Handle(k, op, func(ctx context.Context, in *NamePath) (*struct{ Body []activity }, error) {
		me, list, err := s.historyOf(ctx, in.Name)
		return &struct{ Body []activity }{activityOf(me, list)}, err
	})
	type statPath struct {
		NamePath
		perfPath
	}
	op = program(web.Get("/api/user/{username}/perf/{perf}", "get-perf", "A rating of a player", reads))
	web.Handle(k, op, func(ctx context.Context, in *statPath) (*struct{ Body perfStat }, error) {
		pool, err := in.pool()
		if err != nil {
			return nil, err
		}
		me, list, err := s.historyOf(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		out, err := s.statOf(ctx, me, pool, list)
		if out.User.Name = in.Name; names.Level(in.Name) == 0 && err == nil {
			a, failed := s.o.Accounts.Find(ctx, in.Name)
			out.User.Name, err = a.Name, failed
		}
		return &struct{ Body perfStat }{out}, err
	})
	if s.o.Ratings == nil {
		return
	}
	top := web.Public(web.AMinute, limits.Search)
	op = program(web.Get("/api/player", "list-top-players", "The ten best players of each rating", top))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*struct{ Body map[string][]topUser }, error) {
		s.charge(ctx, limits.Search, len(rating.Games))
		out := map[string][]topUser{}
		for _, pool := range rating.Pools {
			list, err := s.top(ctx, pool, 10)
			if err != nil {
				return nil, err
			}
			out[poolKey(pool)] = list
		}
		return &struct{ Body map[string][]topUser }{out}, nil
	})
	type topPath struct {
		perfPath
		Most int `path:"nb" minimum:"1" maximum:"200"`
	}
	op = program(web.Get("/api/player/top/{nb}/{perf}", "get-leaderboard", "The best players of a rating", top))
	op.Description = "At most 50, of those with a rating that is not provisional and a rated game in the last 30 days."
	web.Handle(k, op, func(ctx context.Context, in *topPath) (*struct{ Body topUsers }, error) {
		pool, err := in.pool()
		if err != nil {
			return nil, err
		}
		list, err := s.top(ctx, pool, in.Most)
		return &struct{ Body topUsers }{topUsers{list}}, err
	})
}

// top returns the best players of a rating.
func (s *Server) top(ctx context.Context, pool rating.Pool, most int) ([]topUser, error) {
	list, err := s.o.Ratings.Top(ctx, pool, most)
	out := make([]topUser, len(list))
	for i, l := range list {
		out[i] = topUser{
			auth.Key(l.Name), l.Name, l.TitleTag(), map[string]topPerf{poolKey(pool): {Rating: l.Rating}},
		}
	}
	return out, err
}

// pointsOf returns the ratings of a player by days.
func (s *Server) pointsOf(me rating.Player, list []rating.Change) []ratingHistory {
	points := map[rating.Pool][][4]int{}
	for _, c := range list {
		at, all := c.Ended.UTC(), points[c.Pool]
		p := [4]int{at.Year(), int(at.Month()) - 1, at.Day(), c.After[c.ColorOf(me)].Rounded()}
		if n := len(all); n > 0 && [3]int(all[n-1][:3]) == [3]int(p[:3]) {
			all = all[:n-1]
		}
		points[c.Pool] = append(all, p)
	}
	out := []ratingHistory{}
	for _, pool := range rating.Pools {
		if all := points[pool]; len(all) > 0 || pool.Game() == chess {
			name := s.poolName(pool.Game(), string(pool.Speed()))
			out = append(out, ratingHistory{name, append([][4]int{}, all...)})
		}
	}
	return out
}

// activityOf returns the days with rated games, the last first.
func activityOf(me rating.Player, list []rating.Change) []activity {
	out := []activity{}
	for _, c := range slices.Backward(list) {
		day := c.Ended.UTC().Truncate(24 * time.Hour)
		if n := len(out); n == 0 || out[n-1].Interval.Start != gameview.Millis(day) {
			if n == ratedDays {
				break
			}
			a := activity{Games: map[string]*dayScore{}}
			a.Interval.Start, a.Interval.End = gameview.Millis(day), gameview.Millis(day.Add(24*time.Hour))
			out = append(out, a)
		}
		color, games := c.ColorOf(me), out[len(out)-1].Games
		score := games[poolKey(c.Pool)]
		if score == nil {
			score = &dayScore{}
			score.RP.After = c.After[color].Rounded()
			games[poolKey(c.Pool)] = score
		}
		score.RP.Before = c.Before[color].Rounded()
		switch c.Result {
		case game.Draw:
			score.Draw++
		case game.WinFor(color):
			score.Win++
		default:
			score.Loss++
		}
	}
	return out
}

// statOf returns a rating of a player with what led to it.
func (s *Server) statOf(ctx context.Context, me rating.Player, pool rating.Pool, list []rating.Change) (
	out perfStat, err error,
) {
	st := rating.NewStanding(me, pool)
	if s.o.Ratings != nil {
		found, err := s.o.Ratings.Standings(ctx, []rating.Player{me}, pool)
		if err != nil {
			return out, err
		}
		if len(found) > 0 {
			st = found[0]
		}
	}
	r := st.Now(s.o.Games.Now())
	round := func(x float64) float64 { return math.Round(100*x) / 100 }
	out.Perf.Glicko = glicko{round(r.Value), round(r.Deviation), r.Provisional()}
	out.Perf.Games = st.Games()
	count := &out.Stat.Count
	count.All, count.Rated, count.Win, count.Loss, count.Draw = st.Games(), st.Games(), st.Wins, st.Losses, st.Draws
	for _, c := range list {
		if c.Pool != pool {
			continue
		}
		at := extreme{c.After[c.ColorOf(me)].Rounded(), c.Ended.UTC(), string(c.ID)}
		if out.Stat.Highest == nil || at.Int > out.Stat.Highest.Int {
			out.Stat.Highest = &at
		}
		if out.Stat.Lowest == nil || at.Int < out.Stat.Lowest.Int {
			out.Stat.Lowest = &at
		}
	}
	return out, nil
}
