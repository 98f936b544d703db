package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

type challengeOutput struct{ Body protocol.Challenge }
type challengesOutput struct{ Body []protocol.Challenge }

// recent is how long a list shows challenges that have ended.
const recent = 10 * time.Minute

// errNoChallenge is the error about a challenge that does not exist, or is not for the client.
var errNoChallenge = problem.Missing("There is no such challenge.")

// challengesAPI is for the page; programs may use the operations that are like Lichess's, too.
func (s *API) challengesAPI(k *web.Kit) {
	writing := []account.Scope{account.ChallengeWrite, account.BotPlay, account.BoardPlay}

	op := web.Get("/api/challenges", "list-my-challenges", "Challenges from and to you",
		web.Read(web.Account, web.Scopes(append(writing, account.ChallengeRead)...), limits.Read))
	op.Description = "Those that wait for an answer, and those that have ended in the last ten minutes, " +
		"the last changed first. The message player on a socket says when the list may have changed."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*challengesOutput, error) {
		if s.o.Challenges == nil {
			return nil, errNoChallenge
		}
		me := guests.VisitOf(ctx).Guest.ID
		list, err := s.o.Challenges.List(ctx, me, s.o.Games.Now().Add(-recent))
		if err != nil {
			return nil, err
		}
		out := &challengesOutput{make([]protocol.Challenge, len(list))}
		for i, c := range list {
			out.Body[i] = s.o.Views.Challenge(c, me)
		}
		return out, nil
	})

	type create struct{ Body protocol.NewChallenge }
	op = unprocessable(web.Post("/api/challenges", "challenge-player", "Challenge a player",
		web.Write(web.Account, web.Scopes(writing...), limits.Create)))
	op.Description = "The page of the challenge is /challenge/ and its id. " +
		"Another challenge to the same player replaces one that waits."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *create) (*challengeOutput, error) {
		return s.challengePlayer(ctx, in.Body)
	})

	op = unprocessable(web.Get("/api/challenges/{id}", "show-challenge", "A challenge",
		web.Read(web.Player, web.AnyToken, limits.Read)))
	op.Description = "An open challenge is shown to everyone, any other to its two players."
	web.Handle(k, op, func(ctx context.Context, in *web.GamePath) (*challengeOutput, error) {
		if s.o.Challenges == nil {
			return nil, errNoChallenge
		}
		c, err := s.o.Challenges.Get(ctx, livegame.ID(in.Game))
		if me := guests.VisitOf(ctx).Guest.ID; err == nil && !c.Open && c.From.Guest != me && c.To.Guest != me {
			err = challenge.ErrNotFound
		}
		return s.challenged(ctx, c, err)
	})

	type accept struct {
		web.GamePath
		Body protocol.AcceptChallenge
	}
	onChallenge(s, k, "accept", "Accept a challenge",
		func(ctx context.Context, in *accept, v *guests.Visit) (challenge.Challenge, error) {
			id := livegame.ID(in.Game)
			var color *game.Color
			switch in.Body.Color {
			case "white":
				color = new(game.Color)
			case "black":
				black := game.Black
				color = &black
			}
			return s.o.Challenges.Accept(ctx, id, s.o.Guard.Guests.Player(v, id), color)
		})
	type decline struct {
		web.GamePath
		Body protocol.DeclineChallenge
	}
	onChallenge(s, k, "decline", "Decline a challenge",
		func(ctx context.Context, in *decline, v *guests.Visit) (challenge.Challenge, error) {
			return s.o.Challenges.Decline(ctx, livegame.ID(in.Game), v.Guest.ID, challenge.ParseReason(in.Body.Reason))
		})
	onChallenge(s, k, "cancel", "Withdraw a challenge",
		func(ctx context.Context, in *web.GamePath, v *guests.Visit) (challenge.Challenge, error) {
			return s.o.Challenges.Cancel(ctx, livegame.ID(in.Game), v.Guest.ID)
		})
}

// onChallenge registers an operation that changes a challenge.
func onChallenge[I any](
	s *API, k *web.Kit, verb, summary string, do func(context.Context, *I, *guests.Visit) (challenge.Challenge, error),
) {
	op := unprocessable(web.Post("/api/challenges/{id}/"+verb, verb+"-my-challenge", summary,
		web.Write(web.Player, web.Scopes(account.ChallengeWrite, account.BoardPlay, account.BotPlay), limits.Command)))
	if verb == "accept" {
		op.Description = "Also guests may accept an open challenge, unless it is rated. The game has the id of the challenge."
	}
	web.Handle(k, op, func(ctx context.Context, in *I) (*challengeOutput, error) {
		if s.o.Challenges == nil {
			return nil, errNoChallenge
		}
		c, err := do(ctx, in, guests.VisitOf(ctx))
		return s.challenged(ctx, c, err)
	})
}

// challenged answers with a challenge or an error.
func (s *API) challenged(ctx context.Context, c challenge.Challenge, err error) (*challengeOutput, error) {
	if err != nil {
		return nil, err
	}
	return &challengeOutput{s.o.Views.Challenge(c, guests.VisitOf(ctx).Guest.ID)}, nil
}

// challengePlayer creates a challenge to an account.
func (s *API) challengePlayer(ctx context.Context, n protocol.NewChallenge) (*challengeOutput, error) {
	if s.o.Challenges == nil || s.o.Accounts == nil {
		return nil, errNoChallenge
	}
	v := guests.VisitOf(ctx)
	id, random := s.o.Guard.Guests.GameID(v.Guest.ID, n.ID)
	if c, again, err := s.o.Challenges.Again(ctx, id, v.Guest.ID); again || err != nil {
		return s.challenged(ctx, c, err)
	}
	to, err := s.o.Accounts.Find(ctx, n.Player)
	if errors.Is(err, account.ErrNotFound) || err == nil && !to.Closed.IsZero() {
		return nil, problem.Missing("There is no such player.")
	}
	if err != nil {
		return nil, err
	}
	c := challenge.Challenge{
		ID: id, Variant: n.Variant, FEN: n.FEN, TimeControl: controlOf(n.Control), Rated: n.Rated,
		Wish: challenge.Wish(n.Color), From: s.o.Guard.Guests.Player(v, id),
		To: livegame.Player{Guest: to.ID, Name: to.Name, Account: true, Bot: to.Bot}, Address: s.o.Guard.Guests.AddressID(v),
	}
	if c.Wish == challenge.Black || c.Wish == challenge.Random && !random {
		c.Color = game.Black
	}
	c, err = s.o.Challenges.Create(ctx, c)
	return s.challenged(ctx, c, err)
}
