package loadtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// table is two players and perhaps a spectator, who play one game after another.
type table struct {
	o       *Options
	tally   *tally
	random  *rand.Rand
	players [2]*client // by game.Color
	watcher *client    // nil if there is none
	rules   game.Game
	count   uint64 // number of the last request
	legal   []game.Move

	most   int      // moves of the current game of a soak
	tried  int      // moves, in all games
	left   []*match // earlier games, if the server is to be killed
	*match          // the current game
}

// match is a played game.
type match struct {
	id     string
	at     game.Position
	acked  []string // acknowledged moves
	failed bool     // a command failed: its end is unknown
	events int      // events of its record at its end
}

func newTable(o *Options, n int, hc *http.Client, t *tally) *table {
	random := rand.New(rand.NewPCG(o.Seed, uint64(n))) //nolint:gosec // games, not secrets
	b := &table{o: o, tally: t, random: random, rules: o.Variants[n%len(o.Variants)]}
	r := &reader{}
	for i := range b.players {
		b.players[i] = newClient(o.server(n+i), hc, t, r)
		b.players[i].lobby = 2*n+i < o.Lobby
	}
	if o.Watch {
		b.watcher = newClient(o.server(n+2), hc, t, r)
	}
	return b
}

func (b *table) clients() []*client {
	cs := []*client{b.players[0], b.players[1]}
	if b.watcher != nil {
		cs = append(cs, b.watcher)
	}
	return cs
}

// open makes the clients guests and opens their sockets, which stay open until ctx
// ends.
func (b *table) open(ctx context.Context) error {
	for _, c := range b.clients() {
		if err := c.open(ctx); err != nil {
			return err
		}
	}
	return nil
}

// name returns a new request ID, with which the server counts a repeated request once.
func (b *table) name() string {
	b.count++
	return fmt.Sprintf("load-%016x-%d", b.random.Uint64(), b.count)
}

// begin starts a game that all clients follow.
func (b *table) begin(ctx context.Context) error {
	var full gameview.FullGame
	wish := gameview.NewGame{ID: b.name(), Variant: b.rules.Name(), Opponent: "friend", Color: "white", Casual: true}
	if b.o.Lobby > 0 {
		wish.Opponent = "anyone"
	}
	if err := b.retry(ctx, b.players[0], http.MethodPost, "/api/games", wish, &full); err != nil {
		return err
	}
	b.match = &match{id: full.Game.ID, at: b.rules.Start()}
	b.most = leastMoves + b.random.IntN(mostMoves-leastMoves)
	var done gameview.CommandResult
	join := gameview.Command{ID: b.name(), Order: "join"}
	if err := b.retry(ctx, b.players[1], http.MethodPost, "/api/games/"+b.id+"/commands", join, &done); err != nil {
		return err
	}
	for _, c := range b.clients() {
		c.follow(b.id)
	}
	b.tally.begun()
	return nil
}

// retry repeats a request until the server answers: it may be restarting.
func (b *table) retry(ctx context.Context, c *client, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, b.o.Timeout)
	defer cancel()
	for {
		err := c.call(ctx, method, path, in, out)
		var status *statusError
		if err == nil || b.o.Kills == 0 || errors.As(err, &status) && status.code < http.StatusInternalServerError {
			return err
		}
		select {
		case <-time.After(redial):
		case <-ctx.Done():
			return err
		}
	}
}

// play plays games until over is closed, and checks each. The context is that of open. The
// error means that the run cannot continue.
func (b *table) play(ctx context.Context, over <-chan struct{}) error {
	next := time.Now().Add(time.Duration(b.random.Float64() * float64(b.o.Every)))
	for {
		if b.o.Every > 0 && b.tried >= b.o.moves {
			select {
			case <-time.After(time.Until(next)):
			case <-over:
			case <-ctx.Done():
			}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-over:
			if b.tried >= b.o.moves {
				return b.finishGame(ctx)
			}
		default:
		}
		if b.o.Every > 0 {
			next = next.Add(b.o.Every)
		}
		b.legal = b.at.Legal(b.legal[:0])
		ended := len(b.legal) == 0 || b.at.Outcome().Over() || b.failed
		long := b.o.Soak != nil && len(b.acked) >= b.most
		if ended || long {
			if begun, err := b.renew(ctx, !ended); !begun {
				return err
			}
			continue
		}
		b.tried++
		if err := b.move(ctx, b.legal[b.random.IntN(len(b.legal))]); err != nil {
			return err
		}
	}
}

// renew checks the current game, which is resigned first if asked, and begins the next. Without
// an error, the server may have refused to begin it.
func (b *table) renew(ctx context.Context, resign bool) (begun bool, err error) {
	if resign {
		if err := b.resign(ctx); err != nil {
			return false, err
		}
	}
	if err := b.finishGame(ctx); err != nil {
		return false, err
	}
	if b.o.Soak != nil {
		if err := b.change(ctx); err != nil {
			return false, err
		}
	}
	if err := b.begin(ctx); ctx.Err() != nil {
		return false, context.Cause(ctx)
	} else if err != nil {
		return false, b.tally.refuse("a new game does not begin: %v", err)
	}
	return true, nil
}

// move plays a move, and waits for its acknowledgement and its arrival at the
// opponent.
func (b *table) move(all context.Context, m game.Move) error {
	ctx, cancel := context.WithTimeout(all, b.o.Timeout)
	defer cancel()
	turn := b.at.Turn()
	mover, opponent := b.players[turn], b.players[turn.Other()]
	text, ply := b.at.UCI(m), len(b.acked)
	sent := time.Now()
	seq, err := mover.do(ctx,
		sockets.ClientMessage{T: "do", Game: b.id, ID: b.name(), Order: "move", Ply: &ply, Move: text})
	switch {
	case all.Err() != nil:
		return all.Err()
	case err != nil && !errors.Is(err, errRefused):
		err = fmt.Errorf("no answer within %v", b.o.Timeout)
		fallthrough
	case err != nil:
		b.failed = true
		return b.tally.refuse("game %s, move %d, %s: %v", b.id, ply+1, text, err)
	}
	b.tally.acked(time.Since(sent))
	b.acked = append(b.acked, text)
	b.at.Make(m)
	if seq < 1 {
		b.tally.fault(&b.tally.wrong, "game %s: move %d was acknowledged as event %d", b.id, ply+1, seq)
		return nil
	}
	switch e, err := opponent.await(ctx, seq); {
	case all.Err() != nil:
		return all.Err()
	case err != nil:
		b.tally.fault(&b.tally.unseen, "game %s: move %d, %s, was not seen by the opponent", b.id, ply+1, text)
	case e.kind != "move" || e.move != text:
		b.tally.fault(&b.tally.wrong, "game %s: move %d, %s, was acknowledged as event %d, but that is %s %s", b.id, ply+1,
			text, seq, e.kind, e.move)
	default:
		b.tally.seen(e.at.Sub(sent))
	}
	return nil
}
