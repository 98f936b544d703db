package archive_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/rules"
)

// All starter games are legal. In each variant they have several first moves with
// several answers each.
func TestStarterGames(t *testing.T) {
	books := archive.NewStarter(rules.ByName)
	for _, variant := range archive.StarterVariants() {
		g, err := rules.ByName(variant)
		if err != nil {
			t.Fatal(err)
		}
		book, err := books.Book(variant)
		if err != nil {
			t.Fatal(err)
		}
		if book.Games() < 200 {
			t.Errorf("%s has %d games, want 200 at least", variant, book.Games())
		}
		p := g.Start()
		first := book.At(archive.HashOf(p))
		counted := archive.Tally{}
		for _, played := range first {
			counted.Add(played.Tally)
		}
		if counted.Games() != book.Games() || len(first) < 4 {
			t.Errorf("%s: %d first moves in %d games, want several in %d", variant, len(first), counted.Games(), book.Games())
		}
		answers := 0
		for _, m := range p.Legal(nil) {
			p.Make(m)
			answers += len(book.At(archive.HashOf(p)))
			p.Unmake()
		}
		if answers < 15 {
			t.Errorf("%s: there are %d first moves with answers, want many", variant, answers)
		}
	}
}

func TestNoStarterGames(t *testing.T) {
	books := archive.NewStarter(rules.ByName)
	for _, variant := range []string{"", "go", "diminuendo:pbnrqk+qk", "../games/chess", "chess.txt", "\x00"} {
		if book, err := books.Book(variant); book != nil || err != nil {
			t.Errorf("%q has the book %v, %v; want none", variant, book, err)
		}
	}
}

func TestStarterVariants(t *testing.T) {
	want := []string{
		"cheshire", "cheshire8", "chess", "convergent", "diminuendo:pbnrqk", "diminuendo:qrbnpk", "diminuendo", "shrink",
	}
	if got := archive.StarterVariants(); !slices.Equal(got, want) {
		t.Errorf("there are games of %v, want %v", got, want)
	}
}

// Warm loads each variant once, and stops when its context ends.
func TestWarm(t *testing.T) {
	var asked []string
	find := func(name string) (game.Game, error) {
		asked = append(asked, name)
		return rules.ByName(name)
	}
	books := archive.NewStarter(find)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	books.Warm(ctx, time.Hour, time.Hour)
	if len(asked) > 0 {
		t.Errorf("%v were loaded after the end of the context", asked)
	}
	for range 2 {
		books.Warm(t.Context(), 0, 0)
	}
	if !slices.Equal(asked, archive.StarterVariants()) {
		t.Errorf("%v were loaded, want each once", asked)
	}
}

// Simultaneous requests load a book once.
func TestBookLoadsOnce(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	books := archive.NewStarter(func(name string) (game.Game, error) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		return rules.ByName(name)
	})
	var all sync.WaitGroup
	got := make([]*archive.Book, 8)
	for i := range got {
		all.Go(func() { got[i], _ = books.Book("shrink") })
	}
	all.Wait()
	for _, book := range got {
		if book == nil || book != got[0] {
			t.Fatal("the books differ")
		}
	}
	if asked != 1 {
		t.Errorf("the rules were looked up %d times", asked)
	}
}

// BenchmarkLoad loads the games of a variant, as the first request for it does.
func BenchmarkLoad(b *testing.B) {
	for _, variant := range archive.StarterVariants() {
		b.Run(variant, func(b *testing.B) {
			for b.Loop() {
				if _, err := archive.NewStarter(rules.ByName).Book(variant); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
