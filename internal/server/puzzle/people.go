package puzzle

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

// Data is what the feature stores of accounts and guests.
var Data = feature.Data{Forget: forget, Adopt: adopt, Exports: []feature.Export{
	{Name: "puzzle-ratings", Query: "SELECT variant, rating, deviation, volatility, tried, solved, counted " +
		"FROM puzzle_ratings WHERE player = $1 ORDER BY variant"},
	{Name: "puzzle-attempts", Query: "SELECT puzzle, variant, at, took, moves, solved, helped, counted, " +
		"before_rating AS before, after_rating AS after FROM puzzle_attempts WHERE player = $1 ORDER BY seq"},
	{Name: "puzzle-runs", Query: "SELECT kind, variant, span, score, wrong, took, at FROM puzzle_runs " +
		"WHERE player = $1 ORDER BY kind, variant, span"},
	{Name: "puzzle-open-runs", Query: "SELECT kind, begun, run FROM puzzle_open_runs WHERE player = $1 ORDER BY kind"},
	{Name: "puzzle-votes", Query: "SELECT puzzle, vote, at FROM puzzle_votes WHERE player = $1 ORDER BY at"},
	{Name: "puzzle-reports", Query: "SELECT puzzle, at, reason, text, decided FROM puzzle_reports " +
		"WHERE reporter = $1 AND reporter <> '' ORDER BY at"},
	{Name: "puzzles", Query: "SELECT id, variant, fen, moves, goal, proof, rating, themes, note, created " +
		"FROM puzzle_composed WHERE author = $1 ORDER BY created"},
}}

// forget deletes what players did with puzzles. Reports and published puzzles stay, without the players.
func forget(ctx context.Context, t db.Tx, players ...string) error {
	if err := t.Lock(ctx, db.PuzzlesLock, ""); err != nil || len(players) == 0 {
		return err
	}
	in := " IN (" + db.Marks(len(players)) + ")"
	return t.Each(ctx, []string{
		"DELETE FROM puzzle_ratings WHERE player" + in, "DELETE FROM puzzle_attempts WHERE player" + in,
		"DELETE FROM puzzle_runs WHERE player" + in, "DELETE FROM puzzle_open_runs WHERE player" + in,
		"DELETE FROM puzzle_votes WHERE player" + in,
		"UPDATE puzzle_reports SET reporter = '' WHERE reporter <> '' AND reporter" + in,
		"UPDATE puzzle_composed SET author = '' WHERE author <> '' AND author" + in,
	}, db.Args(players)...)
}

// adopt gives an account what a guest did with puzzles: the IDs are those of the guest and of the account. What both
// have, such as a rating in a variant, is that of the account, but the rating with more attempts and the better run
// stay.
func adopt(ctx context.Context, t db.Tx, ids ...string) error {
	if err := t.Lock(ctx, db.PuzzlesLock, ""); err != nil {
		return err
	}
	if err := t.Each(ctx, []string{
		`DELETE FROM puzzle_ratings WHERE player = $2 AND EXISTS (SELECT 1 FROM puzzle_ratings AS g
			WHERE g.player = $1 AND g.variant = puzzle_ratings.variant AND g.tried > puzzle_ratings.tried)`,
		"UPDATE puzzle_ratings SET player = $2 WHERE player = $1 AND variant NOT IN (SELECT variant FROM puzzle_ratings " +
			"WHERE player = $2)",
		"UPDATE puzzle_attempts SET player = $2 WHERE player = $1 AND puzzle NOT IN (SELECT puzzle FROM puzzle_attempts " +
			"WHERE player = $2)",
		`DELETE FROM puzzle_runs WHERE player = $2 AND EXISTS (SELECT 1 FROM puzzle_runs AS g
			WHERE g.player = $1 AND g.kind = puzzle_runs.kind AND g.variant = puzzle_runs.variant
			AND g.span = puzzle_runs.span AND (g.begun, g.score, -g.wrong, -g.took)
			> (puzzle_runs.begun, puzzle_runs.score, -puzzle_runs.wrong, -puzzle_runs.took))`,
		`UPDATE puzzle_runs SET player = $2 WHERE player = $1 AND NOT EXISTS (SELECT 1 FROM puzzle_runs AS a
			WHERE a.player = $2 AND a.kind = puzzle_runs.kind AND a.variant = puzzle_runs.variant
			AND a.span = puzzle_runs.span)`,
		"UPDATE puzzle_open_runs SET player = $2 WHERE player = $1 AND kind NOT IN (SELECT kind FROM puzzle_open_runs " +
			"WHERE player = $2)",
		"UPDATE puzzle_votes SET player = $2 WHERE player = $1 AND puzzle NOT IN (SELECT puzzle FROM puzzle_votes " +
			"WHERE player = $2)",
		"UPDATE puzzle_reports SET reporter = $2 WHERE reporter = $1 AND reporter <> '' AND puzzle NOT IN " +
			"(SELECT puzzle FROM puzzle_reports WHERE reporter = $2 AND reporter <> '')",
	}, db.Args(ids)...); err != nil {
		return err
	}
	return forget(ctx, t, ids[0])
}

// forgottenAtOnce is how many guests a transaction forgets, each with many rows.
const forgottenAtOnce = 50

// forgetGuests deletes what guests have done who tried no puzzle since a time.
func (s *Service) forgetGuests(ctx context.Context, before time.Time) error {
	for n := forgottenAtOnce; n == forgottenAtOnce; {
		if err := s.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
			if err := t.Lock(ctx, db.PuzzlesLock, ""); err != nil {
				return err
			}
			players, err := db.All[string](ctx, t, `SELECT DISTINCT player FROM puzzle_ratings AS p
				WHERE seen < $1 AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = p.player)
				AND NOT EXISTS (SELECT 1 FROM puzzle_ratings AS o WHERE o.player = p.player AND o.seen >= $1) ORDER BY player
				LIMIT $2`, before, forgottenAtOnce)
			if err != nil {
				return err
			}
			n = len(players)
			return forget(ctx, t, players...)
		}); err != nil {
			return err
		}
	}
	guest := "NOT EXISTS (SELECT 1 FROM accounts WHERE id = player)"
	if err := s.o.DB.Forget(ctx, before, "puzzle_runs", "player, kind, variant, span", "at", guest); err != nil {
		return err
	}
	return s.o.DB.Forget(ctx, before, "puzzle_votes", "puzzle, player", "at", guest)
}
