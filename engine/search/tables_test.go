package search_test

import (
	"fmt"
	mathbits "math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

var _ engine.Tables = tablebase.Builtin()

// upTo are tables that know positions of so many pieces and no more.
type upTo int

func (n upTo) MaxPieces(game.Game) int { return int(n) }

func (n upTo) Score(p game.Position, halfmoves int) (engine.Score, bool) {
	b, ok := p.(interface {
		Placement() (pieces bitboard.Pieces, ranks, files int, castling bool)
	})
	if !ok {
		return 0, false
	}
	if pieces, _, _, _ := b.Placement(); mathbits.OnesCount64(pieces.Occupied()) > int(n) {
		return 0, false
	}
	return tablebase.Builtin().Score(p, halfmoves)
}

// shrink reads a position of Shrink Chess.
func shrink(t testing.TB, fen string) game.Position {
	t.Helper()
	p, err := shrinkGame(t).Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func shrinkGame(t testing.TB) game.Game {
	t.Helper()
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// endings makes random positions of four pieces that are in the tables and have a
// move.
func endings(t testing.TB, count int, good func(truth engine.Score) bool) (list []game.Position) {
	t.Helper()
	const pieces = 4
	g, r := shrinkGame(t), rand.New(rand.NewPCG(1, 2))
	for len(list) < count {
		ranks, files := 1+r.IntN(pieces), 1+r.IntN(pieces)
		if ranks*files < pieces {
			continue
		}
		board := slices.Repeat([]byte{'1'}, ranks*files)
		for i, at := range r.Perm(len(board))[:pieces] {
			switch i {
			case 0:
				board[at] = 'K'
			case 1:
				board[at] = 'k'
			default:
				board[at] = "QRBNPqrbnp"[r.IntN(10)]
			}
		}
		var rows []string
		for row := range slices.Chunk(board, files) {
			rows = append(rows, string(row))
		}
		p, err := g.Parse(fmt.Sprintf("%s %c - - 0 1", strings.Join(rows, "/"), "wb"[r.IntN(2)]))
		if err != nil || p.LegalCount() == 0 {
			continue
		}
		if truth, known := tablebase.Builtin().Score(p, p.Halfmoves()); known && good(truth) {
			list = append(list, p)
		}
	}
	return list
}

func anything(engine.Score) bool { return true }

// longer reports whether a win takes so many plies at least, or a loss one more.
func longer(plies engine.Score) func(engine.Score) bool {
	return func(s engine.Score) bool {
		return s > 0 && s <= engine.Mate-plies || s < 0 && s > plies-engine.Mate
	}
}

func won(s engine.Score) bool { return s > 0 }

func lost(s engine.Score) bool { return s < 0 }

// truthOf is the true score of a move.
func truthOf(t *testing.T, p game.Position, m game.Move) engine.Score {
	t.Helper()
	q := p.Clone()
	q.Make(m)
	if score, over := q.Terminal(); over {
		return -engine.ScoreOf(score)
	}
	score, known := tablebase.Builtin().Score(q, q.Halfmoves())
	if !known {
		t.Fatalf("%s: after %s nothing is known", p, p.UCI(m))
	}
	switch {
	case score > 0:
		return 1 - score
	case score < 0:
		return -1 - score
	}
	return 0
}

func withTables(tables engine.Tables) *search.Searcher {
	s := small(eval.NewNode)
	s.SetTables(tables)
	return s
}

// Where the tables know the root, every reported line has its true score and
// the lines come in their order; a win or loss is played out to the mate, in as
// many plies as it says; a draw is held as far as the line goes.
func TestRootInTables(t *testing.T) {
	s := withTables(tablebase.Builtin())
	for _, p := range endings(t, 150, anything) {
		truth, _ := tablebase.Builtin().Score(p, p.Halfmoves())
		for _, lines := range []int{1, 3, 500} {
			reported := map[int]engine.Report{}
			best, err := s.Search(t.Context(), p, engine.Limits{Nodes: 500, MultiPV: lines}, func(i engine.Report) {
				reported[i.MultiPV] = i
			})
			if err != nil {
				t.Fatal(err)
			}
			if best.Score != truth || truthOf(t, p, best.Best()) != truth || best.TBHits == 0 || best.Nodes > 500 {
				t.Fatalf("%s: %+v, want the score %d", p, best, truth)
			}
			if len(reported) != min(lines, p.LegalCount()) {
				t.Fatalf("%s: %d lines of %d", p, len(reported), lines)
			}
			last := engine.Infinite
			for n := 1; n <= len(reported); n++ {
				i := reported[n]
				if i.Score != truthOf(t, p, i.Best()) || i.Score > last || i.Bound != engine.Exact {
					t.Fatalf("%s: line %d: %+v, after one of %d; want %d", p, n, i, last, truthOf(t, p, i.Best()))
				}
				last = i.Score
				playedOut(t, p, i)
			}
		}
	}
}

// playedOut checks the line of an exact score.
func playedOut(t *testing.T, p game.Position, i engine.Report) {
	t.Helper()
	q := p.Clone()
	for n, m := range i.PV {
		if i.Score == 0 && truthOf(t, q, m) != 0 {
			t.Fatalf("%s: move %d of %+v does not hold the draw", p, n, i)
		}
		if !legal(q, m) {
			t.Fatalf("%s: move %d of %+v is illegal", p, n, i)
		}
		q.Make(m)
	}
	plies := int(engine.Mate - max(i.Score, -i.Score))
	if i.Score != 0 && (len(i.PV) != plies || q.LegalCount() > 0 || !q.InCheck()) {
		t.Fatalf("%s: %+v does not end with the mate", p, i)
	}
}

// A known win or loss needs no time, on any clock and in the opponent's: the search
// is over at once. Whatever limits there are, the score is the truth.
func TestTablesWithinLimits(t *testing.T) {
	s := withTables(tablebase.Builtin())
	for _, p := range append(endings(t, 10, won), endings(t, 10, lost)...) {
		truth, _ := tablebase.Builtin().Score(p, p.Halfmoves())
		for _, l := range []engine.Limits{
			{}, {Nodes: 1}, {Depth: 1}, {Clock: engine.Clock{Remaining: time.Hour}},
			{Clock: engine.Clock{Remaining: time.Hour, Ponder: true}}, {Mate: 1}, {Mate: 40},
		} {
			info := mustSearch(t, s, p, l)
			if info.Score != truth || l.Nodes > 0 && info.Nodes > l.Nodes || l.Depth > 0 && info.Depth > l.Depth {
				t.Errorf("%s, %+v: %+v, want the score %d", p, l, info, truth)
			}
			playedOut(t, p, info)
		}
	}
}

// Of the moves asked for, the best is found, and no other.
func TestTablesAmongMoves(t *testing.T) {
	s := withTables(tablebase.Builtin())
	for _, p := range endings(t, 60, anything) {
		for _, m := range p.Legal(nil) {
			info := mustSearch(t, s, p, engine.Limits{Depth: 3, SearchMoves: []game.Move{m}})
			if want := truthOf(t, p, m); info.Best() != m || info.Score != want {
				t.Fatalf("%s: %s for %d, want %s for %d", p, p.UCI(info.Best()), info.Score, p.UCI(m), want)
			}
		}
	}
}

// Tables of 3 pieces make the search of 4 better and never wrong: a mate that it
// sees is one, and no shorter than the shortest. Less deep, it sees more mates than
// without them.
func TestTablesInSearch(t *testing.T) {
	with, without := withTables(upTo(3)), small(eval.NewNode)
	seen, blind, hits := 0, 0, uint64(0)
	for _, p := range endings(t, 100, longer(5)) {
		truth, _ := tablebase.Builtin().Score(p, p.Halfmoves())
		info := mustSearch(t, with, p, engine.Limits{Depth: 5})
		if info.Score > engine.MateBound && info.Score > truth || info.Score < -engine.MateBound && info.Score < truth {
			t.Errorf("%s: score %d, the truth is %d", p, info.Score, truth)
		}
		if n, mate := engine.MateIn(info.Score); mate && n != 0 {
			followed(t, p, info)
		}
		for _, s := range []struct {
			by    *search.Searcher
			mates *int
		}{{with, &seen}, {without, &blind}} {
			s.by.Reset()
			if _, mate := engine.MateIn(mustSearch(t, s.by, p, engine.Limits{Depth: 3}).Score); mate {
				*s.mates++
			}
		}
		hits += info.TBHits
	}
	if seen <= blind || hits == 0 {
		t.Errorf("%d mates were seen with tables and %d without, with %d hits", seen, blind, hits)
	}
}

// followed checks that a line that reaches a position of the tables continues to
// the mate.
func followed(t *testing.T, p game.Position, i engine.Report) {
	t.Helper()
	q := p.Clone()
	for _, m := range i.PV {
		if !legal(q, m) {
			t.Fatalf("%s: %+v: an illegal move in %s", p, i, q)
		}
		q.Make(m)
	}
	if score, known := upTo(3).Score(q, q.Halfmoves()); known && score != 0 && q.LegalCount() > 0 {
		t.Errorf("%s: %+v stops in %s", p, i, q)
	}
}

// A search for a mate finds the shortest, with tables of the root and with those
// of fewer pieces, and says that there is none within fewer moves.
func TestMatesWithTables(t *testing.T) {
	for _, p := range endings(t, 40, func(s engine.Score) bool { return s > 0 && s <= engine.Mate-3 }) {
		truth, _ := tablebase.Builtin().Score(p, p.Halfmoves())
		shortest, _ := engine.MateIn(truth)
		for _, tables := range []upTo{3, 4} {
			s := withTables(tables)
			info := mustSearch(t, s, p, engine.Limits{Mate: shortest + 1})
			if info.Score != truth {
				t.Errorf("%s, tables of %d pieces: score %d, want %d", p, tables, info.Score, truth)
			}
			playedOut(t, p, info)
			if info = mustSearch(t, s, p, engine.Limits{Mate: shortest - 1}); info.Score > truth {
				t.Errorf("%s, tables of %d pieces: score %d beats the truth, %d", p, tables, info.Score, truth)
			}
		}
	}
}

// A weakened engine does not use tables.
func TestWeakPlayAsksNoTables(t *testing.T) {
	with, without := withTables(tablebase.Builtin()), small(eval.NewNode)
	for _, p := range endings(t, 20, anything) {
		for _, weak := range []engine.Weakness{{Lapses: 400, Seed: 3}, {Noise: 200, Seed: 3}, {Lapses: 1000, Noise: 1}} {
			l := engine.Limits{Nodes: 300, Weakness: weak}
			with.Reset()
			without.Reset()
			a, b := mustSearch(t, with, p, l), mustSearch(t, without, p, l)
			if a.Best() != b.Best() || a.Score != b.Score || a.Nodes != b.Nodes || a.TBHits != 0 {
				t.Fatalf("%s, %+v: %+v with tables, %+v without", p, weak, a, b)
			}
		}
	}
}

// Several threads ask the same tables and say the same in the end.
func TestTablesAndThreads(t *testing.T) {
	s := withTables(upTo(3))
	if err := s.SetThreads(3); err != nil {
		t.Fatal(err)
	}
	for _, p := range endings(t, 10, won) {
		truth, _ := tablebase.Builtin().Score(p, p.Halfmoves())
		info := mustSearch(t, s, p, engine.Limits{Nodes: 20_000})
		if info.Score > engine.MateBound && info.Score > truth || info.Score < 0 {
			t.Errorf("%s: score %d, the truth is %d", p, info.Score, truth)
		}
	}
}

// Tables cost the search no memory.
func TestTablesDoNotAllocate(t *testing.T) {
	s := withTables(upTo(3))
	p := shrink(t, "2kr/1b2/2P1/KR2 w - - 0 1")
	mustSearch(t, s, p, engine.Limits{Nodes: 40_000})
	few := testing.AllocsPerRun(1, func() { mustSearch(t, s, p, engine.Limits{Nodes: 2000}) })
	many := testing.AllocsPerRun(1, func() { mustSearch(t, s, p, engine.Limits{Nodes: 40_000}) })
	if many > few+200 { // the lines of a few more depths
		t.Errorf("%v allocations for 2,000 nodes, %v for 40,000", few, many)
	}
}

// BenchmarkTables searches an ending with some pieces more than the tables know, with
// tables and without: what asking costs.
func BenchmarkTables(b *testing.B) {
	p := shrink(b, "2k1r/1p3/2b2/P2N1/1K1R1 w - - 0 1")
	for _, c := range []struct {
		name   string
		tables engine.Tables
	}{{"without", nil}, {"with", tablebase.Builtin()}} {
		b.Run(c.name, func(b *testing.B) {
			s := withTables(c.tables)
			nodes := uint64(0)
			for b.Loop() {
				s.Reset()
				info, err := s.Search(b.Context(), p, engine.Limits{Nodes: 300_000}, nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes += info.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
