package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/server/db"
)

var _ chat.Store = (*Store)(nil)

// Say implements chat.Store.
func (s *Store) Say(ctx context.Context, list []chat.Message) ([]chat.Message, error) {
	// Every node locks rooms in the same order.
	order := make([]int, len(list))
	for i := range order {
		if list[i].Command == "" {
			return nil, fmt.Errorf("a message in game %q has no command", list[i].Game)
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(strings.Compare(string(list[a].Game), string(list[b].Game)),
			strings.Compare(string(list[a].Room), string(list[b].Room)))
	})
	out := make([]chat.Message, len(list))
	err := s.transact(ctx, func(ctx context.Context, t transaction) (err error) {
		for _, i := range order {
			if out[i], err = t.say(ctx, list[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// say stores a message. The lock on the room's number makes other nodes wait.
func (t transaction) say(ctx context.Context, m chat.Message) (chat.Message, error) {
	seq, err := db.One[int](ctx, t, nil, `INSERT INTO chat_rooms (game, room, seq, at) VALUES ($1, $2, 0, $3)
		ON CONFLICT (game, room) DO UPDATE SET at = excluded.at RETURNING seq`, m.Game, m.Room, m.At)
	if err != nil {
		return m, err
	}
	same, err := db.All[chat.Message](ctx, t, "SELECT * FROM chat WHERE game = $1 AND command = $2", m.Game, m.Command)
	switch {
	case err != nil:
		return m, err
	case len(same) > 0:
		return same[0], nil
	case seq >= chat.MaxMessages:
		m.Seq = 0
		return m, nil
	}
	m.Seq = seq + 1
	if _, err = t.Do(ctx, "UPDATE chat_rooms SET seq = $3 WHERE game = $1 AND room = $2",
		m.Game, m.Room, m.Seq); err != nil {
		return m, err
	}
	_, err = t.Do(ctx, `INSERT INTO chat (game, room, seq, at, author, name, account, bot, preset, text, hidden, command)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		m.Game, m.Room, m.Seq, m.At, m.Author, m.Name, m.Account, m.Bot, m.Preset, m.Text, m.Hidden, m.Command)
	return m, err
}

// Said implements chat.Store.
func (s *Store) Said(ctx context.Context, game livegame.ID, room chat.Room, after, limit int) ([]chat.Message, error) {
	list, err := db.All[chat.Message](ctx, s.db,
		"SELECT * FROM chat WHERE game = $1 AND room = $2 AND seq > $3 ORDER BY seq DESC LIMIT $4", game, room, after, limit)
	slices.Reverse(list)
	return list, err
}

// SaidSince implements chat.Store.
func (s *Store) SaidSince(ctx context.Context, since time.Time) ([]chat.Place, error) {
	return db.All[chat.Place](ctx, s.db, "SELECT * FROM chat_rooms WHERE at >= $1 AND seq > 0", since)
}

// Hide implements chat.Store.
func (s *Store) Hide(ctx context.Context, game livegame.ID, author string) error {
	return s.do(ctx, "UPDATE chat SET hidden = $3 WHERE game = $1 AND author = $2", game, author, true)
}

// ForgetChat implements admin.Store.
func (s *Store) ForgetChat(ctx context.Context, before time.Time, limit int) (n int, err error) {
	n, err = s.db.Exec(ctx, `DELETE FROM chat WHERE (game, room, seq) IN
		(SELECT game, room, seq FROM chat WHERE at < $1 ORDER BY at LIMIT $2)`, before, limit)
	if err != nil || n > 0 {
		return n, err
	}
	// The numbers of a game that may go on are kept.
	return 0, s.db.Forget(ctx, before, "chat_rooms", "game, room", "at", `NOT EXISTS (SELECT 1 FROM chat c
		WHERE c.game = chat_rooms.game AND c.room = chat_rooms.room)`,
		"NOT EXISTS (SELECT 1 FROM games WHERE id = chat_rooms.game AND status <> 'finished')")
}
