package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/studies"
)

var _ studies.Store = (*Store)(nil)

// studyRow is a row of the table studies.
type studyRow struct {
	bun.BaseModel `bun:"table:studies"`

	Account string
	ID      string
	Version string
	Name    string
	Variant string
	Title   string
	Created int64
	Changed int64
	Moves   int
	Game    string
	Content []byte
}

func (r *studyRow) info() studies.Info {
	return studies.Info{
		ID: r.ID, Version: r.Version, Name: r.Name, Variant: r.Variant, Title: r.Title, Created: timeOf(r.Created),
		Changed: timeOf(r.Changed), Moves: r.Moves, Game: r.Game,
	}
}

// studyError explains an error of a method that is about studies.
func (s *Store) studyError(ctx context.Context, what string, err error) error {
	for _, known := range []error{studies.ErrNotFound, studies.ErrConflict, studies.ErrMany, studies.ErrFull} {
		if errors.Is(err, known) {
			return known
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, s.readError(ctx, err))
	}
	return nil
}

// Studies implements studies.Store.
func (s *Store) Studies(ctx context.Context, account string) ([]studies.Info, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []studyRow
	if err := s.read.NewSelect().Model(&rows).ExcludeColumn("content").Where("account = ?", account).
		Order("changed DESC", "id").Scan(ctx); err != nil {
		return nil, s.studyError(ctx, "list studies", err)
	}
	list := make([]studies.Info, len(rows))
	for i := range rows {
		list[i] = rows[i].info()
	}
	return list, nil
}

// Study implements studies.Store.
func (s *Store) Study(ctx context.Context, account, id string) (*studies.Study, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var row studyRow
	found, err := s.selectOne(ctx, s.read.NewSelect().Model(&row).Where("account = ? AND id = ?", account, id))
	if err == nil && !found {
		err = studies.ErrNotFound
	}
	if err != nil {
		return nil, s.studyError(ctx, "read a study", err)
	}
	return &studies.Study{Info: row.info(), Account: row.Account, Content: row.Content}, nil
}

// version returns the version of a study, "" for none. It locks the row.
func (t transaction) version(ctx context.Context, account, id string) (version string, err error) {
	query := "SELECT version FROM studies WHERE account = $1 AND id = $2"
	if !t.IsSQLite() {
		query += " FOR UPDATE"
	}
	err = t.Row(ctx, query, account, id).Scan(&version)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return version, err
}

// expect returns an error unless a study has a version.
func (t transaction) expect(ctx context.Context, account, id, version string) error {
	there, err := t.version(ctx, account, id)
	switch {
	case err != nil || there == version:
		return err
	case there == "":
		return studies.ErrNotFound
	default:
		return studies.ErrConflict
	}
}

// PutStudy implements studies.Store. Requests at the same time may exceed the limits by a study
// each.
func (s *Store) PutStudy(
	ctx context.Context, study *studies.Study, instead string, most, maxTotal int,
) (grown int, err error) {
	err = checkText(study.ID, study.Name, study.Variant, study.Title, study.Game)
	if err == nil {
		err = s.transact(ctx, func(ctx context.Context, t transaction) error {
			if err := t.expect(ctx, study.Account, study.ID, instead); err != nil {
				return err
			}
			var count, total, was int
			err := t.Row(ctx, "SELECT count(*) - count(CASE WHEN id = $2 THEN 1 END), COALESCE(sum(length(content)), 0), "+
				"COALESCE(sum(CASE WHEN id = $2 THEN length(content) END), 0) FROM studies WHERE account = $1",
				study.Account, study.ID).Scan(&count, &total, &was)
			grown = len(study.Content) - was
			switch {
			case err != nil:
				return err
			case instead == "" && count >= most:
				return studies.ErrMany
			case total+grown > maxTotal:
				return studies.ErrFull
			}
			fresh := instead == ""
			query := "UPDATE studies SET version = $3, name = $4, variant = $5, title = $6, created = $7, changed = $8, " +
				"moves = $9, game = $10, content = $11 WHERE account = $1 AND id = $2"
			if fresh {
				query = "INSERT INTO studies (account, id, version, name, variant, title, created, changed, moves, game, " +
					"content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING"
			}
			ok, err := t.Do(ctx, query, study.Account, study.ID, study.Version, study.Name, study.Variant, study.Title,
				study.Created.UnixMilli(), study.Changed.UnixMilli(), study.Moves, study.Game, study.Content)
			if err == nil && !ok {
				err = studies.ErrConflict // another node was first
			}
			return err
		})
	}
	return grown, s.studyError(ctx, "store a study", err)
}

// DeleteStudy implements studies.Store.
func (s *Store) DeleteStudy(ctx context.Context, account, id, version string) error {
	err := s.transact(ctx, func(ctx context.Context, t transaction) error {
		if version == "" {
			return studies.ErrConflict
		}
		if err := t.expect(ctx, account, id, version); err != nil {
			return err
		}
		_, err := t.Do(ctx, "DELETE FROM studies WHERE account = $1 AND id = $2", account, id)
		return err
	})
	return s.studyError(ctx, "delete a study", err)
}
