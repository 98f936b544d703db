package lichess

import (
	"context"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/web"
)

// Channels is what programs need of the channels of the page Watch.
type Channels interface {
	Now(ctx context.Context) (*channels.Lineup, error)
}

// tvChannel is the game of a channel, from the point of view of its stronger player.
type tvChannel struct {
	User   lightUser `json:"user"`
	Rating int       `json:"rating"`
	GameID string    `json:"gameId"`
	Color  string    `json:"color" enum:"white,black" doc:"the user's"`
}

// tvAPI shows the best live games.
func (s *Server) tvAPI(k *web.Kit) {
	if s.o.Channels == nil {
		return
	}
	op := program(web.Get("/api/tv/channels", "tv-channels", "The best live game of each variant",
		web.Read(web.Visitor, web.AnyToken, limits.Read)))
	op.Description = "By the key of the variant; variants of which no game is being played are missing. " +
		"GET /api/watch says more."
	type output struct{ Body map[string]tvChannel }
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*output, error) {
		l, err := s.o.Channels.Now(ctx)
		if err != nil {
			return nil, err
		}
		out := map[string]tvChannel{}
		for _, c := range l.Channels {
			if c.State == channels.Live {
				out[variantKey(c.Name, "")] = showTV(&c.Game)
			}
		}
		return &output{out}, nil
	})
}

func showTV(g *livegame.Summary) tvChannel {
	color := game.White
	if g.Seats[game.Black].Rating > g.Seats[game.White].Rating {
		color = game.Black
	}
	p := g.Seats[color]
	user := *light(p)
	if p.Engine() {
		user = levelLight(p.Level)
	}
	return tvChannel{User: user, Rating: p.Rating, GameID: string(g.ID), Color: gameview.ColorName(color)}
}
