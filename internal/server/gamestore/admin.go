package gamestore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
)

var _ admin.Store = (*Store)(nil)

// lockedSeq locks a game's row and returns the number of its last event.
func (t transaction) lockedSeq(ctx context.Context, id livegame.ID) (seq int, err error) {
	query := "SELECT seq FROM games WHERE id = $1"
	if !t.IsSQLite() {
		query += " FOR UPDATE"
	}
	err = t.Row(ctx, query, string(id)).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		err = livegame.ErrNotFound
	}
	return seq, err
}

// Games implements admin.Store. The conditions of kinds are those of their indexes.
func (s *Store) Games(ctx context.Context, p admin.Page) ([]livegame.Summary, error) {
	index := map[admin.Kind]string{admin.Void: "games_unplayed", admin.Remembered: "games_remembered"}[p.Kind]
	list, err := s.games(ctx, index, func(q *bun.SelectQuery) *bun.SelectQuery {
		switch p.Kind {
		case admin.All:
		case admin.Void:
			q = q.Where("unplayed")
		case admin.Remembered:
			q = q.Where("status = 'finished' AND NOT forgotten")
		}
		if p.Status != "" {
			q = q.Where("status = ?", string(p.Status))
		}
		if p.Variant != "" {
			q = q.Where("variant = ?", p.Variant)
		}
		q = changedWithin(q, p.Since, p.Before)
		beyond, order := "<", "active DESC, id DESC"
		if p.Oldest {
			beyond, order = ">", "active, id"
		}
		if p.After != (livegame.Place{}) {
			q = q.Where("(active, id) "+beyond+" (?, ?)", p.After.At.UnixMilli(), string(p.After.ID))
		}
		return q.OrderExpr(order).Limit(int64(p.Limit))
	})
	if err != nil {
		return nil, fmt.Errorf("find games: %w", err)
	}
	return list, nil
}

// Delete implements admin.Store.
func (s *Store) Delete(ctx context.Context, d admin.Deletion) error {
	id, begun := d.Game, time.Now()
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, db.ArchiveLock); err != nil {
			return err
		}
		seq, err := t.lockedSeq(ctx, id)
		if err == nil && seq != d.Seq {
			err = livegame.ErrConflict
		}
		if err == nil {
			err = t.each(ctx, func(d feature.Data) feature.Step { return d.ForgetGame }, string(id))
		}
		for _, statement := range []string{
			"DELETE FROM feed WHERE game = $1", "DELETE FROM events WHERE game = $1",
			"DELETE FROM games WHERE id = $1"} {
			if err == nil {
				_, err = t.Do(ctx, statement, string(id))
			}
		}
		if err == nil {
			// Nodes look for what was deleted in the last seconds: waiting for a turn does not count.
			at := d.At.Add(time.Since(begun))
			_, err = t.Do(ctx,
				"INSERT INTO deleted (game, at) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET at = excluded.at",
				id, at)
		}
		if err == nil && d.Entry != nil {
			err = admin.Note(ctx, t.Tx, *d.Entry)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete game %q: %w", id, err)
	}
	return nil
}

// Deleted implements livegame.Store.
func (s *Store) Deleted(ctx context.Context, since time.Time) ([]livegame.ID, error) {
	return db.All[livegame.ID](ctx, s.db, "SELECT game FROM deleted WHERE at >= $1 ORDER BY at", since)
}

// Active implements admin.Store.
func (s *Store) Active(ctx context.Context, guest string, since time.Time) (bool, error) {
	parts := []string{"EXISTS (SELECT 1 FROM accounts WHERE id = $1)"}
	for _, column := range []string{"white_guest", "black_guest", "creator"} {
		parts = append(parts, fmt.Sprintf("EXISTS (SELECT 1 FROM games "+
			"WHERE %[1]s <> '' AND %[1]s = $1 AND (status <> 'finished' OR updated >= $2))", column))
	}
	return db.One[bool](ctx, s.db, nil, "SELECT "+strings.Join(parts, " OR "), guest, since)
}

// Forget implements admin.Store.
func (s *Store) Forget(ctx context.Context, sum livegame.Summary, gone func(guest string) bool) error {
	seats, first := livegame.Forget(sum.Seats, gone), livegame.Forget(sum.Header.Seats, gone)
	creator := sum.Creator
	if gone(creator) {
		creator = ""
	}
	known := creator != ""
	for _, p := range append(seats[:], first[:]...) {
		known = known || p.Guest != "" && !p.Forgotten()
	}
	text, err := json.Marshal(first)
	if err != nil {
		return fmt.Errorf("forget the guests of game %q: %w", sum.ID, err)
	}
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, db.ArchiveLock); err != nil {
			return err
		}
		white, black, id := seats[game.White], seats[game.Black], string(sum.ID)
		ok, err := t.Do(ctx, `UPDATE games
			SET white_guest = $3, white_name = $4, black_guest = $5, black_name = $6, seats = $7, creator = $8, forgotten = $9,
			white_standing = $10, black_standing = $11 WHERE id = $1 AND seq = $2 AND status = 'finished'
			AND NOT EXISTS (SELECT 1 FROM feed WHERE game = $1)`,
			id, sum.Seq, white.Guest, white.Name, black.Guest, black.Name, string(text), creator, !known, standing(white),
			standing(black))
		if err == nil && !ok {
			err = livegame.ErrConflict
		}
		if err != nil {
			return err
		}
		if err := t.forgetAdopted(ctx, id, gone); err != nil {
			return err
		}
		for color, p := range sum.Seats {
			if seats[color] == p {
				continue
			}
			if err := t.forgetSeat(ctx, id, p.Guest, seats[color]); err != nil {
				return err
			}
			if err := t.each(ctx, func(d feature.Data) feature.Step { return d.ForgetGuest }, p.Guest, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("forget the guests of game %q: %w", sum.ID, err)
	}
	return nil
}

// forgetSeat puts an unknown player into the place of a guest in what a game has beside its row.
func (t transaction) forgetSeat(ctx context.Context, game, guest string, now livegame.Player) error {
	_, err := t.Exec(ctx, "UPDATE events SET guest = $3, name = $4, standing = '' WHERE game = $1 AND guest = $2",
		game, guest, now.Guest, now.Name)
	return err
}

// forgetAdopted makes the guests unknown who took a seat that an account has adopted.
func (t transaction) forgetAdopted(ctx context.Context, id string, gone func(guest string) bool) error {
	guests, err := db.All[string](ctx, t, "SELECT DISTINCT guest FROM events "+
		"WHERE game = $1 AND guest <> '' AND game IN (SELECT game FROM events WHERE game = $1 AND kind = 'adopt')", id)
	for _, guest := range guests {
		if err == nil && gone(guest) {
			_, err = t.Do(ctx, "UPDATE events SET guest = CASE WHEN side = 0 THEN '"+
				livegame.ForgottenWhite+"' ELSE '"+livegame.ForgottenBlack+"' END, "+
				"name = '', standing = '' WHERE game = $1 AND guest = $2", id, guest)
		}
	}
	return err
}

// ForgetDeleted implements admin.Store.
func (s *Store) ForgetDeleted(ctx context.Context, before time.Time) error {
	return s.db.Forget(ctx, before, "deleted", "game", "at")
}
