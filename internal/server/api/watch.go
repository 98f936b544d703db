package api

import (
	"context"
	"time"

	"github.com/gorilla/feeds"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
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

// reviewFeedAPI lists reviewed games.
func (s *API) reviewFeedAPI(k *web.Kit) {
	if s.o.Feed == nil {
		return
	}
	type page struct {
		Cursor string `query:"cursor" maxLength:"100" doc:"only games after that place in the list, as next of the page before says"`
		Limit  int    `query:"limit" minimum:"1" maximum:"30" default:"12"`
	}
	op := web.Get("/api/reviews", "list-reviews", "Finished public games with a review, the last reviewed first",
		web.Read(web.Player, web.AnyToken, limits.Search))
	web.Handle(k, op, func(ctx context.Context, in *page) (*web.Out[protocol.ReviewedGames], error) {
		after, err := archive.ParseCursor(in.Cursor)
		if err != nil {
			return nil, badFilter(problem.Sentence(err))
		}
		list, err := s.o.Feed.Reviewed(ctx, after, in.Limit+1) // one more reports whether there is another page
		if err != nil {
			return nil, err
		}
		out := protocol.ReviewedGames{Games: []protocol.ReviewedGame{}}
		if len(list) > in.Limit {
			list = list[:in.Limit]
			out.Next = list[in.Limit-1].Cursor().String()
		}
		err = s.o.Gate.Do(ctx, web.Lines, func() error {
			out.Games = s.reviewed(ctx, list)
			return nil
		})
		return web.Answer(out, err)
	})

	op = web.Get("/api/reviews.atom", "get-reviews-feed", "Finished public games with a review as an Atom feed",
		web.Public(web.NoCache, limits.Search))
	op.Description = "The last 30."
	op.Responses = documentResponse(atomType, "Atom, RFC 4287")
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*document, error) {
		list, err := s.o.Feed.Reviewed(ctx, archive.Cursor{}, maxFeed)
		if err != nil {
			return nil, err
		}
		items := make([]*feeds.Item, len(list))
		for n := range list {
			items[n] = s.reviewItem(ctx, &list[n])
		}
		return s.atom(ctx, "Reviewed games", routes.Link("watch"), time.Time{}, items)
	})
}

// reviewed shows games with their reviews. A game that cannot be replayed is left out.
func (s *API) reviewed(ctx context.Context, list []review.Reviewed) []protocol.ReviewedGame {
	viewer := guests.VisitOf(ctx).Guest.ID
	out := make([]protocol.ReviewedGame, 0, len(list))
	for i := range list {
		g, err := s.o.Views.Reviewed(&list[i], viewer)
		if err != nil {
			_, _ = s.problems.Fault(ctx, err)
			continue
		}
		out = append(out, g)
	}
	return out
}

// reviewItem returns a game with its review as an entry of a feed.
func (s *API) reviewItem(ctx context.Context, r *review.Reviewed) *feeds.Item {
	snap := manager.Snapshot{
		Header: r.Game.Header, Summary: r.Game.Summary, Seats: r.Game.Seats, Status: livegame.Finished,
	}
	title, _ := s.o.Views.GameWords(snap)
	item := s.item(ctx, "review/"+string(r.Game.ID),
		title+" · "+game.Outcome{Result: r.Game.Result, Reason: r.Game.Reason}.String(),
		routes.Link("gameAnalysis", string(r.Game.ID)), r.Finished())
	item.Description = views.ReviewWords(r.Report(), r.Game.Result)
	return item
}
