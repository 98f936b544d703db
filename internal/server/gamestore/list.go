package gamestore

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// defaultLimit is the default of Query.Limit.
const defaultLimit = 50

// List implements livegame.Store.
func (s *Store) List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error) {
	index := ""
	if q.EngineToMove && q.Guest == "" && q.DueBefore.IsZero() && len(q.IDs) == 0 {
		index = "games_thinking"
	}
	list, err := s.games(ctx, index, func(query *bun.SelectQuery) *bun.SelectQuery { return listQuery(query, q) })
	if err != nil {
		return nil, fmt.Errorf("list games: %w", err)
	}
	return list, nil
}

// games returns the games that a query selects. Index is the one that SQLite takes, or "" to let it choose.
func (s *Store) games(
	ctx context.Context, index string, build func(*bun.SelectQuery) *bun.SelectQuery,
) ([]livegame.Summary, error) {
	rows, err := db.Select[gameRow](ctx, s.db, func(q *bun.SelectQuery) *bun.SelectQuery {
		if index != "" && s.db.IsSQLite() {
			q = q.ModelTableExpr("games AS game_row INDEXED BY " + index)
		}
		return build(q)
	})
	list := make([]livegame.Summary, len(rows))
	for i := 0; err == nil && i < len(rows); i++ {
		list[i], err = rows[i].summary()
	}
	return list, err
}

// Seqs implements livegame.Store.
func (s *Store) Seqs(ctx context.Context, ids []livegame.ID) (map[livegame.ID]int, error) {
	seqs := make(map[livegame.ID]int, len(ids))
	if len(ids) == 0 {
		return seqs, nil
	}
	rows, err := db.All[struct {
		ID  livegame.ID
		Seq int
	}](ctx, s.db, "SELECT id, seq FROM games WHERE id IN ("+db.Marks(len(ids))+")", db.Args(ids)...)
	for _, r := range rows {
		seqs[r.ID] = r.Seq
	}
	return seqs, err
}

// statuses are all statuses of games.
var statuses = []livegame.Status{livegame.Waiting, livegame.Live, livegame.Finished}

// listQuery builds the query for List.
func listQuery(query *bun.SelectQuery, q livegame.Query) *bun.SelectQuery {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	if q.Guest == "" {
		if q.Status != "" && !q.DueBefore.IsZero() {
			// An expression has no index: few games are due, and many have a status.
			query = query.Where("status || '' = ?", string(q.Status))
		} else if q.Status != "" {
			query = query.Where("status = ?", string(q.Status))
		}
		return inOrder(narrow(query, &q), &q, limit)
	}
	// Each way to the games of a guest goes through an index in the order of the list, and ends at the limit.
	ways := statuses
	if q.Status != "" {
		ways = []livegame.Status{q.Status}
	}
	var parts []string
	var args []any
	for _, column := range []string{"white_guest", "black_guest", "creator"} {
		for _, status := range ways {
			part := query.NewSelect().Table("games").Column("id").
				Where(column+" <> ''").Where(column+" = ?", q.Guest).Where("status = ?", string(status))
			parts = append(parts, "SELECT * FROM (?) AS part")
			args = append(args, inOrder(narrow(part, &q), &q, limit))
		}
	}
	return inOrder(query.Where("id IN ("+strings.Join(parts, " UNION ")+")", args...), &q, limit)
}

// narrow adds the conditions of a query but for the guest and the status.
func narrow(query *bun.SelectQuery, q *livegame.Query) *bun.SelectQuery {
	if q.PublicOnly {
		query = query.Where("public")
	}
	if q.Pairing {
		query = query.Where("pairing")
	}
	if q.Variant != "" {
		query = query.Where("variant = ?", q.Variant)
	}
	if len(q.IDs) > 0 {
		query = query.Where("id IN (?)", bun.List(q.IDs))
	}
	if q.EngineToMove {
		query = query.Where("thinking")
	}
	if !q.DueBefore.IsZero() {
		ms := q.DueBefore.UnixMilli()
		query = query.Where("due IS NOT NULL").Where("due <= ?", ms).Where("deadline <= ?", ms)
	}
	return changedWithin(query, q.UpdatedSince, q.UpdatedBefore)
}

// changedWithin selects games whose last change was at or after a time, and before another. Zero: at any time.
func changedWithin(query *bun.SelectQuery, since, before time.Time) *bun.SelectQuery {
	if !since.IsZero() {
		query = query.Where("active >= ?", since.Add(-livegame.ActiveStep).UnixMilli()).
			Where("updated >= ?", since.UnixMilli())
	}
	if !before.IsZero() {
		query = query.Where("active < ?", before.UnixMilli()).Where("updated < ?", before.UnixMilli())
	}
	return query
}

// inOrder adds order, place and limit to a query.
func inOrder(query *bun.SelectQuery, q *livegame.Query, limit int) *bun.SelectQuery {
	after := q.After != (livegame.Place{})
	at, id := q.After.At.UnixMilli(), string(q.After.ID)
	switch {
	case q.DueBefore.IsZero():
		if after {
			query = query.Where("(active, id) < (?, ?)", at, id)
		}
		query = query.OrderExpr("active DESC, id DESC")
	default:
		if after {
			query = query.Where("(due, deadline, id) > (?, ?, ?)", dueOf(q.After.At), at, id)
		}
		query = query.OrderExpr("due, deadline, id")
	}
	return query.Limit(int64(limit))
}
