package book

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

const (
	// header begins a file: the game's name, the nodes for each position, and how many
	// positions have moves.
	header = "wane book 1 %s %d nodes %d positions"
	// maxText is the largest text of a file, in bytes.
	maxText = 64 << 20
	// MaxPlies is how long the lines of a book are at most.
	MaxPlies = 100
)

// Write writes the book as a file. The same book gives the same bytes.
func (b *Book) Write(w io.Writer) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(packed)
	t := writer{b: b, out: out, p: b.Game.Start(), written: map[uint64]bool{}}
	_, _ = fmt.Fprintf(out, header+"\n", b.Game.Name(), b.Nodes, b.reachable()) // errors come back from Flush
	t.write(0)
	return errors.Join(out.Flush(), packed.Close())
}

// reachable counts the positions that moves of the book lead to from the start, which are
// those that a file has.
func (b *Book) reachable() int {
	t := writer{b: b, out: bufio.NewWriter(io.Discard), p: b.Game.Start(), written: map[uint64]bool{}}
	t.write(0)
	return len(t.written)
}

type writer struct {
	b       *Book
	out     *bufio.Writer
	p       game.Position
	written map[uint64]bool // positions that have their moves in the file
}

// write writes the moves of the present position, and what follows them.
func (t *writer) write(ply int) {
	key := t.p.Key()
	moves := t.b.positions[key]
	if len(moves) == 0 || t.written[key] || ply == MaxPlies {
		return
	}
	t.written[key] = true
	for _, m := range moves {
		_, _ = fmt.Fprintf(t.out, "%d %s %d\n", ply, t.p.UCI(m.Move), m.Score)
		t.p.Make(m.Move)
		t.write(ply + 1)
		t.p.Unmake()
	}
}

// Read reads a file with a book of a game. Errors name the line.
func Read(r io.Reader, g game.Game) (*Book, error) {
	packed, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("opening book: not a gzipped file: %w", err)
	}
	limited := &io.LimitedReader{R: packed, N: maxText}
	lines := bufio.NewScanner(limited)
	if !lines.Scan() {
		return nil, fmt.Errorf("opening book: no first line: %w", cmp.Or(lines.Err(), io.ErrUnexpectedEOF))
	}
	var (
		name             string
		nodes, positions uint64
	)
	if _, err := fmt.Sscanf(lines.Text()+"\n", header+"\n", &name, &nodes, &positions); err != nil {
		return nil, fmt.Errorf("opening book: line 1: %.60q, expected %q", lines.Text(), fmt.Sprintf(header, g.Name(), 1, 1))
	}
	if name != g.Name() {
		return nil, fmt.Errorf("opening book: line 1: a book of %.40q, expected one of %s", name, g.Name())
	}
	t := reader{b: New(g, nodes), p: g.Start()}
	n := 2
	for ; lines.Scan(); n++ {
		if err := t.read(lines.Text()); err != nil {
			return nil, fmt.Errorf("opening book of %s: line %d: %w", name, n, err)
		}
	}
	switch {
	case lines.Err() != nil:
		return nil, fmt.Errorf("opening book of %s: line %d: %w", name, n, lines.Err())
	case limited.N == 0:
		return nil, fmt.Errorf("opening book of %s: more than %d MB of text", name, maxText>>20)
	case uint64(t.b.Positions()) != positions:
		return nil, fmt.Errorf("opening book of %s: it has %d positions, its first line says %d",
			name, t.b.Positions(), positions)
	}
	return t.b, nil
}

// reader is a book with the position that the last line leads to.
type reader struct {
	b     *Book
	p     game.Position
	moves []string
}

// read reads one line.
func (t *reader) read(text string) error {
	parts := strings.Fields(text)
	if len(parts) != 3 {
		return fmt.Errorf("%.60q, expected ply, move and score", text)
	}
	ply, err := strconv.Atoi(parts[0])
	if err != nil || ply < 0 || ply > min(len(t.moves), MaxPlies-1) {
		return fmt.Errorf("ply %.20q, expected 0–%d", parts[0], min(len(t.moves), MaxPlies-1))
	}
	score, err := strconv.Atoi(parts[2])
	if err != nil || engine.Score(score) < -engine.Infinite || engine.Score(score) > engine.Infinite {
		return fmt.Errorf("score %.20q, expected centipawns (%d to %d)", parts[2], -engine.Infinite, engine.Infinite)
	}
	for range len(t.moves) - ply {
		t.p.Unmake()
	}
	t.moves = t.moves[:ply]
	m, err := notation.ParseUCI(t.p, parts[1])
	if err != nil {
		return fmt.Errorf("ply %d: %w", ply, err)
	}
	key := t.p.Key()
	moves := t.b.positions[key]
	if n := len(moves); n > 0 && moves[n-1].Score < engine.Score(score) {
		return fmt.Errorf("move %s is better than the one before it, expected the best first", parts[1])
	}
	for _, other := range moves {
		if other.Move == m {
			return fmt.Errorf("move %s appears twice in a position", parts[1])
		}
	}
	t.b.positions[key] = append(moves, Move{m, engine.Score(score)})
	t.p.Make(m)
	t.moves = append(t.moves, parts[1])
	return nil
}
