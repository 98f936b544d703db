package book_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

func gameOf(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := rules.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// after returns the position after moves.
func after(t testing.TB, g game.Game, moves ...string) game.Position {
	t.Helper()
	p := g.Start()
	if _, err := notation.Play(p, moves, notation.ParseUCI); err != nil {
		t.Fatal(err)
	}
	return p
}

// set gives a position moves with scores.
func set(t testing.TB, b *book.Book, p game.Position, moves string) {
	t.Helper()
	var list []book.Move
	for _, text := range strings.Split(moves, ", ") {
		var move string
		var score engine.Score
		if _, err := fmt.Sscan(text, &move, &score); err != nil {
			t.Fatal(err)
		}
		m, err := notation.ParseUCI(p, move)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, book.Move{Move: m, Score: score})
	}
	b.Set(p, list)
}

// small is a book in which two lines come together.
func small(t testing.TB) *book.Book {
	g := gameOf(t, "chess")
	b := book.New(g, 1000)
	set(t, b, g.Start(), "e2e4 10, d2d4 25, g1f3 -200")
	set(t, b, after(t, g, "e2e4"), "d7d5 -5")
	set(t, b, after(t, g, "d2d4"), "d7d5 -3")
	set(t, b, after(t, g, "e2e4", "d7d5"), "d2d4 5")
	set(t, b, after(t, g, "d2d4", "d7d5"), "e2e4 3")
	set(t, b, after(t, g, "d2d4", "d7d5", "e2e4"), "d5e4 31100") // the same after e2e4 d7d5 d2d4
	return b
}

func show(b *book.Book, p game.Position) string {
	var text []string
	for _, m := range b.Moves(p) {
		text = append(text, fmt.Sprintf("%s %d", p.UCI(m.Move), m.Score))
	}
	return strings.Join(text, ", ")
}

func TestMoves(t *testing.T) {
	b := small(t)
	g := b.Game
	if got, want := show(b, g.Start()), "d2d4 25, e2e4 10, g1f3 -200"; got != want {
		t.Errorf("the moves are %s, want %s", got, want)
	}
	if got, want := show(b, after(t, g, "e2e4", "d7d5", "d2d4")), "d5e4 31100"; got != want {
		t.Errorf("after a transposition the moves are %s, want %s", got, want)
	}
	var none *book.Book
	for _, c := range []struct {
		b *book.Book
		p game.Position
	}{{b, after(t, g, "a2a3")}, {b, gameOf(t, "shrink").Start()}, {none, g.Start()}} {
		if moves := c.b.Moves(c.p); moves != nil {
			t.Errorf("unknown position %s has %v", c.p, moves)
		}
		if m, ok := c.b.Play(c.p, engine.Weakness{}); ok {
			t.Errorf("unknown position %s: plays %v", c.p, m)
		}
	}
}

// Picks stay in the margin, differ over seeds, and prefer better moves.
func TestPick(t *testing.T) {
	b := small(t)
	p := b.Game.Start()
	for _, c := range []struct {
		margin engine.Score
		moves  []string // the least likely last
	}{
		{-5, []string{"d2d4"}}, {0, []string{"d2d4"}}, {14, []string{"d2d4"}},
		{15, []string{"d2d4", "e2e4"}}, {20, []string{"d2d4", "e2e4"}},
		{300, []string{"d2d4", "e2e4", "g1f3"}},
	} {
		counts := map[string]int{}
		for seed := range uint64(2000) {
			m, ok := b.Pick(p, c.margin, seed)
			if again, _ := b.Pick(p, c.margin, seed); !ok || again != m {
				t.Fatalf("seed %d: %v, then %v", seed, m, again)
			}
			counts[p.UCI(m.Move)]++
		}
		last := c.moves[len(c.moves)-1]
		if len(counts) != len(c.moves) || counts[last] == 0 || len(counts) > 1 && counts[last] > counts[c.moves[0]] {
			t.Errorf("margin %d: %v, want some of %v, the last least often", c.margin, counts, c.moves)
		}
	}
}

// A weakened engine makes its lapses, and allows worse moves.
func TestPlay(t *testing.T) {
	b := small(t)
	p := b.Game.Start()
	for _, c := range []struct {
		level    int
		book     int // of 1000 moves, about
		allMoves int
	}{{8, 1000, 2}, {5, 915, 2}, {1, 420, 3}} {
		played, counts := 0, map[game.Move]int{}
		for seed := range uint64(1000) {
			l, err := engine.LevelLimits(c.level, seed)
			if err != nil {
				t.Fatal(err)
			}
			m, ok := b.Play(p, l.Weakness)
			if ok == l.Weakness.Lapse(p) {
				t.Fatalf("level %d, seed %d: book %t, lapse %t", c.level, seed, ok, !ok)
			}
			if ok {
				played++
				counts[m.Move]++
			}
		}
		if played < c.book-60 || played > c.book+60 || len(counts) != c.allMoves {
			t.Errorf("level %d plays %d of 1000 moves from the book, want about %d; %d different ones, want %d",
				c.level, played, c.book, len(counts), c.allMoves)
		}
	}
	deep := after(t, b.Game, "d2d4", "d7d5", "e2e4", "a7a6")
	set(t, b, deep, "e4d5 50")
	if m, ok := b.Play(deep, engine.Weakness{}); !ok || deep.UCI(m.Move) != "e4d5" {
		t.Errorf("after four plies, full strength: %v %t", m, ok)
	}
	never := engine.Weakness{Lapses: 1, Seed: 1} // hardly ever a lapse
	if m, ok := b.Play(deep, never); ok {
		t.Errorf("after four plies, weakened: %v", m)
	}
	three := after(t, b.Game, "d2d4", "d7d5", "e2e4")
	if m, ok := b.Play(three, engine.Weakness{}); ok {
		t.Errorf("the book plays the first move of a mate: %v", m)
	}
	set(t, b, three, "d5e4 50")
	if m, ok := b.Play(three, never); !ok || three.UCI(m.Move) != "d5e4" {
		t.Errorf("after three plies, weakened: %v %t", m, ok)
	}
	// Moves within the margin are played, others not.
	for _, c := range []struct {
		lapses int
		margin engine.Score
	}{{0, 20}, {100, 120}, {580, 260}} {
		for _, worse := range []engine.Score{c.margin, c.margin + 1} {
			set(t, b, b.Game.Start(), fmt.Sprintf("d2d4 300, e2e4 %d", 300-worse))
			played := map[string]bool{}
			for seed := range uint64(10_000) {
				if m, ok := b.Play(b.Game.Start(), engine.Weakness{Lapses: c.lapses, Seed: seed}); ok {
					played[b.Game.Start().UCI(m.Move)] = true
				}
			}
			if !played["d2d4"] || played["e2e4"] != (worse == c.margin) {
				t.Errorf("lapses %d, a move that is %d worse: played %v", c.lapses, worse, played)
			}
		}
	}
	set(t, b, b.Game.Start(), "e2e4 10, d2d4 25, g1f3 -200")
	back := after(t, b.Game, "g1f3", "g8f6", "f3g1", "f6g8")
	if m, ok := b.Play(back, engine.Weakness{}); ok || len(b.Moves(back)) == 0 {
		t.Errorf("the book plays %v at the start, which is back", m)
	}
	away := after(t, b.Game, "e2e4", "g8f6", "g1f3", "f6g8")
	set(t, b, away, "f3g1 0") // back to a position of before
	if m, ok := b.Play(away, engine.Weakness{}); ok {
		t.Errorf("the book plays %v, back to a position of before", m)
	}
	m, _ := b.Play(p, engine.Weakness{})
	info, err := book.Answer(m).Search(t.Context(), p, engine.Limits{}, nil)
	if err != nil || info.Best() != m.Move || info.Score != 25 {
		t.Errorf("the answer is %+v, %v", info, err)
	}
}

// lost is an engine that finds no move.
type lost struct{ searches int }

func (l *lost) Reset() {}
func (l *lost) Search(context.Context, game.Position, engine.Limits, func(engine.Report)) (engine.Report, error) {
	l.searches++
	return engine.Report{}, engine.ErrNoMoves
}

// An engine with the books is asked where they have no moves, and only there.
func TestWith(t *testing.T) {
	g := gameOf(t, "shrink")
	l := &lost{}
	e := book.With(l)
	info, err := e.Search(t.Context(), g.Start(), engine.Limits{}, nil)
	if err != nil || !game.IsLegal(g.Start(), info.Best()) || l.searches != 0 {
		t.Errorf("at the start: %v, %v after %d searches", info.Best(), err, l.searches)
	}
	odd := after(t, g, "a2a3", "h7h6", "h2h3", "a7a6")
	if _, err := e.Search(t.Context(), odd, engine.Limits{}, nil); !errors.Is(err, engine.ErrNoMoves) || l.searches != 1 {
		t.Errorf("off the book: %v after %d searches", err, l.searches)
	}
}

// A file has all that the book knows, and the same book gives the same file.
func TestFile(t *testing.T) {
	b := small(t)
	file := written(t, b)
	if !bytes.Equal(file, written(t, small(t))) {
		t.Error("the same book gives two files")
	}
	again, err := book.Read(bytes.NewReader(file), b.Game)
	if err != nil {
		t.Fatal(err)
	}
	if again.Nodes != 1000 || again.Positions() != 6 {
		t.Errorf("it has %d nodes and %d positions", again.Nodes, again.Positions())
	}
	for _, line := range [][]string{
		nil, {"e2e4"}, {"d2d4"}, {"e2e4", "d7d5"}, {"d2d4", "d7d5"}, {"e2e4", "d7d5", "d2d4"},
	} {
		p := after(t, b.Game, line...)
		if got, want := show(again, p), show(b, p); got != want || got == "" {
			t.Errorf("after %v: %s, want %s", line, got, want)
		}
	}
}

func written(t testing.TB, b *book.Book) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	_, err := io.WriteString(w, text)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Errors say what is wrong and in which line.
func TestBadFiles(t *testing.T) {
	g := gameOf(t, "chess")
	const first = "wane book 1 chess 1000 nodes 1 positions\n"
	for _, c := range []struct{ text, want string }{
		{"", "no first line"},
		{"wane book 2 chess 1 nodes 1 positions\n", "line 1: "},
		{"wane book 1 chess x nodes 1 positions\n", "line 1: "},
		{"wane book 1 shrink 1 nodes 1 positions\n", `line 1: a book of "shrink", expected one of chess`},
		{first, "it has 0 positions, its first line says 1"},
		{first + "0 e2e4 1\n1 e7e5 1\n", "it has 2 positions, its first line says 1"},
		{first + "0 e2e4\n", "line 2: "},
		{first + "0 e2e5 1\n", "line 2: ply 0: "},
		{first + "0 e2e4 1\n2 e7e5 1\n", `line 3: ply "2", expected 0–1`},
		{first + "-1 e2e4 1\n", `line 2: ply "-1"`},
		{first + "0 e2e4 99999\n", `line 2: score "99999"`},
		{first + "0 e2e4 1\n0 d2d4 2\n", "line 3: move d2d4 is better than the one before"},
		{first + "0 e2e4 1\n0 e2e4 1\n", "line 3: move e2e4 appears twice"},
		{first + "0 e2e4 " + strings.Repeat("1", 1<<20) + "\n", "too long"},
	} {
		if _, err := book.Read(bytes.NewReader(zipped(t, c.text)), g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q: %v, want %q", c.text, err, c.want)
		}
	}
	file := written(t, small(t))
	for n := range file {
		if _, err := book.Read(bytes.NewReader(file[:n]), g); err == nil {
			t.Errorf("the first %d of %d bytes pass", n, len(file))
		}
	}
}

// Each book that comes with wane begins at the start, reaches ten plies, and has the
// moves it says: reading checks that they are legal and in order.
func TestBuiltIn(t *testing.T) {
	want := []string{"cheshire", "cheshire8", "convergent", "diminuendo", "shrink"}
	if got := book.BuiltIn(); !slices.Equal(got, want) {
		t.Errorf("there are books of %v, want %v", got, want)
	}
	for _, name := range want {
		g := gameOf(t, name)
		b := book.For(g)
		if b != book.For(g) || b.Nodes < 200_000 || b.Positions() < 1000 || len(b.Moves(g.Start())) < 3 {
			t.Errorf("%s: %d nodes, %d positions, %s", name, b.Nodes, b.Positions(), show(b, g.Start()))
		}
		p, plies := g.Start(), 0
		for ; len(b.Moves(p)) > 0 && plies < 20; plies++ {
			p.Make(b.Moves(p)[0].Move)
		}
		if plies < 10 {
			t.Errorf("%s: the best line has %d plies, want 10", name, plies)
		}
	}
	if b := book.For(gameOf(t, "chess")); b != nil {
		t.Errorf("there is a book of chess with %d positions", b.Positions())
	}
}

// The score of a move is that of the best answer with the other sign, but for moves that close
// a circle of positions.
func TestScores(t *testing.T) {
	for _, name := range book.BuiltIn() {
		b := book.For(gameOf(t, name))
		p := b.Game.Start()
		after := map[uint64][]uint64{} // keys of the positions that the moves of a position lead to
		type edge struct {
			from, to uint64
			text     string
		}
		var different []edge
		var walk func()
		walk = func() {
			from := p.Key()
			if after[from] != nil {
				return
			}
			after[from] = []uint64{}
			for _, m := range b.Moves(p) {
				text := fmt.Sprintf("%s, move %s: score %d", p, p.UCI(m.Move), m.Score)
				p.Make(m.Move)
				if next := b.Moves(p); len(next) > 0 {
					after[from] = append(after[from], p.Key())
					if next[0].Score != -m.Score {
						different = append(different, edge{from, p.Key(), fmt.Sprintf("%s, of the best answer %d", text, next[0].Score)})
					}
				}
				walk()
				p.Unmake()
			}
		}
		walk()
		for _, e := range different {
			if !leads(after, e.to, e.from) {
				t.Errorf("%s: %s", name, e.text)
			}
		}
	}
}

// leads reports whether a path leads from one key to another.
func leads(after map[uint64][]uint64, from, to uint64) bool {
	seen := map[uint64]bool{}
	for open := []uint64{from}; len(open) > 0; {
		key := open[0]
		if open = open[1:]; seen[key] {
			continue
		}
		seen[key] = true
		open = append(open, after[key]...)
	}
	return seen[to]
}

// Whatever a file has, Read returns an error or a book that gives the same book again.
func FuzzRead(f *testing.F) {
	g := gameOf(f, "cheshire8")
	f.Add("wane book 1 cheshire8 1 nodes 1 positions\n0 e2e4 1\n0 d2d4 -3\n")
	f.Add("wane book 1 cheshire8 1 nodes 2 positions\n0 e2e4 1\n1 d7d5 -1\n2 e4d5 x\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := book.Read(bytes.NewReader(zipped(t, text)), g)
		if err != nil {
			return
		}
		file := written(t, b)
		again, err := book.Read(bytes.NewReader(file), g)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written(t, again), file) || again.Positions() != b.Positions() {
			t.Errorf("%d positions become %d", b.Positions(), again.Positions())
		}
	})
}
