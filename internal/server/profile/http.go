package profile

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/social"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/vacation"
	"github.com/wane-chess/wane/internal/server/web"
)

// PoolRating is a player's rating in a game and speed.
type PoolRating struct {
	Game  string `json:"game" doc:"a variant, or rankings for all other rankings of Diminuendo Chess"`
	Speed string `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	rating.View
	Best   int          `json:"best,omitempty" doc:"the highest rating that was not provisional"`
	Change int          `json:"change,omitempty" doc:"of the rounded rating in 30 days, unless it was provisional then"`
	Score  rating.Score `json:"score" doc:"rated games"`
	Last   int64        `json:"last"` // end of the last game
}

// PlayedOpening counts the results of a player with some first moves.
type PlayedOpening struct {
	Variant string       `json:"variant"`
	Title   string       `json:"title"`
	Color   string       `json:"color" enum:"white,black" doc:"the player's"`
	Moves   []string     `json:"moves"` // UCI
	SAN     []string     `json:"san"`
	Score   rating.Score `json:"score"`
}

// PlayedGame counts the results of a player in a game.
type PlayedGame struct {
	Game  string       `json:"game"`
	Score rating.Score `json:"score"`
	// Level is the highest level of the engine that the player has beaten; 0: none.
	Level int `json:"level,omitempty"`
}

// PlayedOpponent counts the results against another account.
type PlayedOpponent struct {
	livegame.Person
	Score rating.Score `json:"score"`
	Last  int64        `json:"last"`
}

// BestWin is a win in a rated game: the opponent, with the rating before the game.
type BestWin struct {
	ID    string `json:"id"` // of the game
	Game  string `json:"game"`
	Speed string `json:"speed" enum:"bullet,blitz,rapid,correspondence"`
	livegame.Person
	Ended int64 `json:"ended"`
}

// ActiveDay counts the games of a day.
type ActiveDay struct {
	Day   int64 `json:"day"` // its beginning, UTC
	Games int   `json:"games"`
}

// Profile is what everyone may know about an account (GET /api/players/{name}). The counts are those of
// public games, the last 2,000.
type Profile struct {
	livegame.Person
	Role     string `json:"role" enum:"player,moderator,admin"`
	Created  int64  `json:"created"`
	Closed   bool   `json:"closed,omitempty" doc:"the account is closed; nothing else is shown"`
	You      bool   `json:"you,omitempty"`
	Vacation int64  `json:"vacation,omitempty" doc:"until when the player is on vacation"`
	About
	// Level is that of a level of the engine, which is no account: then Created and Role say nothing.
	Level     int                  `json:"level,omitempty" doc:"of the engine"`
	Levels    []rating.LevelRating `json:"levels,omitempty" doc:"of a level of the engine: its ratings"`
	Relation  string               `json:"relation,omitempty" enum:"follow,block" doc:"what your account does with this one"`
	Followers int                  `json:"followers,omitempty" doc:"how many accounts follow it"`
	Ratings   []PoolRating         `json:"ratings"`
	Total     rating.Score         `json:"total"`
	Games     []PlayedGame         `json:"games"`
	Openings  []PlayedOpening      `json:"openings" doc:"of two moves each, the most frequent first"`
	Opponents []PlayedOpponent     `json:"opponents" doc:"the most frequent first"`
	Best      []BestWin            `json:"best" doc:"wins against the highest ratings"`
	Activity  []ActiveDay          `json:"activity" doc:"days with games of the last 26 weeks"`
	Trophies  []tournament.Trophy  `json:"trophies,omitempty" doc:"places 1 to 3 in listed tournaments, the latest first"`
	// Against is what the client has scored against the player, private games included.
	Against *rating.Score `json:"against,omitempty"`
}

// Options are what a Service needs.
type Options struct {
	DB      *db.DB
	Ratings *rating.Service
	// Played is that of archive.Archive.
	Played func(ctx context.Context, account, viewer string, limit int) ([]archive.Played, error)
	Social *social.Service
	// Trophies is that of tournament.Service.
	Trophies  func(ctx context.Context, account string) ([]tournament.Trophy, error)
	Vacations *vacation.Service
	Lookup    livegame.Lookup
	Now       func() time.Time
}

// Service shows players.
type Service struct{ o Options }

// New returns a service.
func New(o Options) *Service { return &Service{o} }

// Jobs implements feature.Feature: there are none.
func (s *Service) Jobs(*job.Runner) {}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	op := web.Get("/api/players/{name}", "get-player", "An account: ratings, results, openings, opponents",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "The levels of the engine are players, too: computer-1 to computer-8."
	web.Handle(k, op, func(ctx context.Context, in *feature.PlayerPath) (*web.Out[Profile], error) {
		if level := names.Level(in.Name); level > 0 {
			return web.Answer(s.level(ctx, level))
		}
		a, err := feature.Player(ctx, s.o.DB, in.Name)
		if err != nil {
			return nil, err
		}
		return web.Answer(s.profile(ctx, a, guests.VisitOf(ctx)))
	})

	op = web.Put("/api/account/about", "put-about", "Say something about yourself on your page",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "Only accounts that are older than a day may. Without text and link, nothing is shown. " +
		"While a moderator has muted an account, others do not see what it says."
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body About }) (*web.Out[About], error) {
		v := guests.VisitOf(ctx)
		a, err := in.Body.check(v.Author(), s.o.Now())
		if err == nil {
			err = s.say(ctx, v.Guest.ID, a)
		}
		return web.Answer(a, err)
	})

	op = web.Delete("/api/players/{name}/about", "remove-about", "Remove what a player says, for moderators",
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description, op.Status = "It is noted in the log.", http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *feature.PlayerPath) (*struct{}, error) {
		a, err := feature.Player(ctx, s.o.DB, in.Name)
		if err == nil {
			err = s.clear(ctx, a, web.Identity(ctx).Account.Name)
		}
		return nil, err
	})
}

// Crosstable returns the results of the public games between two accounts, from the point of view of the first: of
// its last maxPlayed games.
func (s *Service) Crosstable(ctx context.Context, a, b auth.Account) (score rating.Score, err error) {
	played, err := s.o.Played(ctx, a.ID, "", maxPlayed)
	for _, p := range played {
		if p.Public && p.Opponent == b.ID {
			score.Add(p.Result, p.Color)
		}
	}
	return score, err
}

// profile describes an account to a visitor.
func (s *Service) profile(ctx context.Context, a auth.Account, v *guests.Visit) (Profile, error) {
	out := empty(a.Person())
	out.Role, out.Created, out.Closed = string(a.Role), db.Milliseconds(a.Created), !a.Closed.IsZero()
	out.You = v.Identity != nil && v.Guest.ID == a.ID
	if err := s.relate(ctx, &out, a, v); err != nil || out.Closed {
		return out, err
	}
	away, err := s.o.Vacations.Until(ctx, a.ID)
	if err != nil {
		return out, err
	}
	out.Vacation = db.Milliseconds(away)
	me, now := rating.Player(a.ID), s.o.Now()
	if err := s.honors(ctx, &out, a, v); err != nil {
		return out, err
	}
	played, err := s.o.Played(ctx, a.ID, v.Guest.ID, maxPlayed)
	if err != nil {
		return out, err
	}
	history, err := s.o.Ratings.History(ctx, me, rating.MaxHistory)
	if err != nil {
		return out, err
	}
	standings, err := s.o.Ratings.Standings(ctx, []rating.Player{me}, "")
	if err != nil {
		return out, err
	}
	out.Ratings = poolRatings(standings, history, me, now)
	sum := summarize(played, v.Guest.ID, a.ID, now)
	wins := bestWins(history, me, sum.shown)
	var ids []string
	for _, o := range sum.opponents {
		ids = append(ids, o.id)
	}
	for _, w := range wins {
		ids = append(ids, string(w.opponent))
	}
	known, err := auth.Known(ctx, s.o.DB, ids)
	if err != nil {
		return out, err
	}
	out.Total, out.Games, out.Activity = sum.total, sum.games, sum.activity
	out.Openings = s.openings(sum.openings)
	for _, o := range sum.opponents { // guests have none
		if a, ok := known[o.id]; ok && len(out.Opponents) < maxOpponents {
			out.Opponents = append(out.Opponents,
				PlayedOpponent{Person: a.Person(), Score: o.score, Last: db.Milliseconds(o.last)})
		}
	}
	for _, w := range wins {
		if a, ok := known[string(w.opponent)]; ok && len(out.Best) < maxBest {
			win := BestWin{
				ID: string(w.ID), Game: w.Pool.Game(), Speed: string(w.Pool.Speed()), Person: a.Person(),
				Ended: db.Milliseconds(w.Ended),
			}
			win.Rating = w.rating
			out.Best = append(out.Best, win)
		}
	}
	if sum.against != (rating.Score{}) && !out.You {
		out.Against = &sum.against
	}
	return out, nil
}

// honors adds what a player says, unless the account is muted and others look, and the trophies.
func (s *Service) honors(ctx context.Context, out *Profile, a auth.Account, v *guests.Visit) (err error) {
	if out.You || v.Moderates() || !a.Muted.After(s.o.Now()) {
		if out.About, err = s.about(ctx, a.ID); err != nil {
			return err
		}
	}
	out.Trophies, err = s.o.Trophies(ctx, a.ID)
	return err
}

// empty returns the profile of a player of whom only the name is known.
func empty(p livegame.Person) Profile {
	return Profile{
		Person: p, Ratings: []PoolRating{}, Games: []PlayedGame{}, Openings: []PlayedOpening{},
		Opponents: []PlayedOpponent{}, Best: []BestWin{}, Activity: []ActiveDay{},
	}
}

// level describes a level of the engine as a player, with the results of its last rated games.
func (s *Service) level(ctx context.Context, level int) (Profile, error) {
	out := empty(livegame.Person{Name: names.OfLevel(level), Bot: true})
	out.Role, out.Level, out.Levels = string(auth.Player), level, rating.LevelRatings(level)
	me := rating.OfLevel(level)
	history, err := s.o.Ratings.History(ctx, me, rating.MaxHistory)
	for _, c := range history {
		for i := range out.Levels {
			if l := &out.Levels[i]; l.Game == c.Pool.Game() {
				l.Score.Add(c.Result, c.ColorOf(me))
			}
		}
		out.Total.Add(c.Result, c.ColorOf(me))
	}
	return out, err
}

// relate adds to a profile what the visitor and the account are to each other.
func (s *Service) relate(ctx context.Context, out *Profile, a auth.Account, v *guests.Visit) (err error) {
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
