package rating_test

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// fillRatings gives 100,000 players a rating in one pool. A tenth is provisional, and every third
// has not played for a while.
const fillRatings = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
	INSERT INTO ratings (player, pool, rating, deviation, volatility, wins, draws, losses, ended, seq)
	SELECT 'player' || i, 'shrink/blitz', 600 + i * 7919 % 199999 / 100.0, 50 + i % 10 * 7, 0.06, 10, 2, 10, CASE WHEN i %
	3 = 0 THEN 0 ELSE 1000000 END, i FROM n`

// BenchmarkLeaders reads the first 50 of a pool with 100,000 players, and of one in which all have
// been away for long, so that all are read
// (go test -run NONE -bench Leaders -benchtime 200x ./internal/server/rating).
func BenchmarkLeaders(b *testing.B) {
	for kind, address := range dbtest.Migrated {
		b.Run(kind, func(b *testing.B) {
			d, err := db.Open(b.Context(), address(b))
			if err != nil {
				b.Fatal(err)
			}
			s := newNode(b, d)
			// PostgreSQL analyzes by itself, a minute later
			for _, statement := range []string{fillRatings, "ANALYZE ratings"} {
				if _, err := d.Exec(b.Context(), statement); err != nil {
					b.Fatal(err)
				}
			}
			for _, c := range []struct {
				name        string
				since, want int
			}{{"first 50", 500000, 50}, {"all inactive", 2000000, 0}} {
				b.Run(c.name, func(b *testing.B) {
					for range b.N {
						list, err := s.Leaders(b.Context(), "shrink/blitz", time.UnixMilli(int64(c.since)), 50)
						if err != nil || len(list) != c.want {
							b.Fatalf("%d leaders, want %d: %v", len(list), c.want, err)
						}
					}
				})
			}
		})
	}
}
