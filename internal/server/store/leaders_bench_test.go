package store_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"
)

// fillRatings gives 100,000 players a rating in one pool. A tenth is provisional, and every third
// has not played for a while.
const fillRatings = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
	INSERT INTO ratings (player, pool, rating, deviation, volatility, wins, draws, losses, ended, seq)
	SELECT 'player' || i, 'shrink/blitz', 600 + i * 7919 % 199999 / 100.0, 50 + i % 10 * 7, 0.06, 10, 2, 10, CASE WHEN i %
	3 = 0 THEN 0 ELSE 1000000 END, i FROM n`

// BenchmarkLeaders reads the first 50 of a pool with 100,000 players, and of one in which all have
// been away for long, so that all are read
// (go test -run NONE -bench Leaders -benchtime 200x ./internal/server/store).
func BenchmarkLeaders(b *testing.B) {
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		b.Run(name, func(b *testing.B) {
			address := databases[name](b)
			s := handle(b, address)
			defer func() { _ = s.Close() }()
			driver := "pgx"
			if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
				driver, address = "sqlite", path
			}
			db, err := sql.Open(driver, address)
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			if _, err := db.ExecContext(context.Background(), fillRatings); err != nil {
				b.Fatal(err)
			}
			// PostgreSQL does so by itself, a minute later
			if _, err := db.ExecContext(context.Background(), "ANALYZE ratings"); err != nil {
				b.Fatal(err)
			}
			for _, c := range []struct {
				name        string
				since, want int
			}{{"first 50", 500000, 50}, {"all inactive", 2000000, 0}} {
				b.Run(c.name, func(b *testing.B) {
					timed(b, func() error {
						list, err := s.Leaders(context.Background(), "shrink/blitz", time.UnixMilli(int64(c.since)), 50)
						if err == nil && len(list) != c.want {
							b.Errorf("%d leaders, want %d", len(list), c.want)
						}
						return err
					})
				})
			}
		})
	}
}
