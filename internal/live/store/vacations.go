package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/vacation"
)

var _ vacation.Store = (*Store)(nil)

// vacationRow is a row of the table vacations.
type vacationRow struct {
	bun.BaseModel `bun:"table:vacations"`

	Account string `bun:",pk"`
	Number  int
	Begun   int64
	Until   int64
	Used    int
	Pending bool
}

func (r *vacationRow) vacation() vacation.Vacation {
	return vacation.Vacation{
		Account: r.Account, Number: r.Number, From: timeOf(r.Begun), Until: timeOf(r.Until), Used: r.Used, Pending: r.Pending,
	}
}

// Vacation implements vacation.Store.
func (s *Store) Vacation(ctx context.Context, account string) (vacation.Vacation, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row vacationRow
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("account = ?", account))
	switch {
	case err != nil:
		return vacation.Vacation{}, fmt.Errorf("read a vacation: %w", err)
	case !found:
		return vacation.Vacation{Account: account}, nil
	}
	return row.vacation(), nil
}

// PutVacation implements vacation.Store.
func (s *Store) PutVacation(ctx context.Context, v vacation.Vacation) error {
	err := checkText(v.Account)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			query := "INSERT INTO vacations (account, number, begun, until, used, pending) VALUES ($1, $2, $3, $4, $5, $6) " +
				"ON CONFLICT (account) DO NOTHING"
			if v.Number > 1 {
				query = "UPDATE vacations SET number = $2, begun = $3, until = $4, used = $5, pending = $6 " +
					"WHERE account = $1 AND number = $2 - 1"
			}
			done, err := t.Do(ctx, query, v.Account, v.Number, v.From.UnixMilli(), v.Until.UnixMilli(), v.Used, v.Pending)
			if err == nil && !done {
				err = vacation.ErrConflict
			}
			return err
		})
	}
	if err != nil && !errors.Is(err, vacation.ErrConflict) {
		err = fmt.Errorf("store a vacation: %w", err)
	}
	return err
}

// SettleVacation implements vacation.Store.
func (s *Store) SettleVacation(ctx context.Context, account string, number int) error {
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "UPDATE vacations SET pending = $3 WHERE account = $1 AND number = $2", account, number, false)
		return err
	})
	if err != nil {
		return fmt.Errorf("settle a vacation: %w", err)
	}
	return nil
}

// Vacations implements vacation.Store.
func (s *Store) Vacations(ctx context.Context, now time.Time, limit int) ([]vacation.Vacation, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []vacationRow
	if err := s.read.NewSelect().Model(&rows).Where("until > ? OR pending = ?", now.UnixMilli(), true).Order("account").
		Limit(int64(limit)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("list vacations: %w", s.readError(ctx, err))
	}
	list := make([]vacation.Vacation, len(rows))
	for i := range rows {
		list[i] = rows[i].vacation()
	}
	return list, nil
}
