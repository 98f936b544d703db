package api

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// Players finds accounts.
type Players interface {
	// Named returns the account with a name, in any case, or account.ErrNotFound.
	Named(ctx context.Context, name string) (account.Account, error)
	// Known returns the accounts with these IDs, in any order. Those that do not exist are missing.
	Known(ctx context.Context, ids []string) ([]account.Account, error)
}

// PlayerPath is the part of a path that names an account.
type PlayerPath struct {
	Name string `path:"name" maxLength:"100" doc:"of the account, in any case"`
}

type gameRatingsOutput struct{ Body protocol.GameRatings }
type profileOutput struct{ Body protocol.Profile }
type graphsOutput struct{ Body []protocol.RatingGraph }
type leadersOutput struct{ Body []protocol.Leaderboard }

// active is how recent the last game of players on leaderboards is.
const active = 30 * 24 * time.Hour

// leaders is the length of a leaderboard.
const leaders = 50

// playersAPI shows ratings and those who have them.
func (s *API) playersAPI(k *web.Kit) {
	if s.o.Ratings == nil || s.o.Players == nil || s.o.Archive == nil {
		return
	}
	op := web.Get("/api/games/{id}/ratings", "get-game-ratings", "What a game did to ratings",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Description = "A rated game is rated within about a second of its end."
	web.Handle(k, op, func(ctx context.Context, in *web.GamePath) (*gameRatingsOutput, error) {
		out, err := s.gameRatings(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, err
		}
		return &gameRatingsOutput{out}, nil
	})

	op = web.Get("/api/players/{name}", "get-player", "An account: ratings, results, openings, opponents",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "The levels of the engine are players, too: computer-1 to computer-8."
	web.Handle(k, op, func(ctx context.Context, in *PlayerPath) (*profileOutput, error) {
		if level := names.Level(in.Name); level > 0 {
			p, err := s.levelProfile(ctx, level)
			if err != nil {
				return nil, err
			}
			return &profileOutput{p}, nil
		}
		a, err := s.named(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		p, err := s.profile(ctx, a, guests.VisitOf(ctx))
		if err != nil {
			return nil, err
		}
		return &profileOutput{p}, nil
	})

	op = web.Get("/api/players/{name}/ratings", "get-player-ratings", "The ratings of an account over time",
		web.Read(web.Visitor, web.AnyToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, in *PlayerPath) (*graphsOutput, error) {
		a, err := s.named(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		if !a.Closed.IsZero() {
			return &graphsOutput{[]protocol.RatingGraph{}}, nil
		}
		history, err := s.o.Ratings.History(ctx, rating.Player(a.ID), maxHistory)
		if err != nil {
			return nil, err
		}
		return &graphsOutput{graphs(history, rating.Player(a.ID))}, nil
	})

	op = web.Get("/api/levels", "list-levels", "The levels of the engine and their ratings",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	web.Handle(k, op, func(context.Context, *struct{}) (*web.Out[[]protocol.Level], error) {
		list := make([]protocol.Level, livegame.MaxLevel)
		for i := range list {
			list[i] = protocol.Level{Name: names.OfLevel(i + 1), Level: i + 1, Ratings: levelRatings(i + 1)}
		}
		return web.Answer(list, nil)
	})

	type board struct {
		Game string `path:"game" enum:"shrink,convergent,diminuendo,rankings,cheshire,cheshire8,chess"`
	}
	op = web.Get("/api/leaderboards/{game}", "get-leaderboards", "The best players of a game, at each speed",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "Players have a rating that is not provisional, and a rated game in the last 30 days."
	web.Handle(k, op, func(ctx context.Context, in *board) (*leadersOutput, error) {
		out, err := s.leaderboards(ctx, in.Game, guests.VisitOf(ctx).Guest.ID)
		if err != nil {
			return nil, err
		}
		return &leadersOutput{out}, nil
	})
}

// named returns the account with a name. Its error is fit for clients.
func (s *API) named(ctx context.Context, name string) (account.Account, error) {
	a, err := s.o.Players.Named(ctx, name)
	if errors.Is(err, account.ErrNotFound) {
		return a, problem.Missing("There is no such player.")
	}
	if err != nil {
		return a, err
	}
	return a, nil
}

// gameRatings returns what a game did to ratings.
func (s *API) gameRatings(ctx context.Context, id livegame.ID) (protocol.GameRatings, error) {
	c, err := s.o.Ratings.ChangeOf(ctx, id)
	if err == nil {
		return protocol.GameRatings{State: "rated", White: changeView(c, game.White), Black: changeView(c, game.Black)}, nil
	}
	if !errors.Is(err, livegame.ErrNotFound) {
		return protocol.GameRatings{}, err
	}
	snap, err := s.o.Games.Snapshot(ctx, id)
	if err != nil {
		return protocol.GameRatings{}, err
	}
	switch v := rating.Judge(snap.Summary); {
	case v == rating.Casual:
	case v == rating.Counts, snap.Status != livegame.Finished:
		return protocol.GameRatings{State: "pending"}, nil
	default:
		return protocol.GameRatings{State: "uncounted", Why: string(v)}, nil
	}
	return protocol.GameRatings{State: "uncounted", Why: string(rating.Casual)}, nil
}

// changeView shows what a game did to the rating of a color; nil for a level, whose rating stays.
func changeView(c rating.Change, color game.Color) *protocol.RatingChange {
	if c.Players[color].Level() > 0 {
		return nil
	}
	before, after := c.Before[color], c.After[color]
	return &protocol.RatingChange{
		Before: views.Rating(before), After: views.Rating(after), Change: after.Rounded() - before.Rounded(),
	}
}

// leaderboards returns the best players of a game.
func (s *API) leaderboards(ctx context.Context, name, viewer string) ([]protocol.Leaderboard, error) {
	now := time.Now()
	out := make([]protocol.Leaderboard, len(rating.Speeds))
	for i, speed := range rating.Speeds {
		out[i] = protocol.Leaderboard{Speed: string(speed), Players: []protocol.Leader{}}
		list, err := s.o.Ratings.Leaders(ctx, rating.Pool(name+"/"+string(speed)), now.Add(-active), leaders)
		if err != nil {
			return nil, err
		}
		players := make([]rating.Player, len(list))
		for j := range list {
			players[j] = list[j].Player
		}
		known, err := s.known(ctx, players)
		if err != nil {
			return nil, err
		}
		for _, st := range list {
			a, ok := known[st.Player]
			if r := st.Now(now); ok && a.Closed.IsZero() && !r.Provisional() {
				out[i].Players = append(out[i].Players, protocol.Leader{
					Name: a.Name, Bot: a.Bot, You: a.ID == viewer, Rating: views.Rating(r), Games: st.Games(),
					Last: views.Millis(st.At),
				})
			}
		}
	}
	return out, nil
}

// names returns the names of accounts by their IDs.
func (s *API) names(ctx context.Context, ids []string) (map[string]string, error) {
	known, err := s.o.Players.Known(ctx, ids)
	names := make(map[string]string, len(known))
	for _, a := range known {
		names[a.ID] = a.Name
	}
	return names, err
}

// known returns accounts by their IDs.
func (s *API) known(ctx context.Context, players []rating.Player) (map[rating.Player]account.Account, error) {
	ids := make([]string, 0, len(players))
	for _, p := range players {
		if p != "" && p.Level() == 0 && !p.Gone() {
			ids = append(ids, string(p))
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	out := make(map[rating.Player]account.Account, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	list, err := s.o.Players.Known(ctx, ids)
	for _, a := range list {
		out[rating.Player(a.ID)] = a
	}
	return out, err
}
