package archive_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/rules"
)

// Every game of the set is legal, and there are enough of them to choose from: in
// each variant several first moves were played, each answered in several ways.
func TestGames(t *testing.T) {
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

func TestNoGames(t *testing.T) {
	books := archive.NewStarter(rules.ByName)
	for _, variant := range []string{"", "go", "diminuendo:pbnrqk+qk", "../games/chess", "chess.txt", "\x00"} {
		if book, err := books.Book(variant); book != nil || err != nil {
			t.Errorf("%q has the book %v, %v; want none", variant, book, err)
		}
	}
}

func TestVariants(t *testing.T) {
	want := []string{"cheshire", "cheshire8", "chess", "convergent", "diminuendo:pbnrqk", "diminuendo:qrbnpk", "diminuendo", "shrink"}
	if got := archive.StarterVariants(); !slices.Equal(got, want) {
		t.Errorf("there are games of %v, want %v", got, want)
	}
}

// Warming counts every variant once, and stops when it is told to.
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
		t.Errorf("%v were counted all the same", asked)
	}
	for range 2 {
		books.Warm(t.Context(), 0, 0)
	}
	if !slices.Equal(asked, archive.StarterVariants()) {
		t.Errorf("counted were %v, want each once", asked)
	}
}

// A book is counted once, however many ask for it at the same time.
func TestOnce(t *testing.T) {
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
		t.Errorf("the rules were asked for %d times", asked)
	}
}

// BenchmarkLoad counts the games of a variant, as the first question about it does.
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
