package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/notify"
)

var _ notify.Store = (*Store)(nil)

// AddNotifications implements notify.Store.
func (s *Store) AddNotifications(
	ctx context.Context, list []notify.Notification,
) (added []notify.Notification, err error) {
	if list, err = s.newNotifications(ctx, list); err != nil || len(list) == 0 {
		return nil, err
	}
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		for _, n := range list {
			done, err := t.Do(ctx,
				`INSERT INTO notifications (player, id, kind, game, variant, name, level, result, at, state, pending)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 AND EXISTS (SELECT 1 FROM push_subscriptions
				WHERE player = $1)) ON CONFLICT (player, id) DO NOTHING`,
				n.Player, n.ID, n.Kind, n.Game, n.Variant, n.Name, n.Level, n.Result, n.At, n.State, n.State == notify.Unread)
			if err != nil {
				return err
			}
			if !done {
				continue
			}
			if _, err = t.Do(ctx, `DELETE FROM notifications WHERE player = $1 AND id IN (SELECT id FROM notifications
				WHERE player = $1 ORDER BY at DESC, id DESC LIMIT 1000 OFFSET $2)`, n.Player, notify.MaxKept); err != nil {
				return err
			}
			added = append(added, n)
		}
		return nil
	})
	return added, err
}

// newNotifications returns those that are not stored: a sweep mostly finds what is.
func (s *Store) newNotifications(ctx context.Context, list []notify.Notification) ([]notify.Notification, error) {
	if len(list) == 0 {
		return nil, nil
	}
	type key struct{ Player, ID string }
	marks, args := make([]string, len(list)), make([]any, 0, 2*len(list))
	for i, n := range list {
		marks[i] = "(" + db.MarksFrom(len(args)+1, 2) + ")"
		args = append(args, n.Player, n.ID)
	}
	known, err := db.All[key](ctx, s.db, "SELECT player, id FROM notifications WHERE (player, id) IN (VALUES "+
		strings.Join(marks, ", ")+")", args...)
	return slices.DeleteFunc(slices.Clone(list), func(n notify.Notification) bool {
		return slices.Contains(known, key{n.Player, n.ID})
	}), err
}

// Notification implements notify.Store.
func (s *Store) Notification(ctx context.Context, player, id string) (notify.Notification, error) {
	return db.One[notify.Notification](ctx, s.db, notify.ErrNotFound,
		"SELECT * FROM notifications WHERE player = $1 AND id = $2", player, id)
}

// Notifications implements notify.Store.
func (s *Store) Notifications(ctx context.Context, player string, limit int) ([]notify.Notification, error) {
	return db.All[notify.Notification](ctx, s.db,
		"SELECT * FROM notifications WHERE player = $1 AND state <> $2 ORDER BY at DESC, id DESC LIMIT $3",
		player, notify.Silent, limit)
}

// PendingNotifications implements notify.Store.
func (s *Store) PendingNotifications(ctx context.Context, before time.Time, limit int) ([]notify.Notification, error) {
	return db.All[notify.Notification](ctx, s.db,
		"SELECT * FROM notifications WHERE pending = $1 AND at < $2 ORDER BY at, player, id LIMIT $3", true, before, limit)
}

// ReadNotifications implements notify.Store.
func (s *Store) ReadNotifications(
	ctx context.Context, player string, game livegame.ID, id string,
) (changed bool, err error) {
	where := "player = $1 AND state = $2 AND (game = $3 OR $3 = '') AND (id = $4 OR $4 = '')"
	args := []any{player, notify.Unread, game, id}
	if some, err := db.Has(ctx, s.db, "notifications WHERE "+where, args...); err != nil || !some {
		return false, err
	}
	n, err := s.db.Exec(ctx, "UPDATE notifications SET state = $5, pending = $6 WHERE "+where,
		append(args, notify.Read, false)...)
	return n > 0, err
}

// SettleNotification implements notify.Store.
func (s *Store) SettleNotification(ctx context.Context, player, id string) error {
	return s.do(ctx, "UPDATE notifications SET pending = $3 WHERE player = $1 AND id = $2", player, id, false)
}

// ForgetNotifications implements notify.Store.
func (s *Store) ForgetNotifications(ctx context.Context, before time.Time) error {
	return s.db.Forget(ctx, before, "notifications", "player, id", "at")
}

// PutSubscription implements notify.Store.
func (s *Store) PutSubscription(ctx context.Context, sub notify.Subscription) error {
	return s.changeAccount(ctx, sub.Player, func(ctx context.Context, t transaction) error { // in turn with its sessions
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
			sub.Player, notify.MaxSubscriptions)
		return err
	})
}

// Subscriptions implements notify.Store.
func (s *Store) Subscriptions(ctx context.Context, player string) ([]notify.Subscription, error) {
	return db.All[notify.Subscription](ctx, s.db,
		"SELECT * FROM push_subscriptions WHERE player = $1 ORDER BY created, endpoint", player)
}

// RestSubscription implements notify.Store.
func (s *Store) RestSubscription(ctx context.Context, endpoint string, failures int, until time.Time) error {
	return s.do(ctx, "UPDATE push_subscriptions SET failures = $2, rests = $3 WHERE endpoint = $1",
		endpoint, failures, until)
}

// sessionEnded is the condition of a push subscription whose session has ended.
const sessionEnded = "session <> '' AND NOT EXISTS " +
	"(SELECT 1 FROM sessions WHERE sessions.id = push_subscriptions.session)"

// endPushes deletes an account's subscriptions whose session has ended.
func (t transaction) endPushes(ctx context.Context, account string) error {
	_, err := t.Do(ctx, "DELETE FROM push_subscriptions WHERE player = $1 AND "+sessionEnded, account)
	return err
}

// DeleteSubscription implements notify.Store.
func (s *Store) DeleteSubscription(ctx context.Context, endpoint, player string) error {
	return s.do(ctx, "DELETE FROM push_subscriptions WHERE endpoint = $1 AND (player = $2 OR $2 = '')", endpoint, player)
}

// NotifySettings implements notify.Store.
func (s *Store) NotifySettings(ctx context.Context, player string) (settings notify.Settings, err error) {
	text, err := db.One[string](ctx, s.db, nil, "SELECT settings FROM notify_settings WHERE player = $1", player)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &settings)
	}
	return settings, err
}

// PutNotifySettings implements notify.Store.
func (s *Store) PutNotifySettings(ctx context.Context, player string, settings notify.Settings) error {
	text, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	return s.do(ctx,
		"INSERT INTO notify_settings (player, settings) VALUES ($1, $2) ON CONFLICT (player) DO UPDATE SET settings = $2",
		player, string(text))
}

// forgetPrivate deletes what is kept for a player alone.
func (t transaction) forgetPrivate(ctx context.Context, player string) error {
	for _, table := range []string{"notifications", "push_subscriptions", "notify_settings", "digests"} {
		if _, err := t.Do(ctx, "DELETE FROM "+table+" WHERE player = $1", player); err != nil {
			return err
		}
	}
	return nil
}
