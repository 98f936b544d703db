package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/rating"
)

var _ rating.Store = (*Store)(nil)

// standingColumns are the columns of a standing, changeColumns those of a change.
var (
	standingColumns = columns(`player pool rating deviation volatility wins draws losses ended seq`)

	changeColumns = columns(`seq game ended pool result white black
		white_rating white_deviation white_volatility black_rating black_deviation black_volatility
		white_new_rating white_new_deviation white_new_volatility black_new_rating black_new_deviation black_new_volatility`)

	selectStanding = fmt.Sprintf("SELECT %s FROM ratings WHERE player = $1 AND pool = $2",
		strings.Join(standingColumns[2:], ", "))
	putStanding = fmt.Sprintf("INSERT INTO ratings (%s) VALUES (%s) ON CONFLICT (player, pool) DO UPDATE SET %s",
		strings.Join(standingColumns, ", "), marks("$", len(standingColumns)), excluded(standingColumns[2:]))
	insertChange = fmt.Sprintf("INSERT INTO rating_changes (%s) VALUES (%s)",
		strings.Join(changeColumns, ", "), marks("$", len(changeColumns)))
)

// standingRow is a row of the table ratings.
type standingRow struct {
	bun.BaseModel `bun:"table:ratings"`

	Player     string `bun:",pk"`
	Pool       string `bun:",pk"`
	Rating     float64
	Deviation  float64
	Volatility float64
	Wins       int
	Draws      int
	Losses     int
	Ended      int64
	Seq        int64
}

func (r *standingRow) standing() rating.Standing {
	return rating.Standing{
		Player: rating.Player(r.Player), Pool: rating.Pool(r.Pool),
		Rating: rating.Rating{Value: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}, Wins: r.Wins,
		Draws: r.Draws, Losses: r.Losses, At: timeOf(r.Ended), Seq: r.Seq,
	}
}

// changeRow is a row of the table rating_changes.
type changeRow struct {
	bun.BaseModel `bun:"table:rating_changes"`

	Seq    int64 `bun:",pk"`
	Game   string
	Ended  int64
	Pool   string
	Result string
	White  string
	Black  string

	WhiteRating        float64
	WhiteDeviation     float64
	WhiteVolatility    float64
	BlackRating        float64
	BlackDeviation     float64
	BlackVolatility    float64
	WhiteNewRating     float64
	WhiteNewDeviation  float64
	WhiteNewVolatility float64
	BlackNewRating     float64
	BlackNewDeviation  float64
	BlackNewVolatility float64
	Deleted            bool
}

func (r *changeRow) change() (rating.Change, error) {
	result, err := resultOf(r.Result)
	return rating.Change{
		Seq: r.Seq,
		Game: rating.Game{
			ID: livegame.ID(r.Game), Ended: timeOf(r.Ended), Pool: rating.Pool(r.Pool), Result: result,
			Players: [2]rating.Player{game.White: rating.Player(r.White), game.Black: rating.Player(r.Black)},
		},
		Before: [2]rating.Rating{{Value: r.WhiteRating, Deviation: r.WhiteDeviation, Volatility: r.WhiteVolatility},
			{Value: r.BlackRating, Deviation: r.BlackDeviation, Volatility: r.BlackVolatility}},
		After: [2]rating.Rating{{Value: r.WhiteNewRating, Deviation: r.WhiteNewDeviation, Volatility: r.WhiteNewVolatility},
			{Value: r.BlackNewRating, Deviation: r.BlackNewDeviation, Volatility: r.BlackNewVolatility}},
		Deleted: r.Deleted,
	}, err
}

// Unsettled implements rating.Store.
func (s *Store) Unsettled(ctx context.Context, after rating.Place, limit int) ([]rating.Found, error) {
	return s.ratedGames(ctx, "games_unsettled", func(q *bun.SelectQuery) *bun.SelectQuery {
		if after != (rating.Place{}) {
			q = q.Where("(active, id) > (?, ?)", after.Updated.UnixMilli(), string(after.ID))
		}
		return q.Where("NOT settled").OrderExpr("active, id").Limit(int64(limit))
	})
}

// RatedGames implements rating.Auditable.
func (s *Store) RatedGames(ctx context.Context, after livegame.ID, limit int) ([]rating.Found, error) {
	return s.ratedGames(ctx, "games_rated", func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("id > ?", string(after)).OrderExpr("id").Limit(int64(limit))
	})
}

// ratedGames finds finished rated games by an index.
func (s *Store) ratedGames(
	ctx context.Context, index string, narrow func(*bun.SelectQuery) *bun.SelectQuery,
) ([]rating.Found, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []gameRow
	query := s.read.NewSelect().Model(&rows)
	if s.db.IsSQLite() {
		query = query.ModelTableExpr("games AS game_row INDEXED BY " + index)
	}
	err := narrow(query.Where("status = 'finished'").Where("rated")).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list rated games: %w", s.readError(ctx, err))
	}
	list := make([]rating.Found, len(rows))
	for i := range rows {
		if list[i].Summary, list[i].Err = rows[i].summary(); list[i].Err != nil {
			list[i].Summary = livegame.Summary{
				Header: livegame.Header{ID: livegame.ID(rows[i].ID)}, Updated: timeOf(rows[i].Updated),
			}
		}
	}
	return list, nil
}

// Settle implements rating.Store. One transaction at a time reads and writes ratings.
func (s *Store) Settle(ctx context.Context, sum livegame.Summary, g rating.Game) error {
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, ledgerLock); err != nil {
			return err
		}
		fresh, err := t.Do(ctx,
			`UPDATE games SET settled = TRUE WHERE id = $1 AND seq = $2 AND status = 'finished' AND rated AND NOT settled
			AND white_guest = $3 AND black_guest = $4`, string(sum.ID), sum.Seq, sum.Seats[game.White].Guest,
			sum.Seats[game.Black].Guest)
		if err != nil || !fresh || g.ID == "" {
			return err
		}
		return t.settle(ctx, g)
	})
	if err != nil {
		return fmt.Errorf("rate game %q: %w", sum.ID, s.readError(ctx, err))
	}
	return nil
}

// settle writes what a game does to ratings.
func (t transaction) settle(ctx context.Context, g rating.Game) error {
	var seq int64
	if err := t.Row(ctx, "SELECT COALESCE(MAX(seq), 0) + 1 FROM rating_changes").Scan(&seq); err != nil {
		return err
	}
	var before [2]rating.Standing
	for color := range g.Players {
		var deleted bool
		if err := t.Row(ctx, "SELECT count(*) > 0 FROM claims WHERE guest = $1 AND account = ''", string(g.Players[color])).
			Scan(&deleted); err != nil {
			return err
		}
		if deleted { // since the game
			g.Players[color] = rating.Gone(rand.Text())
		}
		player := g.Players[color]
		s := rating.New(player, g.Pool)
		if player.Level() == 0 {
			var ended int64
			err := t.Row(ctx, selectStanding, string(player), string(g.Pool)).
				Scan(&s.Value, &s.Deviation, &s.Volatility, &s.Wins, &s.Draws, &s.Losses, &ended, &s.Seq)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			if err == nil {
				s.At = timeOf(ended)
			}
		}
		before[color] = s
	}
	c, after := rating.Apply(seq, g, before)
	args := []any{c.Seq, string(c.ID), c.Ended.UnixMilli(), string(c.Pool), c.Result.String(), string(c.Players[0]),
		string(c.Players[1])}
	for _, r := range slices.Concat(c.Before[:], c.After[:]) {
		args = append(args, r.Value, r.Deviation, r.Volatility)
	}
	if _, err := t.Do(ctx, insertChange, args...); err != nil {
		return err
	}
	for _, s := range after {
		if s.Player.Level() > 0 || s.Player.Gone() {
			continue
		}
		if _, err := t.Do(ctx, putStanding, string(s.Player), string(s.Pool), s.Value, s.Deviation, s.Volatility, s.Wins,
			s.Draws, s.Losses, s.At.UnixMilli(), s.Seq); err != nil {
			return err
		}
	}
	return nil
}

// Standings implements rating.Store.
func (s *Store) Standings(ctx context.Context, players []rating.Player, pool rating.Pool) ([]rating.Standing, error) {
	if len(players) == 0 {
		return nil, nil
	}
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = string(p)
	}
	return s.standings(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		if q = q.Where("player IN (?)", bun.List(names)); pool != "" {
			q = q.Where("pool = ?", string(pool))
		}
		return q.OrderExpr("player, pool")
	})
}

// Leaders implements rating.Store.
func (s *Store) Leaders(ctx context.Context, pool rating.Pool, since time.Time, limit int) ([]rating.Standing, error) {
	// The inner query needs the index alone: it passes those who are not on the board without reading their rows.
	return s.standings(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		best := s.read.NewSelect().Table("ratings").Column("player").Where("pool = ?", string(pool)).
			Where("deviation < ?", rating.Provisional).
			Where("ended >= ?", since.UnixMilli()).OrderExpr("rating DESC, player").Limit(int64(limit))
		return q.Where("pool = ?", string(pool)).Where("player IN (?)", best).OrderExpr("rating DESC, player")
	})
}

// StandingsAfter implements rating.Auditable.
func (s *Store) StandingsAfter(
	ctx context.Context, player rating.Player, pool rating.Pool, limit int,
) ([]rating.Standing, error) {
	return s.standings(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("(player, pool) > (?, ?)", string(player), string(pool)).OrderExpr("player, pool").Limit(int64(limit))
	})
}

func (s *Store) standings(
	ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery,
) ([]rating.Standing, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []standingRow
	if err := narrow(s.read.NewSelect().Model(&rows)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("read ratings: %w", s.readError(ctx, err))
	}
	list := make([]rating.Standing, len(rows))
	for i := range rows {
		list[i] = rows[i].standing()
	}
	return list, nil
}

// ChangeOf implements rating.Store.
func (s *Store) ChangeOf(ctx context.Context, id livegame.ID) (rating.Change, error) {
	list, err := s.changes(ctx, func(q *bun.SelectQuery) *bun.SelectQuery { return q.Where("game = ?", string(id)) })
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
	return s.changes(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("seq > ?", after).OrderExpr("seq").Limit(int64(limit))
	})
}

// History implements rating.Store.
func (s *Store) History(ctx context.Context, p rating.Player, limit int) ([]rating.Change, error) {
	list, err := s.changes(ctx, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where(`seq IN (SELECT seq FROM (SELECT seq FROM (SELECT seq FROM rating_changes WHERE white = ?0
			ORDER BY seq DESC LIMIT ?1) AS w
			UNION SELECT seq FROM (SELECT seq FROM rating_changes WHERE black = ?0 ORDER BY seq DESC LIMIT ?1) AS b) AS played
			ORDER BY seq DESC LIMIT ?1)`, string(p), limit).OrderExpr("seq")
	})
	return list, err
}

func (s *Store) changes(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]rating.Change, error) {
	ctx, cancel := s.reading(ctx)
	defer cancel()
	var rows []changeRow
	err := narrow(s.read.NewSelect().Model(&rows)).Scan(ctx)
	list := make([]rating.Change, len(rows))
	for i := 0; err == nil && i < len(rows); i++ {
		list[i], err = rows[i].change()
	}
	if err != nil {
		return nil, fmt.Errorf("read the ledger of ratings: %w", s.readError(ctx, err))
	}
	return list, nil
}

// ForgetPlayer implements rating.Store.
func (s *Store) ForgetPlayer(ctx context.Context, p rating.Player) error {
	gone := string(rating.Gone(rand.Text()))
	err := s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, ledgerLock); err != nil {
			return err
		}
		return t.forgetPlayer(ctx, string(p), gone)
	})
	if err != nil {
		return fmt.Errorf("forget a player's ratings: %w", s.readError(ctx, err))
	}
	return nil
}

// forgetPlayer puts another player in the place of one in the ledger, and deletes the standings and
// what was kept for the player alone.
func (t transaction) forgetPlayer(ctx context.Context, player, gone string) error {
	for _, statement := range []string{"UPDATE rating_changes SET white = $2 WHERE white = $1",
		"UPDATE rating_changes SET black = $2 WHERE black = $1"} {
		if _, err := t.Do(ctx, statement, player, gone); err != nil {
			return err
		}
	}
	if _, err := t.Do(ctx, "DELETE FROM ratings WHERE player = $1", player); err != nil {
		return err
	}
	return t.forgetPrivate(ctx, player)
}
