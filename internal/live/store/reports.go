package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/reports"
)

var _ reports.Store = (*Store)(nil)

// reportRow is a row of the table reports.
type reportRow struct {
	bun.BaseModel `bun:"table:reports"`

	ID        int64 `bun:",pk,autoincrement"`
	At        int64
	Reporter  string
	Reported  string
	Reason    string
	Text      string
	Game      string
	Messages  string
	Decided   int64
	Outcome   string
	Moderator string
}

func (r *reportRow) report() (reports.Report, error) {
	out := reports.Report{
		ID: r.ID, At: timeOf(r.At), Reporter: r.Reporter, Reported: r.Reported, Reason: reports.Reason(r.Reason),
		Text: r.Text, Game: livegame.ID(r.Game), Outcome: reports.Outcome(r.Outcome), By: r.Moderator,
	}
	if r.Decided != 0 {
		out.Decided = timeOf(r.Decided)
	}
	return out, json.Unmarshal([]byte(r.Messages), &out.Messages)
}

// AddReport implements reports.Store.
func (s *Store) AddReport(ctx context.Context, r reports.Report) (reports.Report, error) {
	messages, err := json.Marshal(r.Messages)
	if err == nil {
		err = checkText(r.Reporter, r.Reported, string(r.Reason), r.Text, string(r.Game), string(messages))
	}
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			// Reports of one account come one after the other.
			if err := t.lockAccount(ctx, r.Reporter); err != nil {
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
				r.At.UnixMilli(), r.Reporter, r.Reported, string(r.Reason), r.Text, string(r.Game), string(messages)).Scan(&r.ID)
		})
	}
	if err != nil && !errors.Is(err, reports.ErrOpen) && !errors.Is(err, reports.ErrMany) {
		err = s.accountError(ctx, "store a report", err)
	}
	return r, err
}

// Cases implements reports.Store.
func (s *Store) Cases(ctx context.Context, limit int) (list []reports.Case, all int, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []struct {
		Reported    string
		N           int
		First, Last int64
	}
	var given []struct{ Reported, Reason string }
	err = s.read.NewRaw("SELECT reported, COUNT(*) AS n, MIN(at) AS first, MAX(at) AS last FROM reports "+
		"WHERE decided = 0 GROUP BY reported ORDER BY n DESC, first, reported LIMIT ?", limit).
		Scan(ctx, &rows)
	if err == nil {
		err = s.read.NewRaw("SELECT COUNT(DISTINCT reported) FROM reports WHERE decided = 0").Scan(ctx, &all)
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].Reported
	}
	if err == nil && len(ids) > 0 {
		err = s.read.NewRaw("SELECT DISTINCT reported, reason FROM reports WHERE decided = 0 AND reported IN (?)",
			bun.List(ids)).Scan(ctx, &given)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list open reports: %w", s.readError(ctx, err))
	}
	for _, r := range rows {
		c := reports.Case{Account: r.Reported, Reports: r.N, First: timeOf(r.First), Last: timeOf(r.Last)}
		for _, reason := range reports.Reasons {
			if slices.Contains(given, struct{ Reported, Reason string }{r.Reported, string(reason)}) {
				c.Reasons = append(c.Reasons, reason)
			}
		}
		list = append(list, c)
	}
	return list, all, nil
}

// ReportsOn implements reports.Store.
func (s *Store) ReportsOn(ctx context.Context, account string, limit int) ([]reports.Report, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []reportRow
	err := s.read.NewSelect().Model(&rows).Where("reported = ?", account).Order("id DESC").Limit(int64(limit)).Scan(ctx)
	list := make([]reports.Report, len(rows))
	for i := range rows {
		if err == nil {
			list[i], err = rows[i].report()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read reports: %w", s.readError(ctx, err))
	}
	return list, nil
}

// OpenReports implements reports.Store.
func (s *Store) OpenReports(ctx context.Context, account string, upTo int64) (int, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	n, err := s.read.NewSelect().Model((*reportRow)(nil)).
		Where("reported = ? AND id <= ? AND decided = 0", account, upTo).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count open reports: %w", s.readError(ctx, err))
	}
	return int(n), nil
}

// Decide implements reports.Store.
func (s *Store) Decide(
	ctx context.Context, account string, upTo int64, o reports.Outcome, by string, at time.Time,
	entry func(n int) admin.Entry,
) error {
	err := checkText(account, string(o), by)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			n, err := t.Exec(ctx, "UPDATE reports SET decided = $3, outcome = $4, moderator = $5 "+
				"WHERE reported = $1 AND id <= $2 AND decided = 0", account, upTo, at, string(o), by)
			switch {
			case err != nil:
				return err
			case n == 0:
				return reports.ErrDecided
			}
			return t.log(ctx, entry(n))
		})
	}
	if err != nil && !errors.Is(err, reports.ErrDecided) {
		err = fmt.Errorf("decide reports: %w", s.readError(ctx, err))
	}
	return err
}

// ForgetReports implements reports.Store.
func (s *Store) ForgetReports(ctx context.Context, before time.Time) error {
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "DELETE FROM reports WHERE decided > 0 AND decided < $1", before.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("delete old reports: %w", s.readError(ctx, err))
	}
	return nil
}
