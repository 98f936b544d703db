package lichess

import (
	"context"
	"math"

	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

// levelPerson is a level of the engine as a person.
var levelPerson = livegame.Person{Bot: true}

// levelUser shows a level of the engine as a bot that is always online.
func (s *Server) levelUser(level int) user {
	name := names.OfLevel(level)
	u := user{
		ID: name, Username: name, Title: levelPerson.TitleTag(), URL: s.address("/@/" + name), Perfs: map[string]perf{},
	}
	for _, of := range rating.Games {
		r := rating.OfEngine(of, level)
		for _, speed := range rating.Speeds {
			u.Perfs[poolKey(rating.Pool(of+"/"+string(speed)))] = perf{Rating: r.Rounded(), RD: int(math.Round(r.Deviation))}
		}
	}
	return u
}

// levelLight shows a level of the engine in a few words.
func levelLight(level int) lightUser {
	return lightUser{ID: names.OfLevel(level), Name: names.OfLevel(level), Title: levelPerson.TitleTag(), Online: true}
}

// challengeLevel begins a game against a level of the engine, which accepts all challenges.
func (s *Server) challengeLevel(
	ctx context.Context, c challenge.Challenge, level int,
) (challenge.Challenge, livegame.Summary, error) {
	c.From, c.To, c.Created = s.player(ctx, c.ID), livegame.Player{Level: level}, s.o.Games.Now()
	if !s.o.Limits.Off {
		if err := s.o.MayThink(ctx, c.ID); err != nil {
			return c, livegame.Summary{}, err
		}
	}
	snap, err := s.o.Games.Create(ctx, c.Header(), s.addressID(ctx))
	if err != nil {
		return c, livegame.Summary{}, err
	}
	c.Status = challenge.Accepted
	return c, snap.Summary, nil
}

// accepted answers with a challenge that a level has accepted. A stream ends at once.
func (s *Server) accepted(
	ctx context.Context, c challenge.Challenge, level int, keep bool,
) (*web.Stream, error) {
	c, _, err := s.challengeLevel(ctx, c, level)
	if err != nil {
		return nil, err
	}
	shape := s.challenge(c, me(ctx).ID)
	if !keep {
		return s.document(shape)
	}
	return s.list([]any{shape, doneLine{challengeStatus(c.Status)}})
}
