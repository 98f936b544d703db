package store

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/vacation"
)

var _ vacation.Store = (*Store)(nil)

// vacationRow is a row of the table vacations.
type vacationRow struct {
	vacation.Vacation

	Begun time.Time // From
}

func (r *vacationRow) vacation() vacation.Vacation {
	r.From = r.Begun
	return r.Vacation
}

// Vacation implements vacation.Store.
func (s *Store) Vacation(ctx context.Context, account string) (vacation.Vacation, error) {
	row, err := db.One[vacationRow](ctx, s.db, nil, "SELECT * FROM vacations WHERE account = $1", account)
	row.Account = account
	return row.vacation(), err
}

// PutVacation implements vacation.Store.
func (s *Store) PutVacation(ctx context.Context, v vacation.Vacation) error {
	query := "INSERT INTO vacations (account, number, begun, until, used, pending) VALUES ($1, $2, $3, $4, $5, $6) " +
		"ON CONFLICT (account) DO NOTHING"
	if v.Number > 1 {
		query = "UPDATE vacations SET number = $2, begun = $3, until = $4, used = $5, pending = $6 " +
			"WHERE account = $1 AND number = $2 - 1"
	}
	n, err := s.db.Exec(ctx, query, v.Account, v.Number, v.From, v.Until, v.Used, v.Pending)
	if err == nil && n == 0 {
		err = vacation.ErrConflict
	}
	return err
}

// SettleVacation implements vacation.Store.
func (s *Store) SettleVacation(ctx context.Context, account string, number int) error {
	return s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Do(ctx, "UPDATE vacations SET pending = $3 WHERE account = $1 AND number = $2", account, number, false)
		return err
	})
}

// Vacations implements vacation.Store.
func (s *Store) Vacations(
	ctx context.Context, now time.Time, after string, limit int,
) ([]vacation.Vacation, error) {
	rows, err := db.All[vacationRow](ctx, s.db,
		"SELECT * FROM vacations WHERE (until > $1 OR pending) AND account > $2 ORDER BY account LIMIT $3", now, after, limit)
	return values(rows, (*vacationRow).vacation), err
}
