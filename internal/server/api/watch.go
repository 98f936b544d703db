package api

import (
	"context"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// Had is the version that a client has of what it asks for.
type Had struct {
	Since string `query:"since" maxLength:"120" doc:"the version that you have: wait until there is another, 25 s at most"`
}

// watchAPI shows which games the channels show.
func (s *API) watchAPI(k *web.Kit) {
	if s.o.Channels == nil {
		return
	}
	op := web.Get("/api/watch", "get-channels", "The best live game of each variant",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Lasts = true
	op.Description = "A channel keeps its game until some seconds after its end, unless a much better one begins. " +
		"Follow the moves on the socket."
	web.Handle(k, op, func(ctx context.Context, in *Had) (*web.Out[protocol.Channels], error) {
		l, err := s.lineup(ctx, in.Since, views.LineupVersion)
		if err != nil {
			return nil, err
		}
		out := protocol.Channels{Channels: make([]protocol.Channel, len(l.Channels)), Version: views.LineupVersion(l)}
		for i := range l.Channels {
			out.Channels[i] = s.channel(ctx, &l.Channels[i])
		}
		return web.Answer(out, nil)
	})

	type one struct {
		Channel string `path:"channel" maxLength:"40" doc:"such as shrink"`
		Had
	}
	op = web.Get("/api/watch/{channel}", "get-channel", "The best live game of a variant, and its last move",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Lasts = true
	op.Description = "With since, the answer comes with the next event of the game, " +
		"or when the channel goes to another one."
	web.Handle(k, op, func(ctx context.Context, in *one) (*web.Out[protocol.Channel], error) {
		missing := false
		l, err := s.lineup(ctx, in.Since, func(l *channels.Lineup) string {
			c := l.Channel(archive.Family(in.Channel))
			if missing = c == nil; missing {
				return ""
			}
			return views.ChannelVersion(c)
		})
		switch {
		case err != nil:
			return nil, err
		case missing:
			return nil, problem.Missing("There is no such channel.")
		}
		return web.Answer(s.channel(ctx, l.Channel(archive.Family(in.Channel))), nil)
	})
}

// lineup returns what the channels show, with a version once the version is another than that of a client.
func (s *API) lineup(ctx context.Context, had string, version func(*channels.Lineup) string) (*channels.Lineup, error) {
	if had == "" {
		l, err := s.o.Channels.Now(ctx)
		if err == nil {
			version(l)
		}
		return l, err
	}
	waiting, cancel := web.Waiting(ctx)
	defer cancel()
	return s.o.Channels.Wait(waiting, func(l *channels.Lineup) bool { return version(l) != had })
}

// channel shows a channel to the client.
func (s *API) channel(ctx context.Context, c *channels.Channel) protocol.Channel {
	var now *manager.Snapshot
	if c.State == channels.Live {
		if snap, err := s.o.Games.Snapshot(ctx, c.Game.ID); err == nil {
			now = &snap
		}
	}
	return s.o.Views.Channel(c, now, guests.VisitOf(ctx).Guest.ID)
}
