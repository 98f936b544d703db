package lichess

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// GamePath is the part of a path that names a game or a challenge.
type GamePath struct {
	ID string `path:"id" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the game or challenge"`
}

// apis are the two APIs that play games: that of bots, and that of people with a board or program
// of their own. They differ in who may use them.
var apis = []struct {
	name  string
	scope auth.Scope
}{{"bot", auth.BotPlay}, {"board", auth.BoardPlay}}

// suits returns an error if an account may not use an API.
func suits(a auth.Account, api string) error {
	switch {
	case api == "bot" && !a.Bot:
		return badRequest(
			"This endpoint can only be used with a Bot account: upgrade yours with POST /api/bot/account/upgrade.")
	case api == "board" && a.Bot:
		return badRequest("This endpoint cannot be used with a Bot account: use /api/bot.")
	}
	return nil
}

func (s *Server) gameStreamAPI(k *web.Kit, name string, scope auth.Scope) {
	op := lines[gameFull](k, program(web.Get("/api/"+name+"/game/stream/{id}", "stream-"+name+"-game",
		"Stream a game that you play",
		web.Read(web.Account, web.Scopes(scope), limits.Read))),
		"A gameFull line, then a gameState line whenever the game changes, chatLine for what is said and opponentGone when "+
			"the opponent leaves or comes back. The stream ends with the game.")
	op.Responses["200"].Content[ndjson].Schema = &huma.Schema{
		OneOf: []*huma.Schema{
			schemaOf[gameFull](k), schemaOf[gameState](k), schemaOf[chatLine](k), schemaOf[opponentGone](k),
		},
	}
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, in *GamePath) (*web.Stream, error) {
		if err := suits(me(ctx), name); err != nil {
			return nil, err
		}
		return s.stream(ctx, func(ctx context.Context, wake func()) (source, error) {
			return s.followGame(ctx, livegame.ID(in.ID), me(ctx).ID, wake)
		})
	})
}

// follower is the source of a game. It shows the state of the game whenever that differs from
// what it has shown, so that slow clients skip some.
type follower struct {
	s       *Server
	id      livegame.ID
	color   game.Color // of the account
	watcher *manager.Watcher

	begun bool
	shown gameState // without clocks
	away  time.Time // since when the opponent is, as shown
	claim bool      // the stream has shown that the account may claim

	deaf func() // ends the listening to the chat; nil: there is none
	mu   sync.Mutex
	said []any // what was written since
}

// brieflyAway is how long an opponent may be away without being gone.
const brieflyAway = 5 * time.Second

func (s *Server) followGame(ctx context.Context, id livegame.ID, player string, wake func()) (source, error) {
	snap, err := s.o.Games.Snapshot(ctx, id)
	if err != nil {
		return nil, err
	}
	color, plays := colorOf(snap.Seats, player)
	if !plays {
		return nil, problem.Missing("There is no such game of yours.")
	}
	f := &follower{s: s, id: id, color: color}
	if _, f.watcher, err = s.o.Games.Watch(ctx, id, player, func(*manager.Update) { wake() }); err != nil {
		return nil, err
	}
	if err := f.hear(ctx, player, wake); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *follower) close() {
	f.watcher.Stop()
	if f.deaf != nil {
		f.deaf()
	}
}

func (f *follower) next(ctx context.Context) (lines []any, last bool, err error) {
	snap, err := f.s.o.Games.Snapshot(ctx, f.id)
	if errors.Is(err, livegame.ErrNotFound) {
		return nil, true, nil // it was deleted
	}
	if err != nil {
		return nil, false, err
	}
	st := state(&snap)
	changed := st
	changed.WTime, changed.BTime, changed.Expiration = 0, 0, nil
	switch {
	case !f.begun:
		lines = append(lines, f.s.full(&snap))
	case !reflect.DeepEqual(changed, f.shown):
		lines = append(lines, st)
	}
	f.begun, f.shown = true, changed
	lines = append(lines, f.heard()...)
	if gone := f.gone(&snap); gone != nil {
		lines = append(lines, *gone)
	}
	return lines, snap.Status == livegame.Finished, nil
}

// gone returns the line that says that the opponent has left or come back; nil: neither.
func (f *follower) gone(snap *manager.Snapshot) *opponentGone {
	wait := snap.Header.ClaimAfter()
	if wait == 0 || len(snap.Moves) < 2 || snap.Status != livegame.Live || snap.Seats[f.color.Other()].Engine() {
		return nil
	}
	away, now := snap.AwaySince[f.color.Other()], f.s.o.Games.Now()
	if !away.IsZero() && now.Sub(away) < brieflyAway {
		away = time.Time{} // programs connect again
	}
	may := !away.IsZero() && now.Sub(away) >= wait
	if away.IsZero() == f.away.IsZero() && (may == f.claim || away.IsZero()) {
		return nil
	}
	f.away, f.claim = away, may
	line := &opponentGone{Type: "opponentGone", Gone: !away.IsZero()}
	if line.Gone {
		seconds := int(max(0, wait-now.Sub(away)) / time.Second)
		line.ClaimWinInSeconds = &seconds
	}
	return line
}
