package lichess

import (
	"context"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// tvChannel is the game of a channel, from the point of view of its stronger player.
type tvChannel struct {
	User   lightUser `json:"user"`
	Rating int       `json:"rating"`
	GameID string    `json:"gameId"`
	Color  string    `json:"color" enum:"white,black" doc:"the user's"`
}

// featured is a line of a feed: the game that it shows from now on.
type featured struct {
	Type string       `json:"t" enum:"featured"`
	Data featuredGame `json:"d"`
}

type featuredGame struct {
	ID          string           `json:"id"`
	Orientation string           `json:"orientation"`
	Players     []featuredPlayer `json:"players"`
	FEN         string           `json:"fen"`
}

type featuredPlayer struct {
	Color   string    `json:"color"`
	User    lightUser `json:"user"`
	Rating  int       `json:"rating"`
	Seconds int64     `json:"seconds"`
}

// fedMove is a line of a feed: a move.
type fedMove struct {
	Type string `json:"t" enum:"fen"`
	Data played `json:"d"`
}

// channelPath is the part of a path that names a channel.
type channelPath struct {
	Channel string `path:"channel" maxLength:"40" doc:"the key of a variant, such as standard or shrink; best for all"`
}

// variant returns the variant of a channel; "": all.
func (s *Server) channelOf(p channelPath) (variant string, err error) {
	if p.Channel == "best" {
		return "", nil
	}
	variant = variantName(p.Channel)
	for _, name := range s.o.Channels.Names() {
		if name == variant {
			return variant, nil
		}
	}
	return "", problem.Missing("There is no such channel.")
}

// tvAPI shows the best live games.
func (s *Server) tvAPI(k *web.Kit) {
	if s.o.Channels == nil {
		return
	}
	read := web.Read(web.Visitor, web.AnyToken, limits.Read)
	op := program(web.Get("/api/tv/channels", "tv-channels", "The best live game of each variant", read))
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

	feed := func(path, id string) web.Route {
		op := lines[featured](k, program(web.Get(path, id, "Stream the best live game", read)),
			"The game, then its moves, and the next game when another is better or it has ended")
		op.Lasts = true
		return op
	}
	web.Handle(k, feed("/api/tv/feed", "tv-feed"), func(ctx context.Context, _ *struct{}) (*web.Stream, error) {
		return s.feed(ctx, "")
	})
	web.Handle(k, feed("/api/tv/{channel}/feed", "tv-channel-feed"),
		func(ctx context.Context, in *channelPath) (*web.Stream, error) {
			variant, err := s.channelOf(*in)
			if err != nil {
				return nil, err
			}
			return s.feed(ctx, variant)
		})

	type best struct {
		channelPath
		ofMany
		Most int `query:"nb" minimum:"1" maximum:"30" default:"10" doc:"how many games"`
	}
	op = program(web.Get("/api/tv/{channel}", "tv-channel-games", "The live games of a channel as PGN or NDJSON",
		web.Read(web.Visitor, web.AnyToken, limits.Search)))
	op.Responses = s.exports(k, "The games, those that changed last first", web.NDJSONType)
	web.Handle(k, op, func(ctx context.Context, in *best) (*web.Stream, error) {
		variant, err := s.channelOf(in.channelPath)
		if err != nil {
			return nil, err
		}
		live, err := s.o.Games.List(ctx, livegame.Query{
			Status: livegame.Live, PublicOnly: true, Variant: variant, Limit: in.Most,
		})
		if err != nil {
			return nil, err
		}
		var all []manager.Snapshot
		for _, m := range live {
			snap, err := s.o.Games.Snapshot(ctx, m.ID)
			if err != nil {
				return nil, err
			}
			all = append(all, snap)
		}
		w := s.writer(k, ofOne(in.ofMany))
		return s.games(ctx, w, "wane-tv", in.Most, snapshots(w, all))
	})
}

func showTV(g *livegame.Summary) tvChannel {
	color := stronger(g)
	p := g.Seats[color]
	return tvChannel{User: *light(p), Rating: p.Rating, GameID: string(g.ID), Color: gameview.ColorName(color)}
}

// stronger returns the color of the player with the higher rating.
func stronger(g *livegame.Summary) game.Color {
	if g.Seats[game.Black].Rating > g.Seats[game.White].Rating {
		return game.Black
	}
	return game.White
}

// tube is the source of a feed.
type tube struct {
	s       *Server
	variant string // "": all
	wake    func()
	id      livegame.ID
	watcher *manager.Watcher
	shown   int // positions
}

func (s *Server) feed(ctx context.Context, variant string) (*web.Stream, error) {
	return s.stream(ctx, func(_ context.Context, wake func()) (source, error) {
		return &tube{s: s, variant: variant, wake: wake}, nil
	})
}

func (f *tube) close() {
	if f.watcher != nil {
		f.watcher.Stop()
	}
}

// best returns the game that the channel shows; "": none. That of all channels is kept while its channel shows it.
func (f *tube) best(ctx context.Context) (livegame.ID, error) {
	l, err := f.s.o.Channels.Now(ctx)
	if err != nil {
		return "", err
	}
	var live []livegame.Summary
	for _, c := range l.Channels {
		if c.State == channels.Live && (f.variant == "" || f.variant == c.Name) {
			if c.Game.ID == f.id {
				return f.id, nil
			}
			live = append(live, c.Game)
		}
	}
	if best := channels.Best(live, f.s.o.Games.Now()); best != nil {
		return best.ID, nil
	}
	if len(live) > 0 {
		return live[0].ID, nil
	}
	return "", nil
}

func (f *tube) next(ctx context.Context) (lines []any, last bool, err error) {
	id, err := f.best(ctx)
	if err != nil {
		return nil, false, err
	}
	if id == "" {
		id = f.id // until there is another
	}
	if id == "" {
		return nil, false, nil
	}
	snap, err := f.s.o.Games.Snapshot(ctx, id)
	if err != nil {
		return nil, false, err
	}
	if id != f.id {
		f.close()
		f.watcher = nil
		_, w, err := f.s.o.Games.Watch(ctx, id, "", func(*manager.Update) { f.wake() })
		if err != nil {
			return nil, false, err
		}
		f.id, f.watcher, f.shown = id, w, len(snap.Moves)+1
		return []any{featured{"featured", feature(&snap)}}, false, nil
	}
	if n := len(snap.Moves) + 1; n != f.shown {
		positions, err := f.s.playedOf(&snap, min(f.shown, n-1))
		if err != nil {
			return nil, false, err
		}
		for _, p := range positions {
			lines = append(lines, fedMove{"fen", p.(played)}) //nolint:forcetypeassert // playedOf makes only these
		}
		f.shown = n
	}
	return lines, false, nil
}

// feature shows a game in a feed.
func feature(snap *manager.Snapshot) featuredGame {
	m := &snap.Summary
	out := featuredGame{ID: string(m.ID), Orientation: gameview.ColorName(stronger(m)), FEN: m.Position}
	for color, p := range snap.Seats {
		out.Players = append(out.Players, featuredPlayer{
			gameview.ColorName(game.Color(color)), *light(p), ratingIn(m.Variant, p),
			int64(snap.Clocks.Remaining[color] / time.Second),
		})
	}
	return out
}
