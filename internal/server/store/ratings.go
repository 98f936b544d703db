package store

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/rating"
)

var _ rating.Store = (*Store)(nil)

// standingColumns are the columns of a standing, changeColumns those of a change.
var (
	standingColumns = columns(`player pool rating deviation volatility wins draws losses ended seq`)

	changeColumns = columns(`seq game ended pool result white black
		white_rating white_deviation white_volatility black_rating black_deviation black_volatility
		white_new_rating white_new_deviation white_new_volatility black_new_rating black_new_deviation black_new_volatility`)
)

// changeRow is a row of the table rating_changes.
type changeRow struct {
	rating.Change

	Result      string
	White       rating.Player
	Black       rating.Player
	WhiteBefore rating.Rating `bun:"embed:white_"`
	BlackBefore rating.Rating `bun:"embed:black_"`
	WhiteAfter  rating.Rating `bun:"embed:white_new_"`
	BlackAfter  rating.Rating `bun:"embed:black_new_"`
}

func (r *changeRow) change() (c rating.Change, err error) {
	c = r.Change
	c.Result, err = resultOf(r.Result)
	c.Players = [2]rating.Player{game.White: r.White, game.Black: r.Black}
	c.Before = [2]rating.Rating{game.White: r.WhiteBefore, game.Black: r.BlackBefore}
	c.After = [2]rating.Rating{game.White: r.WhiteAfter, game.Black: r.BlackAfter}
	return c, err
}

// Unsettled implements rating.Store.
func (s *Store) Unsettled(ctx context.Context, after rating.Place, limit int) ([]rating.Found, error) {
	return s.ratedGames(ctx, "games_unsettled", func(q *bun.SelectQuery) *bun.SelectQuery {
		if after != (rating.Place{}) {
			q = q.Where("(active, id) > (?, ?)", after.Updated.UnixMilli(), after.ID)
		}
		return q.Where("NOT settled").OrderExpr("active, id").Limit(int64(limit))
	})
}

// RatedGames implements rating.Auditable.
func (s *Store) RatedGames(ctx context.Context, after livegame.ID, limit int) ([]rating.Found, error) {
	return s.ratedGames(ctx, "games_rated", func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("id > ?", after).OrderExpr("id").Limit(int64(limit))
	})
}

// ratedGames finds finished rated games by an index.
func (s *Store) ratedGames(
	ctx context.Context, index string, narrow func(*bun.SelectQuery) *bun.SelectQuery,
) ([]rating.Found, error) {
	rows, err := db.Select[gameRow](ctx, s.db, func(q *bun.SelectQuery) *bun.SelectQuery {
		if s.db.IsSQLite() {
			q = q.ModelTableExpr("games AS game_row INDEXED BY " + index)
		}
		return narrow(q.Where("status = 'finished'").Where("rated"))
	})
	return values(rows, func(r *gameRow) (f rating.Found) {
		if f.Summary, f.Err = r.summary(); f.Err != nil {
			f.Summary = livegame.Summary{Header: livegame.Header{ID: livegame.ID(r.ID)}, Updated: r.Updated}
		}
		return f
	}), err
}

// Settle implements rating.Store. One transaction at a time reads and writes ratings.
func (s *Store) Settle(ctx context.Context, sum livegame.Summary, g rating.Game) error {
	return s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, db.LedgerLock); err != nil {
			return err
		}
		fresh, err := t.Do(ctx,
			`UPDATE games SET settled = TRUE WHERE id = $1 AND seq = $2 AND status = 'finished' AND rated AND NOT settled
			AND white_guest = $3 AND black_guest = $4`,
			sum.ID, sum.Seq, sum.Seats[game.White].Guest, sum.Seats[game.Black].Guest)
		if err != nil || !fresh || g.ID == "" {
			return err
		}
		return t.settle(ctx, g)
	})
}

// settle writes what a game does to ratings.
func (t transaction) settle(ctx context.Context, g rating.Game) error {
	seq, err := db.One[int64](ctx, t, nil, "SELECT COALESCE(MAX(seq), 0) + 1 FROM rating_changes")
	if err != nil {
		return err
	}
	deleted, err := db.All[rating.Player](ctx, t, // since the game
		"SELECT guest FROM claims WHERE guest IN ($1, $2) AND account = ''", g.Players[0], g.Players[1])
	if err != nil {
		return err
	}
	rated, err := db.All[rating.Standing](ctx, t, selectStandings+"player IN ($1, $2) AND pool = $3",
		g.Players[0], g.Players[1], g.Pool)
	if err != nil {
		return err
	}
	var before [2]rating.Standing
	for color := range g.Players {
		player := &g.Players[color]
		if slices.Contains(deleted, *player) {
			*player = rating.Gone(rand.Text())
		}
		before[color] = rating.New(*player, g.Pool)
		for _, s := range rated {
			if s.Player == *player {
				before[color] = s
			}
		}
	}
	c, after := rating.Apply(seq, g, before)
	change := []any{c.Seq, c.ID, c.Ended, c.Pool, c.Result.String(), c.Players[0], c.Players[1]}
	for _, r := range slices.Concat(c.Before[:], c.After[:]) {
		change = append(change, r.Value, r.Deviation, r.Volatility)
	}
	if err := t.insert(ctx, "rating_changes", changeColumns, [][]any{change}, ""); err != nil {
		return err
	}
	for _, s := range after {
		if s.Player.Level() > 0 || s.Player.Gone() {
			continue
		}
		standing := []any{s.Player, s.Pool, s.Value, s.Deviation, s.Volatility, s.Wins, s.Draws, s.Losses, s.At, s.Seq}
		if err := t.insert(ctx, "ratings", standingColumns, [][]any{standing},
			"ON CONFLICT (player, pool) DO UPDATE SET "+excluded(standingColumns[2:])); err != nil {
			return err
		}
	}
	return nil
}

// selectStandings begins a query for standings.
const selectStandings = "SELECT *, rating AS value, ended AS at FROM ratings WHERE "

// Standings implements rating.Store.
func (s *Store) Standings(ctx context.Context, players []rating.Player, pool rating.Pool) ([]rating.Standing, error) {
	if len(players) == 0 {
		return nil, nil
	}
	return db.All[rating.Standing](ctx, s.db,
		selectStandings+"player IN ("+db.MarksFrom(2, len(players))+") AND (pool = $1 OR $1 = '') ORDER BY player, pool",
		append([]any{pool}, db.Args(players)...)...)
}

// Leaders implements rating.Store.
func (s *Store) Leaders(ctx context.Context, pool rating.Pool, since time.Time, limit int) ([]rating.Standing, error) {
	// The inner query needs the index alone: it passes those who are not on the board without reading their rows.
	return db.All[rating.Standing](ctx, s.db, selectStandings+`pool = $1 AND player IN (SELECT player FROM ratings
		WHERE pool = $1 AND deviation < $2 AND ended >= $3 ORDER BY rating DESC, player LIMIT $4)
		ORDER BY rating DESC, player`, pool, float64(rating.Provisional), since, limit)
}

// StandingsAfter implements rating.Auditable.
func (s *Store) StandingsAfter(
	ctx context.Context, player rating.Player, pool rating.Pool, limit int,
) ([]rating.Standing, error) {
	return db.All[rating.Standing](ctx, s.db,
		selectStandings+"(player, pool) > ($1, $2) ORDER BY player, pool LIMIT $3", player, pool, limit)
}

// ChangeOf implements rating.Store.
func (s *Store) ChangeOf(ctx context.Context, id livegame.ID) (rating.Change, error) {
	list, err := s.changes(ctx, "game = $1", id)
	if err == nil && len(list) == 0 {
		err = livegame.ErrNotFound
	}
	if err != nil {
		return rating.Change{}, err
	}
	return list[0], nil
}

// Ledger implements rating.Auditable.
func (s *Store) Ledger(ctx context.Context, after int64, limit int) ([]rating.Change, error) {
	return s.changes(ctx, "seq > $1 ORDER BY seq LIMIT $2", after, limit)
}

// History implements rating.Store.
func (s *Store) History(ctx context.Context, p rating.Player, limit int) ([]rating.Change, error) {
	return s.changes(ctx, `seq IN (SELECT seq FROM (
		SELECT seq FROM (SELECT seq FROM rating_changes WHERE white = $1 ORDER BY seq DESC LIMIT $2) AS w
		UNION SELECT seq FROM (SELECT seq FROM rating_changes WHERE black = $1 ORDER BY seq DESC LIMIT $2) AS b) AS played
		ORDER BY seq DESC LIMIT $2) ORDER BY seq`, p, limit)
}

func (s *Store) changes(ctx context.Context, where string, args ...any) ([]rating.Change, error) {
	rows, err := db.All[changeRow](ctx, s.db, `SELECT *, game AS id, white_rating AS white_value,
		black_rating AS black_value, white_new_rating AS white_new_value, black_new_rating AS black_new_value
		FROM rating_changes WHERE `+where, args...)
	list := make([]rating.Change, len(rows))
	for i := 0; err == nil && i < len(rows); i++ {
		list[i], err = rows[i].change()
	}
	return list, err
}

// forgetPlayer puts another player in the place of one in the ledger, and deletes the standings and
// what was kept for the player alone.
func (t transaction) forgetPlayer(ctx context.Context, player, gone string) error {
	if err := t.Each(ctx, []string{"UPDATE rating_changes SET white = $2 WHERE white = $1",
		"UPDATE rating_changes SET black = $2 WHERE black = $1"}, player, gone); err != nil {
		return err
	}
	if _, err := t.Exec(ctx, "DELETE FROM ratings WHERE player = $1", player); err != nil {
		return err
	}
	return t.forgetPrivate(ctx, player)
}
