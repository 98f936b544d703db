package rating

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/web"
)

// View is a rating as clients see it.
type View struct {
	Rating      int  `json:"rating"`
	Deviation   int  `json:"deviation" doc:"how uncertain the rating is: its standard deviation"`
	Provisional bool `json:"provisional,omitempty" doc:"the rating is too uncertain to be compared"`
}

// ViewOf shows a rating.
func ViewOf(r Rating) View { return View{r.Rounded(), int(r.Deviation + 0.5), r.Provisional()} }

// ChangeView is what a game did to a player's rating.
type ChangeView struct {
	Before View `json:"before"`
	After  View `json:"after"`
	Change int  `json:"change" doc:"difference of the rounded ratings"`
}

// GameRatings is what a game did to ratings (GET /api/games/{id}/ratings).
type GameRatings struct {
	// State is "rated", "pending" (a moment after the end, or before it) or "uncounted".
	State string      `json:"state" enum:"rated,pending,uncounted"`
	Why   string      `json:"why,omitempty" enum:"casual,aborted,closed,guest,short,early,one-address" doc:"why it does not count; one-address is for the players and moderators, others get no reason"`
	White *ChangeView `json:"white,omitempty"`
	Black *ChangeView `json:"black,omitempty"`
}

// Score counts the results of a player.
type Score struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Add adds a result from the point of view of a color.
func (s *Score) Add(r game.Result, c game.Color) {
	switch r {
	case game.WinFor(c):
		s.Won++
	case game.Draw:
		s.Drawn++
	default:
		s.Lost++
	}
}

// LevelRating is the rating of a level of the engine in a game, at every speed.
type LevelRating struct {
	Game   string `json:"game"`
	Rating int    `json:"rating"`
	Score  Score  `json:"score" doc:"rated games"`
}

// LevelRatings returns the ratings of a level of the engine, without scores.
func LevelRatings(level int) []LevelRating {
	out := make([]LevelRating, len(Games))
	for i, name := range Games {
		out[i] = LevelRating{Game: name, Rating: OfEngine(name, level).Rounded()}
	}
	return out
}

// Level is a level of the engine as a player (GET /api/levels).
type Level struct {
	Name    string        `json:"name" doc:"as in addresses"`
	Level   int           `json:"level"`
	Ratings []LevelRating `json:"ratings" doc:"without scores"`
}

// Graph is the ratings of a player over time in a game and speed (GET /api/players/{name}/ratings).
type Graph struct {
	Game   string     `json:"game"`
	Speed  string     `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	Points [][2]int64 `json:"points" doc:"time and rating after a game; of a day with many games the last"`
}

// Leader is a place of a leaderboard.
type Leader struct {
	livegame.Person
	You       bool  `json:"you,omitempty"`
	Deviation int   `json:"deviation" doc:"how uncertain the rating is: its standard deviation"`
	Games     int   `json:"games"`
	Last      int64 `json:"last"`
}

// Leaderboard is the best players of a game and speed, with ratings that are not provisional and a game in
// the last 30 days.
type Leaderboard struct {
	Speed   string   `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	Players []Leader `json:"players"`
}

const (
	// active is how recent the last game of players on leaderboards is, whose length is most.
	active = 30 * 24 * time.Hour
	most   = 50
	// MaxHistory is how many changes of a player are read, the last ones.
	MaxHistory = 3000
	// maxPoints is how many a graph has before it has one for each day.
	maxPoints = 200
)

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	op := web.Get("/api/games/{id}/ratings", "get-game-ratings", "What a game did to ratings",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Description = "A rated game is rated within about a second of its end."
	web.Handle(k, op, func(ctx context.Context, in *web.GamePath) (*web.Out[GameRatings], error) {
		return web.Answer(s.ofGame(ctx, livegame.ID(in.Game)))
	})

	op = web.Get("/api/players/{name}/ratings", "get-player-ratings", "The ratings of an account over time",
		web.Read(web.Visitor, web.AnyToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, in *feature.PlayerPath) (*web.Out[[]Graph], error) {
		a, err := feature.Player(ctx, s.o.DB, in.Name)
		if err != nil {
			return nil, err
		}
		if !a.Closed.IsZero() {
			return web.Answer([]Graph{}, nil)
		}
		history, err := s.History(ctx, Player(a.ID), MaxHistory)
		return web.Answer(graphs(history, Player(a.ID)), err)
	})

	op = web.Get("/api/levels", "list-levels", "The levels of the engine and their ratings",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	web.Handle(k, op, func(context.Context, *struct{}) (*web.Out[[]Level], error) {
		list := make([]Level, livegame.MaxLevel)
		for i := range list {
			list[i] = Level{Name: names.OfLevel(i + 1), Level: i + 1, Ratings: LevelRatings(i + 1)}
		}
		return web.Answer(list, nil)
	})

	type board struct {
		Game string `path:"game" enum:"shrink,convergent,diminuendo,rankings,cheshire,cheshire8,chess"`
	}
	op = web.Get("/api/leaderboards/{game}", "get-leaderboards", "The best players of a game, at each speed",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "Players have a rating that is not provisional, and a rated game in the last 30 days."
	web.Handle(k, op, func(ctx context.Context, in *board) (*web.Out[[]Leaderboard], error) {
		return web.Answer(s.leaderboards(ctx, in.Game, web.CallerID(ctx)))
	})
}

// ofGame returns what a game did to ratings.
func (s *Service) ofGame(ctx context.Context, id livegame.ID) (GameRatings, error) {
	c, err := s.ChangeOf(ctx, id)
	if err == nil {
		return GameRatings{State: "rated", White: c.view(game.White), Black: c.view(game.Black)}, nil
	}
	if !errors.Is(err, livegame.ErrNotFound) {
		return GameRatings{}, err
	}
	sum, err := s.o.Summary(ctx, id)
	if err != nil {
		return GameRatings{}, err
	}
	v, visit := Judge(sum), guests.VisitOf(ctx)
	if v == Counts || v != Casual && sum.Status != livegame.Finished {
		return GameRatings{State: "pending"}, nil
	}
	return GameRatings{State: "uncounted", Why: v.seen(sum, visit.Guest.ID, visit.Moderates())}, nil
}

// view shows what a game did to the rating of a color; nil for a level, whose rating stays.
func (c *Change) view(color game.Color) *ChangeView {
	if c.Players[color].Level() > 0 {
		return nil
	}
	before, after := c.Before[color], c.After[color]
	return &ChangeView{Before: ViewOf(before), After: ViewOf(after), Change: after.Rounded() - before.Rounded()}
}

// graphs returns the ratings of a player over time, in the order of games and speeds.
func graphs(history []Change, me Player) []Graph {
	points := map[Pool][][2]int64{}
	for _, c := range history {
		points[c.Pool] = append(points[c.Pool], [2]int64{c.Ended.UnixMilli(), int64(c.After[c.ColorOf(me)].Rounded())})
	}
	out := make([]Graph, 0, len(points))
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
		out = append(out, Graph{Game: pool.Game(), Speed: string(pool.Speed()), Points: list})
	}
	slices.SortFunc(out, func(a, b Graph) int {
		return Pool(a.Game + "/" + a.Speed).Order(Pool(b.Game + "/" + b.Speed))
	})
	return out
}

// leaderboards returns the best players of a game.
func (s *Service) leaderboards(ctx context.Context, name, viewer string) ([]Leaderboard, error) {
	out := make([]Leaderboard, len(Speeds))
	for i, speed := range Speeds {
		list, err := s.leadersOf(ctx, Pool(name+"/"+string(speed)), viewer, most)
		if err != nil {
			return nil, err
		}
		out[i] = Leaderboard{string(speed), list}
	}
	return out, nil
}

// Top returns the best players of a pool.
func (s *Service) Top(ctx context.Context, pool Pool, limit int) ([]Leader, error) {
	return s.leadersOf(ctx, pool, "", min(limit, most))
}

func (s *Service) leadersOf(ctx context.Context, pool Pool, viewer string, limit int) ([]Leader, error) {
	now := s.o.Now()
	list, err := s.leaders(ctx, pool, now.Add(-active), limit)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for j := range list {
		ids[j] = string(list[j].Player)
	}
	known, err := auth.Known(ctx, s.o.DB, ids)
	if err != nil {
		return nil, err
	}
	out := []Leader{}
	for _, st := range list {
		a, ok := known[string(st.Player)]
		if r := st.Now(now); ok && a.Closed.IsZero() && !r.Provisional() {
			view := ViewOf(r)
			leader := Leader{
				Person: a.Person(), You: a.ID == viewer, Deviation: view.Deviation, Games: st.Games(),
				Last: db.Milliseconds(st.At),
			}
			leader.Rating, leader.Provisional = view.Rating, view.Provisional
			out = append(out, leader)
		}
	}
	return out, nil
}
