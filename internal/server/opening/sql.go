package opening

import (
	"context"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// all returns the names of all positions.
func (s *Service) all(ctx context.Context) ([]Named, error) {
	return db.All[Named](ctx, s.o.DB, "SELECT variant, spot AS position, name FROM opening_names ORDER BY variant, spot")
}

// selectProposals begins a query for proposals p, which have a name n or none, and a vote v of the account $1 or none.
const selectProposals = `SELECT p.*, n.proposal IS NOT NULL AS shown, COALESCE(n.settled, FALSE) AS settled,
	v.proposal IS NOT NULL AS mine FROM opening_proposals AS p
	LEFT JOIN opening_names AS n ON n.spot = p.spot AND n.proposal = p.id
	LEFT JOIN opening_votes AS v ON v.account = $1 AND v.spot = p.spot AND v.proposal = p.id WHERE `

// proposals returns what was proposed for a position, at most limit: its name first, then those with most votes, the
// hidden ones last.
func (s *Service) proposals(
	ctx context.Context, spot archive.PositionHash, account string, limit int,
) ([]Proposal, error) {
	return db.All[Proposal](ctx, s.o.DB,
		selectProposals+"p.spot = $2 ORDER BY p.hidden, shown DESC, p.votes DESC, p.id LIMIT $3", account, spot, limit)
}

// List returns what was proposed, the latest first.
func (s *Service) List(ctx context.Context, q Query) ([]Proposal, error) {
	return db.All[Proposal](ctx, s.o.DB, selectProposals+"(p.variant = $2 OR $2 = '') "+
		"AND (n.proposal IS NOT NULL OR NOT $3) AND (p.id < $4 OR $4 = 0) ORDER BY p.id DESC LIMIT $5",
		"", q.Variant, q.Shown, q.Before, q.Limit)
}

// change does work that changes names. Such transactions take turns. With an account, which must exist, it also takes
// turns with others of the account.
func (s *Service) change(ctx context.Context, by string, work func(context.Context, db.Tx) error) error {
	defer s.stale.Store(true) // this node looks for names again
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if by != "" {
			if err := feature.LockAccount(ctx, t, by); err != nil {
				return err
			}
		}
		if err := t.Lock(ctx, db.OpeningsLock, ""); err != nil {
			return err
		}
		return work(ctx, t)
	})
}

// propose stores a proposal with the vote of its author, who must exist. If it was proposed before, it is a vote. The
// error is ErrHidden, ErrTaken, or ErrMany if the author has MaxPerDay proposals since a time.
func (s *Service) propose(ctx context.Context, p Proposal, since time.Time) error {
	return s.change(ctx, p.Author, func(ctx context.Context, t db.Tx) error {
		known, err := db.One[Proposal](ctx, t, nil,
			"SELECT id, hidden FROM opening_proposals WHERE spot = $1 AND folded = $2", p.Position, p.Folded)
		switch {
		case err != nil:
			return err
		case known.Hidden:
			return ErrHidden
		case known.ID != 0:
			return vote(ctx, t, p.Author, p.Position, known.ID, p.Created)
		}
		if err := free(ctx, t, &p); err != nil {
			return err
		}
		recent, err := db.One[int](ctx, t, nil,
			"SELECT COUNT(*) FROM opening_proposals WHERE author = $1 AND created > $2", p.Author, since)
		if err != nil {
			return err
		}
		if recent >= MaxPerDay {
			return ErrMany
		}
		p, err = insert(ctx, t, &p)
		if err != nil {
			return err
		}
		return vote(ctx, t, p.Author, p.Position, p.ID, p.Created)
	})
}

// insert stores a proposal without votes. One that is there already is not hidden any more, and has the name.
func insert(ctx context.Context, t db.Tx, p *Proposal) (Proposal, error) {
	return db.One[Proposal](ctx, t, nil,
		`INSERT INTO opening_proposals (spot, variant, name, folded, line, author, created, votes)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
		ON CONFLICT (spot, folded) DO UPDATE SET hidden = FALSE, name = excluded.name RETURNING *`,
		p.Position, p.Variant, p.Name, p.Folded, p.Line, p.Author, p.Created)
}

// free returns ErrTaken if another position of the game has a name.
func free(ctx context.Context, t db.Tx, p *Proposal) error {
	return t.None(ctx, ErrTaken, "opening_names WHERE variant = $1 AND folded = $2 AND spot <> $3",
		p.Variant, p.Folded, p.Position)
}

// vote stores the vote of an account, in place of another for the same position. It returns ErrNotFound for a proposal
// that does not exist or is hidden.
func (s *Service) vote(ctx context.Context, account string, id int64, at time.Time) error {
	return s.change(ctx, account, func(ctx context.Context, t db.Tx) error {
		spot, err := db.One[archive.PositionHash](ctx, t, ErrNotFound,
			"SELECT spot FROM opening_proposals WHERE id = $1 AND NOT hidden", id)
		if err != nil {
			return err
		}
		return vote(ctx, t, account, spot, id, at)
	})
}

// Unvote takes the vote of an account for a proposal back, if there is one.
func (s *Service) Unvote(ctx context.Context, account string, id int64) error {
	return s.change(ctx, account, func(ctx context.Context, t db.Tx) error {
		spots, err := db.All[archive.PositionHash](ctx, t,
			"DELETE FROM opening_votes WHERE account = $1 AND proposal = $2 RETURNING spot", account, id)
		if err != nil || len(spots) == 0 {
			return err
		}
		if _, err := t.Exec(ctx, "UPDATE opening_proposals SET votes = votes - 1 WHERE id = $1", id); err != nil {
			return err
		}
		return decide(ctx, t, spots...)
	})
}

// vote stores a vote, in place of another for the position.
func vote(
	ctx context.Context, t db.Tx, account string, spot archive.PositionHash, id int64, at time.Time,
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
	return decide(ctx, t, spot)
}

// hide hides a proposal, or with all every proposal of its author, or shows it again, and notes that in the log, with
// the name before the detail.
func (s *Service) hide(ctx context.Context, id int64, hidden, all bool, e admin.Entry) error {
	return s.change(ctx, "", func(ctx context.Context, t db.Tx) error {
		p, err := db.One[Proposal](ctx, t, ErrNotFound, "SELECT author, name FROM opening_proposals WHERE id = $1", id)
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
		if err := decide(ctx, t, spots...); err != nil {
			return err
		}
		if _, err := db.One[int64](ctx, t, ErrVotes, "SELECT id FROM opening_proposals WHERE id = $1", id); err != nil {
			return err
		}
		return note(ctx, t, e, p.Name)
	})
}

// settle makes a proposal the name of its position whatever the votes, or leaves it to the votes again, and notes that
// in the log. The error is ErrNotFound or ErrTaken.
func (s *Service) settle(ctx context.Context, id int64, settled bool, e admin.Entry) error {
	return s.change(ctx, "", func(ctx context.Context, t db.Tx) error {
		p, err := db.One[Proposal](ctx, t, ErrNotFound, "SELECT * FROM opening_proposals WHERE id = $1 AND NOT hidden", id)
		if err != nil {
			return err
		}
		if settled {
			err = settle(ctx, t, &p)
		} else {
			_, err = t.Exec(ctx, "UPDATE opening_names SET settled = FALSE WHERE proposal = $1", id)
		}
		if err != nil {
			return err
		}
		if err := decide(ctx, t, p.Position); err != nil {
			return err
		}
		return note(ctx, t, e, p.Name)
	})
}

// settle makes a proposal the name of its position whatever the votes, unless another position has it.
func settle(ctx context.Context, t db.Tx, p *Proposal) error {
	if err := free(ctx, t, p); err != nil {
		return err
	}
	return put(ctx, t, p, true)
}

// set makes a name that of a position, and notes that in the log, with the name before the ID. The error is ErrTaken if
// another position has it.
func (s *Service) set(ctx context.Context, p Proposal, by string) error {
	return s.change(ctx, "", func(ctx context.Context, t db.Tx) error {
		p, err := insert(ctx, t, &p)
		if err != nil {
			return err
		}
		if err := settle(ctx, t, &p); err != nil {
			return err
		}
		if err := decide(ctx, t, p.Position); err != nil { // what has no votes is deleted
			return err
		}
		e := admin.Entry{At: s.o.Now(), Operator: by, Action: admin.OpeningSettled, Detail: fmt.Sprint(p.ID)}
		return note(ctx, t, e, p.Name)
	})
}

// note notes what was done with a name.
func note(ctx context.Context, t db.Tx, e admin.Entry, name string) error {
	e.Detail = name + ", " + e.Detail
	return admin.Note(ctx, t, e)
}

// decide deletes the proposals for positions that have no votes and are neither hidden nor settled, and gives each
// position the name that follows from the others: the settled one, or else the one with most votes, at least Needed,
// that is neither hidden nor that of another position of the game. Of two with equal votes the one that is the name
// stays, and else the older one wins.
func decide(ctx context.Context, t db.Tx, spots ...archive.PositionHash) error {
	for _, spot := range spots {
		if err := decideOne(ctx, t, spot); err != nil {
			return err
		}
	}
	return nil
}

func decideOne(ctx context.Context, t db.Tx, spot archive.PositionHash) error {
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
	best, err := db.One[Proposal](ctx, t, nil,
		`SELECT * FROM opening_proposals AS p WHERE spot = $1 AND NOT hidden AND votes >= $2
		AND NOT EXISTS (SELECT 1 FROM opening_names AS n WHERE n.variant = p.variant AND n.folded = p.folded AND n.spot <> $1)
		ORDER BY votes DESC, CASE WHEN id = $3 THEN 0 ELSE 1 END, id LIMIT 1`, spot, Needed, now.Proposal)
	if err != nil || best.ID == now.Proposal {
		return err
	}
	if best.ID == 0 {
		_, err = t.Exec(ctx, "DELETE FROM opening_names WHERE spot = $1", spot)
		return err
	}
	return put(ctx, t, &best, false)
}

// put makes a proposal the name of its position.
func put(ctx context.Context, t db.Tx, p *Proposal, settled bool) error {
	_, err := t.Exec(ctx,
		`INSERT INTO opening_names (spot, variant, proposal, name, folded, settled) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (spot) DO UPDATE SET
		proposal = excluded.proposal, name = excluded.name, folded = excluded.folded, settled = excluded.settled`,
		p.Position, p.Variant, p.ID, p.Name, p.Folded, settled)
	return err
}

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget: forget,
	Exports: []feature.Export{
		{Name: "opening-names",
			Query: "SELECT variant, line, name, created, votes FROM opening_proposals WHERE author = $1 ORDER BY created"},
		{Name: "opening-votes", Query: "SELECT variant, line, name, at FROM opening_votes AS v " +
			"JOIN opening_proposals AS p ON p.id = v.proposal WHERE account = $1 ORDER BY at"},
	},
}

// forget deletes the votes of an account. Names that it proposed stay as long as others vote for them, without their
// author.
func forget(ctx context.Context, t db.Tx, account ...string) error {
	if err := t.Lock(ctx, db.OpeningsLock, ""); err != nil {
		return err
	}
	spots, err := db.All[archive.PositionHash](ctx, t, "SELECT spot FROM opening_votes WHERE account = $1", account[0])
	if err != nil {
		return err
	}
	if err := t.Each(ctx, []string{
		"UPDATE opening_proposals SET votes = votes - 1 WHERE id IN (SELECT proposal FROM opening_votes WHERE account = $1)",
		"DELETE FROM opening_votes WHERE account = $1",
		"UPDATE opening_proposals SET author = '' WHERE author = $1 AND author <> ''",
	}, account[0]); err != nil {
		return err
	}
	return decide(ctx, t, spots...)
}
