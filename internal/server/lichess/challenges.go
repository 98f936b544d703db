package lichess

import (
	"context"
	"crypto/rand"
	"net/http"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/web"
)

// terms are what a challenge proposes.
type terms struct {
	Rated     bool   `json:"rated,omitempty" doc:"changes the ratings"`
	Limit     *int   `json:"clock.limit,omitempty" doc:"seconds of each color at the start"`
	Increment *int   `json:"clock.increment,omitempty" doc:"seconds that each move adds"`
	Days      int    `json:"days,omitempty" doc:"correspondence: days for each move"`
	Color     string `json:"color,omitempty" enum:"white,black,random" doc:"yours"`
	Variant   string `json:"variant,omitempty" doc:"standard for chess, else the name of the variant, such as shrink"`
	FEN       string `json:"fen,omitempty" doc:"start position; empty: that of the variant"`
	Rules     string `json:"rules,omitempty" doc:"noAbort, noRematch, noGiveTime, noClaimWin and noEarlyDraw, with commas between"`
	KeepAlive bool   `json:"keepAliveStream,omitempty" doc:"the answer is a stream, and the challenge is canceled when it is closed"`
	Level     int    `json:"level,omitempty" doc:"of the engine, for /api/challenge/ai"`
}

// challenge returns the terms as a challenge without players.
func (t terms) challenge() (challenge.Challenge, error) {
	c := challenge.Challenge{
		ID: livegame.NewID(), Variant: variantName(t.Variant), FEN: t.FEN, Rated: t.Rated, Wish: challenge.Random,
	}
	if t.FEN == "startpos" {
		c.FEN = ""
	}
	if t.Limit != nil {
		c.TimeControl.Base = time.Duration(*t.Limit) * time.Second
	}
	if t.Increment != nil {
		c.TimeControl.Increment = time.Duration(*t.Increment) * time.Second
	}
	if t.Days > 14 {
		return c, badRequest("days: expected 1 to 14")
	}
	c.TimeControl.PerMove = time.Duration(t.Days) * 24 * time.Hour
	switch challenge.Wish(t.Color) {
	case challenge.White:
		c.Wish = challenge.White
	case challenge.Black:
		c.Wish, c.Color = challenge.Black, game.Black
	case challenge.Random, "":
		if rand.Text()[0]&1 == 1 {
			c.Color = game.Black
		}
	default:
		return c, badRequest("color: expected white, black or random")
	}
	var err error
	c.Rules, err = livegame.ParseRules(t.Rules)
	return c, err
}

type challengeOutput struct{ Body challengeShape }

// NamePath is the part of a path that names an account.
type NamePath struct {
	Name string `path:"username" maxLength:"64" doc:"of an account"`
}

func (s *Server) challengeAPI(k *web.Kit) {
	writing := web.Scopes(auth.ChallengeWrite, auth.BotPlay, auth.BoardPlay)
	reading := web.Scopes(auth.ChallengeRead, auth.ChallengeWrite, auth.BotPlay, auth.BoardPlay)

	type listOutput struct{ Body challengeList }
	op := program(web.Get("/api/challenge", "list-challenges", "Your challenges that wait for an answer",
		web.Read(web.Account, reading, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*listOutput, error) {
		list, err := s.o.Challenges.List(ctx, me(ctx).ID, time.Time{})
		if err != nil {
			return nil, err
		}
		out := &listOutput{challengeList{[]challengeShape{}, []challengeShape{}}}
		for _, c := range list {
			if shape := s.challenge(c, me(ctx).ID); shape.Direction == "in" {
				out.Body.In = append(out.Body.In, shape)
			} else {
				out.Body.Out = append(out.Body.Out, shape)
			}
		}
		return out, nil
	})

	op = program(web.Get("/api/challenge/{id}/show", "get-challenge", "A challenge",
		web.Read(web.Account, reading, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *GamePath) (*challengeOutput, error) {
		c, err := s.o.Challenges.Get(ctx, livegame.ID(in.ID))
		if err != nil {
			return nil, err
		}
		if id := me(ctx).ID; !c.Open && c.From.Guest != id && c.To.Guest != id {
			return nil, challenge.ErrNotFound
		}
		return &challengeOutput{s.challenge(c, me(ctx).ID)}, nil
	})

	type create struct {
		NamePath
		Form terms
	}
	op = program(web.Post("/api/challenge/{username}", "create-challenge", "Challenge a player",
		web.Write(web.Account, writing, limits.Create)))
	op.Lasts = true
	op = lines[challengeShape](k, op, "The challenge. With keepAliveStream, another line says what becomes of it.")
	op.Responses["200"].Content["application/json"] = op.Responses["200"].Content[ndjson]
	web.Handle(k, op, func(ctx context.Context, in *create) (*web.Stream, error) {
		c, err := in.Form.challenge()
		if err != nil {
			return nil, err
		}
		if level := names.Level(in.Name); level > 0 {
			return s.accepted(ctx, c, level, in.Form.KeepAlive)
		}
		to, err := s.o.Accounts.Find(ctx, in.Name)
		if err == nil && !to.Closed.IsZero() {
			err = auth.ErrNotFound
		}
		if err != nil {
			return nil, err
		}
		c.From, c.Address = s.player(ctx, c.ID), s.addressID(ctx)
		c.To = livegame.Player{Person: to.Person(), Guest: to.ID}
		return s.create(ctx, c, in.Form.KeepAlive)
	})

	type open struct{ Form terms }
	op = program(web.Post("/api/challenge/open", "create-open-challenge", "Challenge everyone with the link",
		web.Write(web.Account, writing, limits.Create)))
	web.Handle(k, op, func(ctx context.Context, in *open) (*challengeOutput, error) {
		c, err := in.Form.challenge()
		if err != nil {
			return nil, err
		}
		c.From, c.Address, c.Open = s.player(ctx, c.ID), s.addressID(ctx), true
		if c, err = s.o.Challenges.Create(ctx, c); err != nil {
			return nil, err
		}
		return &challengeOutput{s.challenge(c, me(ctx).ID)}, nil
	})

	type infoOutput struct {
		Status int
		Body   gameInfo
	}
	op = program(web.Post("/api/challenge/ai", "challenge-engine", "Play against the engine",
		web.Write(web.Account, writing, limits.Create)))
	op.Status = http.StatusCreated
	web.Handle(k, op, func(ctx context.Context, in *open) (*infoOutput, error) {
		c, err := in.Form.challenge()
		if err != nil {
			return nil, err
		}
		if in.Form.Level < 1 {
			return nil, badRequest("level: expected 1 to 8")
		}
		_, sum, err := s.challengeLevel(ctx, c, in.Form.Level)
		if err != nil {
			return nil, err
		}
		return &infoOutput{http.StatusCreated, s.info(ctx, sum, me(ctx).ID, me(ctx).Bot)}, nil
	})

	type accept struct {
		GamePath
		Color string `query:"color" enum:"white,black" doc:"of an open challenge: the color to play"`
	}
	op = program(web.Post("/api/challenge/{id}/accept", "accept-challenge", "Accept a challenge",
		web.Write(web.Account, writing, limits.Command)))
	web.Handle(k, op, func(ctx context.Context, in *accept) (*okOutput, error) {
		var color *game.Color
		switch in.Color {
		case "white":
			color = new(game.Color)
		case "black":
			black := game.Black
			color = &black
		}
		_, err := s.o.Challenges.Accept(ctx, livegame.ID(in.ID), s.player(ctx, livegame.ID(in.ID)), color)
		return done(err)
	})

	type reason struct {
		Reason string `json:"reason,omitempty" doc:"generic, later, tooFast, tooSlow, timeControl, rated, casual, standard, variant, noBot or onlyBot"`
	}
	type decline struct {
		GamePath
		Form reason
	}
	op = program(web.Post("/api/challenge/{id}/decline", "decline-challenge", "Decline a challenge",
		web.Write(web.Account, writing, limits.Command)))
	web.Handle(k, op, func(ctx context.Context, in *decline) (*okOutput, error) {
		_, err := s.o.Challenges.Decline(ctx, livegame.ID(in.ID), me(ctx).ID, challenge.ParseReason(in.Form.Reason))
		return done(err)
	})

	op = program(web.Post("/api/challenge/{id}/cancel", "cancel-challenge", "Withdraw a challenge",
		web.Write(web.Account, writing, limits.Command)))
	web.Handle(k, op, func(ctx context.Context, in *GamePath) (*okOutput, error) {
		_, err := s.o.Challenges.Cancel(ctx, livegame.ID(in.ID), me(ctx).ID)
		return done(err)
	})
}

// create creates a challenge and answers with it, or with a stream that keeps it.
func (s *Server) create(ctx context.Context, c challenge.Challenge, keep bool) (*web.Stream, error) {
	if !keep {
		c, err := s.o.Challenges.Create(ctx, c)
		if err != nil {
			return nil, err
		}
		return s.document(s.challenge(c, me(ctx).ID))
	}
	return s.stream(ctx, func(_ context.Context, wake func()) (source, error) {
		c, err := s.o.Challenges.Create(ctx, c)
		if err != nil {
			return nil, err
		}
		return &keeper{s: s, c: c, stop: s.o.Games.WatchPlayer(c.From.Guest, wake)}, nil
	})
}

// keeper is the source of a stream that keeps a challenge.
type keeper struct {
	s     *Server
	c     challenge.Challenge
	stop  func()
	begun bool
}

// doneLine says what has become of a challenge.
type doneLine struct {
	Done string `json:"done"`
}

func (k *keeper) close() {
	k.stop()
	ctx, cancel := context.WithTimeout(context.Background(), slowTime)
	defer cancel()
	_, _ = k.s.o.Challenges.Cancel(ctx, k.c.ID, k.c.From.Guest) // an error: it has ended, or will expire
}

func (k *keeper) next(ctx context.Context) (lines []any, last bool, err error) {
	if !k.begun {
		k.begun = true
		lines = append(lines, k.s.challenge(k.c, k.c.From.Guest))
	}
	c, err := k.s.o.Challenges.Get(ctx, k.c.ID)
	if err != nil || c.Status.Open() || c.Status == challenge.Accepting {
		return lines, false, err
	}
	return append(lines, doneLine{challengeStatus(c.Status)}), true, nil
}
