package social

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// relate stores what an account is to another in the place of what it was, and reports whether that was something else.
// The error is errMany if the account has most of the kind, and errBlocked if it would follow an account that blocks
// it. A block ends that the other follows the account. Requests at the same time may exceed the limit by one each.
func (s *Service) relate(ctx context.Context, account, other string, k Kind) (changed bool, err error) {
	err = s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		count, err := db.One[int](ctx, t, nil,
			"SELECT count(*) FROM relations WHERE account = $1 AND kind = $3 AND other <> $2", account, other, k)
		if err != nil {
			return err
		}
		if count >= s.most {
			return errMany
		}
		switch k {
		case Follow:
			if err := t.None(ctx, errBlocked, "relations WHERE account = $1 AND other = $2 AND kind = $3",
				other, account, Block); err != nil {
				return err
			}
		case Block:
			if _, err := t.Do(ctx, "DELETE FROM relations WHERE account = $1 AND other = $2 AND kind = $3",
				other, account, Follow); err != nil {
				return err
			}
		}
		// one that is repeated keeps its time
		changed, err = t.Do(ctx, `INSERT INTO relations (account, other, kind, at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account, other) DO UPDATE SET kind = excluded.kind, at = excluded.at
			WHERE relations.kind <> excluded.kind`, account, other, k, s.o.Now())
		return err
	})
	return changed, err
}

// unrelate ends that an account is something to another, if it is.
func (s *Service) unrelate(ctx context.Context, account, other string, k Kind) error {
	_, err := s.o.DB.Exec(ctx, "DELETE FROM relations WHERE account = $1 AND other = $2 AND kind = $3", account, other, k)
	return err
}

// Between returns what an account is to another.
func (s *Service) Between(ctx context.Context, account, other string) (Kind, error) {
	return db.One[Kind](ctx, s.o.DB, nil, "SELECT kind FROM relations WHERE account = $1 AND other = $2", account, other)
}

// Friends reports whether two accounts follow each other.
func (s *Service) Friends(ctx context.Context, account, other string) (bool, error) {
	n, err := db.One[int](ctx, s.o.DB, nil, `SELECT count(*) FROM relations WHERE kind = $3
		AND (account = $1 AND other = $2 OR account = $2 AND other = $1)`, account, other, Follow)
	return n == 2, err
}

// others returns whom an account follows or blocks, the latest first.
func (s *Service) others(ctx context.Context, account string, k Kind) ([]string, error) {
	return db.All[string](ctx, s.o.DB,
		"SELECT other FROM relations WHERE account = $1 AND kind = $2 ORDER BY at DESC, other", account, k)
}

// Followers returns how many accounts follow an account.
func (s *Service) Followers(ctx context.Context, account string) (int, error) {
	return db.One[int](ctx, s.o.DB, nil,
		"SELECT count(*) FROM relations WHERE other = $1 AND kind = $2", account, Follow)
}

// blocks reads whom accounts block.
func (s *Service) blocks(ctx context.Context, accounts []string) (map[string]map[string]bool, error) {
	rows, err := db.All[struct{ Account, Other string }](ctx, s.o.DB,
		"SELECT account, other FROM relations WHERE kind = $1 AND account IN ("+
			db.MarksFrom(2, len(accounts))+")", append([]any{Block}, db.Args(accounts)...)...)
	if err != nil {
		return nil, err
	}
	out := make(map[string]map[string]bool, len(accounts))
	for _, id := range accounts {
		out[id] = nil // it is known that there are none
	}
	for _, r := range rows {
		if out[r.Account] == nil {
			out[r.Account] = map[string]bool{}
		}
		out[r.Account][r.Other] = true
	}
	return out, nil
}

// setSeen notes until when accounts are online.
func (s *Service) setSeen(ctx context.Context, accounts []string, until time.Time) error {
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
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

// forgetSeen deletes notes of accounts that were not online for long.
func (s *Service) forgetSeen(ctx context.Context) error {
	return s.o.DB.Forget(ctx, s.o.Now().Add(-forgetAfter), "seen", "account", "until", "NOT invisible")
}

// maxListed is how many values a query lists.
const maxListed = 500

// Online returns those of some accounts that are online on any node, and do not hide it. Bots are while they listen.
func (s *Service) Online(ctx context.Context, accounts []string) (map[string]bool, error) {
	out, err := s.active(ctx, "seen", " AND NOT invisible", accounts, s.o.Now())
	if err != nil {
		return nil, err
	}
	const visible = " AND NOT EXISTS (SELECT 1 FROM seen WHERE seen.account = online.account AND invisible)"
	bots, err := s.active(ctx, "online", visible, accounts, s.o.Now())
	maps.Copy(out, bots)
	return out, err
}

// Listening returns those of some accounts for which a program listens, by tournament.Options.Listening.
func (s *Service) Listening(ctx context.Context, accounts []string, now time.Time) (map[string]bool, error) {
	return s.active(ctx, "online", "", accounts, now)
}

// active returns those of some accounts that a table has until later than now; also says which of its rows count.
func (s *Service) active(
	ctx context.Context, table, also string, accounts []string, now time.Time,
) (map[string]bool, error) {
	out := make(map[string]bool, len(accounts))
	for part := range slices.Chunk(accounts, maxListed) {
		list, err := db.All[string](ctx, s.o.DB, "SELECT account FROM "+table+" WHERE until > $1 AND account IN ("+
			db.MarksFrom(2, len(part))+")"+also, append([]any{now}, db.Args(part)...)...)
		if err != nil {
			return nil, err
		}
		for _, id := range list {
			out[id] = true
		}
	}
	return out, nil
}

// Listens notes that a program of an account listens until a time. Bots can then be challenged.
func (s *Service) Listens(ctx context.Context, account string, until time.Time) error {
	_, err := s.o.DB.Exec(ctx,
		"INSERT INTO online (account, until) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET until = excluded.until",
		account, until)
	return err
}

// listening returns open accounts of bots for which programs listen.
func (s *Service) listening(ctx context.Context, limit int) ([]string, error) {
	return db.All[string](ctx, s.o.DB, `SELECT account FROM online JOIN accounts ON id = account
		WHERE until > $1 AND bot AND closed = 0 ORDER BY account LIMIT $2`, s.o.Now(), limit)
}

// setInvisible says whether others do not see that an account is online.
func (s *Service) setInvisible(ctx context.Context, account string, invisible bool) error {
	_, err := s.o.DB.Exec(ctx, "INSERT INTO seen (account, until, invisible) VALUES ($1, 0, $2) ON CONFLICT (account) "+
		"DO UPDATE SET invisible = excluded.invisible", account, invisible)
	return err
}

// invisible reports whether an account hides that it is online.
func (s *Service) invisible(ctx context.Context, account string) (bool, error) {
	return db.Has(ctx, s.o.DB, "seen WHERE account = $1 AND invisible", account)
}

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget: feature.Statements("DELETE FROM relations WHERE account = $1 OR other = $1",
		"DELETE FROM seen WHERE account = $1", "DELETE FROM online WHERE account = $1"),
	Exports: []feature.Export{{
		Name:  "relations",
		Query: "SELECT kind, name, at FROM relations JOIN accounts ON id = other WHERE account = $1 ORDER BY at",
	}, {Name: "visibility", Query: "SELECT invisible FROM seen WHERE account = $1"}},
}
