package channels

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// Channels is what the page Watch shows (GET /api/watch).
type Channels struct {
	Channels []ChannelView `json:"channels"`
	Version  string        `json:"version" doc:"changes when a channel goes to another game, or its game ends; see since"`
}

// ChannelView shows the best public game of a variant that is being played (GET /api/watch/{channel}).
type ChannelView struct {
	Channel string          `json:"channel" doc:"such as shrink; diminuendo has the games of all its rankings"`
	Title   string          `json:"title"`
	State   State           `json:"state" enum:"live,ended,past,none" doc:"ended: the next game follows in a few seconds; past: no game is being played, this is the last one worth seeing; none: there is no game"`
	Game    *gameview.Game  `json:"game,omitempty"`
	Times   *gameview.Times `json:"times,omitempty" doc:"of a live game with a clock"`
	Ended   int64           `json:"ended,omitempty" doc:"when the game ended"`
	Version string          `json:"version" doc:"changes with each event of the game, and when the channel goes to another one; see since"`
}

// Had is the version that a client has of what it asks for.
type Had struct {
	Since string `query:"since" maxLength:"120" doc:"the version that you have: wait until there is another, 25 s at most"`
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	op := web.Get("/api/watch", "get-channels", "The best live game of each variant",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Lasts = true
	op.Description = "A channel keeps its game until some seconds after its end, unless a much better one begins. " +
		"Follow the moves on the socket."
	web.Handle(k, op, func(ctx context.Context, in *Had) (*web.Out[Channels], error) {
		l, err := s.news(ctx, in.Since, (*Lineup).version)
		if err != nil {
			return nil, err
		}
		out := Channels{Channels: make([]ChannelView, len(l.Channels)), Version: l.version()}
		for i := range l.Channels {
			out.Channels[i] = s.view(ctx, k.Views(), &l.Channels[i])
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
	web.Handle(k, op, func(ctx context.Context, in *one) (*web.Out[ChannelView], error) {
		name := archive.Family(in.Channel)
		l, err := s.news(ctx, in.Since, func(l *Lineup) string {
			if c := l.Channel(name); c != nil {
				return c.version()
			}
			return ""
		})
		if err != nil {
			return nil, err
		}
		c := l.Channel(name)
		if c == nil {
			return nil, problem.Missing("There is no such channel.")
		}
		return web.Answer(s.view(ctx, k.Views(), c), nil)
	})
}

// news returns what the channels show, once its version is another than that of a client.
func (s *Service) news(ctx context.Context, had string, version func(*Lineup) string) (*Lineup, error) {
	if had == "" {
		return s.Now(ctx)
	}
	waiting, cancel := web.Waiting(ctx)
	defer cancel()
	return s.Wait(waiting, func(l *Lineup) bool { return version(l) != had })
}

// version changes when a channel shows another game, or when that has ended.
func (l *Lineup) version() string {
	var b strings.Builder
	for _, c := range l.Channels {
		fmt.Fprintln(&b, c.Name, c.State, c.Game.ID)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// version changes with each event of the channel's game, too.
func (c *Channel) version() string { return fmt.Sprintf("%s.%s.%d", c.State, c.Game.ID, c.Game.Seq) }

// view shows a channel to the client.
func (s *Service) view(ctx context.Context, v *gameview.Views, c *Channel) ChannelView {
	out := ChannelView{
		Channel: c.Name, Title: v.Title(c.Name), State: c.State, Ended: db.Milliseconds(c.Ended), Version: c.version(),
	}
	if c.State == None {
		return out
	}
	sum := c.Game
	if c.State == Live {
		if now, err := s.o.Games.Snapshot(ctx, c.Game.ID); err == nil {
			sum = now.Summary
			if now.Status == livegame.Live && now.Header.TimeControl.RealTime() {
				out.Times = gameview.NewTimes(now.Clocks)
			}
		}
	}
	out.Game = new(v.Game(sum, web.CallerID(ctx)))
	return out
}
