// Package archive has games of the engine with itself, which the opening explorer
// begins with while a server has few games of its own: some hundreds of each game,
// and of some rankings of Diminuendo Chess. Their first moves were drawn by chance
// among the good ones. 'make starter' plays them anew.
package archive

import (
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// files are the games, as 'wane selfplay --lines' writes them, compressed.
//
//go:embed games
var files embed.FS

// Starter counts the games of each variant when it is first asked for. It is safe
// for concurrent use.
type Starter struct {
	find  func(variant string) (game.Game, error)
	mu    sync.Mutex
	books map[string]*loadedBook
}

type loadedBook struct {
	sync.Once
	book *Book
	err  error
}

// NewStarter returns the books of the games that find knows.
func NewStarter(find func(variant string) (game.Game, error)) *Starter {
	return &Starter{find: find, books: map[string]*loadedBook{}}
}

// Book returns the games of a variant, counted; nil if there are none.
func (b *Starter) Book(variant string) (*Book, error) {
	if !hasStarter(variant) {
		return nil, nil
	}
	b.mu.Lock()
	o := b.books[variant]
	if o == nil {
		o = &loadedBook{}
		b.books[variant] = o
	}
	b.mu.Unlock()
	o.Do(func() { o.book, o.err = b.load(variant) })
	return o.book, o.err
}

// Warm counts the games of all variants when a server has settled down, one after
// another, so that nobody has to wait for it. It returns when that is done or the
// context is.
func (b *Starter) Warm(ctx context.Context, after, pause time.Duration) {
	wait := after
	for _, variant := range StarterVariants() {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		_, _ = b.Book(variant) // whoever asks for it is told what is wrong with it
		wait = pause
	}
}

// StarterVariants returns the variants of which there are games.
func StarterVariants() []string {
	entries, err := files.ReadDir("games")
	if err != nil {
		return nil
	}
	var all []string
	for _, e := range entries {
		if base, ok := strings.CutSuffix(e.Name(), ".txt.gz"); ok {
			all = append(all, strings.Replace(base, "-", ":", 1))
		}
	}
	return all
}

func (b *Starter) load(variant string) (*Book, error) {
	g, err := b.find(variant)
	if err != nil {
		return nil, err
	}
	games, err := StarterGames(variant)
	if err != nil {
		return nil, err
	}
	return NewBook(g, games)
}

// starterFile is the file of a variant's games.
func starterFile(variant string) string {
	return "games/" + strings.Replace(variant, ":", "-", 1) + ".txt.gz"
}

func hasStarter(variant string) bool {
	_, err := fs.Stat(files, starterFile(variant))
	return err == nil
}

// StarterGames returns the games of a variant, the first plies of each; none is no error.
func StarterGames(variant string) ([]BookGame, error) {
	f, err := files.Open(starterFile(variant))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("the games of %s: %w", variant, err)
	}
	var games []BookGame
	err = notation.ReadGameLines(unpacked, starterFile(variant), func(_ int, l notation.GameLine) error {
		if l.Game != variant {
			return fmt.Errorf("a game of %s among those of %s", l.Game, variant)
		}
		games = append(games, BookGame{Moves: l.Moves, Result: l.Result, Plies: l.Plies})
		return nil
	})
	return games, err
}
