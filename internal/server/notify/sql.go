package notify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/mail"
)

// put stores notifications whose player has none with the ID, and returns them. A player keeps the last MaxKept. Those
// that are Unread of players with a subscription are pending.
func (s *Service) put(ctx context.Context, list []Notification) (added []Notification, err error) {
	if list, err = s.unknown(ctx, list); err != nil || len(list) == 0 {
		return nil, err
	}
	err = s.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
		for _, n := range list {
			done, err := t.Do(ctx,
				`INSERT INTO notifications (player, id, kind, game, variant, name, level, result, at, state, pending)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 AND EXISTS (SELECT 1 FROM push_subscriptions
				WHERE player = $1)) ON CONFLICT (player, id) DO NOTHING`,
				n.Player, n.ID, n.Kind, n.Game, n.Variant, n.Name, n.Level, n.Result, n.At, n.State, n.State == Unread)
			if err != nil {
				return err
			}
			if !done {
				continue
			}
			if _, err = t.Do(ctx, `DELETE FROM notifications WHERE player = $1 AND id IN (SELECT id FROM notifications
				WHERE player = $1 ORDER BY at DESC, id DESC LIMIT 1000 OFFSET $2)`, n.Player, MaxKept); err != nil {
				return err
			}
			added = append(added, n)
		}
		return nil
	})
	return added, err
}

// unknown returns those that are not stored: a sweep mostly finds what is.
func (s *Service) unknown(ctx context.Context, list []Notification) ([]Notification, error) {
	if len(list) == 0 {
		return nil, nil
	}
	type key struct{ Player, ID string }
	marks, args := make([]string, len(list)), make([]any, 0, 2*len(list))
	for i, n := range list {
		marks[i] = "(" + db.MarksFrom(len(args)+1, 2) + ")"
		args = append(args, n.Player, n.ID)
	}
	known, err := db.All[key](ctx, s.o.DB, "SELECT player, id FROM notifications WHERE (player, id) IN (VALUES "+
		strings.Join(marks, ", ")+")", args...)
	return slices.DeleteFunc(slices.Clone(list), func(n Notification) bool {
		return slices.Contains(known, key{n.Player, n.ID})
	}), err
}

// stored returns a notification of a player, or errNotFound.
func (s *Service) stored(ctx context.Context, player, id string) (Notification, error) {
	return db.One[Notification](ctx, s.o.DB, errNotFound,
		"SELECT * FROM notifications WHERE player = $1 AND id = $2", player, id)
}

// last returns the last notifications of a player that are not Silent, the latest first.
func last(ctx context.Context, d *db.DB, player string, limit int) ([]Notification, error) {
	return db.All[Notification](ctx, d,
		"SELECT * FROM notifications WHERE player = $1 AND state <> $2 ORDER BY at DESC, id DESC LIMIT $3",
		player, Silent, limit)
}

// pending returns those before a time that are pending, the oldest first.
func (s *Service) pending(ctx context.Context, before time.Time, limit int) ([]Notification, error) {
	return db.All[Notification](ctx, s.o.DB,
		"SELECT * FROM notifications WHERE pending AND at < $1 ORDER BY at, player, id LIMIT $2", before, limit)
}

// read marks the Unread notifications of a player as Read, as MarkRead does.
func (s *Service) read(ctx context.Context, player string, game livegame.ID, id string) (changed bool, err error) {
	return s.readWhere(ctx, "player = $1 AND state = $2 AND (game = $3 OR $3 = '') AND (id = $4 OR $4 = '')",
		player, Unread, game, id)
}

// readRematch marks the Unread offers of a rematch by a player of a name as Read.
func (s *Service) readRematch(ctx context.Context, player, name string) (changed bool, err error) {
	return s.readWhere(ctx, "player = $1 AND state = $2 AND kind = $3 AND name = $4", player, Unread, Rematch, name)
}

// readWhere marks the notifications that a condition with four arguments selects as Read, if there are any.
func (s *Service) readWhere(ctx context.Context, where string, args ...any) (changed bool, err error) {
	if some, err := db.Has(ctx, s.o.DB, "notifications WHERE "+where, args...); err != nil || !some {
		return false, err
	}
	n, err := s.o.DB.Exec(ctx, "UPDATE notifications SET state = $5, pending = $6 WHERE "+where,
		append(args, Read, false)...)
	return n > 0, err
}

// do runs one statement in a transaction.
func (s *Service) do(ctx context.Context, statement string, args ...any) error {
	_, err := s.o.DB.Exec(ctx, statement, args...)
	return err
}

// settle says that a notification is not pending any more.
func (s *Service) settle(ctx context.Context, player, id string) error {
	return s.do(ctx, "UPDATE notifications SET pending = $3 WHERE player = $1 AND id = $2", player, id, false)
}

// sessionEnded is the condition of a push subscription whose session has ended.
const sessionEnded = "session <> '' AND NOT EXISTS " +
	"(SELECT 1 FROM sessions WHERE sessions.id = push_subscriptions.session)"

// forget deletes notifications before a time, and subscriptions whose session has ended.
func (s *Service) forget(ctx context.Context, before time.Time) error {
	return errors.Join(
		s.o.DB.Forget(ctx, before, "notifications", "player, id", "at"),
		s.o.DB.Sweep(ctx, func(ctx context.Context, t db.Tx) (int, error) {
			return t.Exec(ctx, "DELETE FROM push_subscriptions WHERE endpoint IN "+
				"(SELECT endpoint FROM push_subscriptions WHERE "+sessionEnded+" ORDER BY endpoint LIMIT 500)")
		}),
	)
}

// subscribe stores a browser, in place of one with the same endpoint. A player keeps the last MaxSubscriptions. When
// the session ends, whatever ends it, the subscription is deleted; a session that has ended gets none. A guest's
// becomes one of the first session of the account that the guest makes.
func (s *Service) subscribe(ctx context.Context, sub Subscription) error {
	return feature.ChangeAccount(ctx, s.o.DB, sub.Player, func(ctx context.Context, t db.Tx) error {
		if _, err := t.Do(ctx,
			`INSERT INTO push_subscriptions (endpoint, player, p256dh, auth, language, created, session)
			SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $7 = '' OR EXISTS (SELECT 1 FROM sessions WHERE id = $7)
			ON CONFLICT (endpoint) DO UPDATE SET player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth,
			language = excluded.language, created = excluded.created, session = excluded.session, failures = 0, rests = 0`,
			sub.Endpoint, sub.Player, sub.P256dh, sub.Auth, sub.Language, sub.Created, sub.Session); err != nil {
			return err
		}
		_, err := t.Do(ctx, `DELETE FROM push_subscriptions WHERE player = $1 AND endpoint IN (SELECT endpoint
			FROM push_subscriptions WHERE player = $1 ORDER BY created DESC, endpoint LIMIT 1000 OFFSET $2)`,
			sub.Player, MaxSubscriptions)
		return err
	})
}

// subscriptions returns a player's browsers.
func (s *Service) subscriptions(ctx context.Context, player string) ([]Subscription, error) {
	return db.All[Subscription](ctx, s.o.DB,
		"SELECT * FROM push_subscriptions WHERE player = $1 ORDER BY created, endpoint", player)
}

// rest notes how many requests to a browser have failed, and until when it rests.
func (s *Service) rest(ctx context.Context, endpoint string, failures int, until time.Time) error {
	return s.do(ctx, "UPDATE push_subscriptions SET failures = $2, rests = $3 WHERE endpoint = $1",
		endpoint, failures, until)
}

// unsubscribe deletes a browser, of a player unless that is empty.
func (s *Service) unsubscribe(ctx context.Context, endpoint, player string) error {
	return s.do(ctx, "DELETE FROM push_subscriptions WHERE endpoint = $1 AND (player = $2 OR $2 = '')", endpoint, player)
}

// settings returns the settings of a player.
func (s *Service) settings(ctx context.Context, player string) (out Settings, err error) {
	text, err := db.One[string](ctx, s.o.DB, nil, "SELECT settings FROM notify_settings WHERE player = $1", player)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &out)
	}
	return out, err
}

func (s *Service) putSettings(ctx context.Context, player string, settings Settings) error {
	text, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	return s.do(ctx,
		"INSERT INTO notify_settings (player, settings) VALUES ($1, $2) ON CONFLICT (player) DO UPDATE SET settings = $2",
		player, string(text))
}

// stored returns the choice of an account; without one Every is Never and Secret is empty.
func (d *Digester) stored(ctx context.Context, player string) (choice, error) {
	c, err := db.One[choice](ctx, d.o.DB, nil, "SELECT * FROM digests WHERE player = $1", player)
	if err == nil && c.Player == "" {
		c = choice{Player: player, Every: Never}
	}
	return c, err
}

// put stores a choice. When the last digest was sent stays as it is.
func (d *Digester) put(ctx context.Context, c choice) error {
	_, err := d.o.DB.Exec(ctx, `INSERT INTO digests (player, every, since, sent, secret) VALUES ($1, $2, $3, 0, $4)
		ON CONFLICT (player) DO UPDATE SET every = $2, since = $3, secret = $4`, c.Player, c.Every, c.Since, c.Secret)
	return err
}

// due returns the choices of accounts to which a digest may be sent now, and that have an unread notification from
// before a time that was in none, the longest waiting first: those after one, or all for a zero choice.
func (d *Digester) due(ctx context.Context, now, before time.Time, after choice, limit int) ([]choice, error) {
	return db.All[choice](ctx, d.o.DB, `SELECT * FROM digests AS d
		WHERE (d.every = $1 AND d.sent <= $2 OR d.every = $3 AND d.sent <= $4)
		AND EXISTS (SELECT 1 FROM notifications AS n WHERE n.player = d.player AND n.state = 0 AND n.mailed = 0
		AND n.at >= d.since AND n.at < $5) AND (d.sent, d.player) > ($6, $7) ORDER BY d.sent, d.player LIMIT $8`,
		Daily, now.Add(-DailyTime), Weekly, now.Add(-WeeklyTime), before, after.Sent, after.Player, limit)
}

// errUntaken rolls a digest back.
var errUntaken = errors.New("there is no digest to send")

// take marks all unread notifications that were in no digest as mailed, says that the digest was sent now, and stores
// the job that sends it, in one transaction. It reports false, and does nothing, if another node was faster.
func (d *Digester) take(
	ctx context.Context, c choice, now time.Time, job func(ids []string) (mail.Job, error),
) (taken bool, err error) {
	err = d.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Need(ctx, errUntaken, "UPDATE digests SET sent = $4 WHERE player = $1 AND sent = $2 AND every = $3",
			c.Player, c.Sent, c.Every, now); err != nil {
			return err
		}
		ids, err := db.All[string](ctx, t,
			"UPDATE notifications SET mailed = 1 WHERE player = $1 AND state = 0 AND mailed = 0 AND at >= $2 RETURNING id",
			c.Player, c.Since)
		if err != nil {
			return err
		}
		if len(ids) == 0 { // all were read meanwhile
			return errUntaken
		}
		j, err := job(ids)
		if err != nil {
			return err
		}
		return mail.Put(ctx, t, j)
	})
	if errors.Is(err, errUntaken) {
		return false, nil
	}
	return err == nil, err
}

// private deletes what is kept for a player alone.
var private = feature.Statements(
	"DELETE FROM notifications WHERE player = $1", "DELETE FROM push_subscriptions WHERE player = $1",
	"DELETE FROM notify_settings WHERE player = $1", "DELETE FROM digests WHERE player = $1")

// Data is what is stored of players.
var Data = feature.Data{
	Forget: func(ctx context.Context, t db.Tx, ids ...string) error {
		_, err := t.Do(ctx, "DELETE FROM notifications WHERE game = '' AND id = $1", FollowerID(ids[0]))
		return errors.Join(err, private(ctx, t, ids...))
	},
	ForgetName: func(ctx context.Context, t db.Tx, ids ...string) error {
		// no one else has the name; that of a tournament may be the same
		_, err := t.Do(ctx, "UPDATE notifications SET name = '' WHERE name = $1 AND name <> '' AND kind <> $2", ids[1], Begun)
		return err
	},
	ForgetGuest: func(ctx context.Context, t db.Tx, ids ...string) error {
		_, err := t.Do(ctx, "UPDATE notifications SET name = '' WHERE game = $1", ids[1])
		return errors.Join(err, private(ctx, t, ids[0]))
	},
	Sessions: feature.Statements(
		// what the account did as a guest was done by the browser of its first session
		"UPDATE push_subscriptions SET session = $2 WHERE player = $1 AND session = ''",
		"DELETE FROM push_subscriptions WHERE player = $1 AND session <> $2 AND "+sessionEnded),
	Exports: []feature.Export{
		{
			Name:  "notifications",
			Query: "SELECT kind, game, variant, name, result, at, state FROM notifications WHERE player = $1 ORDER BY at",
		},
		{Name: "notification-settings", Query: "SELECT settings FROM notify_settings WHERE player = $1"},
		{Name: "push", Query: "SELECT language, created FROM push_subscriptions WHERE player = $1 ORDER BY created"},
		{Name: "digest", Query: "SELECT every, sent FROM digests WHERE player = $1"},
	},
}
