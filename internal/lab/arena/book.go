package arena

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/wane-chess/wane/game"
)

//go:embed openings/*.txt
var suites embed.FS

// Suite returns the openings that come with the program for a game, as FENs, or
// none if there are none.
func Suite(g game.Game) ([]string, error) {
	name := "openings/" + g.Name() + ".txt"
	text, err := fs.ReadFile(suites, name)
	if err != nil {
		return nil, nil //nolint:nilerr // there is none for most rankings of Diminuendo Chess
	}
	return ReadOpenings(g, name, string(text))
}

// ReadOpenings reads openings: a FEN a line. Empty lines and lines that begin
// with # are skipped, and so are positions that came before. The name is
// what errors call the text.
func ReadOpenings(g game.Game, name, text string) ([]string, error) {
	var fens []string
	seen := map[uint64]bool{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := g.Parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, number, err)
		}
		if o := p.Outcome(); o.Over() {
			return nil, fmt.Errorf("%s, line %d: the game is over (%s): expected a position to play on", name, number, o)
		}
		if !seen[p.Key()] {
			seen[p.Key()] = true
			fens = append(fens, p.String())
		}
	}
	return fens, nil
}

// Book deals out the openings of a match. It is safe for concurrent use.
type Book struct {
	suite []string
	order []int
	more  func(ctx context.Context, number int) (string, error)

	mu   sync.Mutex
	made map[int]func() (string, error) // what more has made, by number
}

// NewBook makes a book that deals out a suite in an order that depends on the
// seed. When it is used up, more makes further openings by their number, or if
// that is nil the book begins again with the first.
func NewBook(suite []string, seed uint64, more func(ctx context.Context, number int) (string, error)) *Book {
	order := rand.New(rand.NewPCG(seed, 0x6f70656e)).Perm(len(suite))
	return &Book{suite: suite, order: order, more: more, made: map[int]func() (string, error){}}
}

// Opening returns the opening with that number, from 0.
func (b *Book) Opening(ctx context.Context, number int) (string, error) {
	switch {
	case number < len(b.suite):
		return b.suite[b.order[number]], nil
	case b.more != nil:
		return b.fresh(ctx, number)
	case len(b.suite) == 0:
		return "", errors.New("there are no openings to begin from")
	}
	return b.suite[b.order[number%len(b.suite)]], nil
}

// fresh makes an opening once, for both games that begin from it.
func (b *Book) fresh(ctx context.Context, number int) (string, error) {
	b.mu.Lock()
	made, found := b.made[number]
	if !found {
		made = sync.OnceValues(func() (string, error) { return b.more(ctx, number) })
		b.made[number] = made
	}
	b.mu.Unlock()
	return made()
}
