package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/reports"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

var _ reports.Store = (*Store)(nil)

// AddReport implements reports.Store.
func (s *Store) AddReport(ctx context.Context, r reports.Report) (reports.Report, error) {
	messages, err := json.Marshal(r.Messages)
	if err != nil {
		return r, err
	}
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		// Reports of one account come one after the other.
		if err := feature.LockAccount(ctx, t.Tx, r.Reporter); err != nil {
			return err
		}
		var open, same int
		if err := t.Row(ctx, "SELECT COUNT(*), COALESCE(SUM(CASE WHEN reported = $2 THEN 1 ELSE 0 END), 0) FROM reports "+
			"WHERE decided = 0 AND reporter <> '' AND reporter = $1", r.Reporter, r.Reported).
			Scan(&open, &same); err != nil {
			return err
		}
		switch {
		case same > 0:
			return reports.ErrOpen
		case open >= reports.MaxOpen:
			return reports.ErrMany
		}
		return t.Row(ctx,
			`INSERT INTO reports (at, reporter, reported, reason, text, game, messages, decided, outcome, moderator)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 0, '', '') RETURNING id`,
			r.At, r.Reporter, r.Reported, r.Reason, r.Text, r.Game, string(messages)).Scan(&r.ID)
	})
	return r, err
}

// Cases implements reports.Store.
func (s *Store) Cases(ctx context.Context, limit int) (list []reports.Case, all int, err error) {
	list, err = db.All[reports.Case](ctx, s.db,
		`SELECT reported AS account, COUNT(*) AS reports, MIN(at) AS first, MAX(at) AS last FROM reports
		WHERE decided = 0 GROUP BY reported ORDER BY reports DESC, first, account LIMIT $1`, limit)
	if err != nil {
		return nil, 0, err
	}
	all, err = db.One[int](ctx, s.db, nil, "SELECT COUNT(DISTINCT reported) FROM reports WHERE decided = 0")
	if err != nil || len(list) == 0 {
		return nil, all, err
	}
	ids := make([]any, len(list))
	for i := range list {
		ids[i] = list[i].Account
	}
	type reason struct {
		Reported string
		Reason   reports.Reason
	}
	given, err := db.All[reason](ctx, s.db,
		"SELECT DISTINCT reported, reason FROM reports WHERE decided = 0 AND reported IN ("+db.Marks(len(ids))+")", ids...)
	for i := range list {
		for _, r := range reports.Reasons {
			if slices.Contains(given, reason{list[i].Account, r}) {
				list[i].Reasons = append(list[i].Reasons, r)
			}
		}
	}
	return list, all, err
}

// ReportsOn implements reports.Store.
func (s *Store) ReportsOn(ctx context.Context, account string, limit int) ([]reports.Report, error) {
	return db.All[reports.Report](ctx, s.db,
		`SELECT *, moderator AS "by" FROM reports WHERE reported = $1 ORDER BY id DESC LIMIT $2`, account, limit)
}

// OpenReports implements reports.Store.
func (s *Store) OpenReports(ctx context.Context, account string, upTo int64) (int, error) {
	return db.One[int](ctx, s.db, nil,
		"SELECT count(*) FROM reports WHERE reported = $1 AND id <= $2 AND decided = 0", account, upTo)
}

// Decide implements reports.Store.
func (s *Store) Decide(
	ctx context.Context, account string, upTo int64, o reports.Outcome, by string, at time.Time,
	entry func(n int) admin.Entry,
) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		n, err := t.Exec(ctx, "UPDATE reports SET decided = $3, outcome = $4, moderator = $5 "+
			"WHERE reported = $1 AND id <= $2 AND decided = 0", account, upTo, at, o, by)
		if err != nil {
			return err
		}
		if n == 0 {
			return reports.ErrDecided
		}
		return admin.Note(ctx, t.Tx, entry(n))
	})
}

// ForgetReports implements reports.Store.
func (s *Store) ForgetReports(ctx context.Context, before time.Time) error {
	return s.db.Forget(ctx, before, "reports", "id", "decided", "decided > 0")
}
