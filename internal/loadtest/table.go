package loadtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/protocol"
)

// table is two players and a spectator, who play one game after the other.
type table struct {
	o       *Options
	tally   *tally
	random  *rand.Rand
	players [2]*client
	watcher *client // or nil
	rules   game.Game
	id      string
	at      game.Position
	acked   []string // the moves that were acknowledged in this game
	count   uint64   // names commands
	legal   []game.Move
}

// patience is how long a move may take to arrive before it counts as unseen. It
// covers a server that is killed and started again.
const patience = 30 * time.Second

func newTable(o *Options, n int, hc *http.Client, t *tally) *table {
	b := &table{o: o, tally: t, random: rand.New(rand.NewPCG(o.Seed, uint64(n))), rules: o.Variants[n%len(o.Variants)]}
	for i := range b.players {
		b.players[i] = newClient(o.URL, hc, t)
	}
	if o.Watch {
		b.watcher = newClient(o.URL, hc, t)
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

// open makes guests of the clients and opens their sockets, which stay open until
// ctx is done.
func (b *table) open(ctx context.Context) error {
	for _, c := range b.clients() {
		if err := c.call(ctx, http.MethodGet, "/api/me", nil, nil); err != nil {
			return err
		}
		opened := make(chan struct{}, 1)
		go c.run(ctx, func() {
			select {
			case opened <- struct{}{}:
			default:
			}
		})
		select {
		case <-opened:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (b *table) name() string {
	b.count++
	return fmt.Sprintf("load-%016x-%d", b.random.Uint64(), b.count)
}

// begin starts a game and lets everybody follow it.
func (b *table) begin(ctx context.Context) error {
	var full protocol.Full
	wish := protocol.NewGame{ID: b.name(), Variant: b.rules.Name(), Opponent: "friend", Colour: "white", Casual: true}
	if err := b.insist(ctx, b.players[0], "/api/games", wish, &full); err != nil {
		return err
	}
	b.id, b.at, b.acked = full.Game.ID, b.rules.Start(), nil
	var done protocol.Done
	if err := b.insist(ctx, b.players[1], "/api/games/"+b.id+"/commands", protocol.Do{ID: b.name(), Order: "join"}, &done); err != nil {
		return err
	}
	for _, c := range b.clients() {
		c.follow(ctx, b.id)
	}
	b.tally.mu.Lock()
	b.tally.games++
	b.tally.mu.Unlock()
	return nil
}

// insist posts until the server answers: it may just have been killed. The
// requests carry names, so that they count once.
func (b *table) insist(ctx context.Context, c *client, path string, in, out any) error {
	for try := 0; ; try++ {
		err := c.call(ctx, http.MethodPost, path, in, out)
		if err == nil || try == 100 || ctx.Err() != nil || b.o.Kills == 0 {
			return err
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// play makes moves until the deadline, then checks the last game's record.
func (b *table) play(ctx context.Context, deadline time.Time) error {
	next := time.Now().Add(time.Duration(b.random.Float64() * float64(b.o.Every)))
	for {
		if next.After(deadline) || !time.Now().Before(deadline) {
			return b.check(ctx)
		}
		if b.o.Every > 0 {
			select {
			case <-time.After(time.Until(next)):
			case <-ctx.Done():
				return ctx.Err()
			}
			next = next.Add(b.o.Every)
		}
		b.legal = b.at.Legal(b.legal[:0])
		if len(b.legal) == 0 || b.at.Outcome().Over() {
			if err := b.check(ctx); err != nil {
				return err
			}
			if err := b.begin(ctx); err != nil {
				return err
			}
			continue
		}
		if err := b.move(ctx, b.legal[b.random.IntN(len(b.legal))]); err != nil {
			return err
		}
	}
}

// move plays one move, and waits until it is acknowledged and seen.
func (b *table) move(ctx context.Context, m game.Move) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	turn := b.at.Turn()
	mover, opponent := b.players[turn], b.players[turn.Other()]
	text, ply := b.at.Text(m), len(b.acked)
	sent := time.Now()
	if err := mover.do(ctx, protocol.ClientMessage{T: "do", Game: b.id, ID: b.name(), Order: "move", Ply: &ply, Move: text}); err != nil {
		return fmt.Errorf("game %s, move %d, %s: %w", b.id, ply+1, text, err)
	}
	b.tally.acked(time.Since(sent))
	b.acked = append(b.acked, text)
	if !b.at.Make(m) {
		return fmt.Errorf("game %s: %s is not legal here", b.id, text)
	}
	for {
		select {
		case e := <-opponent.events:
			if e.move != text || e.at.Before(sent) {
				continue // an earlier one, of the opponent's own
			}
			b.tally.seen(e.at.Sub(sent))
			return nil
		case <-ctx.Done():
			b.tally.fault(&b.tally.unseen, "game %s: move %d, %s, was not seen by the opponent", b.id, ply+1, text)
			return nil
		}
	}
}

// check compares the game's record with the moves that were acknowledged.
func (b *table) check(ctx context.Context) error {
	var full protocol.Full
	var err error
	for range 50 {
		if err = b.players[0].call(ctx, http.MethodGet, "/api/games/"+b.id, nil, &full); err == nil || b.o.Kills == 0 {
			break
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err != nil {
		return err
	}
	var moves []string
	for i, e := range full.Events {
		if e.Seq != i+1 {
			b.tally.gap(b.id, i, e.Seq-1)
		}
		if e.Kind == "move" {
			moves = append(moves, e.Move)
		}
	}
	for i, want := range b.acked {
		if i >= len(moves) || moves[i] != want {
			b.tally.fault(&b.tally.lost, "game %s: move %d, %s, was acknowledged but is not in the record", b.id, i+1, want)
		}
	}
	if len(moves) > len(b.acked) {
		return errors.New("game " + b.id + " has moves in its record that nobody sent")
	}
	return nil
}
