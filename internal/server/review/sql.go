package review

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// selected is what queries select of a review r.
const selected = `SELECT r.game, r.seq, r.line, r.level, r.status, r.found AS evaluations, NULLIF(r.report, '')
	AS report, r.fault, r.asker AS requested_by, r.address, r.asked AS requested_at, r.updated FROM reviews AS r`

// stored returns the review of a game; one with the number 0 was not requested.
func (s *Service) stored(ctx context.Context, id livegame.ID) (Review, error) {
	return db.One[Review](ctx, s.DB, nil, selected+" WHERE game = $1", id)
}

// put stores a change of a review. It returns livegame.ErrConflict unless its number is one more than that of the
// stored one, or 1 for the first, and livegame.ErrNotFound if there is no such game.
func (s *Service) put(ctx context.Context, r Review) error {
	line, err := json.Marshal(r.Line)
	if err != nil {
		return err
	}
	found, err := json.Marshal(r.Evaluations)
	if err != nil {
		return err
	}
	query := `INSERT INTO reviews (game, seq, line, level, status, found, report, fault, asker, address, asked, updated)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (game) DO NOTHING`
	if r.Seq != 1 {
		query = `UPDATE reviews SET seq = $2, line = $3, level = $4, status = $5, found = $6, report = $7, fault = $8,
			asker = $9, address = $10, asked = $11, updated = $12 WHERE game = $1 AND seq = $2 - 1`
	}
	return s.DB.Write(ctx, func(ctx context.Context, t db.Tx) error {
		if _, err := db.One[livegame.ID](ctx, t, livegame.ErrNotFound, "SELECT id FROM games WHERE id = $1",
			r.Game); err != nil {
			return err
		}
		return t.Need(ctx, livegame.ErrConflict, query, r.Game, r.Seq, string(line), r.Level, r.Status, string(found),
			string(r.Report), r.Fault, r.RequestedBy, r.Address, r.RequestedAt, r.Updated)
	})
}

// open returns reviews in progress, at most limit, the first requested first.
func (s *Service) open(ctx context.Context, limit int) ([]OpenReview, error) {
	return db.All[OpenReview](ctx, s.DB,
		`SELECT game, seq, asker AS requested_by, address, asked AS requested_at, updated FROM reviews
		WHERE status IN ('waiting', 'running') ORDER BY asked, game LIMIT $1`, limit)
}

// reviewed returns finished public games with a finished review, the last reviewed first. After is the position of the
// game before the first; zero: from the start.
func (s *Service) reviewed(ctx context.Context, after archive.Cursor, limit int) ([]Reviewed, error) {
	last := int64(math.MaxInt64)
	if after.ID != "" {
		last = db.Milliseconds(after.Ended)
	}
	rows, err := db.All[Review](ctx, s.DB, selected+` JOIN archive AS a ON a.id = r.game
		WHERE r.status = 'done' AND a.public AND (r.updated, r.game) < ($1, $2)
		ORDER BY r.updated DESC, r.game DESC LIMIT $3`, last, after.ID, limit)
	if err != nil {
		return nil, err
	}
	ids := make([]livegame.ID, len(rows))
	for i := range rows {
		ids[i] = rows[i].Game
	}
	games, err := s.Public(ctx, ids)
	list := make([]Reviewed, 0, len(rows))
	for _, r := range rows {
		for _, g := range games { // one may have been deleted meanwhile
			if g.ID == r.Game {
				list = append(list, Reviewed{Review: r, Game: g})
			}
		}
	}
	return list, err
}

// ForgetAskers forgets who asked before a time for reviews that have ended.
func (s *Service) ForgetAskers(ctx context.Context, before time.Time) error {
	return s.DB.Sweep(ctx, func(ctx context.Context, t db.Tx) (int, error) {
		return t.Exec(ctx, `UPDATE reviews SET asker = '' WHERE game IN (SELECT game FROM reviews
			WHERE asker <> '' AND asked < $1 AND status NOT IN ('waiting', 'running') ORDER BY asked, game LIMIT 500)`, before)
	})
}

// Data is who asked for reviews. A review stays with its game.
var Data = feature.Data{
	Forget:      feature.Statements("UPDATE reviews SET asker = '' WHERE asker <> '' AND asker = $1"),
	Adopt:       feature.Statements("UPDATE reviews SET asker = $2 WHERE asker <> '' AND asker = $1"),
	AdoptGame:   feature.Statements("UPDATE reviews SET asker = $2 WHERE game = $3 AND asker = $1"),
	ForgetGuest: feature.Statements("UPDATE reviews SET asker = '' WHERE asker = $1 AND game = $2"),
	ForgetGame:  feature.Statements("DELETE FROM reviews WHERE game = $1"),
}
