package tablebase

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestResult(t *testing.T) {
	for _, c := range []struct {
		r      Result
		text   string
		score  engine.Score
		before Result
	}{
		{Result{}, "draw", 0, Result{}},
		{Result{Outcome: game.WDLLoss}, "mated", -engine.Mate, Result{game.WDLWin, 1}},
		{Result{game.WDLWin, 1}, "win in 1 ply", engine.Mate - 1, Result{game.WDLLoss, 2}},
		{Result{game.WDLLoss, 2}, "loss in 2 plies", -engine.Mate + 2, Result{game.WDLWin, 3}},
		{Result{game.WDLWin, 21}, "win in 21 plies", engine.Mate - 21, Result{game.WDLLoss, 22}},
	} {
		if c.r.String() != c.text || c.r.Score() != c.score || c.r.Before() != c.before {
			t.Errorf("%+v: %q, %d, before: %v; want %q, %d, %v", c.r, c.r, c.r.Score(), c.r.Before(), c.text, c.score, c.before)
		}
	}
	// The score of every entry is a mate score.
	for v := range 256 {
		r := resultOf(byte(v))
		s := r.Score()
		if r.Outcome == game.WDLWin && s <= engine.MateBound || r.Outcome == game.WDLLoss && s >= -engine.MateBound ||
			(r.DTM%2 == 1) != (r.Outcome == game.WDLWin) {
			t.Errorf("entry %d is %v, with the score %d", v, r, s)
		}
	}
}

// TestSupports: of all games only Shrink Chess and Convergent Chess have tables.
func TestSupports(t *testing.T) {
	for _, g := range rules.All() {
		if got := Supports(g); got != (g.Name() == "shrink" || g.Name() == "convergent") {
			t.Errorf("%s is supported: %v", g.Name(), got)
		}
	}
}

// TestOutside: errors name the reason for which a position is in no table.
func TestOutside(t *testing.T) {
	tables := fresh(t)
	for _, c := range []struct{ game, fen, why string }{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "not a position of Shrink Chess"},
		{"cheshire8", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "not a position of Shrink Chess"},
		{"shrink", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "32 pieces, tables have at most 6"},
		{"shrink", "k2n/1b2/2BN/K1N1 w - - 0 1", "7 pieces"},
		{"shrink", "r3k/5/R3K w Qq - 0 1", "castling is still possible"},
		{"shrink", "k2/3/K1R w - - 0 1", "rank 2 is empty"},
		{"shrink", "3/k2/2R/1K1 w - - 0 1", "rank 4 is empty"},
		{"shrink", "k2/3/1RK w - - 0 1", "rank 2 is empty"},
		{"shrink", "k2/2R/K2 w - - 0 1", "file b is empty"},
		{"shrink", "k1/R1/K1 b - - 0 1", "file b is empty"},
		{"shrink", "k2/3/2K w - - 0 1", "king against king is a draw"},
	} {
		g, err := rules.ByName(c.game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		var outside *OutsideError
		if r, err := tables.Probe(p); !errors.As(err, &outside) || !strings.Contains(err.Error(), c.why) || r != (Result{}) {
			t.Errorf("%s: %v, %v; want %q", c.fen, r, err, c.why)
		}
		if s, known := tables.Score(p, p.Halfmoves()); known || s != 0 {
			t.Errorf("%s is worth %d (%v) and should not be known", c.fen, s, known)
		}
		if moves, err := tables.Moves(p); !errors.As(err, &outside) || moves != nil {
			t.Errorf("%s: moves %v, %v", c.fen, moves, err)
		}
	}
}

// TestMissing: the error for a position without a table names the table.
func TestMissing(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"k1r/1q1/B1K w - - 0 1", "KQRvKB"},
		{"K1R/1Q1/b1k b - - 0 1", "KQRvKB"},
		{"2k/nPp/K2 b - - 0 1", "KNPvKP"},
	} {
		p := parse(t, c.fen)
		var missing *MissingError
		_, err := fresh(t).Probe(p)
		if !errors.As(err, &missing) || missing.Material != c.want || err.Error() != "no table of "+c.want+" is open" {
			t.Errorf("%s: %v, want that %s is missing", c.fen, err, c.want)
		}
		if s, known := fresh(t).Score(p, p.Halfmoves()); known || s != 0 {
			t.Errorf("%s is worth %d (%v) and should not be known", c.fen, s, known)
		}
	}
	tables := fresh(t)
	if tables.CompletePieces(shrink.New()) != 4 || tables.MaxPieces(shrink.New()) != 4 ||
		tables.Has(material(t, "KQRvKB")) || !tables.Has(material(t, "KRvKB")) {
		t.Errorf("tables of %d pieces, at most %d", tables.CompletePieces(shrink.New()), tables.MaxPieces(shrink.New()))
	}
	none := newTables()
	if none.CompletePieces(shrink.New()) != 2 || none.MaxPieces(shrink.New()) != 0 || len(none.Materials()) != 0 {
		t.Errorf("without tables there are those of %d pieces", none.CompletePieces(shrink.New()))
	}
}

// TestScore: a search gets wins and losses that the move count cannot overtake, and
// draws at any count.
func TestScore(t *testing.T) {
	mate := "k/R/K b - - 3 2"
	for _, c := range []struct {
		fen   string
		score engine.Score
		known bool
	}{
		{inventors, engine.Mate - 3, true},
		{"2k/1R1/K2 w - - 97 60", engine.Mate - 3, true}, // the mate is on the hundredth halfmove
		{"2k/1R1/K2 w - - 98 60", engine.Mate - 3, false},
		{mate, -engine.Mate, true},
		{"k/R/K b - - 100 60", -engine.Mate, true},
		{"1k1/2n/K2 w - - 100 60", 0, true},
	} {
		p := parse(t, c.fen)
		s, known := fresh(t).Score(p, p.Halfmoves())
		if known != c.known || known && s != c.score {
			t.Errorf("%s is worth %d (%v), want %d (%v)", c.fen, s, known, c.score, c.known)
		}
	}
}

// TestScoreIsProbe: over random games Score and Probe agree.
func TestScoreIsProbe(t *testing.T) {
	tables := fresh(t)
	known := 0
	r := dice(6)
	for seed := range uint64(1500) {
		_, pieces := randomMaterial(r, 5+r.IntN(2))
		fen := randomPosition(r, pieces).String()
		if _, err := shrink.New().Parse(fen); err != nil {
			continue
		}
		w := gametest.Walk{Game: shrink.New(), FEN: fen, Seed: seed, Plies: 100}
		w.Run(t, func(p game.Position) {
			r, err := tables.Probe(p)
			s, ok := tables.Score(p, p.Halfmoves())
			late := r.Outcome != game.WDLDraw && p.Halfmoves()+r.DTM > 100
			if ok != (err == nil && !late) || ok && s != r.Score() {
				t.Fatalf("%s: %d (%v) for a search; %v (%v) for people", p, s, ok, r, err)
			}
			if ok {
				known++
				moves, err := tables.Moves(p)
				if err != nil {
					t.Fatal(err)
				}
				if len(moves) > 0 && moves[0].Result != r {
					t.Fatalf("%s is %v, its best move %v", p, r, moves[0].Result)
				}
			}
		})
	}
	if known < 100 {
		t.Errorf("the games came to %d positions of the tables only", known)
	}
}

// hits are positions of the tables; misses are not, in the ways that a search
// meets.
var (
	hits   = []string{inventors, "k1/1R/KB w - - 0 1", "k1p/P2/2K b - - 0 1", "1k1/2n/K2 w - - 0 1"}
	misses = []string{
		"k1r/1q1/B1K w - - 0 1", "k2/3/K1R w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	}
)

// wide are tables that say of some 5 pieces that they are there: what is missing then
// has no fewer pieces than what is known.
func wide(t testing.TB) *Tables {
	t.Helper()
	tables := fresh(t).With()
	tables.most[Shrink] = 5
	return tables
}

func TestScoreDoesNotAllocate(t *testing.T) {
	tables := wide(t)
	for _, fen := range append(append([]string{}, hits...), misses...) {
		p := parse(t, fen)
		tables.Score(p, p.Halfmoves())
		if n := testing.AllocsPerRun(100, func() { tables.Score(p, p.Halfmoves()) }); n != 0 {
			t.Errorf("%s: %g allocations", fen, n)
		}
	}
}

func BenchmarkScore(b *testing.B) {
	tables := wide(b)
	for _, c := range []struct {
		name string
		fens []string
	}{{"hit", hits}, {"missing", misses[:1]}, {"empty", misses[1:2]}, {"many", misses[2:]}} {
		b.Run(c.name, func(b *testing.B) {
			var list []game.Position
			for _, fen := range c.fens {
				list = append(list, parse(b, fen))
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				tables.Score(list[i], list[i].Halfmoves())
				if i++; i == len(list) {
					i = 0
				}
			}
		})
	}
}

// TestConcurrent: several probe at once with memory for a few blocks only, so that
// blocks are forgotten while others use them.
func TestConcurrent(t *testing.T) {
	solved, err := (&Builder{Pieces: 4, Workers: 2}).Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := bytesOf(solved...)
	if err != nil {
		t.Fatal(err)
	}
	tables := newTables()
	tables.cache.most = 4000
	list, err := inMemory("a file", data, tables.cache)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		tables.add(one)
	}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			r := dice(uint64(worker))
			for range 2000 {
				s := solved[r.IntN(len(solved))]
				n := r.IntN(s.size())
				got, err := tables.tables[s.key].at(n)
				if err != nil || got != s.flat[n] {
					t.Errorf("entry %d of %v is %d (%v), want %d", n, s, got, err, s.flat[n])
					return
				}
			}
		})
	}
	all.Wait()
	c := tables.cache
	held := 0
	for _, one := range c.ring {
		held += len(one.block.entries)
	}
	if held != c.held || held > c.most+blockSize {
		t.Errorf("%d entries are held, %d counted, and %d may be", held, c.held, c.most)
	}
}

// FuzzProbe: whatever the rules accept is looked up or rejected, with the reason
// that there is.
func FuzzProbe(f *testing.F) {
	for _, fen := range append(append([]string{}, hits...), misses...) {
		f.Add(fen)
	}
	f.Add("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	f.Add("k2p/P2K b - - 99 1")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := shrink.New().Parse(fen)
		if err != nil {
			return
		}
		tables := fresh(t)
		r, err := tables.Probe(p)
		score, known := tables.Score(p, p.Halfmoves())
		var missing *MissingError
		b, _ := boardOf(p)
		if why := outside(b); (why != nil) != errors.As(err, new(*OutsideError)) || why != nil && why.Error() != err.Error() {
			t.Fatalf("%s: %v, and outside: %v", p, err, why)
		} else if why == nil && err != nil && !errors.As(err, &missing) {
			t.Fatalf("%s: %v", p, err)
		}
		if known && (err != nil || score != r.Score()) {
			t.Fatalf("%s is worth %d to a search, and is %v (%v)", p, score, r, err)
		}
		if missing != nil && material(t, missing.Material).Pieces() <= 4 {
			t.Fatalf("%s: %v", p, err)
		}
		if err != nil {
			return
		}
		moves, err := tables.Moves(p)
		switch {
		case err != nil:
			t.Fatalf("%s: %v", p, err)
		case len(moves) == 0 && p.InCheck() != (r == Result{Outcome: game.WDLLoss}):
			t.Fatalf("%s has no moves and is %v", p, r)
		case len(moves) > 0 && moves[0].Result != r:
			t.Fatalf("%s is %v, and its best move %v", p, r, moves[0].Result)
		}
	})
}
