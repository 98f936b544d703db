package rating

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/glicko"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// reader is who reads of games that have ended.
const reader = "ratings"

// settle settles a game in one transaction; one at a time reads and writes ratings. If the game is settled already, or
// has changed since the summary was read, it does nothing. Of the zero Game it notes only that it is settled. Any other
// gets the next number of the ledger, and what Apply returns is stored.
func (s *Service) settle(ctx context.Context, sum livegame.Summary, g Game) error {
	return s.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Lock(ctx, db.LedgerLock, ""); err != nil {
			return err
		}
		fresh, err := feed.Take(ctx, t, reader, &sum)
		if err != nil || !fresh || g.ID == "" {
			return err
		}
		return apply(ctx, t, g)
	})
}

// apply writes what a game does to ratings.
func apply(ctx context.Context, t db.Tx, g Game) error {
	seq, err := db.One[int64](ctx, t, nil, "SELECT COALESCE(MAX(seq), 0) + 1 FROM rating_changes")
	if err != nil {
		return err
	}
	deleted, err := auth.Deleted(ctx, t, string(g.Players[0]), string(g.Players[1])) // since the game
	if err != nil {
		return err
	}
	rated, err := db.All[Standing](ctx, t, selectStandings+"player IN ($1, $2) AND pool = $3",
		g.Players[0], g.Players[1], g.Pool)
	if err != nil {
		return err
	}
	var before [2]Standing
	for color := range g.Players {
		player := &g.Players[color]
		if slices.Contains(deleted, string(*player)) {
			*player = gone()
		}
		before[color] = NewStanding(*player, g.Pool)
		for _, s := range rated {
			if s.Player == *player {
				before[color] = s
			}
		}
	}
	c, after := Apply(seq, g, before)
	change := []any{c.Seq, c.ID, c.Ended, c.Pool, c.Result.String(), c.Players[0], c.Players[1]}
	for _, r := range slices.Concat(c.Before[:], c.After[:]) {
		change = append(change, r.Value, r.Deviation, r.Volatility)
	}
	if _, err := t.Exec(ctx, `INSERT INTO rating_changes (seq, game, ended, pool, result, white, black,
		white_rating, white_deviation, white_volatility, black_rating, black_deviation, black_volatility,
		white_new_rating, white_new_deviation, white_new_volatility,
		black_new_rating, black_new_deviation, black_new_volatility) VALUES (`+db.Marks(len(change))+")",
		change...); err != nil {
		return err
	}
	for _, s := range after {
		if s.Player.Level() > 0 || s.Player.Gone() {
			continue
		}
		if _, err := t.Exec(ctx, `INSERT INTO ratings (player, pool, rating, deviation, volatility, wins, draws, losses,
			ended, seq) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (player, pool) DO UPDATE
			SET rating = $3, deviation = $4, volatility = $5, wins = $6, draws = $7, losses = $8, ended = $9, seq = $10`,
			s.Player, s.Pool, s.Value, s.Deviation, s.Volatility, s.Wins, s.Draws, s.Losses, s.At, s.Seq); err != nil {
			return err
		}
	}
	return nil
}

// selectStandings begins a query for standings.
const selectStandings = "SELECT *, rating AS value, ended AS at FROM ratings WHERE "

// Standings returns the standings of players in pools; without a pool, in all. Those who have not played have none.
func (s *Service) Standings(ctx context.Context, players []Player, pool Pool) ([]Standing, error) {
	if len(players) == 0 {
		return nil, nil
	}
	return db.All[Standing](ctx, s.o.DB,
		selectStandings+"player IN ("+db.MarksFrom(2, len(players))+") AND (pool = $1 OR $1 = '') ORDER BY player, pool",
		append([]any{pool}, db.Args(players)...)...)
}

// leaders returns the standings of a pool with a deviation below Provisional and a last game since a time, the best
// first.
func (s *Service) leaders(ctx context.Context, pool Pool, since time.Time, limit int) ([]Standing, error) {
	// The inner query needs the index alone: it passes those who are not on the board without reading their rows.
	return db.All[Standing](ctx, s.o.DB, selectStandings+`pool = $1 AND player IN (SELECT player FROM ratings
		WHERE pool = $1 AND deviation < $2 AND ended >= $3 ORDER BY rating DESC, player LIMIT $4)
		ORDER BY rating DESC, player`, pool, float64(glicko.Provisional), since, limit)
}

// StandingsAfter returns the standings of all players, in the order of players and pools, after one.
func (s *Service) StandingsAfter(ctx context.Context, player Player, pool Pool, limit int) ([]Standing, error) {
	return db.All[Standing](ctx, s.o.DB,
		selectStandings+"(player, pool) > ($1, $2) ORDER BY player, pool LIMIT $3", player, pool, limit)
}

// ChangeOf returns the change of a game, or livegame.ErrNotFound.
func (s *Service) ChangeOf(ctx context.Context, id livegame.ID) (Change, error) {
	list, err := s.changes(ctx, "game = $1", id)
	if err == nil && len(list) == 0 {
		err = livegame.ErrNotFound
	}
	if err != nil {
		return Change{}, err
	}
	return list[0], nil
}

// ledger returns the changes after a number, in order.
func (s *Service) ledger(ctx context.Context, after int64, limit int) ([]Change, error) {
	return s.changes(ctx, "seq > $1 ORDER BY seq LIMIT $2", after, limit)
}

// History returns the changes of a player, in all pools, the first at the beginning; at most limit, the last ones.
func (s *Service) History(ctx context.Context, p Player, limit int) ([]Change, error) {
	return s.changes(ctx, `seq IN (SELECT seq FROM (
		SELECT seq FROM (SELECT seq FROM rating_changes WHERE white = $1 ORDER BY seq DESC LIMIT $2) AS w
		UNION SELECT seq FROM (SELECT seq FROM rating_changes WHERE black = $1 ORDER BY seq DESC LIMIT $2) AS b) AS played
		ORDER BY seq DESC LIMIT $2) ORDER BY seq`, p, limit)
}

// changeRow is a row of the table rating_changes.
type changeRow struct {
	Change

	Result      string
	White       Player
	Black       Player
	WhiteBefore Rating `bun:"embed:white_"`
	BlackBefore Rating `bun:"embed:black_"`
	WhiteAfter  Rating `bun:"embed:white_new_"`
	BlackAfter  Rating `bun:"embed:black_new_"`
}

func (s *Service) changes(ctx context.Context, where string, args ...any) ([]Change, error) {
	rows, err := db.All[changeRow](ctx, s.o.DB, `SELECT *, game AS id, white_rating AS white_value,
		black_rating AS black_value, white_new_rating AS white_new_value, black_new_rating AS black_new_value
		FROM rating_changes WHERE `+where, args...)
	list := make([]Change, len(rows))
	for i := 0; err == nil && i < len(rows); i++ {
		r, c := &rows[i], &list[i]
		*c = r.Change
		c.Result, err = livegame.ResultOf(r.Result)
		c.Players = [2]Player{game.White: r.White, game.Black: r.Black}
		c.Before = [2]Rating{game.White: r.WhiteBefore, game.Black: r.BlackBefore}
		c.After = [2]Rating{game.White: r.WhiteAfter, game.Black: r.BlackAfter}
	}
	return list, err
}

// gone returns a player that stands for one whose data was deleted.
func gone() Player { return Player(gonePrefix + rand.Text()) }

// Data is what is stored of accounts and games. What a game did to ratings stays: another player stands in the ledger
// in the place of one whose account is deleted, and a deleted game is marked. Who deletes an account has db.LedgerLock.
var Data = feature.Data{
	Forget: func(ctx context.Context, t db.Tx, ids ...string) error {
		if err := t.Each(ctx, []string{"UPDATE rating_changes SET white = $2 WHERE white = $1",
			"UPDATE rating_changes SET black = $2 WHERE black = $1"}, ids[0], gone()); err != nil {
			return err
		}
		_, err := t.Exec(ctx, "DELETE FROM ratings WHERE player = $1", ids[0])
		return err
	},
	Ended:      feed.Reader{Name: reader, Wants: func(s *livegame.Summary) bool { return s.Rated }},
	ForgetGame: feature.Statements("UPDATE rating_changes SET deleted = TRUE WHERE game = $1"),
	Exports: []feature.Export{
		{Name: "ratings", Query: "SELECT pool, rating, deviation, volatility, wins, draws, losses, ended FROM ratings " +
			"WHERE player = $1 ORDER BY pool"},
		{Name: "rating-changes", Query: `SELECT game, ended, pool, result, 'white' AS color,
			white_rating AS before, white_new_rating AS after, white_new_deviation AS deviation
			FROM rating_changes WHERE white = $1
			UNION ALL SELECT game, ended, pool, result, 'black', black_rating, black_new_rating, black_new_deviation
			FROM rating_changes WHERE black = $1`},
	},
}
