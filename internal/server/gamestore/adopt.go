package gamestore

import (
	"context"
	"encoding/json"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/adopt"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
)

var _ adopt.Finished = (*Store)(nil)

// AdoptFinished implements adopt.Finished.
func (s *Store) AdoptFinished(ctx context.Context, c account.Claim, limit int) (n int, err error) {
	was, err := json.Marshal(c.Guest)
	if err != nil {
		return 0, err
	}
	now, err := json.Marshal(c.Account)
	if err != nil {
		return 0, err
	}
	field := func(id []byte) string { return `"guest":` + string(id) }
	err = s.chore(ctx, func(ctx context.Context, t transaction) error {
		if err := t.lock(ctx, db.ArchiveLock); err != nil {
			return err
		}
		ids, err := db.All[string](ctx, t, `SELECT id FROM games WHERE status = 'finished' AND id IN (
			SELECT id FROM games WHERE white_guest <> '' AND white_guest = $1
			UNION SELECT id FROM games WHERE black_guest <> '' AND black_guest = $1
			UNION SELECT id FROM games WHERE creator <> '' AND creator = $1) ORDER BY id LIMIT $2`, c.Guest, limit)
		if err != nil {
			return err
		}
		n = len(ids)
		for _, id := range ids {
			if _, err := t.Do(ctx,
				`UPDATE games SET seats = replace(seats, $4, $5), creator = CASE WHEN creator = $2 THEN $3 ELSE creator END,
				white_guest = CASE WHEN white_guest = $2 THEN $3 ELSE white_guest END, black_guest = CASE WHEN black_guest = $2 THEN
				$3 ELSE black_guest END WHERE id = $1`,
				id, c.Guest, c.Account, field(was), field(now)); err != nil {
				return err
			}
			if _, err := t.Exec(ctx, "UPDATE events SET guest = $3 WHERE game = $1 AND guest = $2",
				id, c.Guest, c.Account); err != nil {
				return err
			}
			if err := t.each(ctx, func(d feature.Data) feature.Step { return d.AdoptGame }, c.Guest, c.Account, id); err != nil {
				return err
			}
		}
		if n == limit {
			return nil
		}
		if err := t.Each(ctx, []string{
			// The rest of the games can be found by their new player; the creator only finds them, too.
			"UPDATE games SET creator = $2 WHERE creator = $1 AND creator <> '' AND NOT (pairing AND status = 'waiting')",
		}, c.Guest, c.Account); err != nil {
			return err
		}
		return t.each(ctx, func(d feature.Data) feature.Step { return d.Adopt }, c.Guest, c.Account)
	})
	return n, err
}
