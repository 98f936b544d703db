package matetest

import (
	"bufio"
	"context"
	_ "embed" // the suite
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/game"
)

// Problem is a position in which the side to move forces mate in this many of its
// moves, not in fewer, and with one first move only.
type Problem struct {
	Game  string // name, such as "shrink"
	FEN   string
	Moves int
	Key   string // the first move, in UCI notation
}

// String formats the problem as a line of a suite.
func (b Problem) String() string {
	return fmt.Sprintf("%s\t%s\t%d\t%s", b.Game, b.FEN, b.Moves, b.Key)
}

//go:embed mates.tsv
var suite string

// SeveralKings is the name of a variant in which a player can have several kings. The
// suite is for it and for the variants in the list.
const SeveralKings = "diminuendo:pbnrqk+qk+fp"

// Suite returns the problems of the suite.
func Suite(t testing.TB) []Problem {
	t.Helper()
	list, err := read(strings.NewReader(suite))
	if err != nil {
		t.Fatalf("mates.tsv: %v", err)
	}
	return list
}

// read reads a suite: lines of tab-separated game, FEN, moves and key. It skips empty
// lines and those that begin with #.
func read(r io.Reader) ([]Problem, error) {
	var out []Problem
	in := bufio.NewScanner(r)
	for line := 1; in.Scan(); line++ {
		text := strings.TrimRight(in.Text(), "\r")
		if text == "" || text[0] == '#' {
			continue
		}
		fields := strings.Split(text, "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("line %d: expected four tab-separated fields: game, FEN, moves and key; got %d",
				line, len(fields))
		}
		moves, err := strconv.Atoi(fields[2])
		if err != nil || moves < 1 || moves > mate.MaxMoves {
			return nil, fmt.Errorf("line %d: bad number of moves %.20q: expected 1 to %d", line, fields[2], mate.MaxMoves)
		}
		out = append(out, Problem{fields[0], fields[1], moves, fields[3]})
	}
	return out, in.Err()
}

// Check proves the problem, which is of this game, again.
func (b Problem) Check(ctx context.Context, s *mate.Solver, g game.Game) error {
	p, err := g.Parse(b.FEN)
	if err != nil {
		return err
	}
	moves, keys, err := s.Solve(ctx, p, b.Moves, 2)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", b.FEN, err)
	case moves == 0:
		return fmt.Errorf("%s: there is no mate in %d", b.FEN, b.Moves)
	case moves < b.Moves:
		return fmt.Errorf("%s: %s mates in %d already; expected %d", b.FEN, p.UCI(keys[0]), moves, b.Moves)
	case len(keys) > 1:
		return fmt.Errorf("%s: %s and %s both mate in %d; expected %s alone",
			b.FEN, p.UCI(keys[0]), p.UCI(keys[1]), moves, b.Key)
	case p.UCI(keys[0]) != b.Key:
		return fmt.Errorf("%s: %s mates in %d; expected %s", b.FEN, p.UCI(keys[0]), moves, b.Key)
	}
	return nil
}
