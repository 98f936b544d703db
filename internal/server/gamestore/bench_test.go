package gamestore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/rules"
)

// BenchmarkAppend measures acknowledged moves in a burst: each of many goroutines plays a
// game of its own and sends a move as soon as the last is on disk. It reports appends/s
// and the 99th percentile in milliseconds, and of PostgreSQL the bytes of log for each.
func BenchmarkAppend(b *testing.B) { benchmarkAppends(b, false) }

// BenchmarkAppendBesideArchive is BenchmarkAppend while the indexer archives games, as
// after an update of the database. It reports archived/s, too.
func BenchmarkAppendBesideArchive(b *testing.B) { benchmarkAppends(b, true) }

func benchmarkAppends(b *testing.B, archiving bool) {
	for _, players := range []int{1, 16, 256} {
		for _, name := range []string{"SQLite", "PostgreSQL"} {
			b.Run(fmt.Sprintf("%s/%d", name, players), func(b *testing.B) {
				benchmarkAppend(b, databases[name](b), players, archiving)
			})
		}
	}
}

func benchmarkAppend(b *testing.B, address string, players int, archiving bool) {
	s := handle(b, address)
	defer func() { _ = s.Close() }()
	ctx := context.Background()
	if archiving {
		archived := archiveBeside(b, s)
		defer func() { b.ReportMetric(float64(archived())/b.Elapsed().Seconds(), "archived/s") }()
	}
	sums := make([]livegame.Summary, players)
	for i := range sums {
		sums[i] = gamestoretest.NewGame(livegame.ID(fmt.Sprintf("%012x", uint64(i+1)*0x9e3779b97f4a7c15>>16)))
		if err := s.Create(ctx, sums[i]); err != nil {
			b.Fatal(err)
		}
	}
	if strings.HasPrefix(address, "postgres") {
		before := logged(b, address)
		defer func() { b.ReportMetric((logged(b, address)-before)/float64(b.N), "log-B") }()
	}
	took := make([][]time.Duration, players)
	var left atomic.Int64
	left.Store(int64(b.N))
	var all sync.WaitGroup
	b.ResetTimer()
	for i := range sums {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				e, next := gamestoretest.NextMove(sums[i])
				begun := time.Now()
				if err := s.Append(ctx, sums[i].ID, e, next); err != nil {
					b.Error(err)
					return
				}
				took[i] = append(took[i], time.Since(begun))
				sums[i] = next
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
	times := slices.Sorted(slices.Values(slices.Concat(took...)))
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// logged returns how many bytes PostgreSQL has written to its log.
func logged(b *testing.B, address string) (n float64) {
	b.Helper()
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	err = conn.QueryRow(context.Background(), "SELECT (pg_current_wal_lsn() - '0/0')::float8").Scan(&n)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// archiveBeside archives games until stop is called,
// which returns their number.
func archiveBeside(b *testing.B, s *gamestore.Store) (archived func() int) {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	n := 0
	a := archive.New(archive.Options{DB: s.DB(), Games: s, Lookup: rules.ByName})
	s.Use(archive.Data(rules.ByName))
	all.Go(func() {
		for ctx.Err() == nil {
			begun := time.Now()
			for range 4 {
				n++
				sum := gamestoretest.Finished(livegame.ID(fmt.Sprintf("Done%08d", n)), time.UnixMilli(int64(n)).UTC())
				sum.Variant = "chess"
				if err := finish(ctx, s, sum, benchMoves); err != nil && ctx.Err() == nil {
					b.Error(err)
				}
			}
			if err := a.Sweep(ctx); err != nil && ctx.Err() == nil {
				b.Error(err)
			}
			time.Sleep(3 * time.Since(begun)) // as the archive does
		}
	})
	return func() int {
		cancel()
		all.Wait()
		return n
	}
}

// BenchmarkOpenGames measures how long the open games of a player take to find, after none and after 100,000 finished
// games.
func BenchmarkOpenGames(b *testing.B) {
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		for _, past := range []int{0, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", name, past), func(b *testing.B) {
				s := handle(b, databases[name](b))
				defer func() { _ = s.Close() }()
				if err := s.Fill(b.Context(), "ann", past); err != nil {
					b.Fatal(err)
				}
				for i := range 10 {
					open := gamestoretest.NewGame(livegame.ID(fmt.Sprintf("Open%08d", i)))
					open.Seats[0].Guest = "ann"
					if err := s.Create(b.Context(), open); err != nil {
						b.Fatal(err)
					}
				}
				for b.Loop() {
					list, err := s.List(b.Context(), livegame.Query{Guest: "ann", Status: livegame.Live, Limit: 30})
					if err != nil || len(list) != 10 {
						b.Fatal(len(list), err)
					}
				}
			})
		}
	}
}

// benchMoves are the moves of an archived game.
var benchMoves = strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 " +
	"h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 c5d4 c3d4 a5c6 d2b3 a6a5 c1e3 a5a4")
