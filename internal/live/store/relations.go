package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/relations"
)

var _ relations.Store = (*Store)(nil)

// relationError explains an error of a method that is about relations.
func (s *Store) relationError(ctx context.Context, what string, err error) error {
	for _, known := range []error{relations.ErrMany, relations.ErrBlocked} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
	}
	return nil
}

// Relate implements relations.Store. Requests at the same time may exceed the limit by one each.
func (s *Store) Relate(ctx context.Context, r relations.Relation, most int) (changed bool, err error) {
	err = checkText(r.Account, r.Other, string(r.Kind))
	if err != nil {
		return changed, s.relationError(ctx, "store a relation", err)
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		var count, blocks int
		err := t.Row(ctx, "SELECT count(*) FROM relations WHERE account = $1 AND kind = $3 AND other <> $2",
			r.Account, r.Other, string(r.Kind)).Scan(&count)
		if err == nil && count >= most {
			err = relations.ErrMany
		}
		if err == nil && r.Kind == relations.Follow {
			err = t.Row(ctx, "SELECT count(*) FROM relations WHERE account = $1 AND other = $2 AND kind = $3",
				r.Other, r.Account, string(relations.Block)).Scan(&blocks)
		}
		if err == nil && blocks > 0 {
			err = relations.ErrBlocked
		}
		if err == nil && r.Kind == relations.Block {
			_, err = t.Do(ctx, "DELETE FROM relations WHERE account = $1 AND other = $2 AND kind = $3",
				r.Other, r.Account, string(relations.Follow))
		}
		if err == nil { // one that is repeated keeps its time
			changed, err = t.Do(ctx, `INSERT INTO relations (account, other, kind, at) VALUES ($1, $2, $3, $4)
				ON CONFLICT (account, other) DO UPDATE SET kind = excluded.kind, at = excluded.at
				WHERE relations.kind <> excluded.kind`,
				r.Account, r.Other, string(r.Kind), r.At.UnixMilli())
		}
		return err
	})
	return changed, s.relationError(ctx, "store a relation", err)
}

// Unrelate implements relations.Store.
func (s *Store) Unrelate(ctx context.Context, account, other string, k relations.Kind) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM relations WHERE account = $1 AND other = $2 AND kind = $3",
			account, other, string(k))
		return err
	})
	return s.relationError(ctx, "delete a relation", err)
}

// relationRow is a row of the table relations.
type relationRow struct {
	bun.BaseModel `bun:"table:relations"`

	Account string
	Other   string
	Kind    string
	At      int64
}

// relations runs a query for relations.
func (s *Store) relations(ctx context.Context, query func(*bun.SelectQuery) *bun.SelectQuery) ([]relationRow, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []relationRow
	err := query(s.read.NewSelect().Model(&rows)).Scan(ctx)
	return rows, s.relationError(ctx, "read relations", err)
}

// Relation implements relations.Store.
func (s *Store) Relation(ctx context.Context, account, other string) (relations.Kind, error) {
	rows, err := s.relations(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("account = ? AND other = ?", account, other)
	})
	if err != nil || len(rows) == 0 {
		return relations.None, err
	}
	return relations.Kind(rows[0].Kind), nil
}

// Relations implements relations.Store.
func (s *Store) Relations(ctx context.Context, account string) ([]relations.Relation, error) {
	rows, err := s.relations(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("account = ?", account).Order("at DESC", "other")
	})
	list := make([]relations.Relation, len(rows))
	for i, r := range rows {
		list[i] = relations.Relation{Account: r.Account, Other: r.Other, Kind: relations.Kind(r.Kind), At: timeOf(r.At)}
	}
	return list, err
}

// Followers implements relations.Store.
func (s *Store) Followers(ctx context.Context, account string) (int, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	n, err := s.read.NewSelect().Table("relations").
		Where("other = ? AND kind = ?", account, string(relations.Follow)).Count(ctx)
	return int(n), s.relationError(ctx, "count followers", err)
}

// Blocked implements relations.Store.
func (s *Store) Blocked(ctx context.Context, accounts []string) (map[string][]string, error) {
	out := map[string][]string{}
	if len(accounts) == 0 {
		return out, nil
	}
	rows, err := s.relations(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("account IN (?) AND kind = ?", bun.List(accounts), string(relations.Block)).Order("account", "other")
	})
	for _, r := range rows {
		out[r.Account] = append(out[r.Account], r.Other)
	}
	return out, err
}

// SetSeen implements relations.Store.
func (s *Store) SetSeen(ctx context.Context, accounts []string, until time.Time) error {
	accounts = slices.Sorted(slices.Values(accounts)) // so that no two transactions wait for each other
	err := checkText(accounts...)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			for _, id := range accounts {
				if _, err := t.Do(ctx,
					"INSERT INTO seen (account, until) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET until = excluded.until",
					id, until.UnixMilli()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return s.relationError(ctx, "note who is online", err)
}

// ForgetSeen implements relations.Store.
func (s *Store) ForgetSeen(ctx context.Context, before time.Time) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM seen WHERE until < $1 AND NOT invisible", before.UnixMilli())
		return err
	})
	return s.relationError(ctx, "forget who was online", err)
}

// Seen implements relations.Store.
func (s *Store) Seen(ctx context.Context, accounts []string, now time.Time) (list []string, err error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	ctx, cancel := s.reading(ctx)
	defer cancel()
	err = s.read.NewRaw(`SELECT account FROM seen WHERE account IN (?0) AND until > ?1 AND NOT invisible
		UNION SELECT account FROM online WHERE account IN (?0) AND until > ?1
		ORDER BY account`, bun.List(accounts), now.UnixMilli()).Scan(ctx, &list)
	return list, s.relationError(ctx, "look who is online", err)
}

// SetInvisible implements relations.Store.
func (s *Store) SetInvisible(ctx context.Context, account string, invisible bool) error {
	err := checkText(account)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			_, err := t.Do(ctx, "INSERT INTO seen (account, until, invisible) VALUES ($1, 0, $2) ON CONFLICT (account) "+
				"DO UPDATE SET invisible = excluded.invisible", account, invisible)
			return err
		})
	}
	return s.relationError(ctx, "store whether an account is invisible", err)
}

// Invisible implements relations.Store.
func (s *Store) Invisible(ctx context.Context, account string) (bool, error) {
	return s.exists(ctx, s.read.NewSelect().Table("seen").Where("account = ? AND invisible", account))
}
