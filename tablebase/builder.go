//go:build !js

package tablebase

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/internal/message"
)

// WriteFile writes tables to a file. The file appears under its name when it is
// complete and on disk.
func WriteFile(path string, tables ...*Table) error {
	var sections []section
	for _, t := range tables {
		if t == nil || t.table == nil {
			return errors.New("there is no table to write: Solve or a Builder makes one")
		}
		if t.ready != nil {
			sections = append(sections, section{t.Material, t.size(), t.ready})
			continue
		}
		s, err := sectionOf(t.table)
		if err != nil {
			return err
		}
		sections = append(sections, s)
	}
	return atomicfile.Write(path, 0o644, true, func(w io.Writer) error { return assemble(w, sections) })
}

// Builder makes all tables up to a number of pieces, several at a time. Set the fields
// before Build.
type Builder struct {
	Game    Game
	Pieces  int // Game.MinPieces to Game.MaxPieces
	Workers int // tables at a time; at least 1
	// Parts is a folder, made if it is missing, that keeps each finished table, so that
	// an interrupted build resumes there. Empty: no table is kept.
	Parts    string
	Progress func(Progress) // called by one goroutine at a time; may be nil

	mu     sync.Mutex
	known  *Tables
	solved map[Material]*Table
	tally  *tally
}

// Build returns the tables, from the smallest on. If the context ends, it returns the
// context's error; the tables in Parts stay.
func (b *Builder) Build(ctx context.Context) ([]*Table, error) {
	if b.Pieces < b.Game.MinPieces() || b.Pieces > b.Game.MaxPieces() {
		return nil, message.Errorf("tables of %d pieces are out of range (%d–%d)",
			b.Pieces, b.Game.MinPieces(), b.Game.MaxPieces())
	}
	if b.Parts != "" { // fail before the work if the folder is unusable
		if err := os.MkdirAll(b.Parts, 0o755); err != nil {
			return nil, err
		}
	}
	b.known, b.solved = newTables(), map[Material]*Table{}
	var levels [][]Material
	var all []Material
	for pieces := b.Game.MinPieces(); pieces <= b.Pieces; pieces++ {
		pawns := -1
		for _, m := range b.Game.Materials(pieces) {
			if m.Pawns() != pawns {
				pawns = m.Pawns()
				levels = append(levels, nil)
			}
			levels[len(levels)-1] = append(levels[len(levels)-1], m)
			all = append(all, m)
		}
	}
	b.tally = newTally(all, b.Progress)
	for _, level := range levels {
		if err := b.level(ctx, level); err != nil {
			return nil, err
		}
	}
	var out []*Table
	for _, m := range all {
		out = append(out, b.solved[m])
	}
	return out, nil
}

// level solves materials that do not need each other.
func (b *Builder) level(ctx context.Context, level []Material) error {
	known := b.known.With()
	return parallel(ctx, b.Workers, level, func(ctx context.Context, m Material) error { return b.one(ctx, m, known) })
}

// With returns these tables and some solved ones together. They share the files of t,
// and are valid until it is closed.
func (t *Tables) With(solved ...*Table) *Tables {
	c := newTables()
	if t != nil {
		for _, one := range t.order {
			c.add(one)
		}
	}
	for _, one := range solved {
		if one != nil && one.table != nil {
			c.add(one.table)
		}
	}
	return c
}

// one solves a material, or takes it from the parts.
func (b *Builder) one(ctx context.Context, m Material, known *Tables) error {
	path := filepath.Join(b.Parts, m.String()+Extension)
	if b.Parts != "" {
		if kept := readPart(path, m); kept != nil {
			b.add(kept)
			b.tally.step(m, kept.size())
			return nil
		}
	}
	s, err := Solve(ctx, m, known, func(n int) { b.tally.step(m, n) })
	if err != nil {
		return err
	}
	if b.Parts != "" {
		s.ready = pack(s.flat) // once, for the part and for the file of all
		if err := WriteFile(path, s); err != nil {
			return err
		}
	}
	b.add(s)
	return nil
}

// readPart returns the table of a file, in memory, or nil if the file is missing or
// invalid.
func readPart(path string, m Material) *Table {
	data, err := atomicfile.Read(path, 4*int64(m.Entries())+1<<20) // more than any part of this material has
	if err != nil {
		return nil
	}
	tables, err := inMemory(path, data, nil)
	if err != nil || len(tables) != 1 || tables[0].Material != m {
		return nil
	}
	flat, err := tables[0].all()
	if err != nil {
		return nil
	}
	packed, err := sectionOf(tables[0])
	if err != nil {
		return nil
	}
	return &Table{m, &table{Material: m, layout: tables[0].layout, flat: flat}, packed.blocks}
}

func (b *Builder) add(s *Table) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known.add(s.table)
	b.solved[s.Material] = s
}
