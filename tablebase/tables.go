package tablebase

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	mathbits "math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/exp/mmap"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Extension is how the names of files of tables end.
const Extension = ".wtb"

//go:embed shrink-4.wtb
var builtin []byte

// Tables are the open tables. They may be used by several goroutines at once.
type Tables struct {
	tables  map[key]found
	order   []*table
	most    int // the most pieces that there is a table of
	cache   *cache
	closers []io.Closer
}

// found is a table by the key of a position, and whether the position's colors
// have to be exchanged for it.
type found struct {
	*table
	swapped bool
}

func newTables() *Tables {
	return &Tables{tables: map[key]found{}, cache: &cache{most: cacheBytes}}
}

var builtinTables = sync.OnceValue(func() *Tables {
	t := newTables()
	tables, err := inMemory("the built-in tables", builtin, t.cache)
	if err != nil {
		panic(err) // a test opens them
	}
	for _, one := range tables {
		t.add(one)
	}
	return t
})

// BuiltinShrink returns the tables that are part of the program: all of 3 and 4 pieces.
func BuiltinShrink() *Tables { return builtinTables() }

// OpenShrink returns the built-in tables together with those of files, and of all files
// in folders whose names end in Extension. Files are mapped into memory, so they
// cost little until they are used; every byte is checked, which takes some
// milliseconds for all tables of 5 pieces. The error says of each file that cannot
// be used why; the tables of all others are open nevertheless, and have to be
// closed.
func OpenShrink(paths ...string) (*Tables, error) {
	t := newTables()
	for _, one := range BuiltinShrink().order {
		t.add(one)
	}
	var failed []error
	for _, path := range paths {
		files, err := Files(path)
		if err != nil {
			failed = append(failed, err)
		}
		for _, file := range files {
			if err := t.open(file); err != nil {
				failed = append(failed, err)
			}
		}
	}
	return t, errors.Join(failed...)
}

// Files lists the files that Open reads for a path: the file itself, or those in
// the folder whose names end in Extension. The error is an fs.ErrNotExist if there
// are none.
func Files(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), Extension) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("tables: %s: %w: no file there ends in %s", path, fs.ErrNotExist, Extension)
	}
	return files, nil
}

// open adds the tables of a file.
func (t *Tables) open(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return fmt.Errorf("tables: %w", err)
	case !info.Mode().IsRegular(): // opening a pipe would wait for a user to write
		return fmt.Errorf("tables: %s: it is no file of tables: it is no regular file", path)
	}
	f, err := mmap.Open(path)
	if err != nil {
		if !errors.As(err, new(*fs.PathError)) {
			err = &fs.PathError{Op: "map", Path: path, Err: err}
		}
		return fmt.Errorf("tables: %w", err)
	}
	tables, err := disassemble(path, f, int64(f.Len()), t.cache)
	if err != nil {
		return errors.Join(fmt.Errorf("tables: %w", err), f.Close())
	}
	t.closers = append(t.closers, f)
	for _, one := range tables {
		t.add(one)
	}
	return nil
}

// add makes a table known. The last of a material counts.
func (t *Tables) add(one *table) {
	t.order = slices.DeleteFunc(t.order, func(o *table) bool { return o.Material == one.Material })
	t.order = append(t.order, one)
	t.tables[one.key.swapped()] = found{one, true}
	t.tables[one.key] = found{one, false}
	t.most = max(t.most, one.Pieces())
}

// Close closes the files. Nobody may use the tables any more.
func (t *Tables) Close() error {
	var failed []error
	for _, c := range t.closers {
		failed = append(failed, c.Close())
	}
	t.closers = nil
	return errors.Join(failed...)
}

// CompletePieces is the largest number of pieces of which there is every table.
func (t *Tables) CompletePieces() int {
	for n := 3; n <= MaxPieces; n++ {
		for _, m := range Materials(n) {
			if !t.Has(m) {
				return n - 1
			}
		}
	}
	return MaxPieces
}

// MaxPieces is the largest number of pieces of which there is some table.
func (t *Tables) MaxPieces() int { return t.most }

// Has reports whether the table of a material is open.
func (t *Tables) Has(m Material) bool { return t.tables[m.key].table != nil }

// Materials lists the open tables.
func (t *Tables) Materials() (list []Material) {
	for _, one := range t.order {
		list = append(list, one.Material)
	}
	return list
}

// Probe looks a position up. If it is not in the tables the error is an
// *OutsideError or a *MissingError; if a file turns out to be damaged, another
// that names it.
func (t *Tables) Probe(p game.Position) (Result, error) {
	board, ok := p.(compact)
	if !ok {
		return Result{}, &OutsideError{"only positions of Shrink Chess are in them"}
	}
	b := board.Board()
	if err := outside(b); err != nil {
		return Result{}, err
	}
	v, err := t.entry(b.Pieces, b.Ranks, b.Files, p.Turn())
	if err == nil && v == impossible {
		err = &OutsideError{"it cannot be: the side that has just moved is in check, or a pawn stands on its last row"}
	}
	return resultOf(v), err
}

// outside tells why a position is in no table.
func outside(b bitboard.Board) error {
	occ := b.Occupied()
	switch {
	case mathbits.OnesCount64(occ) > MaxPieces:
		return &OutsideError{fmt.Sprintf("there are %d pieces on the board, and tables hold at most %d", mathbits.OnesCount64(occ), MaxPieces)}
	case mathbits.OnesCount64(occ) < 3:
		return &OutsideError{"two kings alone are a draw"}
	case b.Castling:
		return &OutsideError{"a side may still castle"}
	}
	for rank := range b.Ranks {
		if rank1<<(8*rank)&occ == 0 {
			return &OutsideError{fmt.Sprintf("row %d is empty", rank+1)}
		}
	}
	for file := range b.Files {
		if fileA<<file&occ == 0 {
			return &OutsideError{fmt.Sprintf("column %c is empty", 'a'+file)}
		}
	}
	return nil
}

// Score is Probe for a search: the exact score of the position for the side to
// move, with mates counted from here, and whether it is known, with the halfmove
// clock at halfmoves. A win or a loss that the fifty-move rule might overtake is
// not known.
func (t *Tables) Score(p game.Position, halfmoves int) (engine.Score, bool) {
	board, ok := p.(compact)
	if !ok {
		return 0, false
	}
	b := board.Board()
	if mathbits.OnesCount64(b.Occupied()) > t.most || b.Castling {
		return 0, false
	}
	f := t.tables[keyOfPieces(b.Pieces)]
	if f.table == nil { // told by Probe, but a search asks too often to be told why
		return 0, false
	}
	n, ok := f.find(b.Pieces, b.Ranks, b.Files, p.Turn(), f.swapped)
	if !ok {
		return 0, false
	}
	v, err := f.at(n)
	if err != nil || v == impossible {
		return 0, false
	}
	r := resultOf(v)
	return r.Score(), !r.Cursed(halfmoves)
}

// entry looks a position up whose every rank and file is occupied. Others are
// missing.
func (t *Tables) entry(pieces bitboard.Pieces, ranks, files int, turn game.Color) (byte, error) {
	k := keyOfPieces(pieces)
	f := t.tables[k]
	if f.table == nil {
		return 0, t.missing(k)
	}
	n, ok := f.find(pieces, ranks, files, turn, f.swapped)
	if !ok {
		return 0, errEmptyLine
	}
	return f.at(n)
}

var errEmptyLine = &OutsideError{"a rank or a file is empty"}

func (t *Tables) missing(k key) error {
	m, _ := k.material()
	return &MissingError{m.String()}
}
