package lichess

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	maxTokens = 100 // of a test
	maxNames  = 100 // of a list
	// maxCompleted is the most names that begin with a text.
	maxCompleted = 8
)

type userOutput struct{ Body user }

func (s *Server) accountAPI(k *web.Kit) {
	op := program(web.Get("/api/account", "show-account", "Your account",
		web.Read(web.Account, web.AnyToken, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*userOutput, error) {
		u, err := s.user(ctx, me(ctx))
		return &userOutput{u}, err
	})

	op = program(web.Get("/api/user/{username}", "get-user", "A player",
		web.Read(web.Visitor, web.AnyToken, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *NamePath) (*userOutput, error) {
		if level := names.Level(in.Name); level > 0 {
			u, err := s.levelUser(ctx, level)
			return &userOutput{u}, err
		}
		a, err := s.o.Accounts.Find(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		u, err := s.user(ctx, a)
		return &userOutput{u}, err
	})
	s.crosstableAPI(k)
	s.usersAPI(k)
	s.playingAPI(k)
	s.botAPI(k)
	s.tokenAPI(k)
}

// crosstableAPI counts the games between two players.
func (s *Server) crosstableAPI(k *web.Kit) {
	type pair struct {
		One   string `path:"user1" maxLength:"64"`
		Other string `path:"user2" maxLength:"64"`
	}
	type crosstable struct {
		Users map[string]float64 `json:"users" doc:"the points of each"`
		Games int                `json:"nbGames"`
	}
	op := program(web.Get("/api/crosstable/{user1}/{user2}", "get-crosstable", "The games between two players",
		web.Read(web.Visitor, web.AnyToken, limits.Search)))
	op.Description = "The public ones, among the last 2,000 games of the first."
	web.Handle(k, op, func(ctx context.Context, in *pair) (*struct{ Body crosstable }, error) {
		var list [2]auth.Account
		for i, name := range []string{in.One, in.Other} {
			var err error
			if list[i], err = s.o.Accounts.Find(ctx, name); err != nil {
				return nil, err
			}
		}
		var score rating.Score
		if s.o.Crosstable != nil && list[0].ID != list[1].ID {
			var err error
			if score, err = s.o.Crosstable(ctx, list[0], list[1]); err != nil {
				return nil, err
			}
		}
		half := float64(score.Drawn) / 2
		return &struct{ Body crosstable }{crosstable{
			map[string]float64{list[0].Key(): float64(score.Won) + half, list[1].Key(): float64(score.Lost) + half},
			score.Won + score.Drawn + score.Lost,
		}}, nil
	})
}

// playingAPI lists the games in progress.
func (s *Server) playingAPI(k *web.Kit) {
	type playingOutput struct{ Body playing }
	type most struct {
		Most int `query:"nb" minimum:"1" maximum:"50" default:"9" doc:"how many games"`
	}
	op := program(web.Get("/api/account/playing", "list-playing", "Your games in progress",
		web.Read(web.Account, web.AnyToken, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *most) (*playingOutput, error) {
		list, err := s.o.Games.List(ctx, livegame.Query{Guest: me(ctx).ID, Status: livegame.Live, Limit: in.Most})
		if err != nil {
			return nil, err
		}
		out := &playingOutput{playing{NowPlaying: []gameInfo{}}}
		for _, m := range list {
			info := s.info(ctx, m, me(ctx).ID, me(ctx).Bot)
			if info.IsMyTurn {
				out.Body.MyTurn++
			}
			out.Body.NowPlaying = append(out.Body.NowPlaying, info)
		}
		return out, nil
	})
}

// botAPI makes bots of accounts, and lists those that are online.
func (s *Server) botAPI(k *web.Kit) {
	op := program(web.Post("/api/bot/account/upgrade", "become-bot", "Make your account a bot",
		web.Write(web.Account, web.Scopes(auth.BotPlay), limits.Create)))
	op.Description = "For accounts that have played no game. A bot does not become a person again."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*okOutput, error) {
		a := me(ctx)
		if a.Bot {
			return done(nil)
		}
		played, err := s.o.Games.List(ctx, livegame.Query{Guest: a.ID, Limit: 1})
		if err == nil && len(played) > 0 {
			return nil, badRequest("This account has played games already: only a new one can become a bot.")
		}
		if err == nil && s.o.Tournaments != nil {
			plays, failed := s.o.Tournaments.Plays(ctx, a.ID)
			if plays {
				return nil, badRequest("This account plays in a tournament: only a new one can become a bot.")
			}
			err = failed
		}
		if err == nil {
			err = s.o.Accounts.BecomeBot(ctx, a.ID)
		}
		return done(err)
	})

	type number struct {
		Most int `query:"nb" minimum:"1" maximum:"512" default:"100" doc:"how many bots"`
	}
	op = lines[user](k,
		program(web.Get("/api/bot/online", "list-bots", "The bots that are online",
			web.Read(web.Visitor, web.AnyToken, limits.Read))),
		"Bots, each on a line")
	op.Description = "The levels of the engine are always online; they come last."
	web.Handle(k, op, func(ctx context.Context, in *number) (*web.Stream, error) {
		bots, err := s.o.Social.Bots(ctx)
		if err != nil {
			return nil, err
		}
		shown, err := s.users(ctx, bots[:min(in.Most, len(bots))])
		if err != nil {
			return nil, err
		}
		levels, err := s.levelUsers(ctx, 1, livegame.MaxLevel)
		if err != nil {
			return nil, err
		}
		shown = append(shown, levels...)
		list := make([]any, min(in.Most, len(shown)))
		for i := range list {
			shown[i].SeenAt = gameview.Millis(s.o.Games.Now())
			list[i] = shown[i]
		}
		return s.list(list)
	})
}

// tokenAPI tells a program what its tokens may do. It answers only who has them.
func (s *Server) tokenAPI(k *web.Kit) {
	type in struct {
		Raw []byte `doc:"tokens, separated by commas"`
	}
	type out struct{ Body map[string]*tokenInfo }
	op := program(web.Post("/api/token/test", "test-tokens", "What tokens may do",
		web.Write(web.Visitor, web.AnyToken, limits.Command)))
	web.Handle(k, op, func(ctx context.Context, in *in) (*out, error) {
		list, err := secrets(in.Raw)
		if err != nil {
			return nil, err
		}
		infos := map[string]*tokenInfo{}
		s.charge(ctx, limits.Command, len(list))
		for _, secret := range list {
			i, err := s.o.Accounts.Token(ctx, secret)
			if errors.Is(err, auth.ErrNotFound) {
				infos[secret] = nil
				continue
			}
			if err != nil {
				return nil, err
			}
			infos[secret] = &tokenInfo{UserID: i.Account.Key(), Scopes: strings.Join(auth.ScopeNames(i.Scopes), ",")}
		}
		return &out{infos}, nil
	})
}

// charge takes the reads of the database that a request needs, but for the first, from a budget.
func (s *Server) charge(ctx context.Context, k limits.Kind, reads int) {
	s.o.Guard.Limiter.Charge(k, guests.VisitOf(ctx), reads-1)
}

// secrets reads a list of tokens.
func secrets(body []byte) (list []string, err error) {
	for secret := range strings.SplitSeq(string(body), ",") {
		if secret = strings.TrimSpace(secret); secret != "" {
			list = append(list, secret)
		}
	}
	if len(list) > maxTokens {
		return nil, badRequest(fmt.Sprintf("%d tokens, expected at most %d", len(list), maxTokens))
	}
	return list, nil
}

// user shows an account.
func (s *Server) user(ctx context.Context, a auth.Account) (user, error) {
	list, err := s.users(ctx, []auth.Account{a})
	if err != nil {
		return user{}, err
	}
	return list[0], nil
}

// users shows accounts. It reads all their ratings at once.
func (s *Server) users(ctx context.Context, list []auth.Account) ([]user, error) {
	out, players := make([]user, len(list)), make([]rating.Player, len(list))
	for i, a := range list {
		out[i] = user{
			ID: a.Key(), Username: a.Name, Title: a.Person().TitleTag(), CreatedAt: gameview.Millis(a.Created),
			SeenAt: gameview.Millis(a.Created), URL: s.address("/@/" + a.Name), Disabled: !a.Closed.IsZero(),
			Perfs: map[string]perf{},
		}
		players[i] = rating.PlayerOf(livegame.Player{Person: a.Person(), Guest: a.ID})
	}
	return out, s.addRatings(ctx, out, players)
}

// addRatings shows the ratings of players, also those of which they have played no game.
func (s *Server) addRatings(ctx context.Context, list []user, players []rating.Player) error {
	at := map[rating.Player]*user{}
	for i, p := range players {
		at[p] = &list[i]
		for _, pool := range rating.Pools {
			list[i].Perfs[poolKey(pool)] = showPerf(rating.NewStanding(p, pool), s.o.Games.Now())
		}
	}
	if s.o.Ratings == nil {
		return nil
	}
	standings, err := s.o.Ratings.Standings(ctx, players, "")
	for _, st := range standings {
		u := at[st.Player]
		u.Perfs[poolKey(st.Pool)] = showPerf(st, s.o.Games.Now())
		u.SeenAt = max(u.SeenAt, gameview.Millis(st.At))
		u.Count.All += st.Games()
		u.Count.Rated, u.Count.Win = u.Count.All, u.Count.Win+st.Wins
		u.Count.Draw, u.Count.Loss = u.Count.Draw+st.Draws, u.Count.Loss+st.Losses
	}
	return err
}

func showPerf(st rating.Standing, now time.Time) perf {
	r := st.Now(now)
	return perf{
		Games: st.Games(), Rating: r.Rounded(), RD: int(math.Round(r.Deviation)), Prov: r.Provisional(),
	}
}
