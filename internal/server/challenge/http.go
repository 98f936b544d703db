package challenge

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// recent is how long a list shows challenges that have ended.
const recent = 10 * time.Minute

// NewChallenge challenges a player with an account.
type NewChallenge struct {
	ID      string           `json:"id" minLength:"8" maxLength:"64" pattern:"^[\\w-]+$" doc:"chosen by the client; the same request sent twice makes one challenge"`
	Player  string           `json:"player" maxLength:"100" doc:"the name of an account"`
	Variant string           `json:"variant" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	FEN     string           `json:"fen,omitempty" maxLength:"200" doc:"start position; empty: that of the variant"`
	Control gameview.Control `json:"control"`
	Rated   bool             `json:"rated,omitempty" doc:"the result changes ratings; only with a clock or days, from the start position"`
	Color   string           `json:"color" enum:"white,black,random" doc:"yours"`
}

// View is a challenge as a player sees it. Its game gets its ID.
type View struct {
	ID      string           `json:"id"`
	Status  string           `json:"status" enum:"created,accepting,accepted,declined,canceled,expired" doc:"accepting: the game is about to exist"`
	Variant string           `json:"variant"`
	Title   string           `json:"title" doc:"of the variant"`
	FEN     string           `json:"fen,omitempty" doc:"start position; missing: that of the variant"`
	Control gameview.Control `json:"control"`
	Rated   bool             `json:"rated,omitempty"`
	Rules   []string         `json:"rules,omitempty" enum:"noAbort,noRematch,noGiveTime,noClaimWin,noEarlyDraw" doc:"what the players could not do, such as to abort the game"`
	Color   string           `json:"color" enum:"white,black,random" doc:"the challenger's"`
	From    gameview.Seat    `json:"from"`
	To      gameview.Seat    `json:"to" doc:"not taken: everyone with the link may accept"`
	Reason  string           `json:"reason,omitempty" doc:"why it was declined; failed: it was accepted, but there cannot be such a game"`
	Why     string           `json:"why,omitempty" doc:"the reason as a sentence"`
	Created int64            `json:"created"`
	Updated int64            `json:"updated"`
	Expires int64            `json:"expires" doc:"without an answer"`
}

// AcceptChallenge accepts a challenge.
type AcceptChallenge struct {
	Color string `json:"color,omitempty" enum:"white,black" doc:"of an open challenge with random colors: the color to play"`
}

// DeclineChallenge declines a challenge.
type DeclineChallenge struct {
	Reason string `json:"reason,omitempty" enum:"generic,later,tooFast,tooSlow,timeControl,rated,casual,standard,variant,noBot,onlyBot"`
}

// Register implements feature.Feature. It is for the page; programs may use the operations that are like Lichess's,
// too.
func (s *Service) Register(k *web.Kit) {
	writing := []auth.Scope{auth.ChallengeWrite, auth.BotPlay, auth.BoardPlay}
	// shown answers with a challenge or an error.
	shown := func(ctx context.Context, c Challenge, err error) (*web.Out[View], error) {
		return web.Answer(c.view(k.Views(), web.CallerID(ctx)), err)
	}

	op := web.Get("/api/challenges", "list-my-challenges", "Challenges from and to you",
		web.Read(web.Account, web.Scopes(append(writing, auth.ChallengeRead)...), limits.Read))
	op.Description = "Those that wait for an answer, and those that have ended in the last ten minutes, " +
		"the last changed first. The message player on a socket says when the list may have changed."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[[]View], error) {
		me := web.CallerID(ctx)
		list, err := s.List(ctx, me, s.o.Games.Now().Add(-recent))
		out := make([]View, len(list))
		for i := range list {
			out[i] = list[i].view(k.Views(), me)
		}
		return web.Answer(out, err)
	})

	op = web.Post("/api/challenges", "challenge-player", "Challenge a player",
		web.Write(web.Account, web.Scopes(writing...), limits.Create)).Unprocessable()
	op.Description = "The page of the challenge is /challenge/ and its id. " +
		"Another challenge to the same player replaces one that waits."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body NewChallenge }) (*web.Out[View], error) {
		c, err := s.challenge(ctx, k.Guests(), in.Body)
		return shown(ctx, c, err)
	})

	op = web.Get("/api/challenges/{id}", "show-challenge", "A challenge",
		web.Read(web.Player, web.AnyToken, limits.Read)).Unprocessable()
	op.Description = "An open challenge is shown to everyone, any other to its two players."
	web.Handle(k, op, func(ctx context.Context, in *web.GamePath) (*web.Out[View], error) {
		c, err := s.Get(ctx, livegame.ID(in.Game))
		if me := web.CallerID(ctx); err == nil && !c.Open && c.From.Guest != me && c.To.Guest != me {
			err = ErrNotFound
		}
		return shown(ctx, c, err)
	})

	// change returns an operation that changes a challenge.
	change := func(verb, summary string) web.Route {
		return web.Post("/api/challenges/{id}/"+verb, verb+"-my-challenge", summary,
			web.Write(web.Player, web.Scopes(auth.ChallengeWrite, auth.BoardPlay, auth.BotPlay), limits.Command)).
			Unprocessable()
	}
	type accept struct {
		web.GamePath
		Body AcceptChallenge
	}
	op = change("accept", "Accept a challenge")
	op.Description = "Also guests may accept an open challenge, unless it is rated. The game has the id of the challenge."
	web.Handle(k, op, func(ctx context.Context, in *accept) (*web.Out[View], error) {
		id := livegame.ID(in.Game)
		var color *game.Color
		switch in.Body.Color {
		case "white":
			color = new(game.White)
		case "black":
			color = new(game.Black)
		}
		c, err := s.Accept(ctx, id, k.Guests().Player(guests.VisitOf(ctx), id), color)
		return shown(ctx, c, err)
	})
	type decline struct {
		web.GamePath
		Body DeclineChallenge
	}
	web.Handle(k, change("decline", "Decline a challenge"),
		func(ctx context.Context, in *decline) (*web.Out[View], error) {
			c, err := s.Decline(ctx, livegame.ID(in.Game), web.CallerID(ctx), ParseReason(in.Body.Reason))
			return shown(ctx, c, err)
		})
	web.Handle(k, change("cancel", "Withdraw a challenge"),
		func(ctx context.Context, in *web.GamePath) (*web.Out[View], error) {
			c, err := s.Cancel(ctx, livegame.ID(in.Game), web.CallerID(ctx))
			return shown(ctx, c, err)
		})
}

// challenge creates a challenge to an account.
func (s *Service) challenge(ctx context.Context, of *guests.Guests, n NewChallenge) (Challenge, error) {
	v := guests.VisitOf(ctx)
	id, random := of.GameID(v.Guest.ID, n.ID)
	if c, again, err := s.Again(ctx, id, v.Guest.ID); again || err != nil {
		return c, err
	}
	to, err := auth.Named(ctx, s.o.DB, n.Player)
	if errors.Is(err, auth.ErrNotFound) || err == nil && !to.Closed.IsZero() {
		err = problem.Missing("There is no such player.")
	}
	if err != nil {
		return Challenge{}, err
	}
	c := Challenge{
		ID: id, Variant: n.Variant, FEN: n.FEN, TimeControl: gameview.TimeControl(n.Control), Rated: n.Rated,
		Wish: Wish(n.Color), From: of.Player(v, id),
		To: livegame.Player{Person: to.Person(), Guest: to.ID}, Address: of.AddressID(v),
	}
	if c.Wish == Black || c.Wish == Random && !random {
		c.Color = game.Black
	}
	return s.Create(ctx, c)
}
