package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
)

var _ chat.Store = (*Store)(nil)

var chatColumns = columns(`game room seq at author name account bot preset text hidden command`)

// chatRow is a row of the table chat.
type chatRow struct {
	bun.BaseModel `bun:"table:chat"`

	Game    string `bun:",pk"`
	Room    string `bun:",pk"`
	Seq     int    `bun:",pk"`
	At      int64
	Author  string
	Name    string
	Account bool
	Bot     bool
	Preset  string
	Text    string
	Hidden  bool
	Command string
}

func (r *chatRow) message() chat.Message {
	return chat.Message{
		Game: livegame.ID(r.Game), Room: chat.Room(r.Room), Seq: r.Seq, At: timeOf(r.At), Author: r.Author, Name: r.Name,
		Account: r.Account, Bot: r.Bot, Preset: r.Preset, Text: r.Text, Hidden: r.Hidden, Command: r.Command,
	}
}

// Say implements chat.Store.
func (s *Store) Say(ctx context.Context, list []chat.Message) ([]chat.Message, error) {
	for i := range list {
		if m := &list[i]; checkText(string(m.Game), string(m.Room), m.Author, m.Name, m.Preset, m.Text, m.Command) != nil ||
			m.Command == "" {
			return nil, fmt.Errorf("store a message in game %q: invalid text, or no command", m.Game)
		}
	}
	// Every node locks rooms in the same order.
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(strings.Compare(string(list[a].Game), string(list[b].Game)),
			strings.Compare(string(list[a].Room), string(list[b].Room)))
	})
	out := make([]chat.Message, len(list))
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		for _, i := range order {
			var err error
			if out[i], err = t.say(ctx, list[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store messages: %w", s.readError(ctx, err))
	}
	return out, nil
}

// say stores a message. The lock on the room's number makes other nodes wait.
func (t transaction) say(ctx context.Context, m chat.Message) (chat.Message, error) {
	err := t.Row(ctx, `INSERT INTO chat_rooms (game, room, seq, at) VALUES ($1, $2, 0, $3)
		ON CONFLICT (game, room) DO UPDATE SET at = excluded.at
		RETURNING seq`, string(m.Game), string(m.Room), m.At.UnixMilli()).Scan(&m.Seq)
	if err != nil {
		return m, err
	}
	var r chatRow
	err = t.Row(ctx, "SELECT "+strings.Join(chatColumns, ", ")+" FROM chat WHERE game = $1 AND command = $2",
		string(m.Game), m.Command).
		Scan(&r.Game, &r.Room, &r.Seq, &r.At, &r.Author, &r.Name, &r.Account, &r.Bot, &r.Preset, &r.Text,
			&r.Hidden, &r.Command)
	switch {
	case err == nil:
		return r.message(), nil
	case !errors.Is(err, sql.ErrNoRows):
		return m, err
	case m.Seq >= chat.MaxMessages:
		m.Seq = 0
		return m, nil
	}
	m.Seq++
	_, err = t.Do(ctx, "UPDATE chat_rooms SET seq = $3 WHERE game = $1 AND room = $2",
		string(m.Game), string(m.Room), m.Seq)
	if err == nil {
		_, err = t.Do(ctx, "INSERT INTO chat ("+strings.Join(chatColumns, ", ")+") VALUES ("+marks("$", len(chatColumns))+")",
			string(m.Game), string(m.Room), m.Seq, m.At.UnixMilli(), m.Author, m.Name, m.Account, m.Bot, m.Preset, m.Text,
			m.Hidden, m.Command)
	}
	return m, err
}

// Said implements chat.Store.
func (s *Store) Said(ctx context.Context, game livegame.ID, room chat.Room, after, limit int) ([]chat.Message, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []chatRow
	err := s.read.NewSelect().Model(&rows).Where("game = ? AND room = ? AND seq > ?", string(game), string(room), after).
		Order("seq DESC").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the chat of game %q: %w", game, s.readError(ctx, err))
	}
	list := make([]chat.Message, len(rows))
	for i := range rows {
		list[len(rows)-1-i] = rows[i].message()
	}
	return list, nil
}

// SaidSince implements chat.Store.
func (s *Store) SaidSince(ctx context.Context, since time.Time) ([]chat.Place, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []struct {
		Game, Room string
		Seq        int
	}
	err := s.read.NewSelect().Table("chat_rooms").Column("game", "room", "seq").
		Where("at >= ? AND seq > 0", since.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("look for new messages: %w", s.readError(ctx, err))
	}
	list := make([]chat.Place, len(rows))
	for i, r := range rows {
		list[i] = chat.Place{Game: livegame.ID(r.Game), Room: chat.Room(r.Room), Seq: r.Seq}
	}
	return list, nil
}

// Hide implements chat.Store.
func (s *Store) Hide(ctx context.Context, game livegame.ID, author string) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "UPDATE chat SET hidden = $3 WHERE game = $1 AND author = $2", string(game), author, true)
		return err
	})
	if err != nil {
		return fmt.Errorf("hide messages in game %q: %w", game, s.readError(ctx, err))
	}
	return nil
}

// ForgetChat implements admin.Store.
func (s *Store) ForgetChat(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		n, err = t.Exec(ctx, `DELETE FROM chat WHERE (game, room, seq) IN
			(SELECT game, room, seq FROM chat WHERE at < $1 ORDER BY at LIMIT $2)`, before, limit)
		if err != nil || n > 0 {
			return err
		}
		// The numbers of a game that may go on are kept.
		_, err = t.Do(ctx, `DELETE FROM chat_rooms WHERE at < $1 AND NOT EXISTS (SELECT 1 FROM chat c
			WHERE c.game = chat_rooms.game AND c.room = chat_rooms.room)
			AND NOT EXISTS (SELECT 1 FROM games WHERE id = chat_rooms.game AND status <> 'finished')`, before.UnixMilli())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete old messages: %w", s.readError(ctx, err))
	}
	return n, nil
}
