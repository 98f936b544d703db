package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// gonePage is of how many places at once forgetGone asks whether their things are there.
const gonePage = 500

// put stores messages and returns them with their numbers, in the same order. A message whose command was stored in the
// place before is returned as it was then.
func (s *Service) put(ctx context.Context, list []Message) ([]Message, error) {
	// Every node locks rooms in the same order.
	order := make([]int, len(list))
	for i := range order {
		if list[i].Command == "" {
			return nil, fmt.Errorf("a message in %q has no command", list[i].Place)
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(strings.Compare(string(list[a].Place), string(list[b].Place)),
			strings.Compare(string(list[a].Room), string(list[b].Room)))
	})
	out := make([]Message, len(list))
	err := s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) (err error) {
		for _, i := range order {
			if out[i], err = put(ctx, t, list[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// put stores a message, and deletes the oldest of a room with too many. The lock on the room's number makes other nodes
// wait.
func put(ctx context.Context, t db.Tx, m Message) (Message, error) {
	seq, err := db.One[int](ctx, t, nil, `INSERT INTO chat_rooms (place, room, seq, at) VALUES ($1, $2, 0, $3)
		ON CONFLICT (place, room) DO UPDATE SET at = excluded.at RETURNING seq`, m.Place, m.Room, m.At)
	if err != nil {
		return m, err
	}
	same, err := db.All[Message](ctx, t, "SELECT * FROM chat WHERE place = $1 AND command = $2", m.Place, m.Command)
	switch {
	case err != nil:
		return m, err
	case len(same) > 0:
		return same[0], nil
	}
	m.Seq = seq + 1
	if _, err = t.Do(ctx, "UPDATE chat_rooms SET seq = $3 WHERE place = $1 AND room = $2",
		m.Place, m.Room, m.Seq); err != nil {
		return m, err
	}
	if m.Seq > MaxMessages {
		if _, err = t.Do(ctx, "DELETE FROM chat WHERE place = $1 AND room = $2 AND seq <= $3",
			m.Place, m.Room, m.Seq-MaxMessages); err != nil {
			return m, err
		}
	}
	person, err := json.Marshal(m.Person)
	if err != nil {
		return m, err
	}
	_, err = t.Do(ctx, `INSERT INTO chat (place, room, seq, at, author, person, preset, text, hidden, closed,
			command)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		m.Place, m.Room, m.Seq, m.At, m.Author, string(person), m.Preset, m.Text, m.Hidden, m.Closed, m.Command)
	return m, err
}

// said returns the messages of a room after a number, in order; of too many, the last. They include what is hidden.
func (s *Service) said(
	ctx context.Context, place Place, room RoomName, after, limit int,
) ([]Message, error) {
	list, err := db.All[Message](ctx, s.o.DB,
		"SELECT * FROM chat WHERE place = $1 AND room = $2 AND seq > $3 ORDER BY seq DESC LIMIT $4",
		place, room, after, limit)
	slices.Reverse(list)
	return list, err
}

// saidSince returns the rooms with messages since a time.
func (s *Service) saidSince(ctx context.Context, since time.Time) ([]mark, error) {
	return db.All[mark](ctx, s.o.DB, "SELECT * FROM chat_rooms WHERE at >= $1 AND seq > 0", since)
}

// hide hides what an author wrote in a place; also what is closed to others, or not.
func (s *Service) hide(ctx context.Context, place Place, author string, closed bool) error {
	_, err := s.o.DB.Exec(ctx, "UPDATE chat SET hidden = $3 WHERE place = $1 AND author = $2 AND (NOT closed OR $4)",
		place, author, true, closed)
	return err
}

// ForgetBefore deletes messages that were written before a time. The numbers of a game that may go on are kept.
func (s *Service) ForgetBefore(ctx context.Context, before time.Time) error {
	if err := s.o.DB.Forget(ctx, before, "chat", "place, room, seq", "at"); err != nil {
		return err
	}
	return s.o.DB.Forget(ctx, before, "chat_rooms", "place, room", "at", "place LIKE 'games/%'",
		"NOT EXISTS (SELECT 1 FROM chat c WHERE c.place = chat_rooms.place AND c.room = chat_rooms.room)",
		"NOT EXISTS (SELECT 1 FROM games WHERE id = SUBSTR(chat_rooms.place, 7) AND status <> 'finished')")
}

// forgetGone deletes the chats of things that are gone.
func (s *Service) forgetGone(ctx context.Context) error {
	now := s.o.Now()
	for _, k := range s.kinds {
		if k.created == nil {
			continue
		}
		for last, more := Place(k.name+"/"), true; more; {
			places, err := db.All[Place](ctx, s.o.DB,
				"SELECT DISTINCT place FROM chat_rooms WHERE place > $1 AND place < $2 ORDER BY place LIMIT $3",
				last, k.name+"0", gonePage) // 0 follows the slash
			if err != nil {
				return err
			}
			if len(places) == 0 {
				break
			}
			last, more = places[len(places)-1], len(places) == gonePage
			ids := make([]livegame.ID, len(places))
			for i, p := range places {
				_, ids[i] = p.split()
			}
			created, err := k.created(ctx, ids...)
			if err != nil {
				return err
			}
			for i, p := range places {
				if _, found := created[ids[i]]; found {
					continue
				}
				if err := s.forgetPlace(ctx, p, now); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// forgetPlace deletes what was written in a place up to a time: there may be another thing with its ID by now.
func (s *Service) forgetPlace(ctx context.Context, p Place, until time.Time) error {
	return s.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
		return t.Each(ctx, []string{"DELETE FROM chat WHERE place = $1 AND at <= $2",
			"DELETE FROM chat_rooms WHERE place = $1 AND at <= $2"}, p, until)
	})
}

// Data is what is stored of accounts, guests and games.
var Data = feature.Data{
	Forget: feature.Statements("DELETE FROM chat WHERE author = $1"),
	Adopt:  feature.Statements("UPDATE chat SET author = $2 WHERE author = $1"),
	ForgetGame: feature.Statements("DELETE FROM chat WHERE place = 'games/' || $1",
		"DELETE FROM chat_rooms WHERE place = 'games/' || $1"),
	Exports: []feature.Export{{
		Name: "messages", Query: "SELECT place, room, at, preset, text FROM chat WHERE author = $1 ORDER BY at",
	}},
}
