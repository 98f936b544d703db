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
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/notation"
)

// files are the games, written by 'research selfplay --whole-games' and compressed.
//
//go:embed games
var files embed.FS

// Starter loads the starter games of each variant on first use. It is safe for
// concurrent use.
type Starter struct {
	books map[string]func() (*Book, error) // by variant; each loads its book once
}

// NewStarter returns the starter games of the variants that find knows.
func NewStarter(find func(variant string) (game.Game, error)) *Starter {
	b := &Starter{map[string]func() (*Book, error){}}
	for _, variant := range StarterVariants() {
		b.books[variant] = sync.OnceValues(func() (*Book, error) { return load(variant, find) })
	}
	return b
}

// Book returns the games of a variant, counted; nil if there are none.
func (b *Starter) Book(variant string) (*Book, error) {
	if book, ok := b.books[variant]; ok {
		return book()
	}
	return nil, nil
}

// Warm loads all variants one after the other, after a delay and with pauses, so that no
// request waits for them. It returns when all are loaded or the context is done.
func (b *Starter) Warm(ctx context.Context, after, pause time.Duration) {
	wait := after
	for _, variant := range StarterVariants() {
		if !job.Pause(ctx, wait) {
			return
		}
		_, _ = b.Book(variant) // Book returns the error again
		wait = pause
	}
}

// StarterVariants returns the variants that have starter games.
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

func load(variant string, find func(variant string) (game.Game, error)) (*Book, error) {
	g, err := find(variant)
	if err != nil {
		return nil, err
	}
	games, err := StarterGames(variant)
	if err != nil {
		return nil, err
	}
	return NewBook(g, games)
}

// starterFile returns the file of a variant's games.
func starterFile(variant string) string {
	return "games/" + strings.Replace(variant, ":", "-", 1) + ".txt.gz"
}

// StarterGames returns the first plies of a variant's games, or nil if there are none.
func StarterGames(variant string) ([]BookGame, error) {
	f, err := files.Open(starterFile(variant))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("the games of %s: %w", variant, err)
	}
	var games []BookGame
	err = notation.ReadGameLines(unpacked, starterFile(variant), func(_ int, l notation.GameLine) error {
		if l.Game != variant {
			return fmt.Errorf("it has a game of %s, not %s", l.Game, variant)
		}
		games = append(games, BookGame{Moves: l.Moves, Result: l.Result, Plies: l.Plies})
		return nil
	})
	return games, err
}
