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

// Suite returns the built-in openings of a game, as FENs; none if there are none.
func Suite(g game.Game) ([]string, error) {
	name := "openings/" + g.Name() + ".txt"
	text, err := fs.ReadFile(suites, name)
	switch {
	case errors.Is(err, fs.ErrNotExist): // as of most rankings of Diminuendo Chess
		return nil, nil
	case err != nil:
		return nil, err
	}
	return ReadOpenings(g, name, string(text))
}

// ReadOpenings reads one FEN per line. It skips empty lines, lines that begin with #,
// and repeated positions. Errors call the text name.
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

// Book is the openings of a match, by number. It is safe for concurrent use.
type Book struct {
	suite []string
	order []int
	more  func(ctx context.Context, number int) (string, error)

	mu   sync.Mutex
	made map[int]func() (string, error) // results of more, by number
}

// NewBook returns a book with a suite in an order that depends on the seed. After the
// suite, more makes further openings by number; if more is nil, the suite repeats.
func NewBook(suite []string, seed uint64, more func(ctx context.Context, number int) (string, error)) *Book {
	order := rand.New(rand.NewPCG(seed, 0x6f70656e)).Perm(len(suite))
	return &Book{suite: suite, order: order, more: more, made: map[int]func() (string, error){}}
}

// Opening returns an opening by its number, from 0.
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

// fresh makes an opening once, for both games that begin with it.
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
