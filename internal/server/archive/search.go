package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// maxSorted is how many games may be loaded to sort them. If a condition selects more, the
// games are scanned in the order of the list.
const maxSorted = 1000

// Search returns the games that a valid query selects, the last ended first. A search has branches, each with
// conditions that one index serves, and merges their results.
func (a *Archive) Search(ctx context.Context, q Query) ([]Game, error) {
	if q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	var places []placeRow
	var found []Game
	err := errors.Join(q.Check(), db.CheckText(q.Viewer, q.Account, q.Variant, q.Family, string(q.After.ID)))
	if err == nil {
		places, err = a.searchPlaces(ctx, &q)
	}
	if err == nil {
		found, err = a.loadGames(ctx, places)
	}
	if err == nil {
		err = a.addLines(ctx, found)
	}
	if err != nil {
		return nil, fmt.Errorf("search games: %w", err)
	}
	return found, nil
}

// addLines gives games their first moves.
func (a *Archive) addLines(ctx context.Context, games []Game) error {
	if len(games) == 0 {
		return nil
	}
	ids := make([]livegame.ID, len(games))
	for i := range games {
		ids[i] = games[i].ID
	}
	rows, err := db.All[struct {
		ID   livegame.ID
		Line string
	}](ctx, a.o.DB, "SELECT id, line FROM archive WHERE start = '' AND id IN ("+db.Marks(len(ids))+")", db.Args(ids)...)
	lines := make(map[livegame.ID]string, len(rows))
	for _, r := range rows {
		lines[r.ID] = r.Line
	}
	for i := range games {
		games[i].Line = lines[ids[i]]
	}
	return err
}

// searchPlaces returns the positions of the games that a query selects.
func (a *Archive) searchPlaces(ctx context.Context, q *Query) ([]placeRow, error) {
	var all []placeRow
	for _, r := range searchBranches(q) {
		by, err := a.chooseIndex(ctx, q, r)
		if err != nil {
			return nil, err
		}
		places, err := db.Select[placeRow](ctx, a.o.DB, func(query *bun.SelectQuery) *bun.SelectQuery {
			return branchQuery(query, q, r, by)
		})
		if err != nil {
			return nil, err
		}
		all = append(all, places...)
	}
	slices.SortFunc(all, func(a, b placeRow) int { return cmp.Or(b.Ended.Compare(a.Ended), cmp.Compare(b.ID, a.ID)) })
	all = slices.CompactFunc(all, func(a, b placeRow) bool { return a.ID == b.ID })
	return all[:min(q.Limit, len(all))], nil
}

// noColor stands for any color.
const noColor = game.Color(2)

// searchBranch is a part of a search: public games, or those of the viewer.
type searchBranch struct {
	viewer  game.Color // of the viewer; noColor: any
	hidden  bool       // only the viewer's games that are not public
	account game.Color // of the account; noColor: any
	named   game.Color // of the named player
	subject game.Color // of the player for Won and Lost
}

// searchBranches returns the branches of a query, which may overlap.
func searchBranches(q *Query) []searchBranch {
	var all []searchBranch
	if q.Mine {
		for _, color := range q.ColorList() {
			r := searchBranch{viewer: color, account: noColor, named: noColor, subject: color}
			if q.Player != "" {
				r.named = color.Other()
			}
			if q.Account != "" {
				r.account = color.Other()
			}
			all = append(all, r)
		}
		return all
	}
	about := []game.Color{noColor}
	if q.Player != "" || q.Account != "" {
		about = q.ColorList()
	}
	for _, color := range about {
		r := searchBranch{viewer: noColor, account: noColor, named: color, subject: color}
		if q.Account != "" {
			r.account, r.named = color, color.Other()
		}
		all = append(all, r)
		if q.Viewer != "" {
			r.hidden = true
			for _, r.viewer = range []game.Color{game.White, game.Black} {
				all = append(all, r)
			}
		}
	}
	return all
}

// indexKind is the condition whose index serves a branch.
type indexKind int

const (
	byOrder  indexKind = iota // in the order of the list
	byViewer                  // the account's or the viewer's games, in the order of the list
	byName
	byPlies
	byLine
)

// chooseIndex returns the condition that selects the fewest games, if they are known to be
// few. PostgreSQL has statistics and chooses itself.
func (a *Archive) chooseIndex(ctx context.Context, q *Query, r searchBranch) (indexKind, error) {
	switch {
	case r.viewer != noColor || r.account != noColor:
		return byViewer, nil
	case !a.o.DB.IsSQLite():
		return byOrder, nil
	}
	best, least := byOrder, a.maxSorted+1
	for _, by := range []indexKind{byLine, byName, byPlies} {
		part := a.o.DB.Bun().NewSelect().TableExpr("archive").ColumnExpr("1").Where("public").Limit(int64(least))
		if !newConditions(part, by).add(q, r, by) {
			continue
		}
		counts, err := db.Select[struct{ N int }](ctx, a.o.DB, func(query *bun.SelectQuery) *bun.SelectQuery {
			return query.ModelTableExpr("(?) AS part", part).ColumnExpr("count(*) AS n")
		})
		if err != nil {
			return best, err
		}
		if n := counts[0].N; n < least {
			best, least = by, n
		}
	}
	return best, nil
}

// branchQuery makes a query for places that of a branch.
func branchQuery(query *bun.SelectQuery, q *Query, r searchBranch, by indexKind) *bun.SelectQuery {
	c := newConditions(query, by)
	switch {
	case r.hidden:
		c.where("NOT public")
	case r.viewer == noColor:
		c.where("public")
	}
	for _, part := range []indexKind{byOrder, byViewer, byName, byPlies, byLine} {
		c.add(q, r, part)
	}
	ended := c.number("ended", byOrder, byViewer)
	if !q.From.IsZero() {
		c.where(ended+" >= ?", q.From.UnixMilli())
	}
	if !q.To.IsZero() {
		c.where(ended+" < ?", q.To.UnixMilli())
	}
	if q.After.ID != "" {
		c.where("("+ended+", id) < (?, ?)", q.After.Ended.UnixMilli(), string(q.After.ID))
	}
	return c.query.OrderExpr(ended + " DESC, id DESC").Limit(int64(q.Limit))
}

// conditions adds conditions to a query. In SQLite, those without the chosen index are
// expressions that no index has, so that the database does not use another.
type conditions struct {
	query *bun.SelectQuery
	by    indexKind
	plain bool
}

func newConditions(query *bun.SelectQuery, by indexKind) *conditions {
	return &conditions{query, by, query.DB().Dialect().Name() != dialect.SQLite}
}

func (c *conditions) where(condition string, args ...any) {
	c.query = c.query.Where(condition, args...)
}

func (c *conditions) number(column string, guides ...indexKind) string {
	if c.plain || slices.Contains(guides, c.by) {
		return column
	}
	return column + " + 0"
}

func (c *conditions) text(column string, guides ...indexKind) string {
	if c.plain || slices.Contains(guides, c.by) {
		return column
	}
	return column + " || ''"
}

// add adds the conditions of an index, and reports whether there are any.
func (c *conditions) add(q *Query, r searchBranch, part indexKind) bool {
	switch part {
	case byOrder:
		c.equal(q, r)
		return true
	case byViewer:
		if r.viewer == noColor && r.account == noColor {
			return false
		}
		guides := []indexKind{byViewer} // of the first condition
		for _, player := range []struct {
			color game.Color
			id    string
		}{{r.account, q.Account}, {r.viewer, q.Viewer}} {
			if player.color == noColor {
				continue
			}
			column := c.text([]string{"white_guest", "black_guest"}[player.color], guides...)
			c.where(column + " <> ''")
			c.where(column+" = ?", player.id)
			guides = nil
		}
	case byName:
		if q.Player == "" {
			return false
		}
		name := livegame.Fold(q.Player)
		c.between(c.text([]string{"white_name", "black_name"}[r.named], byName), name)
	case byPlies:
		column := c.number("plies", byPlies)
		if q.MinPlies > 0 {
			c.where(column+" >= ?", q.MinPlies)
		}
		if q.MaxPlies > 0 {
			c.where(column+" <= ?", q.MaxPlies)
		}
		return q.MinPlies > 0 || q.MaxPlies > 0
	case byLine:
		if len(q.Moves) == 0 {
			return false
		}
		if c.by == byLine {
			c.where("variant = ?", q.Variant)
		}
		c.where("start = ''")
		c.between(c.text("line", byLine), LineText(q.Moves))
	}
	return true
}

// between adds that a text has a prefix.
func (c *conditions) between(column, prefix string) {
	c.where(column+" >= ?", prefix)
	c.where(column+" < ?", prefix+"\U0010FFFF")
}

// equal adds the equalities.
func (c *conditions) equal(q *Query, r searchBranch) {
	if q.Variant != "" {
		c.where(c.text("variant", byOrder, byLine)+" = ?", q.Variant)
	}
	if q.Family != "" {
		c.where(c.text("family", byOrder)+" = ?", q.Family)
	}
	if q.Kind != "" {
		c.where(c.text("kind", byOrder)+" = ?", string(q.Kind))
	}
	if q.Level > 0 {
		column := c.number("level", byOrder)
		c.where(column + " > 0")
		c.where(column+" = ?", q.Level)
	}
	if result := q.Result.Result(r.subject); result != game.Ongoing {
		c.where(c.text("result", byOrder)+" = ?", result.String())
	}
}
