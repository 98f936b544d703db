package books_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/generic"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/research/books"
	"github.com/wane-chess/wane/rules"
)

func options(t *testing.T) books.Options {
	t.Helper()
	g, err := rules.ByName("convergent")
	if err != nil {
		t.Fatal(err)
	}
	return books.Options{
		Game: g, Nodes: 300, Lines: 3, Close: 300, Plies: 5, Positions: 40, Parallel: 1,
		Log:       filepath.Join(t.TempDir(), "log"),
		NewEngine: func() (engine.Engine, error) { return search.NewSized(eval.NewNode, 1) },
	}
}

func build(t *testing.T, o books.Options) *book.Book {
	t.Helper()
	b, err := books.Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func file(t *testing.T, b *book.Book) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The book does not depend on how many positions are searched at once, nor on interruptions.
func TestSame(t *testing.T) {
	o := options(t)
	want := file(t, build(t, o))

	parallel := options(t)
	parallel.Parallel = 3
	if !bytes.Equal(file(t, build(t, parallel)), want) {
		t.Error("three positions at once give another book")
	}

	cut := options(t)
	ctx, cancel := context.WithCancel(t.Context())
	cut.Progress = func(done int) {
		if done == 20 {
			cancel()
		}
	}
	if _, err := books.Build(ctx, cut); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	log, err := os.ReadFile(cut.Log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cut.Log, log[:len(log)-3], 0o644); err != nil { // the last line is incomplete
		t.Fatal(err)
	}
	cut.Progress = nil
	other := cut
	other.NewEngine = func() (engine.Engine, error) { return search.NewSized(generic.New().NewNode, 1) }
	before, err := os.ReadFile(cut.Log)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := books.Build(t.Context(), other); err == nil || !strings.Contains(err.Error(), "another engine") {
		t.Errorf("another engine continues: %v", err)
	}
	whole := before[:bytes.LastIndexByte(before, '\n')+1]
	if after, err := os.ReadFile(cut.Log); err != nil || !bytes.Equal(after, whole) {
		t.Errorf("another engine wrote to the log, %v", err)
	}
	if !bytes.Equal(file(t, build(t, cut)), want) {
		t.Error("an interrupted run gives another book")
	}

	// With a complete log, only the start is searched again.
	searched := map[uint64]bool{}
	o.NewEngine = func() (engine.Engine, error) {
		e, err := search.NewSized(eval.NewNode, 1)
		return watched{e, searched}, err
	}
	if !bytes.Equal(file(t, build(t, o)), want) || len(searched) != 1 || !searched[o.Game.Start().Key()] {
		t.Errorf("with the log of a complete run it searches %d positions, or the book is another", len(searched))
	}
}

// watched is an engine that notes the keys of what it searches.
type watched struct {
	engine.Engine
	keys map[uint64]bool
}

func (w watched) Search(ctx context.Context, p game.Position, l engine.Limits,
	report func(engine.Report)) (engine.Report, error) {
	w.keys[p.Key()] = true
	return w.Engine.Search(ctx, p, l, report)
}

// lost is an engine that finds no move.
type lost struct{}

func (lost) Reset() {}
func (lost) Search(context.Context, game.Position, engine.Limits, func(engine.Report)) (engine.Report, error) {
	return engine.Report{}, engine.ErrNoMoves
}

// Lines end where they should, and scores come back from the last positions.
func TestTree(t *testing.T) {
	o := options(t)
	b := build(t, o)
	if b.Positions() < 40 || b.Nodes != 300 || b.Game.Name() != "convergent" {
		t.Errorf("%d positions with %d nodes of %s", b.Positions(), b.Nodes, b.Game.Name())
	}
	longest := 0
	var walk func(p game.Position, ply int)
	walk = func(p game.Position, ply int) {
		longest = max(longest, ply)
		moves := b.Moves(p)
		for i, m := range moves {
			if i > 0 && m.Score > moves[i-1].Score {
				t.Errorf("%s: a score rises", p)
			}
			p.Make(m.Move)
			if next := b.Moves(p); len(next) > 0 && ply < o.Plies-1 && next[0].Score != -m.Score {
				t.Errorf("%s: the move before it scores %d, the best here %d", p, m.Score, next[0].Score)
			}
			if ply < o.Plies {
				walk(p, ply+1)
			}
			p.Unmake()
		}
	}
	walk(o.Game.Start(), 0)
	if longest != o.Plies {
		t.Errorf("the longest line has %d plies, want %d", longest, o.Plies)
	}
}

// A move that is too bad to lead further has the score of the position that it leads to, if
// another line has that.
func TestTranspositions(t *testing.T) {
	o := options(t)
	o.Close, o.Positions = 25, 300
	b := build(t, o)
	joined := 0
	var walk func(p game.Position, ply int)
	walk = func(p game.Position, ply int) {
		moves := b.Moves(p)
		for _, m := range moves {
			p.Make(m.Move)
			if next := b.Moves(p); len(next) > 0 {
				if moves[0].Score-m.Score > o.Close {
					joined++
				}
				if next[0].Score != -m.Score {
					t.Errorf("%s: the move before it scores %d, the best here %d", p, m.Score, next[0].Score)
				}
			}
			if ply < o.Plies {
				walk(p, ply+1)
			}
			p.Unmake()
		}
	}
	walk(o.Game.Start(), 0)
	if joined == 0 {
		t.Error("no bad move leads to a position of another line")
	}
}

// A move that self-play chose often is in the book, however bad.
func TestPlayed(t *testing.T) {
	o := options(t)
	o.Positions = 3
	p := o.Game.Start()
	shown := map[string]bool{}
	for _, m := range build(t, o).Moves(p) {
		shown[p.UCI(m.Move)] = true
	}
	var odd []string
	for _, m := range p.Legal(nil) {
		if text := p.UCI(m); !shown[text] {
			odd = append(odd, text)
		}
	}
	o = options(t)
	o.Positions = 3
	o.Played = func(at game.Position) map[string]int {
		if at.Ply() > 0 {
			return nil
		}
		return map[string]int{odd[0]: books.MinPlayed, odd[1]: books.MinPlayed - 1}
	}
	found := map[string]bool{}
	for _, m := range build(t, o).Moves(p) {
		found[p.UCI(m.Move)] = true
	}
	if !found[odd[0]] || found[odd[1]] {
		t.Errorf("the book has %v; want %s, which was played, and not %s", found, odd[0], odd[1])
	}
}

func TestBadOptions(t *testing.T) {
	for _, c := range []struct {
		change func(*books.Options)
		want   string
	}{
		{func(o *books.Options) { o.Nodes = 0 }, "0 nodes"},
		{func(o *books.Options) { o.Lines = 0 }, "0 lines are out of range (1–100)"},
		{func(o *books.Options) { o.Close = -1 }, "-1 centipawns"},
		{func(o *books.Options) { o.Plies = book.MaxPlies + 1 }, "plies are out of range"},
		{func(o *books.Options) { o.Positions = 0 }, "0 positions"},
		{func(o *books.Options) { o.Parallel = 0 }, "at once"},
		{func(o *books.Options) { o.Log = filepath.Join(o.Log, "x") }, "no such file"},
		{func(o *books.Options) {
			o.NewEngine = func() (engine.Engine, error) { return nil, errors.New("no engine") }
		}, "no engine"},
		{func(o *books.Options) {
			o.NewEngine = func() (engine.Engine, error) { return lost{}, nil }
		}, engine.ErrNoMoves.Error()},
	} {
		o := options(t)
		c.change(&o)
		if _, err := books.Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func TestBadLog(t *testing.T) {
	const header = "# research books convergent --nodes 300 --lines 3\n"
	for _, c := range []struct{ text, want string }{
		{"# research books shrink --nodes 300 --lines 3\n", "use the same options, or another file"},
		{"notes\n", "use the same options, or another file"},
		{header + "e2e4\n", ":2: "},
		{header + ": e2e4\n", "pairs of move and score"},
		{header + ":\n", "pairs of move and score"},
		{header + ": e2e9 3\n", `after ""`},
		{header + ": " + firstMove(t) + " 99999\n", "expected centipawns"},
	} {
		o := options(t)
		if err := os.WriteFile(o.Log, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := books.Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
		if kept, err := os.ReadFile(o.Log); err != nil || string(kept) != c.text {
			t.Errorf("%q: the log is now %q, %v", c.text, kept, err)
		}
	}
}

func firstMove(t *testing.T) string {
	t.Helper()
	p := options(t).Game.Start()
	m := p.Legal(nil)[0]
	if _, err := notation.ParseUCI(p, p.UCI(m)); err != nil {
		t.Fatal(err)
	}
	return p.UCI(m)
}
