package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/openings"
)

var _ openings.Store = (*Store)(nil)

// openingError explains an error of a method that is about names of openings.
func (s *Store) openingError(ctx context.Context, what string, err error) error {
	for _, known := range []error{openings.ErrNotFound, openings.ErrTaken, openings.ErrHidden, openings.ErrMany,
		account.ErrNotFound} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
	}
	return nil
}

// OpeningNames implements openings.Store.
func (s *Store) OpeningNames(ctx context.Context) ([]openings.Named, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []struct {
		Spot          int64
		Variant, Name string
	}
	err := s.read.NewSelect().Table("opening_names").Column("spot", "variant", "name").Order("variant", "spot").
		Scan(ctx, &rows)
	list := make([]openings.Named, len(rows))
	for i, r := range rows {
		list[i] = openings.Named{Variant: r.Variant, Position: archive.PositionHash(r.Spot), Name: r.Name}
	}
	return list, s.openingError(ctx, "read the names of openings", err)
}

// proposalRow is a row of the table opening_proposals.
type proposalRow struct {
	bun.BaseModel `bun:"table:opening_proposals,alias:p"`

	ID      int64 `bun:",pk"`
	Spot    int64
	Variant string
	Name    string
	Folded  string
	Line    string
	Author  string
	Created int64
	Votes   int
	Hidden  bool
}

func (r *proposalRow) proposal() openings.Proposal {
	return openings.Proposal{
		ID: r.ID, Position: archive.PositionHash(r.Spot), Variant: r.Variant, Name: r.Name, Folded: r.Folded,
		Line: strings.Fields(r.Line), Author: r.Author, Created: timeOf(r.Created), Votes: r.Votes, Hidden: r.Hidden,
	}
}

// OpeningProposals implements openings.Store.
func (s *Store) OpeningProposals(
	ctx context.Context, spot archive.PositionHash, account string, limit int,
) (list []openings.Proposal, voted int64, err error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var shown struct {
		Proposal int64
		Settled  bool
	}
	var rows []proposalRow
	none := func(err error) error {
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	}
	err = none(s.read.NewSelect().Table("opening_names").Column("proposal", "settled").Where("spot = ?", int64(spot)).
		Scan(ctx, &shown))
	if err == nil {
		err = s.read.NewSelect().Model(&rows).Where("spot = ?", int64(spot)).
			OrderExpr("hidden, CASE WHEN id = ? THEN 0 ELSE 1 END, votes DESC, id", shown.Proposal).Limit(int64(limit)).Scan(ctx)
	}
	if err == nil && account != "" {
		err = none(s.read.NewSelect().Table("opening_votes").Column("proposal").
			Where("account = ? AND spot = ?", account, int64(spot)).Scan(ctx, &voted))
	}
	for i := range rows {
		p := rows[i].proposal()
		p.Shown = p.ID == shown.Proposal
		p.Settled = p.Shown && shown.Settled
		list = append(list, p)
	}
	return list, voted, s.openingError(ctx, "read proposals of names", err)
}

// ProposeOpening implements openings.Store.
func (s *Store) ProposeOpening(ctx context.Context, p openings.Proposal, since time.Time) error {
	line, spot := strings.Join(p.Line, " "), int64(p.Position)
	err := checkText(p.Variant, p.Name, p.Folded, line, p.Author)
	if err == nil {
		err = s.changeOpenings(ctx, p.Author, func(ctx context.Context, t transaction) error {
			var id int64
			var hidden bool
			err := t.Row(ctx, "SELECT id, hidden FROM opening_proposals WHERE spot = $1 AND folded = $2", spot, p.Folded).
				Scan(&id, &hidden)
			switch {
			case err == nil && hidden:
				return openings.ErrHidden
			case err == nil:
				return t.voteOpening(ctx, p.Author, spot, id, p.Created)
			case !errors.Is(err, sql.ErrNoRows):
				return err
			}
			if err := t.openingFree(ctx, p.Variant, p.Folded, spot); err != nil {
				return err
			}
			var recent int
			if err := t.Row(ctx, "SELECT COUNT(*) FROM opening_proposals WHERE author = $1 AND created > $2",
				p.Author, since.UnixMilli()).Scan(&recent); err != nil {
				return err
			}
			if recent >= openings.MaxPerDay {
				return openings.ErrMany
			}
			if err := t.Row(ctx, "INSERT INTO opening_proposals (spot, variant, name, folded, line, author, created, votes) "+
				"VALUES ($1, $2, $3, $4, $5, $6, $7, 0) RETURNING id",
				spot, p.Variant, p.Name, p.Folded, line, p.Author, p.Created.UnixMilli()).Scan(&id); err != nil {
				return err
			}
			return t.voteOpening(ctx, p.Author, spot, id, p.Created)
		})
	}
	return s.openingError(ctx, "propose a name", err)
}

// changeOpenings runs a transaction that changes names; with an account, which must exist, it takes turns
// with others of the account.
func (s *Store) changeOpenings(
	ctx context.Context, account string, work func(ctx context.Context, t transaction) error,
) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if account != "" {
			if err := t.lockAccount(ctx, account); err != nil {
				return err
			}
		}
		if err := t.lock(ctx, openingsLock); err != nil {
			return err
		}
		return work(ctx, t)
	})
}

// openingFree returns ErrTaken if another position of a game has a name.
func (t transaction) openingFree(ctx context.Context, variant, folded string, spot int64) error {
	var taken int
	err := t.Row(ctx, "SELECT COUNT(*) FROM opening_names WHERE variant = $1 AND folded = $2 AND spot <> $3",
		variant, folded, spot).Scan(&taken)
	if err == nil && taken > 0 {
		err = openings.ErrTaken
	}
	return err
}

// VoteOpening implements openings.Store.
func (s *Store) VoteOpening(ctx context.Context, account string, id int64, at time.Time) error {
	err := s.changeOpenings(ctx, account, func(ctx context.Context, t transaction) error {
		var spot int64
		if err := t.Row(ctx, "SELECT spot FROM opening_proposals WHERE id = $1 AND NOT hidden", id).Scan(&spot); err != nil {
			return openingMissing(err)
		}
		return t.voteOpening(ctx, account, spot, id, at)
	})
	return s.openingError(ctx, "vote for a name", err)
}

// openingMissing returns ErrNotFound for a query that finds no row.
func openingMissing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return openings.ErrNotFound
	}
	return err
}

// UnvoteOpening implements openings.Store.
func (s *Store) UnvoteOpening(ctx context.Context, account string, id int64) error {
	err := s.changeOpenings(ctx, account, func(ctx context.Context, t transaction) error {
		var spot int64
		err := t.Row(ctx, "DELETE FROM opening_votes WHERE account = $1 AND proposal = $2 RETURNING spot", account, id).
			Scan(&spot)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			_, err = t.Do(ctx, "UPDATE opening_proposals SET votes = votes - 1 WHERE id = $1", id)
		}
		if err == nil {
			err = t.nameOpening(ctx, spot)
		}
		return err
	})
	return s.openingError(ctx, "take a vote for a name back", err)
}

// voteOpening stores a vote, in place of another for the position.
func (t transaction) voteOpening(ctx context.Context, account string, spot, id int64, at time.Time) error {
	var old int64
	err := t.Row(ctx, "SELECT proposal FROM opening_votes WHERE account = $1 AND spot = $2", account, spot).Scan(&old)
	if err != nil && !errors.Is(err, sql.ErrNoRows) || old == id {
		return err
	}
	for _, change := range []struct {
		query string
		args  []any
	}{
		{"UPDATE opening_proposals SET votes = votes - 1 WHERE id = $1", []any{old}},
		{"UPDATE opening_proposals SET votes = votes + 1 WHERE id = $1", []any{id}},
		{"INSERT INTO opening_votes (account, spot, proposal, at) VALUES ($1, $2, $3, $4) ON CONFLICT (account, spot) " +
			"DO UPDATE SET proposal = excluded.proposal, at = excluded.at",
			[]any{account, spot, id, at.UnixMilli()}},
	} {
		if _, err := t.Do(ctx, change.query, change.args...); err != nil {
			return err
		}
	}
	return t.nameOpening(ctx, spot)
}

// HideOpening implements openings.Store.
func (s *Store) HideOpening(ctx context.Context, id int64, hidden, all bool, e admin.Entry) error {
	err := s.changeOpenings(ctx, "", func(ctx context.Context, t transaction) error {
		var author, name string
		err := t.Row(ctx, "SELECT author, name FROM opening_proposals WHERE id = $1", id).Scan(&author, &name)
		if err != nil {
			return openingMissing(err)
		}
		which, args := "id = $1", []any{id}
		if all && author != "" {
			which, args = "author = $1", []any{author}
		}
		spots, err := db.All[int64](ctx, t, "SELECT DISTINCT spot FROM opening_proposals WHERE "+which, args...)
		if err == nil {
			_, err = t.Do(ctx, "UPDATE opening_proposals SET hidden = $2 WHERE "+which, append(args, hidden)...)
		}
		for _, spot := range spots {
			if err == nil {
				err = t.nameOpening(ctx, spot)
			}
		}
		if err == nil && !hidden {
			if e := t.Row(ctx, "SELECT name FROM opening_proposals WHERE id = $1", id).Scan(&name); errors.Is(e, sql.ErrNoRows) {
				return openings.ErrVotes
			}
		}
		if err == nil {
			err = t.logOpening(ctx, e, name)
		}
		return err
	})
	return s.openingError(ctx, "hide a name", err)
}

// SettleOpening implements openings.Store.
func (s *Store) SettleOpening(ctx context.Context, id int64, settled bool, e admin.Entry) error {
	err := s.changeOpenings(ctx, "", func(ctx context.Context, t transaction) error {
		var r proposalRow
		if err := t.Row(ctx, "SELECT spot, variant, name, folded FROM opening_proposals WHERE id = $1 AND NOT hidden", id).
			Scan(&r.Spot, &r.Variant, &r.Name, &r.Folded); err != nil {
			return openingMissing(err)
		}
		err := t.openingFree(ctx, r.Variant, r.Folded, r.Spot)
		if settled && err == nil {
			r.ID = id
			err = t.putOpening(ctx, &r, true)
		}
		if !settled {
			_, err = t.Do(ctx, "UPDATE opening_names SET settled = $2 WHERE proposal = $1", id, false)
		}
		if err == nil {
			err = t.nameOpening(ctx, r.Spot)
		}
		if err == nil {
			err = t.logOpening(ctx, e, r.Name)
		}
		return err
	})
	return s.openingError(ctx, "settle a name", err)
}

// ListOpenings implements openings.Store.
func (s *Store) ListOpenings(ctx context.Context, q openings.Query) ([]openings.Proposal, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []struct {
		proposalRow
		Named   int64
		Settled bool
	}
	query := s.read.NewSelect().TableExpr("opening_proposals AS p").ColumnExpr("p.*").
		ColumnExpr("COALESCE(n.proposal, 0) AS named, COALESCE(n.settled, ?) AS settled", false).
		Join("LEFT JOIN opening_names AS n ON n.proposal = p.id").Order("p.id DESC").Limit(int64(q.Limit))
	if q.Variant != "" {
		query = query.Where("p.variant = ?", q.Variant)
	}
	if q.Shown {
		query = query.Where("n.proposal IS NOT NULL")
	}
	if q.Before > 0 {
		query = query.Where("p.id < ?", q.Before)
	}
	err := checkText(q.Variant)
	if err == nil {
		err = query.Scan(ctx, &rows)
	}
	list := make([]openings.Proposal, len(rows))
	for i := range rows {
		list[i] = rows[i].proposal()
		list[i].Shown, list[i].Settled = rows[i].Named != 0, rows[i].Settled
	}
	return list, s.openingError(ctx, "list names of openings", err)
}

// SetOpening implements openings.Store.
func (s *Store) SetOpening(ctx context.Context, p openings.Proposal, e admin.Entry) error {
	r := proposalRow{
		Spot: int64(p.Position), Variant: p.Variant, Name: p.Name, Folded: p.Folded, Line: strings.Join(p.Line, " "),
	}
	err := checkText(r.Variant, r.Name, r.Folded, r.Line, e.Operator)
	if err == nil {
		err = s.changeOpenings(ctx, "", func(ctx context.Context, t transaction) error {
			if err := t.openingFree(ctx, r.Variant, r.Folded, r.Spot); err != nil {
				return err
			}
			err := t.Row(ctx, `INSERT INTO opening_proposals (spot, variant, name, folded, line, author, created, votes)
				VALUES ($1, $2, $3, $4, $5, '', $6, 0)
				ON CONFLICT (spot, folded) DO UPDATE SET hidden = $7, name = excluded.name
				RETURNING id`, r.Spot, r.Variant, r.Name, r.Folded, r.Line, p.Created.UnixMilli(), false).Scan(&r.ID)
			if err == nil {
				err = t.putOpening(ctx, &r, true)
			}
			if err == nil {
				err = t.nameOpening(ctx, r.Spot) // what has no votes is deleted
			}
			if err == nil {
				e.Detail = fmt.Sprint(r.ID)
				err = t.logOpening(ctx, e, r.Name)
			}
			return err
		})
	}
	return s.openingError(ctx, "set a name", err)
}

// logOpening notes what was done with a name.
func (t transaction) logOpening(ctx context.Context, e admin.Entry, name string) error {
	e.Detail = name + ", " + e.Detail
	return t.log(ctx, e)
}
