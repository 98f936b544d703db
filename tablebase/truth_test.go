package tablebase

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

var (
	truthPositions = flag.Int("tablebase.positions", 400, "how many random positions TestForward searches forwards")
	truthFile      = flag.String("tablebase.file", "", "a file of tables for TestForward; none: those of 3 and 4 pieces")
	truthNodes     = flag.Int("tablebase.nodes", 2000,
		"how many moves TestForward makes for each position; for what a table calls decided, 50 times as many")
)

// forward searches forwards for a mate within a number of plies, whatever the
// opponent does: by the rules alone, every move of every position, without any
// order. What it has proved of a position it does not prove again.
type forward struct {
	p      game.Position
	proved map[uint64]proof
	made   int // moves made
	most   int // moves it may make
}

// proof is what is known of a position: the side to move wins in so many plies, or
// does not; it is mated in so many plies, or is not. -1: nothing is known.
type proof struct{ wins, winsNot, loses, losesNot int8 }

var errMost = fmt.Errorf("too many moves")

func (f *forward) known() proof {
	if k, ok := f.proved[f.p.Key()]; ok {
		return k
	}
	return proof{-1, -1, -1, -1}
}

// within reports whether the side to move wins (or, if lose, is mated) in at most
// that many plies.
func (f *forward) within(plies int, lose bool) bool {
	k := f.known()
	yes, no := &k.wins, &k.winsNot
	if lose {
		yes, no = &k.loses, &k.losesNot
	}
	switch {
	case *yes >= 0 && int(*yes) <= plies:
		return true
	case int(*no) >= plies:
		return false
	}
	answer := f.search(plies, lose)
	k = f.known() // it may have been met on the way
	if answer {
		*yes = int8(plies)
	} else {
		*no = int8(plies)
	}
	f.proved[f.p.Key()] = k
	return answer
}

func (f *forward) search(plies int, lose bool) bool {
	if plies == 0 && !lose {
		return false
	}
	stalemates := f.p.Stalemate() == game.WDLLoss // R4 of Convergent Chess
	if plies == 0 && !f.p.InCheck() && !stalemates {
		return false
	}
	moves := f.p.Legal(nil)
	if len(moves) == 0 {
		return lose && (stalemates || f.p.InCheck())
	}
	if plies == 0 {
		return false
	}
	for _, m := range moves {
		if f.made++; f.made > f.most {
			panic(errMost)
		}
		f.p.Make(m)
		child := f.within(plies-1, !lose)
		f.p.Unmake()
		if child != lose {
			return child
		}
	}
	return lose
}

// solve deepens ply by ply until it has a result, or has made as many moves as it
// may. Searched is up to how many plies there is none shorter.
func (f *forward) solve() (r Result, found bool, searched int) {
	f.proved = map[uint64]proof{}
	fen := f.p.String()
	searched = -1
	defer func() {
		switch e := recover(); e {
		case nil:
		case errMost:
			for f.p.Ply() > 0 {
				f.p.Unmake()
			}
		default:
			panic(e)
		}
		if f.p.String() != fen {
			panic("the search has not taken its moves back")
		}
	}()
	for plies := range 100 {
		lose := plies%2 == 0
		if f.within(plies, lose) {
			return Result{Outcome: game.WDLWin - game.WDL(2*(1-plies%2)), DTM: plies}, true, plies
		}
		searched = plies
	}
	return Result{}, false, searched
}

// TestForward: a search forwards, which knows the rules only, finds for random
// positions what the tables say: each mate that it can reach, and none shorter.
// Where it finds none, the table must say that there is none so near.
//
// The whole proof takes 10,000 positions of 3 to 5 pieces:
//
//	go test ./tablebase -run TestForward -v -tablebase.positions=10000 -tablebase.file=$PWD/shrink-5.wtb
func TestForward(t *testing.T) {
	tables, most := fresh(t), 4
	if *truthFile != "" {
		tables = opened(t, *truthFile)
		most = tables.CompletePieces(shrink.New())
	}
	total := *truthPositions
	if testing.Short() {
		total /= 4
	}
	r := dice(5)
	g := shrink.New()
	var n found3
	for total > 0 {
		number := 3
		if r.IntN(20) > 0 { // there are few positions of 3 pieces
			number = 4 + r.IntN(most-3)
		}
		_, pieces := randomMaterial(r, number)
		p, err := g.Parse(randomPosition(r, pieces).String())
		if err != nil {
			continue
		}
		total--
		n.search(t, tables, p, *truthNodes)
	}
	n.report(t, 0.9)
}

// found3 counts positions that are searched forwards, by their outcomes.
type found3 [3]struct{ positions, proved, plies, longest int }

// search searches a position forwards and compares the result with the tables.
func (n *found3) search(t *testing.T, tables *Tables, p game.Position, most int) {
	t.Helper()
	want, err := tables.Probe(p)
	if err != nil {
		t.Fatal(err)
	}
	f := &forward{p: p, most: most}
	if want.Outcome != game.WDLDraw {
		f.most *= 50
	}
	got, found, searched := f.solve()
	agree(t, p, want, got, found, searched)
	one := &n[want.Outcome+1]
	one.positions++
	one.plies += searched
	one.longest = max(one.longest, searched)
	if found {
		one.proved++
	}
}

// report logs the counts and demands that a share of wins and losses is proved.
func (n *found3) report(t *testing.T, least float64) {
	t.Helper()
	for i, one := range n {
		t.Logf("%v: %d positions, %d mates proved; searched through for %.1f plies each, %d at most",
			game.WDL(i-1), one.positions, one.proved, float64(one.plies)/float64(max(one.positions, 1)), one.longest)
	}
	for _, o := range []game.WDL{game.WDLLoss, game.WDLWin} {
		if one := n[o+1]; one.positions == 0 || float64(one.proved) < least*float64(one.positions) {
			t.Errorf("%v: of %d positions only %d are proved", o, one.positions, one.proved)
		}
	}
}

// agree compares what a search forwards has found with what a table says.
func agree(t *testing.T, p game.Position, want, got Result, found bool, searched int) {
	t.Helper()
	switch {
	case found && got != want:
		t.Errorf("%s: searched forwards it is %v, the table says %v", p, got, want)
	case !found && want.Outcome != game.WDLDraw && want.DTM <= searched:
		t.Errorf("%s: there is no mate in %d plies, the table says %v", p, searched, want)
	}
}

// TestForwardLongest: the longest win and the longest loss of every material are
// found by the search forwards, too.
func TestForwardLongest(t *testing.T) {
	tables := fresh(t)
	if *truthFile != "" {
		tables = opened(t, *truthFile)
	}
	longest, made := 0, 0
	for _, m := range tables.Materials() {
		for _, outcome := range []game.WDL{game.WDLLoss, game.WDLWin} {
			fen, want := tables.longest(t, m, outcome)
			if fen == "" {
				continue
			}
			f := &forward{p: parse(t, fen), most: 1000 * *truthNodes}
			got, found, searched := f.solve()
			if agree(t, f.p, want, got, found, searched); !found {
				t.Errorf("%v: %s, %v, is searched through for %d plies only, in %d moves", m, fen, want, searched, f.made)
			}
			longest, made = max(longest, want.DTM), made+f.made
		}
	}
	t.Logf("up to %d plies proved in %d moves", longest, made)
}

// longest finds the first position of those of a material with the longest way to
// an outcome; "" if there are none.
func (t *Tables) longest(tb testing.TB, m Material, o game.WDL) (fen string, best Result) {
	tb.Helper()
	one := t.tables[m.key].table
	values, err := one.all()
	if err != nil {
		tb.Fatal(err)
	}
	for n, v := range values {
		r := resultOf(v)
		if v == impossible || r.Outcome != o || fen != "" && r.DTM <= best.DTM {
			continue
		}
		fen, best = one.layout.(*index).slow(n).String(), r
	}
	return fen, best
}

// inventors is the ending that the inventor of Shrink Chess gives.
const inventors = "2k/1R1/K2 w - - 0 1"

// TestInventorsEnding: White mates in two moves, and by playing the best moves of
// both sides one gets to mate on a board of 1×3.
func TestInventorsEnding(t *testing.T) {
	tables := fresh(t)
	p := parse(t, inventors)
	if r, err := tables.Probe(p); err != nil || r != (Result{game.WDLWin, 3}) || r.String() != "win in 3 plies" {
		t.Fatalf("%s: %v (%v), want a win in 3 plies", inventors, r, err)
	}
	var line []string
	for {
		moves, err := tables.Moves(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(moves) != p.LegalCount() {
			t.Fatalf("%s: %d moves of %d", p, len(moves), p.LegalCount())
		}
		if !slices.IsSortedFunc(moves, func(a, b MoveResult) int { return int(b.Result.Score() - a.Result.Score()) }) {
			t.Errorf("%s: the best move is not the first: %v", p, moves)
		}
		now, err := tables.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(moves) == 0 {
			break
		}
		if moves[0].Result != now {
			t.Fatalf("%s is %v, and its best move %v", p, now, moves[0].Result)
		}
		line = append(line, p.UCI(moves[0].Move))
		p.Make(moves[0].Move)
	}
	if got := strings.Join(line, " "); got != "b2c2 b3a3 b2a2" {
		t.Errorf("the line is %s, want b2c2 b3a3 b2a2", got)
	}
	if o := p.Outcome(); o != game.Win(game.White, game.Checkmate) || p.String() != "k/R/K b - - 3 2" {
		t.Errorf("it ends with %v in %s", o, p)
	}
}

// freshTables are the tables of 3 and 4 pieces, made by the builder and read as a file
// is read.
var freshTables = sync.OnceValues(func() (*Tables, error) {
	solved, err := (&Builder{Pieces: 4, Workers: 2}).Build(context.Background())
	if err != nil {
		return nil, err
	}
	tables := newTables()
	for _, s := range solved {
		data, err := bytesOf(s)
		if err != nil {
			return nil, err
		}
		list, err := inMemory(s.String(), data, tables.cache)
		if err != nil {
			return nil, err
		}
		tables.add(list[0])
	}
	return tables, nil
})

func fresh(t testing.TB) *Tables {
	t.Helper()
	tables, err := freshTables()
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// opened opens a file, without the tables that are part of the program.
func opened(t testing.TB, path string) *Tables {
	t.Helper()
	tables := newTables()
	if err := tables.open(path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tables.Close() }) // only read from
	return tables
}

func parse(t testing.TB, fen string) game.Position {
	t.Helper()
	p, err := shrink.New().Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
