package sockets

import (
	"hash/maphash"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
)

// updates encodes each update once for all watchers of a game. The manager passes
// an update to a game's watchers one after the other, so it is enough to keep the
// last update of each game. Games that share a slot only cost a second encoding.
type updates struct {
	views *gameview.Views
	seed  maphash.Seed
	slots [256]updateSlot
}

type updateSlot struct {
	mu   sync.Mutex
	of   *manager.Update
	text []byte
}

func newUpdates(v *gameview.Views) *updates { return &updates{views: v, seed: maphash.MakeSeed()} }

// encode returns the message for a watcher. It is shared and must not be changed.
func (c *updates) encode(u *manager.Update, viewer string) []byte {
	if u.Restart != nil || u.Event != nil && u.Event.Kind == livegame.Join && u.Event.Player.Guest == viewer {
		return c.write(u, viewer) // only this guest gets "you"
	}
	slot := &c.slots[maphash.String(c.seed, string(u.Game))%uint64(len(c.slots))]
	slot.mu.Lock()
	defer slot.mu.Unlock()
	if slot.of != u {
		slot.of, slot.text = u, c.write(u, "")
	}
	return slot.text
}

func (c *updates) write(u *manager.Update, viewer string) []byte {
	if u.Restart != nil {
		return c.game(*u.Restart, viewer, 0)
	}
	m := ServerMessage{ID: string(u.Game)}
	switch {
	case u.Deleted:
		m.T, m.Error = "error", &problem.Fault{Code: problem.CodeDeleted, Text: "This game was deleted."}
	case u.Event != nil:
		e := c.views.Event(u.Event, u.Event.Clocks != [2]time.Duration{}, viewer)
		m.T, m.Event, m.Times = "event", &e, gameview.NewTimes(u.Clocks)
	case u.Presence != nil:
		m.T, m.Presence = "presence", gameview.NewPresence(*u.Presence, u.AwaySince)
	}
	return encode(&m)
}

// game returns the message with a game and its events after a number.
func (c *updates) game(snap manager.Snapshot, viewer string, from int) []byte {
	full, from := c.views.Full(snap, viewer, from)
	return encode(&ServerMessage{
		T: "game", ID: string(snap.Header.ID), Game: &full.Game, From: from,
		Events: full.Events,
		Times:  &full.Times, Presence: &full.Presence, You: full.You,
	})
}
