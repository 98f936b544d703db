package tablebase

import (
	"context"

	"github.com/wane-chess/wane/internal/message"
)

// Table is the table of one material in memory. Solve and a Builder make it; the zero value
// has no entries.
type Table struct {
	Material
	*table
	ready [][]byte // its blocks, if they are packed
}

// Solve makes the table of a material. known, which may be nil, must have the tables that
// the material Needs. step,
// if not nil, is called many times a second with the number of entries done since,
// which may be 0; the work pauses until it returns. The error is the context's, or that
// of a table.
func Solve(ctx context.Context, m Material, known *Tables, step func(entries int)) (*Table, error) {
	for _, n := range m.Needs() {
		if !known.Has(n) {
			return nil, message.Errorf("%v needs %v: %w", m, n, &MissingError{n.String()})
		}
	}
	if step == nil {
		step = func(int) {}
	}
	l := layoutOf(m)
	var values []byte
	var err error
	switch l := l.(type) {
	case *index:
		values, err = solve(ctx, l, func(n *node) (byte, error) { return known.entry(m.Game(), n) }, step)
	case *convergentIndex:
		values, err = solveConvergent(ctx, l, known, step)
	}
	if err != nil {
		return nil, err
	}
	return &Table{m, &table{Material: m, layout: l, flat: values}, nil}, nil
}

// Pack compresses the table for WriteFile, which otherwise does it; that takes seconds for 6
// pieces. The error is the context's.
func (s *Table) Pack(ctx context.Context) error {
	if s.table == nil || s.flat == nil {
		return nil
	}
	var ready [][]byte
	for at := 0; at < len(s.flat); at += packing * blockSize {
		if err := ctx.Err(); err != nil {
			return err
		}
		ready = append(ready, pack(s.flat[at:min(at+packing*blockSize, len(s.flat))])...)
	}
	s.ready = ready
	return nil
}

// packing is how many blocks are packed between two looks at the context.
const packing = 4
