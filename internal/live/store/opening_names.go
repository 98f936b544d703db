package store

import (
	"context"

	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/openings"
	"github.com/wane-chess/wane/internal/server/db"
)

// nameOpening deletes the proposals for a position that are without votes, and gives the position the
// name that follows from the others.
func (t transaction) nameOpening(ctx context.Context, spot archive.PositionHash) error {
	if err := t.Each(ctx, []string{
		`DELETE FROM opening_names WHERE spot = $1 AND EXISTS (SELECT 1 FROM opening_proposals AS p
			WHERE p.id = opening_names.proposal AND p.hidden)`,
		`DELETE FROM opening_proposals WHERE spot = $1 AND votes = 0 AND NOT hidden
			AND NOT EXISTS (SELECT 1 FROM opening_names AS n WHERE n.proposal = opening_proposals.id AND n.settled)`,
	}, spot); err != nil {
		return err
	}
	now, err := db.One[struct {
		Proposal int64
		Settled  bool
	}](ctx, t, nil, "SELECT proposal, settled FROM opening_names WHERE spot = $1", spot)
	if err != nil || now.Settled {
		return err
	}
	best, err := db.One[proposalRow](ctx, t, nil,
		`SELECT * FROM opening_proposals AS p WHERE spot = $1 AND NOT hidden AND votes >= $2
		AND NOT EXISTS (SELECT 1 FROM opening_names AS n WHERE n.variant = p.variant AND n.folded = p.folded AND n.spot <> $1)
		ORDER BY votes DESC, CASE WHEN id = $3 THEN 0 ELSE 1 END, id LIMIT 1`, spot, openings.Needed, now.Proposal)
	if err != nil || best.ID == now.Proposal {
		return err
	}
	if best.ID == 0 {
		_, err = t.Exec(ctx, "DELETE FROM opening_names WHERE spot = $1", spot)
		return err
	}
	return t.putOpening(ctx, &best, false)
}

// putOpening makes a proposal the name of its position.
func (t transaction) putOpening(ctx context.Context, r *proposalRow, settled bool) error {
	_, err := t.Exec(ctx,
		`INSERT INTO opening_names (spot, variant, proposal, name, folded, settled) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (spot) DO UPDATE SET
		proposal = excluded.proposal, name = excluded.name, folded = excluded.folded, settled = excluded.settled`,
		r.Spot, r.Variant, r.ID, r.Name, r.Folded, settled)
	return err
}

// nameOpenings does what nameOpening does for several positions.
func (t transaction) nameOpenings(ctx context.Context, spots []archive.PositionHash) error {
	for _, spot := range spots {
		if err := t.nameOpening(ctx, spot); err != nil {
			return err
		}
	}
	return nil
}

// forgetOpenings deletes the votes of an account. Names that it proposed stay as long as others vote for
// them, without their author.
func (t transaction) forgetOpenings(ctx context.Context, account string) error {
	if err := t.lock(ctx, openingsLock); err != nil {
		return err
	}
	spots, err := db.All[archive.PositionHash](ctx, t, "SELECT spot FROM opening_votes WHERE account = $1", account)
	if err != nil {
		return err
	}
	if err := t.Each(ctx, []string{
		"UPDATE opening_proposals SET votes = votes - 1 WHERE id IN (SELECT proposal FROM opening_votes WHERE account = $1)",
		"DELETE FROM opening_votes WHERE account = $1",
		"UPDATE opening_proposals SET author = '' WHERE author = $1 AND author <> ''",
	}, account); err != nil {
		return err
	}
	return t.nameOpenings(ctx, spots)
}
