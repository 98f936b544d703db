package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/openings"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

var _ openings.Store = (*Store)(nil)

// OpeningNames implements openings.Store.
func (s *Store) OpeningNames(ctx context.Context) ([]openings.Named, error) {
	return db.All[openings.Named](ctx, s.db,
		"SELECT variant, spot AS position, name FROM opening_names ORDER BY variant, spot")
}

// proposalRow is a row of the table opening_proposals, with what the table opening_names says of it.
type proposalRow struct {
	ID      int64
	Spot    archive.PositionHash
	Variant string
	Name    string
	Folded  string
	Line    string
	Author  string
	Created time.Time
	Votes   int
	Hidden  bool
	Shown   bool
	Settled bool
}

func (r *proposalRow) proposal() openings.Proposal {
	return openings.Proposal{
		ID: r.ID, Position: r.Spot, Variant: r.Variant, Name: r.Name, Folded: r.Folded, Line: strings.Fields(r.Line),
		Author: r.Author, Created: r.Created, Votes: r.Votes, Hidden: r.Hidden, Shown: r.Shown, Settled: r.Settled,
	}
}

// proposals reads proposals p that have a name n or none.
func (s *Store) proposals(ctx context.Context, where string, args ...any) ([]openings.Proposal, error) {
	rows, err := db.All[proposalRow](ctx, s.db,
		`SELECT p.*, n.proposal IS NOT NULL AS shown, COALESCE(n.settled, FALSE) AS settled FROM opening_proposals AS p
		LEFT JOIN opening_names AS n ON n.spot = p.spot AND n.proposal = p.id WHERE `+where, args...)
	return values(rows, (*proposalRow).proposal), err
}

// OpeningProposals implements openings.Store.
func (s *Store) OpeningProposals(
	ctx context.Context, spot archive.PositionHash, account string, limit int,
) (list []openings.Proposal, voted int64, err error) {
	list, err = s.proposals(ctx, "p.spot = $1 ORDER BY p.hidden, shown DESC, p.votes DESC, p.id LIMIT $2", spot, limit)
	if err == nil && account != "" {
		voted, err = db.One[int64](ctx, s.db, nil,
			"SELECT proposal FROM opening_votes WHERE account = $1 AND spot = $2", account, spot)
	}
	return list, voted, err
}

// ProposeOpening implements openings.Store.
func (s *Store) ProposeOpening(ctx context.Context, p openings.Proposal, since time.Time) error {
	return s.changeOpenings(ctx, p.Author, func(ctx context.Context, t transaction) error {
		known, err := db.One[proposalRow](ctx, t, nil,
			"SELECT id, hidden FROM opening_proposals WHERE spot = $1 AND folded = $2", p.Position, p.Folded)
		switch {
		case err != nil:
			return err
		case known.Hidden:
			return openings.ErrHidden
		case known.ID != 0:
			return t.voteOpening(ctx, p.Author, p.Position, known.ID, p.Created)
		}
		if err := t.openingFree(ctx, p.Variant, p.Folded, p.Position); err != nil {
			return err
		}
		recent, err := db.One[int](ctx, t, nil,
			"SELECT COUNT(*) FROM opening_proposals WHERE author = $1 AND created > $2", p.Author, since)
		if err != nil {
			return err
		}
		if recent >= openings.MaxPerDay {
			return openings.ErrMany
		}
		id, err := db.One[int64](ctx, t, nil,
			"INSERT INTO opening_proposals (spot, variant, name, folded, line, author, created, votes) "+
				"VALUES ($1, $2, $3, $4, $5, $6, $7, 0) RETURNING id",
			p.Position, p.Variant, p.Name, p.Folded, strings.Join(p.Line, " "), p.Author, p.Created)
		if err != nil {
			return err
		}
		return t.voteOpening(ctx, p.Author, p.Position, id, p.Created)
	})
}

// changeOpenings runs a transaction that changes names; with an account, which must exist, it takes turns
// with others of the account.
func (s *Store) changeOpenings(
	ctx context.Context, account string, work func(ctx context.Context, t transaction) error,
) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if account != "" {
			if err := feature.LockAccount(ctx, t.Tx, account); err != nil {
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
func (t transaction) openingFree(ctx context.Context, variant, folded string, spot archive.PositionHash) error {
	return t.None(ctx, openings.ErrTaken, "opening_names WHERE variant = $1 AND folded = $2 AND spot <> $3",
		variant, folded, spot)
}

// VoteOpening implements openings.Store.
func (s *Store) VoteOpening(ctx context.Context, account string, id int64, at time.Time) error {
	return s.changeOpenings(ctx, account, func(ctx context.Context, t transaction) error {
		spot, err := db.One[archive.PositionHash](ctx, t, openings.ErrNotFound,
			"SELECT spot FROM opening_proposals WHERE id = $1 AND NOT hidden", id)
		if err != nil {
			return err
		}
		return t.voteOpening(ctx, account, spot, id, at)
	})
}

// UnvoteOpening implements openings.Store.
func (s *Store) UnvoteOpening(ctx context.Context, account string, id int64) error {
	return s.changeOpenings(ctx, account, func(ctx context.Context, t transaction) error {
		spots, err := db.All[archive.PositionHash](ctx, t,
			"DELETE FROM opening_votes WHERE account = $1 AND proposal = $2 RETURNING spot", account, id)
		if err != nil || len(spots) == 0 {
			return err
		}
		if _, err := t.Exec(ctx, "UPDATE opening_proposals SET votes = votes - 1 WHERE id = $1", id); err != nil {
			return err
		}
		return t.nameOpenings(ctx, spots)
	})
}

// voteOpening stores a vote, in place of another for the position.
func (t transaction) voteOpening(
	ctx context.Context, account string, spot archive.PositionHash, id int64, at time.Time,
) error {
	old, err := db.One[int64](ctx, t, nil,
		"SELECT proposal FROM opening_votes WHERE account = $1 AND spot = $2", account, spot)
	if err != nil || old == id {
		return err
	}
	if _, err := t.Exec(ctx, "UPDATE opening_proposals SET votes = votes + CASE WHEN id = $1 THEN 1 ELSE -1 END "+
		"WHERE id IN ($1, $2)", id, old); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, "INSERT INTO opening_votes (account, spot, proposal, at) VALUES ($1, $2, $3, $4) "+
		"ON CONFLICT (account, spot) DO UPDATE SET proposal = excluded.proposal, at = excluded.at",
		account, spot, id, at); err != nil {
		return err
	}
	return t.nameOpening(ctx, spot)
}

// HideOpening implements openings.Store.
func (s *Store) HideOpening(ctx context.Context, id int64, hidden, all bool, e admin.Entry) error {
	return s.changeOpenings(ctx, "", func(ctx context.Context, t transaction) error {
		p, err := db.One[proposalRow](ctx, t, openings.ErrNotFound,
			"SELECT author, name FROM opening_proposals WHERE id = $1", id)
		if err != nil {
			return err
		}
		which, value := "id", any(id)
		if all && p.Author != "" {
			which, value = "author", p.Author
		}
		spots, err := db.All[archive.PositionHash](ctx, t,
			"UPDATE opening_proposals SET hidden = $2 WHERE "+which+" = $1 RETURNING spot", value, hidden)
		if err != nil {
			return err
		}
		if err := t.nameOpenings(ctx, spots); err != nil {
			return err
		}
		if _, err := db.One[int64](ctx, t, openings.ErrVotes,
			"SELECT id FROM opening_proposals WHERE id = $1", id); err != nil {
			return err
		}
		return t.logOpening(ctx, e, p.Name)
	})
}

// SettleOpening implements openings.Store.
func (s *Store) SettleOpening(ctx context.Context, id int64, settled bool, e admin.Entry) error {
	return s.changeOpenings(ctx, "", func(ctx context.Context, t transaction) error {
		p, err := db.One[proposalRow](ctx, t, openings.ErrNotFound,
			"SELECT * FROM opening_proposals WHERE id = $1 AND NOT hidden", id)
		if err != nil {
			return err
		}
		if settled {
			err = t.settleOpening(ctx, &p)
		} else {
			_, err = t.Exec(ctx, "UPDATE opening_names SET settled = FALSE WHERE proposal = $1", id)
		}
		if err != nil {
			return err
		}
		if err := t.nameOpening(ctx, p.Spot); err != nil {
			return err
		}
		return t.logOpening(ctx, e, p.Name)
	})
}

// settleOpening makes a proposal the name of its position whatever the votes, unless another position has it.
func (t transaction) settleOpening(ctx context.Context, p *proposalRow) error {
	if err := t.openingFree(ctx, p.Variant, p.Folded, p.Spot); err != nil {
		return err
	}
	return t.putOpening(ctx, p, true)
}

// ListOpenings implements openings.Store.
func (s *Store) ListOpenings(ctx context.Context, q openings.Query) ([]openings.Proposal, error) {
	return s.proposals(ctx, "(p.variant = $1 OR $1 = '') AND (n.proposal IS NOT NULL OR NOT $2) "+
		"AND (p.id < $3 OR $3 = 0) ORDER BY p.id DESC LIMIT $4", q.Variant, q.Shown, q.Before, q.Limit)
}

// SetOpening implements openings.Store.
func (s *Store) SetOpening(ctx context.Context, p openings.Proposal, e admin.Entry) error {
	return s.changeOpenings(ctx, "", func(ctx context.Context, t transaction) error {
		r, err := db.One[proposalRow](ctx, t, nil,
			`INSERT INTO opening_proposals (spot, variant, name, folded, line, author, created, votes)
			VALUES ($1, $2, $3, $4, $5, '', $6, 0)
			ON CONFLICT (spot, folded) DO UPDATE SET hidden = FALSE, name = excluded.name
			RETURNING *`, p.Position, p.Variant, p.Name, p.Folded, strings.Join(p.Line, " "), p.Created)
		if err != nil {
			return err
		}
		if err := t.settleOpening(ctx, &r); err != nil {
			return err
		}
		if err := t.nameOpening(ctx, r.Spot); err != nil { // what has no votes is deleted
			return err
		}
		e.Detail = fmt.Sprint(r.ID)
		return t.logOpening(ctx, e, r.Name)
	})
}

// logOpening notes what was done with a name.
func (t transaction) logOpening(ctx context.Context, e admin.Entry, name string) error {
	e.Detail = name + ", " + e.Detail
	return admin.Note(ctx, t.Tx, e)
}
