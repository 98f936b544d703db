package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wane-chess/wane/internal/live/db"
	"github.com/wane-chess/wane/internal/live/openings"
)

// nameOpening deletes the proposals for a position that are without votes, and gives the position the
// name that follows from the others.
func (t transaction) nameOpening(ctx context.Context, spot int64) error {
	_, err := t.Do(ctx, `DELETE FROM opening_names WHERE spot = $1 AND EXISTS (SELECT 1 FROM opening_proposals AS p
		WHERE p.id = opening_names.proposal AND p.hidden)`, spot)
	if err == nil {
		_, err = t.Do(ctx, `DELETE FROM opening_proposals WHERE spot = $1 AND votes = 0 AND NOT hidden
			AND NOT EXISTS (SELECT 1 FROM opening_names AS n WHERE n.proposal = opening_proposals.id AND n.settled)`, spot)
	}
	var now int64
	var settled bool
	if err == nil {
		err = t.Row(ctx, "SELECT proposal, settled FROM opening_names WHERE spot = $1", spot).Scan(&now, &settled)
	}
	if settled || err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	r := proposalRow{Spot: spot}
	err = t.Row(ctx,
		`SELECT id, variant, name, folded FROM opening_proposals AS p WHERE spot = $1 AND NOT hidden AND votes >= $2
		AND NOT EXISTS (SELECT 1 FROM opening_names AS n WHERE n.variant = p.variant AND n.folded = p.folded AND n.spot <> $1)
		ORDER BY votes DESC, CASE WHEN id = $3 THEN 0 ELSE 1 END, id LIMIT 1`, spot, openings.Needed, now).
		Scan(&r.ID, &r.Variant, &r.Name, &r.Folded)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		_, err = t.Do(ctx, "DELETE FROM opening_names WHERE spot = $1", spot)
		return err
	case err != nil || r.ID == now:
		return err
	}
	return t.putOpening(ctx, &r, false)
}

// putOpening makes a proposal the name of its position.
func (t transaction) putOpening(ctx context.Context, r *proposalRow, settled bool) error {
	_, err := t.Do(ctx,
		`INSERT INTO opening_names (spot, variant, proposal, name, folded, settled) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (spot) DO UPDATE SET
		proposal = excluded.proposal, name = excluded.name, folded = excluded.folded, settled = excluded.settled`,
		r.Spot, r.Variant, r.ID, r.Name, r.Folded, settled)
	return err
}

// forgetOpenings deletes the votes of an account. Names that it proposed stay as long as others vote for
// them, without their author.
func (t transaction) forgetOpenings(ctx context.Context, account string) error {
	if err := t.lock(ctx, openingsLock); err != nil {
		return err
	}
	spots, err := db.All[int64](ctx, t, "SELECT spot FROM opening_votes WHERE account = $1", account)
	for _, statement := range []string{
		"UPDATE opening_proposals SET votes = votes - 1 WHERE id IN (SELECT proposal FROM opening_votes WHERE account = $1)",
		"DELETE FROM opening_votes WHERE account = $1",
		"UPDATE opening_proposals SET author = '' WHERE author = $1 AND author <> ''",
	} {
		if err == nil {
			_, err = t.Do(ctx, statement, account)
		}
	}
	for _, spot := range spots {
		if err == nil {
			err = t.nameOpening(ctx, spot)
		}
	}
	return err
}
