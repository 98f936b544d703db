package puzzle

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/puzzle"
)

// change does work in a transaction that takes turns with others that change ratings of puzzles.
func (s *Service) change(ctx context.Context, work func(context.Context, db.Tx) error) error {
	return s.o.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if err := t.Lock(ctx, db.PuzzlesLock, ""); err != nil {
			return err
		}
		return work(ctx, t)
	})
}

// attemptRow is a row of the table puzzle_attempts.
type attemptRow struct {
	Attempt

	Moves           string
	BeforeRating    float64
	BeforeDeviation float64
	AfterRating     float64
	AfterDeviation  float64
}

func (r *attemptRow) attempt() Attempt {
	a := r.Attempt
	a.Moves = strings.Fields(r.Moves)
	a.Before = rating.Rating{Value: r.BeforeRating, Deviation: r.BeforeDeviation}
	a.After = rating.Rating{Value: r.AfterRating, Deviation: r.AfterDeviation}
	return a
}

// settle settles the attempts of a player in one transaction, in their order, and returns the first attempt at each of
// the puzzles. One that is stored already only gets a later time of the last attempt; any other is stored with what
// Apply makes of it, beside the player's standing and the puzzle's record.
func (s *Service) settle(ctx context.Context, player string, list []Try) (settled []Attempt, err error) {
	err = s.change(ctx, func(ctx context.Context, t db.Tx) error {
		for i := range list {
			a, err := settle(ctx, t, player, list[i])
			if err != nil {
				return err
			}
			settled = append(settled, a)
		}
		return nil
	})
	return settled, err
}

func settle(ctx context.Context, t db.Tx, player string, try Try) (a Attempt, err error) {
	known, err := db.One[attemptRow](ctx, t, nil,
		"SELECT * FROM puzzle_attempts WHERE player = $1 AND puzzle = $2", player, try.Puzzle)
	if err != nil {
		return a, err
	}
	if known.Puzzle != "" {
		_, err = t.Exec(ctx, "UPDATE puzzle_attempts SET last = $2 WHERE seq = $1 AND last < $2", known.Seq, try.At)
		return known.attempt(), err
	}
	st, err := standing(ctx, t, player, try.Variant)
	if err != nil {
		return a, err
	}
	record, err := db.One[Record](ctx, t, nil, selectRecords+"puzzle = $1", try.Puzzle)
	if err != nil {
		return a, err
	}
	if record.Puzzle == "" {
		record = try.Fresh
	}
	a, st, record = Apply(try.Attempt, st, record)
	if _, err := t.Exec(ctx, `INSERT INTO puzzle_ratings (player, variant, rating, deviation, volatility, tried, solved,
		counted, seen) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (player, variant)
		DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tried = $6, solved = $7, counted = $8,
		seen = CASE WHEN puzzle_ratings.seen > $9 THEN puzzle_ratings.seen ELSE $9 END`,
		player, try.Variant, st.Value, st.Deviation, st.Volatility, st.Tried, st.Solved, st.At, a.At); err != nil {
		return a, err
	}
	if _, err := t.Exec(ctx, `INSERT INTO puzzle_records (puzzle, variant, rating, deviation, volatility, tried, solved,
		state) VALUES ($1, $2, $3, $4, $5, $6, $7, '')
		ON CONFLICT (puzzle) DO UPDATE SET rating = $3, deviation = $4, volatility = $5, tried = $6, solved = $7`,
		record.Puzzle, record.Variant, record.Value, record.Deviation, record.Volatility, record.Tried,
		record.Solved); err != nil {
		return a, err
	}
	a.Seq, err = db.One[int64](ctx, t, nil,
		`INSERT INTO puzzle_attempts (player, puzzle, id, variant, at, last, took, moves, solved, helped, counted,
		before_rating, before_deviation, after_rating, after_deviation, puzzle_before, puzzle_after)
		VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING seq`,
		player, a.Puzzle, a.ID, a.Variant, a.At, a.Took, strings.Join(a.Moves, " "), a.Right, a.Helped, a.Counted,
		a.Before.Value, a.Before.Deviation, a.After.Value, a.After.Deviation, a.PuzzleBefore, a.PuzzleAfter)
	return a, err
}

// selectRecords begins a query for the records of puzzles.
const selectRecords = "SELECT *, rating AS value FROM puzzle_records WHERE "

// record returns the record of a puzzle, or ErrNotFound.
func (s *Service) record(ctx context.Context, id string) (Record, error) {
	return db.One[Record](ctx, s.o.DB, ErrNotFound, selectRecords+"puzzle = $1", id)
}

// standing returns the standing of a player in a variant, a new one if there is none.
func standing(ctx context.Context, q db.Queryer, player, variant string) (Standing, error) {
	s, err := db.One[Standing](ctx, q, nil, "SELECT *, rating AS value, counted AS at FROM puzzle_ratings "+
		"WHERE player = $1 AND variant = $2", player, variant)
	if err == nil && s.Player == "" {
		s = NewStanding(player, variant)
	}
	return s, err
}

// tried is a puzzle that a player has tried.
type tried struct {
	Puzzle string
	Last   time.Time // when the player tried it last
	Solved bool      // at the first attempt
}

// tried returns what a player has tried in a variant, the longest ago first.
func (s *Service) tried(ctx context.Context, player, variant string) ([]tried, error) {
	return db.All[tried](ctx, s.o.DB, "SELECT puzzle, last, solved FROM puzzle_attempts "+
		"WHERE player = $1 AND variant = $2 ORDER BY last, puzzle", player, variant)
}

// solved counts those of some puzzles that were solved.
func solved(list []tried) (n int) {
	for _, t := range list {
		if t.Solved {
			n++
		}
	}
	return n
}

// Attempts returns the attempts of a player in a variant, or with "" in all, before a number, or with 0 the last ones;
// the latest first.
func (s *Service) Attempts(ctx context.Context, player, variant string, before int64, limit int) ([]Attempt, error) {
	if before <= 0 {
		before = math.MaxInt64
	}
	rows, err := db.All[attemptRow](ctx, s.o.DB, "SELECT * FROM puzzle_attempts WHERE player = $1 "+
		"AND (variant = $2 OR $2 = '') AND seq < $3 ORDER BY seq DESC LIMIT $4", player, variant, before, limit)
	list := make([]Attempt, len(rows))
	for i := range rows {
		list[i] = rows[i].attempt()
	}
	return list, err
}

// AttemptAt returns the first attempt of a player at a puzzle, or ErrNotFound.
func (s *Service) AttemptAt(ctx context.Context, player, puzzle string) (Attempt, error) {
	row, err := db.One[attemptRow](ctx, s.o.DB, ErrNotFound,
		"SELECT * FROM puzzle_attempts WHERE player = $1 AND puzzle = $2", player, puzzle)
	return row.attempt(), err
}

// putVote stores what a player thinks of a puzzle: 1, -1 or 0, which deletes the vote.
func (s *Service) putVote(ctx context.Context, player, puzzle string, vote int, at time.Time) error {
	query, args := "DELETE FROM puzzle_votes WHERE puzzle = $1 AND player = $2", []any{puzzle, player}
	if vote != 0 {
		query = "INSERT INTO puzzle_votes (puzzle, player, vote, at) VALUES ($1, $2, $3, $4) " +
			"ON CONFLICT (puzzle, player) DO UPDATE SET vote = $3, at = $4"
		args = append(args, vote, at)
	}
	_, err := s.o.DB.Exec(ctx, query, args...)
	return err
}

// Votes counts the votes for and against a puzzle, and returns that of a player.
func (s *Service) Votes(ctx context.Context, puzzle, player string) (Votes, error) {
	return db.One[Votes](ctx, s.o.DB, nil,
		`SELECT COUNT(CASE WHEN vote > 0 THEN 1 END) AS up, COUNT(CASE WHEN vote < 0 THEN 1 END) AS down,
		COALESCE(MAX(CASE WHEN player = $1 THEN vote END), 0) AS own FROM puzzle_votes WHERE puzzle = $2`, player, puzzle)
}

// composedRow is a row of the table puzzle_composed.
type composedRow struct {
	Puzzle

	Moves  string
	Themes string
}

func (r *composedRow) puzzle() Puzzle {
	p := r.Puzzle
	p.Moves, p.Themes, p.Composed = strings.Fields(r.Moves), []puzzle.Theme{}, true
	for theme := range strings.FieldsSeq(r.Themes) {
		p.Themes = append(p.Themes, puzzle.Theme(theme))
	}
	return p
}

// composed returns a puzzle that was published by its ID, or ErrNotFound.
func (s *Service) composed(ctx context.Context, id string) (Puzzle, error) {
	row, err := db.One[composedRow](ctx, s.o.DB, ErrNotFound, "SELECT * FROM puzzle_composed WHERE id = $1", id)
	return row.puzzle(), err
}

// composedAt returns the ID of the published puzzle with a position; "" if there is none.
func (s *Service) composedAt(ctx context.Context, variant, position string) (string, error) {
	return db.One[string](ctx, s.o.DB, nil,
		"SELECT id FROM puzzle_composed WHERE variant = $1 AND position = $2", variant, position)
}

// composedBy returns the puzzles of an author before a time in milliseconds, the latest first; with 0 the last ones.
func (s *Service) composedBy(ctx context.Context, author string, before int64, limit int) ([]Puzzle, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	rows, err := db.All[composedRow](ctx, s.o.DB, "SELECT * FROM puzzle_composed WHERE author = $1 AND created < $2 "+
		"ORDER BY created DESC, id LIMIT $3", author, before, limit)
	list := make([]Puzzle, len(rows))
	for i := range rows {
		list[i] = rows[i].puzzle()
	}
	return list, err
}
