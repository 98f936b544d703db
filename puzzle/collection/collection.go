// Package collection has the puzzles that are part of the program, a list for each variant,
// sorted by difficulty. The files in data/ are written by 'research puzzles make'.
package collection

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wane-chess/wane/puzzle"
)

//go:embed data
var files embed.FS

// library is what the files hold, read when it is first needed.
type library struct {
	variants []string
	texts    map[string][]byte
	lists    map[string][]puzzle.Puzzle
	byID     map[string]*puzzle.Puzzle
}

var load = sync.OnceValue(func() *library {
	l, err := read(files)
	if err != nil {
		panic(err) // the files are part of the program, and a test reads them
	}
	return l
})

// read reads the files of a folder data.
func read(from fs.FS) (*library, error) {
	l := &library{texts: map[string][]byte{}, lists: map[string][]puzzle.Puzzle{}, byID: map[string]*puzzle.Puzzle{}}
	names, err := fs.Glob(from, "data/*.tsv")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		list, err := puzzle.Read(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		variant := strings.TrimSuffix(path.Base(name), ".tsv")
		l.variants = append(l.variants, variant)
		l.texts[variant], l.lists[variant] = text, list
		for i := range list {
			switch p := &list[i]; {
			case p.Variant != variant:
				return nil, fmt.Errorf("%s: puzzle %s is of %s", name, p.ID, p.Variant)
			case l.byID[p.ID] != nil:
				return nil, fmt.Errorf("%s: puzzle %s is in another file, too", name, p.ID)
			default:
				l.byID[p.ID] = p
			}
		}
	}
	return l, nil
}

// Variants returns the names of the variants that have puzzles, in alphabetical order.
func Variants() []string { return slices.Clone(load().variants) }

// Of returns the puzzles of a variant, the easiest first; none if the program has none. The
// caller must not change them.
func Of(variant string) []puzzle.Puzzle { return load().lists[variant] }

// ByID finds a puzzle.
func ByID(id string) (puzzle.Puzzle, bool) {
	p := load().byID[id]
	if p == nil {
		return puzzle.Puzzle{}, false
	}
	return *p, true
}

// Text returns the puzzles of a variant as a file that puzzle.Read reads; nil if the program
// has none. The caller must not change it.
func Text(variant string) []byte { return load().texts[variant] }

// Daily returns the puzzle of the day of a time, in UTC: a variant after the other, from the
// middle of its list in an order that looks random and in which none comes again before all
// have come. It reports false if there are no puzzles.
func Daily(at time.Time) (puzzle.Puzzle, bool) {
	variants := slices.DeleteFunc(Variants(), func(v string) bool { return len(Of(v)) == 0 })
	if len(variants) == 0 {
		return puzzle.Puzzle{}, false
	}
	day := int(at.UTC().Unix() / (24 * 60 * 60))
	list := Of(variants[day%len(variants)])
	from, n := len(list)/4, max(1, len(list)/2)
	return list[from+scattered(day/len(variants), n)], true
}

// scattered maps the numbers from 0 on to places below n, each once in n numbers.
func scattered(i, n int) int {
	const step = 7919 // a prime
	i %= n
	if n%step == 0 {
		return i
	}
	return i * step % n
}

// Nearest returns the puzzle of a variant whose rating is nearest to one, among those that a
// function accepts.
func Nearest(variant string, rating int, accepts func(*puzzle.Puzzle) bool) (puzzle.Puzzle, bool) {
	list := Of(variant)
	best := -1
	for i := range list {
		if !accepts(&list[i]) {
			continue
		}
		if best < 0 || cmp.Less(distance(list[i].Rating, rating), distance(list[best].Rating, rating)) {
			best = i
		}
	}
	if best < 0 {
		return puzzle.Puzzle{}, false
	}
	return list[best], true
}

func distance(a, b int) int { return max(a-b, b-a) }
