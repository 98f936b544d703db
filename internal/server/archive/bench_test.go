package archive_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/internal/testing/pgtest"
	"github.com/wane-chess/wane/rules"
)

var archiving = flag.Int("archive.games", 2000, "how many games the benchmark of the archive has")

// BenchmarkArchive measures searches and the opening explorer with many generated
// games (go test -run NONE -bench Archive -benchtime 200x -timeout 0
// ./internal/server/archive -archive.games 100000). It reports the median,
// the 99th percentile and the maximum in milliseconds.
func BenchmarkArchive(b *testing.B) {
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		b.Run(name, func(b *testing.B) {
			s := benchNode(b, name)
			begun := time.Now()
			names := fillArchive(b, s, *archiving)
			b.Logf("%d games made and archived in %v", *archiving, time.Since(begun).Round(time.Second))
			benchmarkSearch(b, s, names)
			benchmarkExplorer(b, s)
		})
	}
}

// timed runs a query b.N times.
func timed(b *testing.B, ask func() error) {
	took := make([]time.Duration, 0, b.N)
	for range b.N {
		begun := time.Now()
		if err := ask(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
	b.ReportMetric(0, "ns/op")
}

func benchmarkSearch(b *testing.B, s node, names []string) {
	rng := rand.New(rand.NewPCG(2, 2))
	name := func(from, to int) string { return names[from+rng.IntN(to-from)] }
	day := func() time.Time { return first.Add(time.Duration(rng.IntN(*archiving)) * time.Minute) }
	for _, c := range []struct {
		name string
		q    func() archive.Query
	}{
		{"newest", func() archive.Query { return archive.Query{} }},
		{"page in the middle", func() archive.Query { return archive.Query{After: archive.Cursor{Ended: day(), ID: "x"}} }},
		{"variant", func() archive.Query { return archive.Query{Variant: "cheshire8"} }},
		{"family", func() archive.Query { return archive.Query{Family: "diminuendo"} }},
		{"rare ranking", func() archive.Query { return archive.Query{Variant: "diminuendo:pbnrqk+qk"} }},
		{"frequent player", func() archive.Query { return archive.Query{Player: name(0, 5)} }},
		{"rare player", func() archive.Query { return archive.Query{Player: name(2000, len(names))} }},
		{"beginning of many names", func() archive.Query { return archive.Query{Player: "p"} }},
		{"unknown player", func() archive.Query { return archive.Query{Player: "nobody"} }},
		{"player who lost with black", func() archive.Query {
			return archive.Query{Player: name(0, 500), Colors: archive.Black, Result: archive.Lost}
		}},
		{"my games", func() archive.Query { return archive.Query{Viewer: name(0, 500), Mine: true} }},
		{"my wins against one", func() archive.Query {
			return archive.Query{Viewer: name(0, 50), Mine: true, Result: archive.Won, Player: name(0, 50)}
		}},
		{"level", func() archive.Query { return archive.Query{Level: 1 + rng.IntN(8)} }},
		{"drawn between people", func() archive.Query { return archive.Query{Kind: archive.Humans, Result: archive.Drawn} }},
		{"longest", func() archive.Query { return archive.Query{MinPlies: 290} }},
		{"length of a variant",
			func() archive.Query { return archive.Query{Variant: "convergent", MinPlies: 60, MaxPlies: 61} }},
		{"frequent opening", func() archive.Query { return archive.Query{Variant: "chess", Moves: common(b, "chess", 1)} }},
		{"rarer opening", func() archive.Query { return archive.Query{Variant: "shrink", Moves: common(b, "shrink", 8)} }},
		{"a day", func() archive.Query {
			from := day()
			return archive.Query{From: from, To: from.Add(24 * time.Hour)}
		}},
		{"all at once, nothing found", func() archive.Query {
			return archive.Query{
				Viewer: "p7", Kind: archive.Humans, Result: archive.Drawn, MinPlies: 100, MaxPlies: 120, Player: "p",
				Variant: "chess", Level: 3,
			}
		}},
	} {
		b.Run("search/"+c.name, func(b *testing.B) {
			timed(b, func() error {
				_, err := s.Search(context.Background(), c.q())
				return err
			})
		})
	}
}

func benchmarkExplorer(b *testing.B, s node) {
	starter := archive.NewStarter(rules.ByName)
	for _, variant := range archive.StarterVariants() { // as a server does some time after its start
		if _, err := starter.Book(variant); err != nil {
			b.Fatal(err)
		}
	}
	explore := func(b *testing.B, variant string, plies int) {
		fen := after(b, variant, common(b, variant, plies))
		timed(b, func() error {
			_, err := s.Explore(context.Background(), variant, fen, archive.AllGames)
			return err
		})
	}
	for _, plies := range []int{0, 1, 4, 12, 30} {
		b.Run(fmt.Sprintf("explorer/ply %d", plies), func(b *testing.B) { explore(b, "chess", plies) })
	}
	b.Run("explorer/a start position", func(b *testing.B) {
		all := rules.All()
		n := 0
		timed(b, func() error {
			n++
			_, err := s.Explore(context.Background(), all[n%len(all)].Name(), "", archive.AllGames)
			return err
		})
	})
}

// first is when the first generated game ended; one ends every minute.
var first = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// drawn draws one of n things at random; the first are much likelier.
func drawn(rng *rand.Rand, n int) int { return int(float64(n) * math.Pow(rng.Float64(), 4)) }

// common returns the most frequent first moves of the generated games of a variant.
func common(b *testing.B, variant string, plies int) []string {
	b.Helper()
	p := start(b, variant)
	var moves []string
	for range plies {
		legal := p.Legal(nil)
		if len(legal) == 0 {
			break
		}
		moves = append(moves, p.UCI(legal[0]))
		p.Make(legal[0])
	}
	return moves
}

func start(b *testing.B, variant string) game.Position {
	b.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		b.Fatal(err)
	}
	return g.Start()
}

// after returns the FEN after moves.
func after(b *testing.B, variant string, moves []string) string {
	b.Helper()
	p := start(b, variant)
	for _, text := range moves {
		for _, m := range p.Legal(nil) {
			if p.UCI(m) == text {
				p.Make(m)
				break
			}
		}
	}
	return p.String()
}

// fillArchive makes games and archives them. It returns the names of the players,
// the most frequent first.
func fillArchive(b *testing.B, s node, games int) []string {
	b.Helper()
	names := make([]string, 5000)
	for i := range names {
		names[i] = fmt.Sprintf("p%d", i)
	}
	ctx := context.Background()
	numbers := make(chan int)
	var makers sync.WaitGroup
	for range 16 {
		makers.Go(func() {
			for n := range numbers {
				sum, r := generated(b, n, names)
				sum = finish(b, s, sum)
				if err := s.Put(ctx, sum, r); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for n := range games {
		numbers <- n
	}
	close(numbers)
	makers.Wait()
	if left := waiting(b, s); len(left) > 0 {
		b.Fatalf("%d games are not archived", len(left))
	}
	return names
}

// benchNode opens a new database of a kind. That of PostgreSQL has a disk, unlike those of other tests.
func benchNode(b *testing.B, kind string) node {
	address := dbtest.SQLite(b)
	if kind == "PostgreSQL" {
		var err error
		if address, err = pgtest.StartProcess(b, pgtest.Setup{}).Database(); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := db.Migrate(context.Background(), address, nil); err != nil {
		b.Fatal(err)
	}
	d, err := db.Open(context.Background(), address)
	if err != nil {
		b.Fatal(err)
	}
	return newNode(b, d, func(o *archive.Options) { o.Starter = archive.NewStarter(rules.ByName).Book })
}

// generated makes a finished game of random moves, some much likelier than others.
func generated(b *testing.B, n int, names []string) (livegame.Summary, archive.Record) {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	sum := gamestoretest.NewGame(livegame.ID(fmt.Sprintf("%012x", uint64(n+1)*0x9e3779b97f4a7c15>>16)))
	variants := []string{"chess", "shrink", "cheshire8", "convergent", "diminuendo", "cheshire", "diminuendo:pbnrqk"}
	sum.Variant = variants[rng.IntN(len(variants))]
	if rng.IntN(1000) == 0 {
		sum.Variant = "diminuendo:pbnrqk+qk"
	}
	for color := range sum.Seats {
		name := names[drawn(rng, len(names))]
		sum.Seats[color] = livegame.Player{Guest: name, Person: livegame.Person{Name: name}}
	}
	if rng.IntN(2) == 0 {
		sum.Seats[rng.IntN(2)] = livegame.Player{Level: 1 + rng.IntN(8)}
	}
	sum.Public = rng.IntN(5) > 0
	sum.Status, sum.Reason = livegame.Finished, game.Resignation
	sum.Result = []game.Result{game.WhiteWins, game.BlackWins, game.WhiteWins, game.BlackWins, game.Draw}[rng.IntN(5)]
	p := start(b, sum.Variant)
	length := 10 + drawn(rng, 300)
	var moves []string
	steps := make([]archive.Step, 0, archive.Depth)
	for range min(length, archive.Depth) {
		legal := p.Legal(nil)
		if len(legal) == 0 || p.Outcome().Over() {
			break
		}
		m := legal[drawn(rng, len(legal))]
		steps = append(steps, archive.Step{Position: archive.HashOf(p), Move: p.UCI(m)})
		moves = append(moves, p.UCI(m))
		p.Make(m)
	}
	sum.Ply, sum.Position = length, p.String()
	sum.Updated = first.Add(time.Duration(n) * time.Minute)
	r := archive.Record{
		ID: sum.ID, Variant: sum.Variant, Ended: sum.Updated, Public: sum.Public, Seats: sum.Seats, Result: sum.Result,
		Plies: sum.Ply, Line: archive.LineText(moves),
	}
	if sum.Public {
		r.Steps = steps
	}
	return sum, r
}
