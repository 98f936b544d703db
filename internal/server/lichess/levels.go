package lichess

import (
	"context"

	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
)

// levelPerson is a level of the engine as a person.
var levelPerson = livegame.Person{Bot: true}

// levelUser shows a level of the engine as a bot that is always online.
func (s *Server) levelUser(ctx context.Context, level int) (user, error) {
	list, err := s.levelUsers(ctx, level, level)
	if err != nil {
		return user{}, err
	}
	return list[0], nil
}

// levelUsers shows the levels of the engine from one to another.
func (s *Server) levelUsers(ctx context.Context, first, last int) ([]user, error) {
	out, players := make([]user, last-first+1), make([]rating.Player, last-first+1)
	for i := range out {
		level := first + i
		name := names.OfLevel(level)
		out[i] = user{
			ID: name, Username: name, Title: levelPerson.TitleTag(), URL: s.address("/@/" + name), Perfs: map[string]perf{},
			SeenAt: gameview.Millis(s.o.Games.Now()),
		}
		players[i] = rating.OfLevel(level)
	}
	return out, s.addRatings(ctx, out, players)
}

// levelLight shows a level of the engine in a few words.
func levelLight(level int) lightUser { return *light(livegame.Player{Level: level}) }

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
