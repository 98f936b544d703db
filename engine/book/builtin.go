package book

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/wane-chess/wane/game"
)

//go:embed data
var files embed.FS

const extension = ".book.gz"

// BuiltIn returns the names of the games that For has a book of, in alphabetical order.
func BuiltIn() []string {
	entries, err := files.ReadDir("data")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), extension); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

var books byGame[*Book]

// byGame keeps a value for each game, made when it is first asked for.
type byGame[V any] struct {
	mu     sync.Mutex
	values map[string]func() V // by the game's name
}

func (b *byGame[V]) of(g game.Game, value func() V) V {
	b.mu.Lock()
	load, ok := b.values[g.Name()]
	if !ok {
		if b.values == nil {
			b.values = map[string]func() V{}
		}
		load = sync.OnceValue(value)
		b.values[g.Name()] = load
	}
	b.mu.Unlock()
	return load()
}

// For returns the book that comes with wane for a game; nil if there is none. The first call
// for a game reads the book, which takes some milliseconds. For is safe for concurrent use.
func For(g game.Game) *Book {
	return books.of(g, func() *Book {
		b, err := read(g)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			panic(fmt.Sprintf("the opening book that comes with wane: %v", err)) // a test reads all of them
		}
		return b
	})
}

func read(g game.Game) (b *Book, err error) {
	f, err := files.Open("data/" + g.Name() + extension)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	return Read(f, g)
}
