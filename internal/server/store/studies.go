package store

import (
	"context"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/studies"
)

var _ studies.Store = (*Store)(nil)

// Studies implements studies.Store.
func (s *Store) Studies(ctx context.Context, account string) ([]studies.Info, error) {
	return db.All[studies.Info](ctx, s.db, "SELECT id, version, name, variant, title, created, changed, moves, game "+
		"FROM studies WHERE account = $1 ORDER BY changed DESC, id", account)
}

// Study implements studies.Store.
func (s *Store) Study(ctx context.Context, account, id string) (*studies.Study, error) {
	study, err := db.One[studies.Study](ctx, s.db, studies.ErrNotFound,
		"SELECT * FROM studies WHERE account = $1 AND id = $2", account, id)
	return &study, err
}

// expect returns an error unless a study has a version, "" for none. It locks the row.
func (t transaction) expect(ctx context.Context, account, id, version string) error {
	there, err := db.One[string](ctx, t, nil,
		"SELECT version FROM studies WHERE account = $1 AND id = $2"+t.forUpdate(), account, id)
	switch {
	case err != nil || there == version:
		return err
	case there == "":
		return studies.ErrNotFound
	default:
		return studies.ErrConflict
	}
}

// forUpdate ends a query that locks its rows. In SQLite one transaction writes at a time.
func (t transaction) forUpdate() string {
	if t.IsSQLite() {
		return ""
	}
	return " FOR UPDATE"
}

// PutStudy implements studies.Store. Requests at the same time may exceed the limits by a study
// each.
func (s *Store) PutStudy(
	ctx context.Context, study *studies.Study, instead string, most, maxTotal int,
) (grown int, err error) {
	err = s.transact(ctx, func(ctx context.Context, t transaction) error {
		if err := t.expect(ctx, study.Account, study.ID, instead); err != nil {
			return err
		}
		all, err := db.One[struct{ Others, Total, Was int }](ctx, t, nil,
			"SELECT count(*) - count(CASE WHEN id = $2 THEN 1 END) AS others, COALESCE(sum(length(content)), 0) AS total, "+
				"COALESCE(sum(CASE WHEN id = $2 THEN length(content) END), 0) AS was FROM studies WHERE account = $1",
			study.Account, study.ID)
		grown = len(study.Content) - all.Was
		switch {
		case err != nil:
			return err
		case instead == "" && all.Others >= most:
			return studies.ErrMany
		case all.Total+grown > maxTotal:
			return studies.ErrFull
		}
		query := "UPDATE studies SET version = $3, name = $4, variant = $5, title = $6, created = $7, changed = $8, " +
			"moves = $9, game = $10, content = $11 WHERE account = $1 AND id = $2"
		if instead == "" {
			query = "INSERT INTO studies (account, id, version, name, variant, title, created, changed, moves, game, " +
				"content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING"
		}
		// Another node may be first.
		return t.Need(ctx, studies.ErrConflict, query, study.Account, study.ID, study.Version, study.Name, study.Variant,
			study.Title, study.Created, study.Changed, study.Moves, study.Game, study.Content)
	})
	return grown, err
}

// DeleteStudy implements studies.Store.
func (s *Store) DeleteStudy(ctx context.Context, account, id, version string) error {
	return s.transact(ctx, func(ctx context.Context, t transaction) error {
		if version == "" {
			return studies.ErrConflict
		}
		if err := t.expect(ctx, account, id, version); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "DELETE FROM studies WHERE account = $1 AND id = $2", account, id)
		return err
	})
}
