package studies

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// List lists the studies of an account, the last changed first.
func (s *Service) List(ctx context.Context, account string) ([]Info, error) {
	return db.All[Info](ctx, s.db, "SELECT id, version, name, variant, title, created, changed, moves, game "+
		"FROM studies WHERE account = $1 ORDER BY changed DESC, id", account)
}

// stored returns a study, or errNotFound.
func (s *Service) stored(ctx context.Context, account, id string) (study, error) {
	return db.One[study](ctx, s.db, errNotFound, "SELECT * FROM studies WHERE account = $1 AND id = $2", account, id)
}

// expect returns an error unless a study has a version, "" for none. It locks the row.
func expect(ctx context.Context, t db.Tx, account, id, version string) error {
	query := "SELECT version FROM studies WHERE account = $1 AND id = $2"
	if !t.IsSQLite() { // where one transaction writes at a time
		query += " FOR UPDATE"
	}
	there, err := db.One[string](ctx, t, nil, query, account, id)
	switch {
	case err != nil || there == version:
		return err
	case there == "":
		return errNotFound
	default:
		return errConflict
	}
}

// put stores a study in place of a version, or with "" a new one. It returns errConflict if the account has another
// version, and errNotFound if it has none. A new study counts only while the account has less than most, and any only
// while all together have at most maxTotal bytes; requests at the same time may exceed that by a study each.
func (s *Service) put(ctx context.Context, one study, instead string, most, maxTotal int) (grown int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if err := expect(ctx, t, one.Account, one.ID, instead); err != nil {
			return err
		}
		all, err := db.One[struct{ Others, Total, Was int }](ctx, t, nil,
			"SELECT count(*) - count(CASE WHEN id = $2 THEN 1 END) AS others, COALESCE(sum(length(content)), 0) AS total, "+
				"COALESCE(sum(CASE WHEN id = $2 THEN length(content) END), 0) AS was FROM studies WHERE account = $1",
			one.Account, one.ID)
		grown = len(one.Content) - all.Was
		switch {
		case err != nil:
			return err
		case instead == "" && all.Others >= most:
			return errMany
		case all.Total+grown > maxTotal:
			return errFull
		}
		query := "UPDATE studies SET version = $3, name = $4, variant = $5, title = $6, created = $7, changed = $8, " +
			"moves = $9, game = $10, content = $11 WHERE account = $1 AND id = $2"
		if instead == "" {
			query = "INSERT INTO studies (account, id, version, name, variant, title, created, changed, moves, game, " +
				"content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING"
		}
		// Another node may be first.
		return t.Need(ctx, errConflict, query, one.Account, one.ID, one.Version, one.Name, one.Variant,
			one.Title, one.Created, one.Changed, one.Moves, one.Game, one.Content)
	})
	return grown, err
}

// remove deletes a version of a study. It returns errConflict if there is another one, and errNotFound if there is
// none.
func (s *Service) remove(ctx context.Context, account, id, version string) error {
	return s.db.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if version == "" {
			return errConflict
		}
		if err := expect(ctx, t, account, id, version); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "DELETE FROM studies WHERE account = $1 AND id = $2", account, id)
		return err
	})
}

// Data is what is stored of accounts.
var Data = feature.Data{
	Forget:  feature.Statements("DELETE FROM studies WHERE account = $1"),
	Exports: []feature.Export{{Name: "studies", Rows: export}},
}

// export returns the studies of an account.
func export(ctx context.Context, d *db.DB, account string) (rows []map[string]any, _ error) {
	s := New(d)
	list, err := s.List(ctx, account)
	for _, i := range list {
		row := map[string]any{
			"id": i.ID, "name": i.Name, "variant": i.Variant, "created": i.Created.UnixMilli(), "changed": i.Changed.UnixMilli(),
		}
		there, content, err := s.Load(ctx, account, i.ID)
		switch {
		case errors.Is(err, errNotFound): // it was deleted meanwhile
			continue
		case there.ID != "" && err != nil: // the rest is exported
			row["error"] = "the study cannot be read"
		case err != nil:
			return nil, err
		default:
			row["content"] = content
		}
		rows = append(rows, row)
	}
	return rows, err
}
