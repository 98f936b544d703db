package tablebase

import (
	_ "embed"
	"errors"
	"io"
	mathbits "math/bits"
	"slices"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// Extension is the file name extension of tablebase files.
const Extension = ".wtb"

//go:embed shrink-4.wtb
var builtinShrink []byte

//go:embed convergent-3.wtb
var builtinConvergent []byte

var builtin = [][]byte{builtinShrink, builtinConvergent}

// Tables is a set of open tables. It is safe for concurrent use, except Close. The zero value
// and a nil *Tables have no tables.
type Tables struct {
	tables  map[key]found
	order   []*table
	most    [withoutRoyals + 1]int // the largest number of pieces of a table, by game
	cache   *cache
	closers []io.Closer
	plain   royalless // for statistics
}

// found is the table for the key of a position, and whether to exchange the colors of the
// position.
type found struct {
	*table
	swapped bool
}

func newTables() *Tables {
	return &Tables{tables: map[key]found{}, cache: &cache{most: cacheBytes}}
}

var builtinTables = sync.OnceValue(func() *Tables {
	t := newTables()
	for _, file := range builtin {
		tables, err := inMemory("the built-in tables", file, t.cache)
		if err != nil {
			panic(err) // a test opens them
		}
		for _, one := range tables {
			t.add(one)
		}
	}
	return t
})

// Builtin returns the tables that are part of the program: all of Shrink Chess with 3 and
// 4 pieces, and of Convergent Chess with 2 and 3.
func Builtin() *Tables { return builtinTables() }

// add adds a table. It replaces an earlier one of the same material.
func (t *Tables) add(one *table) {
	t.order = slices.DeleteFunc(t.order, func(o *table) bool { return o.Material == one.Material })
	t.order = append(t.order, one)
	t.tables[one.key.swapped()] = found{one, true}
	t.tables[one.key] = found{one, false}
	t.most[one.Game()] = max(t.most[one.Game()], one.Pieces())
}

// Close closes the files. The tables must not be used afterwards.
func (t *Tables) Close() error {
	if t == nil {
		return nil
	}
	var failed []error
	for _, c := range t.closers {
		failed = append(failed, c.Close())
	}
	t.closers = nil
	return errors.Join(failed...)
}

// CompletePieces is the largest number of pieces up to which all tables of a game are
// open; less than any table has if none are.
func (t *Tables) CompletePieces(g game.Game) int {
	of, ok := GameOf(g)
	if !ok {
		return 0
	}
	for n := of.MinPieces(); n <= of.MaxPieces(); n++ {
		for _, m := range of.Materials(n) {
			if !t.Has(m) {
				return n - 1
			}
		}
	}
	return of.MaxPieces()
}

// MaxPieces is the largest number of pieces of an open table of a game; 0 if none is
// open.
func (t *Tables) MaxPieces(g game.Game) int {
	of, ok := GameOf(g)
	if !ok || t == nil {
		return 0
	}
	return t.most[of]
}

// Has reports whether the table of a material is open.
func (t *Tables) Has(m Material) bool { return t.find(m.key).table != nil }

// find returns the table for a key; its table is nil if none is open.
func (t *Tables) find(k key) found {
	if t == nil {
		return found{}
	}
	return t.tables[k]
}

// Materials lists the materials of the open tables.
func (t *Tables) Materials() (list []Material) {
	if t == nil {
		return nil
	}
	for _, one := range t.order {
		list = append(list, one.Material)
	}
	return list
}

// board is what a lookup needs to know of a position.
type board struct {
	node
	game     Game
	castling bool // some castling right is left
}

// boardOf returns the board of a position; false if its game has no tables.
func boardOf(p game.Position) (b board, ok bool) {
	switch p := p.(type) {
	case interface {
		Placement() (pieces bitboard.Pieces, ranks, files int, castling bool)
	}:
		b.pieces, b.ranks, b.files, b.castling = p.Placement()
	case interface{ Placement() bitboard.Pieces }:
		b.game, b.pieces, b.ranks, b.files = Convergent, p.Placement(), 8, 8
	default:
		return b, false
	}
	b.turn = p.Turn()
	return b, true
}

// Probe looks up a position. The error is an *OutsideError or a *MissingError if the
// position is not in the tables; another error names a damaged file.
func (t *Tables) Probe(p game.Position) (Result, error) {
	b, ok := boardOf(p)
	if !ok {
		return Result{}, &OutsideError{"not a position of Shrink Chess or Convergent Chess"}
	}
	if err := outside(b); err != nil {
		return Result{}, err
	}
	v, err := t.entry(b.game, &b.node)
	if err == nil && v == impossible {
		err = &OutsideError{"impossible position: the side not to move is in check, or a pawn is on its last rank"}
	}
	return resultOf(v), err
}

// outside returns an error if no table can hold the position.
func outside(b board) error {
	occ := b.pieces.Occupied()
	switch n := mathbits.OnesCount64(occ); {
	case n > b.game.MaxPieces():
		return &OutsideError{message.Sprintf("%d pieces, tables have at most %d", n, b.game.MaxPieces())}
	case b.game != Shrink:
		return nil
	case n < b.game.MinPieces():
		return &OutsideError{"king against king is a draw"}
	case b.castling:
		return &OutsideError{"castling is still possible"}
	}
	for rank := range b.ranks {
		if rank1<<(8*rank)&occ == 0 {
			return &OutsideError{message.Sprintf("rank %d is empty", rank+1)}
		}
	}
	for file := range b.files {
		if fileA<<file&occ == 0 {
			return &OutsideError{message.Sprintf("file %c is empty", 'a'+file)}
		}
	}
	return nil
}

// Score is Probe for a search: it returns the exact score for the side to move, with
// mates counted from this position. known is false if the position is not in the tables,
// or if the fifty-move rule may come before the mate, given the halfmove clock.
func (t *Tables) Score(p game.Position, halfmoves int) (score engine.Score, known bool) {
	b, ok := boardOf(p)
	if !ok || t == nil {
		return 0, false
	}
	if mathbits.OnesCount64(b.pieces.Occupied()) > t.most[b.game] || b.castling {
		return 0, false
	}
	f := t.tables[b.game.empty()+keyOfPieces(b.pieces)]
	if f.table == nil { // Probe says why; a search needs to be fast
		return 0, false
	}
	n, ok := f.find(b.pieces, b.ranks, b.files, b.turn, f.swapped)
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

// entry looks up a position, in Shrink Chess one whose ranks and files are all occupied.
func (t *Tables) entry(g Game, p *node) (byte, error) {
	k := g.empty() + keyOfPieces(p.pieces)
	f := t.find(k)
	if f.table == nil {
		return 0, t.missing(k)
	}
	n, ok := f.find(p.pieces, p.ranks, p.files, p.turn, f.swapped)
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
