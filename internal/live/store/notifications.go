package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/notify"
)

var _ notify.Store = (*Store)(nil)

// notificationRow is a row of the table notifications.
type notificationRow struct {
	bun.BaseModel `bun:"table:notifications"`

	Player  string `bun:",pk"`
	ID      string `bun:",pk"`
	Kind    string
	Game    string
	Variant string
	Name    string
	Level   int
	Result  string
	At      int64
	State   int
	Pending bool
}

func (r *notificationRow) notification() notify.Notification {
	return notify.Notification{
		Player: r.Player, ID: r.ID, Kind: notify.Kind(r.Kind), Game: livegame.ID(r.Game), Variant: r.Variant, Name: r.Name,
		Level: r.Level, Result: r.Result, At: timeOf(r.At), State: notify.State(r.State),
	}
}

// subscriptionRow is a row of the table push_subscriptions.
type subscriptionRow struct {
	bun.BaseModel `bun:"table:push_subscriptions"`

	Endpoint string `bun:",pk"`
	Player   string
	P256dh   string `bun:"p256dh"`
	Auth     string
	Language string
	Created  int64
	Session  string
	Failures int
	Rests    int64
}

func (s *Store) notifyError(ctx context.Context, what string, err error) error {
	if err == nil || errors.Is(err, notify.ErrNotFound) {
		return err
	}
	return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
}

// AddNotifications implements notify.Store.
func (s *Store) AddNotifications(
	ctx context.Context, list []notify.Notification,
) (added []notify.Notification, err error) {
	for _, n := range list {
		if err := checkText(n.Player, n.ID, string(n.Kind), string(n.Game), n.Variant, n.Name, n.Result); err != nil {
			return nil, fmt.Errorf("store notifications: %w", err)
		}
	}
	if list, err = s.newNotifications(ctx, list); err != nil || len(list) == 0 {
		return nil, s.notifyError(ctx, "store notifications", err)
	}
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		added = nil // the transaction may be repeated
		for _, n := range list {
			done, err := t.Do(ctx,
				`INSERT INTO notifications (player, id, kind, game, variant, name, level, result, at, state, pending)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 AND EXISTS (SELECT 1 FROM push_subscriptions
				WHERE player = $1)) ON CONFLICT (player, id) DO NOTHING`,
				n.Player, n.ID, string(n.Kind), string(n.Game), n.Variant, n.Name, n.Level, n.Result, n.At.UnixMilli(),
				int(n.State), n.State == notify.Unread)
			if err == nil && done {
				_, err = t.Do(ctx, `DELETE FROM notifications WHERE player = $1 AND id IN (SELECT id FROM notifications
					WHERE player = $1 ORDER BY at DESC, id DESC LIMIT 1000 OFFSET $2)`, n.Player, notify.MaxKept)
				added = append(added, n)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return added, s.notifyError(ctx, "store notifications", err)
}

// newNotifications returns those that are not stored: a sweep mostly finds what is.
func (s *Store) newNotifications(ctx context.Context, list []notify.Notification) ([]notify.Notification, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var missing []notify.Notification
	for _, n := range list {
		known, err := s.read.NewSelect().Model((*notificationRow)(nil)).
			Where("player = ? AND id = ?", n.Player, n.ID).Exists(ctx)
		if err != nil {
			return nil, err
		}
		if !known {
			missing = append(missing, n)
		}
	}
	return missing, nil
}

// Notification implements notify.Store.
func (s *Store) Notification(ctx context.Context, player, id string) (notify.Notification, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row notificationRow
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("player = ? AND id = ?", player, id))
	if err == nil && !found {
		err = notify.ErrNotFound
	}
	if err != nil {
		return notify.Notification{}, s.notifyError(ctx, "read a notification", err)
	}
	return row.notification(), nil
}

// Notifications implements notify.Store.
func (s *Store) Notifications(ctx context.Context, player string, limit int) ([]notify.Notification, error) {
	return s.notifications(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("player = ? AND state <> ?", player, int(notify.Silent)).Order("at DESC", "id DESC").
			Limit(int64(limit))
	})
}

// PendingNotifications implements notify.Store.
func (s *Store) PendingNotifications(ctx context.Context, before time.Time, limit int) ([]notify.Notification, error) {
	return s.notifications(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("pending = ? AND at < ?", true, before.UnixMilli()).Order("at", "player", "id").Limit(int64(limit))
	})
}

func (s *Store) notifications(
	ctx context.Context, choose func(*bun.SelectQuery) *bun.SelectQuery,
) ([]notify.Notification, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []notificationRow
	if err := choose(s.read.NewSelect().Model(&rows)).Scan(ctx); err != nil {
		return nil, s.notifyError(ctx, "list notifications", err)
	}
	list := make([]notify.Notification, len(rows))
	for i := range rows {
		list[i] = rows[i].notification()
	}
	return list, nil
}

// ReadNotifications implements notify.Store.
func (s *Store) ReadNotifications(
	ctx context.Context, player string, game livegame.ID, id string,
) (changed bool, err error) {
	query, args := "player = ? AND state = ?", []any{player, int(notify.Unread)}
	if game != "" {
		query, args = query+" AND game = ?", append(args, string(game))
	}
	if id != "" {
		query, args = query+" AND id = ?", append(args, id)
	}
	reading, cancel := s.reading(ctx)
	defer cancel()
	some, err := s.read.NewSelect().Model((*notificationRow)(nil)).Where(query, args...).Exists(reading)
	if err == nil && some {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			changed, err = t.Do(ctx, "UPDATE notifications SET state = $3, pending = $5 "+
				"WHERE player = $1 AND state = $2 AND (game = $4 OR $4 = '') AND (id = $6 OR $6 = '')",
				player, int(notify.Unread), int(notify.Read), string(game), false, id)
			return err
		})
	}
	return changed, s.notifyError(ctx, "mark notifications as read", err)
}

// SettleNotification implements notify.Store.
func (s *Store) SettleNotification(ctx context.Context, player, id string) error {
	return s.doNotify(ctx, "settle a notification", "UPDATE notifications SET pending = $3 WHERE player = $1 AND id = $2",
		player, id, false)
}

// ForgetNotifications implements notify.Store.
func (s *Store) ForgetNotifications(ctx context.Context, before time.Time) error {
	return s.doNotify(ctx, "forget notifications", "DELETE FROM notifications WHERE at < $1", before.UnixMilli())
}

// PutSubscription implements notify.Store.
func (s *Store) PutSubscription(ctx context.Context, sub notify.Subscription) error {
	err := checkText(sub.Endpoint, sub.Player, sub.P256dh, sub.Auth, sub.Language, sub.Session)
	if err == nil {
		err = s.changeAccount(ctx, sub.Player, func(ctx context.Context, t transaction) error { // in turn with its sessions
			_, err := t.Do(ctx,
				`INSERT INTO push_subscriptions (endpoint, player, p256dh, auth, language, created, session)
				SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $7 = '' OR EXISTS (SELECT 1 FROM sessions WHERE id = $7)
				ON CONFLICT (endpoint) DO UPDATE SET player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth,
				language = excluded.language, created = excluded.created, session = excluded.session, failures = 0, rests = 0`,
				sub.Endpoint, sub.Player, sub.P256dh, sub.Auth, sub.Language, sub.Created.UnixMilli(), sub.Session)
			if err == nil {
				_, err = t.Do(ctx, `DELETE FROM push_subscriptions WHERE player = $1 AND endpoint IN (SELECT endpoint
					FROM push_subscriptions WHERE player = $1 ORDER BY created DESC, endpoint LIMIT 1000 OFFSET $2)`,
					sub.Player, notify.MaxSubscriptions)
			}
			return err
		})
	}
	return s.notifyError(ctx, "store a push subscription", err)
}

// Subscriptions implements notify.Store.
func (s *Store) Subscriptions(ctx context.Context, player string) ([]notify.Subscription, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []subscriptionRow
	err := s.read.NewSelect().Model(&rows).Where("player = ?", player).Order("created", "endpoint").Scan(ctx)
	if err != nil {
		return nil, s.notifyError(ctx, "list push subscriptions", err)
	}
	list := make([]notify.Subscription, len(rows))
	for i, r := range rows {
		list[i] = notify.Subscription{
			Endpoint: r.Endpoint, Player: r.Player, P256dh: r.P256dh, Auth: r.Auth, Language: r.Language,
			Created: timeOf(r.Created), Session: r.Session, Failures: r.Failures, Rests: moment(r.Rests),
		}
	}
	return list, nil
}

// RestSubscription implements notify.Store.
func (s *Store) RestSubscription(ctx context.Context, endpoint string, failures int, until time.Time) error {
	return s.doNotify(ctx, "let a push subscription rest",
		"UPDATE push_subscriptions SET failures = $2, rests = $3 WHERE endpoint = $1",
		endpoint, failures, momentColumn(until))
}

// endPushes deletes subscriptions whose session has ended: of an account, or with "" of all.
func (t transaction) endPushes(ctx context.Context, account string) error {
	_, err := t.Do(ctx, `DELETE FROM push_subscriptions WHERE session <> '' AND (player = $1 OR $1 = '')
		AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = push_subscriptions.session)`, account)
	return err
}

// DeleteSubscription implements notify.Store.
func (s *Store) DeleteSubscription(ctx context.Context, endpoint, player string) error {
	return s.doNotify(ctx, "delete a push subscription",
		"DELETE FROM push_subscriptions WHERE endpoint = $1 AND (player = $2 OR $2 = '')", endpoint, player)
}

// NotifySettings implements notify.Store.
func (s *Store) NotifySettings(ctx context.Context, player string) (settings notify.Settings, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var text []string
	err = s.read.NewSelect().Table("notify_settings").Column("settings").Where("player = ?", player).Scan(ctx, &text)
	if err == nil && len(text) > 0 {
		err = json.Unmarshal([]byte(text[0]), &settings)
	}
	return settings, s.notifyError(ctx, "read settings of notifications", err)
}

// PutNotifySettings implements notify.Store.
func (s *Store) PutNotifySettings(ctx context.Context, player string, settings notify.Settings) error {
	text, err := json.Marshal(settings)
	if err == nil {
		err = checkText(player)
	}
	if err != nil {
		return err
	}
	return s.doNotify(ctx, "store settings of notifications",
		"INSERT INTO notify_settings (player, settings) VALUES ($1, $2) ON CONFLICT (player) DO UPDATE SET settings = $2",
		player, string(text))
}

func (s *Store) doNotify(ctx context.Context, what, query string, args ...any) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, query, args...)
		return err
	})
	return s.notifyError(ctx, what, err)
}

// forgetPrivate deletes what is kept for a player alone.
func (t transaction) forgetPrivate(ctx context.Context, player string) error {
	for _, table := range []string{"notifications", "push_subscriptions", "notify_settings", "digests",
		"conditional_moves", "notes"} {
		if _, err := t.Do(ctx, "DELETE FROM "+table+" WHERE player = $1", player); err != nil {
			return err
		}
	}
	return nil
}
