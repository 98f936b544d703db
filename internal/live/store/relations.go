package store

import (
	"context"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/live/relations"
	"github.com/wane-chess/wane/internal/server/db"
)

var _ relations.Store = (*Store)(nil)

// Relate implements relations.Store. Requests at the same time may exceed the limit by one each.
func (s *Store) Relate(ctx context.Context, r relations.Relation, most int) (changed bool, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		count, err := db.One[int](ctx, t, nil,
			"SELECT count(*) FROM relations WHERE account = $1 AND kind = $3 AND other <> $2", r.Account, r.Other, r.Kind)
		if err != nil {
			return err
		}
		if count >= most {
			return relations.ErrMany
		}
		switch r.Kind {
		case relations.Follow:
			if err := t.None(ctx, relations.ErrBlocked, "relations WHERE account = $1 AND other = $2 AND kind = $3",
				r.Other, r.Account, relations.Block); err != nil {
				return err
			}
		case relations.Block:
			if _, err := t.Do(ctx, "DELETE FROM relations WHERE account = $1 AND other = $2 AND kind = $3",
				r.Other, r.Account, relations.Follow); err != nil {
				return err
			}
		}
		// one that is repeated keeps its time
		changed, err = t.Do(ctx, `INSERT INTO relations (account, other, kind, at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account, other) DO UPDATE SET kind = excluded.kind, at = excluded.at
			WHERE relations.kind <> excluded.kind`, r.Account, r.Other, r.Kind, r.At)
		return err
	})
	return changed, err
}

// Unrelate implements relations.Store.
func (s *Store) Unrelate(ctx context.Context, account, other string, k relations.Kind) error {
	return s.do(ctx, "DELETE FROM relations WHERE account = $1 AND other = $2 AND kind = $3", account, other, k)
}

// Relation implements relations.Store.
func (s *Store) Relation(ctx context.Context, account, other string) (relations.Kind, error) {
	return db.One[relations.Kind](ctx, s.db, nil,
		"SELECT kind FROM relations WHERE account = $1 AND other = $2", account, other)
}

// Relations implements relations.Store.
func (s *Store) Relations(ctx context.Context, account string) ([]relations.Relation, error) {
	return db.All[relations.Relation](ctx, s.db,
		"SELECT * FROM relations WHERE account = $1 ORDER BY at DESC, other", account)
}

// Followers implements relations.Store.
func (s *Store) Followers(ctx context.Context, account string) (int, error) {
	return db.One[int](ctx, s.db, nil,
		"SELECT count(*) FROM relations WHERE other = $1 AND kind = $2", account, relations.Follow)
}

// Blocked implements relations.Store.
func (s *Store) Blocked(ctx context.Context, accounts []string) (map[string][]string, error) {
	out := map[string][]string{}
	if len(accounts) == 0 {
		return out, nil
	}
	rows, err := db.All[relations.Relation](ctx, s.db,
		"SELECT account, other FROM relations WHERE kind = $1 AND account IN ("+
			db.MarksFrom(2, len(accounts))+") ORDER BY account, other", append([]any{relations.Block}, db.Args(accounts)...)...)
	for _, r := range rows {
		out[r.Account] = append(out[r.Account], r.Other)
	}
	return out, err
}

// SetSeen implements relations.Store.
func (s *Store) SetSeen(ctx context.Context, accounts []string, until time.Time) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		for _, id := range slices.Sorted(slices.Values(accounts)) { // so that no two transactions wait for each other
			if _, err := t.Do(ctx,
				"INSERT INTO seen (account, until) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET until = excluded.until",
				id, until); err != nil {
				return err
			}
		}
		return nil
	})
}

// ForgetSeen implements relations.Store.
func (s *Store) ForgetSeen(ctx context.Context, before time.Time) error {
	return s.db.Forget(ctx, before, "seen", "account", "until", "NOT invisible")
}

// Seen implements relations.Store.
func (s *Store) Seen(ctx context.Context, accounts []string, now time.Time) ([]string, error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	known := " WHERE until > $1 AND account IN (" + db.MarksFrom(2, len(accounts)) + ")"
	return db.All[string](ctx, s.db,
		"SELECT account FROM seen"+known+" AND NOT invisible UNION SELECT account FROM online"+
			known+" ORDER BY account", append([]any{now}, db.Args(accounts)...)...)
}

// SetInvisible implements relations.Store.
func (s *Store) SetInvisible(ctx context.Context, account string, invisible bool) error {
	return s.do(ctx, "INSERT INTO seen (account, until, invisible) VALUES ($1, 0, $2) ON CONFLICT (account) "+
		"DO UPDATE SET invisible = excluded.invisible", account, invisible)
}

// Invisible implements relations.Store.
func (s *Store) Invisible(ctx context.Context, account string) (bool, error) {
	return db.Has(ctx, s.db, "seen WHERE account = $1 AND invisible", account)
}
