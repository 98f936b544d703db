package api

import (
	"context"

	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/rating"
)

// levelRatings returns the ratings of a level of the engine.
func levelRatings(level int) []protocol.LevelRating {
	out := make([]protocol.LevelRating, len(rating.Games))
	for i, name := range rating.Games {
		out[i] = protocol.LevelRating{Game: name, Rating: rating.Level(name, level).Rounded()}
	}
	return out
}

// levelProfile describes a level of the engine as a player, with the results of its last rated games.
func (s *API) levelProfile(ctx context.Context, level int) (protocol.Profile, error) {
	out := protocol.Profile{
		Name: names.OfLevel(level), Bot: true, Role: "player", Level: level, Levels: levelRatings(level),
		Ratings: []protocol.PoolRating{}, Games: []protocol.PlayedGame{}, Openings: []protocol.PlayedOpening{},
		Opponents: []protocol.PlayedOpponent{}, Best: []protocol.BestWin{}, Activity: []protocol.ActiveDay{},
	}
	me := rating.OfLevel(level)
	history, err := s.o.Ratings.History(ctx, me, maxHistory)
	for _, c := range history {
		for i := range out.Levels {
			if l := &out.Levels[i]; l.Game == c.Pool.Game() {
				count(&l.Score, c.Result, colorOf(c, me))
			}
		}
		count(&out.Total, c.Result, colorOf(c, me))
	}
	return out, err
}
