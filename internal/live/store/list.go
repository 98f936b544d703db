package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// defaultLimit is the default of Query.Limit.
const defaultLimit = 50

// List implements livegame.Store. Games of the same millisecond come in descending order of
// their IDs.
func (s *Store) List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []gameRow
	err := listQuery(s.read, q).Model(&rows).Scan(ctx)
	list := make([]livegame.Summary, len(rows))
	for i := 0; err == nil && i < len(rows); i++ {
		list[i], err = rows[i].summary()
	}
	if err != nil {
		return nil, fmt.Errorf("list games: %w", s.readError(ctx, err))
	}
	return list, nil
}

// listQuery returns the query for List. A deadline or a guest selects few games. Status and
// order are then expressions without an index, so that the database does not scan all
// games of a status, or all games in order.
func listQuery(db *bun.DB, q livegame.Query) *bun.SelectQuery {
	status, updated := "status", "updated"
	if !q.DueBefore.IsZero() || q.Guest != "" {
		status, updated = "status || ''", "updated + 0"
	}
	query := db.NewSelect().Model((*gameRow)(nil))
	if q.Status != "" {
		query = query.Where(status+" = ?", string(q.Status))
	}
	if q.PublicOnly {
		query = query.Where("public")
	}
	if q.Pairing {
		query = query.Where("pairing")
	}
	if q.Variant != "" {
		query = query.Where("variant = ?", q.Variant)
	}
	if !q.UpdatedSince.IsZero() {
		query = query.Where(updated+" >= ?", q.UpdatedSince.UnixMilli())
	}
	if !q.UpdatedBefore.IsZero() {
		query = query.Where(updated+" < ?", q.UpdatedBefore.UnixMilli())
	}
	if len(q.IDs) > 0 {
		query = query.Where("id IN (?)", bun.List(q.IDs))
	}
	if q.EngineToMove {
		query = query.Where("thinking")
	}
	if !q.DueBefore.IsZero() {
		query = query.Where("deadline IS NOT NULL").Where("deadline <= ?", q.DueBefore.UnixMilli())
	}
	if q.Guest != "" {
		query = query.Where(`id IN (
			SELECT id FROM games WHERE white_guest <> '' AND white_guest = ?0
			UNION SELECT id FROM games WHERE black_guest <> '' AND black_guest = ?0
			UNION SELECT id FROM games WHERE creator <> '' AND creator = ?0)`, q.Guest)
	}
	limit := q.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	return query.OrderExpr(updated + " DESC, id DESC").Limit(int64(limit))
}

// events returns the events of a game with numbers above seq.
func (s *Store) events(ctx context.Context, id livegame.ID, seq int) ([]livegame.Event, error) {
	var rows []eventRow
	err := s.read.NewSelect().Model(&rows).Where("game = ?", string(id)).Where("seq > ?", seq).Order("seq").Scan(ctx)
	if err != nil {
		return nil, s.readError(ctx, err)
	}
	events := make([]livegame.Event, len(rows))
	for i := range rows {
		if events[i], err = rows[i].event(); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// selectOne runs a query for a single row, and reports whether there is one.
func (s *Store) selectOne(ctx context.Context, query *bun.SelectQuery) (bool, error) {
	err := query.Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, s.readError(ctx, err)
}
