package vacation

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// row is a row of the table vacations.
type row struct {
	Vacation

	Begun time.Time // From
}

func (r *row) vacation() Vacation {
	r.From = r.Begun
	return r.Vacation
}

// of returns the last vacation of an account; one with Number 0 if there was none.
func (s *Service) of(ctx context.Context, account string) (Vacation, error) {
	r, err := db.One[row](ctx, s.db, nil, "SELECT * FROM vacations WHERE account = $1", account)
	r.Account = account
	return r.vacation(), err
}

// store stores a change. It returns ErrConflict unless its Number is one more than that of the stored one, or 1 for the
// first.
func (s *Service) store(ctx context.Context, v Vacation) error {
	query := "INSERT INTO vacations (account, number, begun, until, used, pending) VALUES ($1, $2, $3, $4, $5, $6) " +
		"ON CONFLICT (account) DO NOTHING"
	if v.Number > 1 {
		query = "UPDATE vacations SET number = $2, begun = $3, until = $4, used = $5, pending = $6 " +
			"WHERE account = $1 AND number = $2 - 1"
	}
	n, err := s.db.Exec(ctx, query, v.Account, v.Number, v.From, v.Until, v.Used, v.Pending)
	if err == nil && n == 0 {
		err = ErrConflict
	}
	return err
}

// settle notes that all games have the event of a change, unless another has followed.
func (s *Service) settle(ctx context.Context, v Vacation) error {
	return s.db.Chore(ctx, func(ctx context.Context, t db.Tx) error {
		_, err := t.Do(ctx, "UPDATE vacations SET pending = $3 WHERE account = $1 AND number = $2",
			v.Account, v.Number, false)
		return err
	})
}

// open returns vacations that last or are pending, in the order of their accounts, after one of them.
func (s *Service) open(ctx context.Context, now time.Time, after string, limit int) ([]Vacation, error) {
	rows, err := db.All[row](ctx, s.db,
		"SELECT * FROM vacations WHERE (until > $1 OR pending) AND account > $2 ORDER BY account LIMIT $3", now, after, limit)
	list := make([]Vacation, len(rows))
	for i := range rows {
		list[i] = rows[i].vacation()
	}
	return list, err
}

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget:  feature.Statements("DELETE FROM vacations WHERE account = $1"),
	Exports: []feature.Export{{Name: "vacations", Query: "SELECT begun, until, used FROM vacations WHERE account = $1"}},
}
