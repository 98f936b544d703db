package solverstats

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/wane-chess/wane/game"
)

// WriteList writes positions as lines of game and FEN with a tab between.
func WriteList(w io.Writer, list []game.Position) error {
	out := bufio.NewWriter(w)
	for _, p := range list {
		_, _ = fmt.Fprintf(out, "%s\t%s\n", p.Game().Name(), p)
	}
	return out.Flush()
}

// ReadList reads such lines; empty ones and those that begin with # are left out.
// ByName finds games. The error names the line, and what would be right.
func ReadList(text string, byName func(string) (game.Game, error)) ([]game.Position, error) {
	var list []game.Position
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		name, fen, ok := strings.Cut(line, "\t")
		if !ok {
			return nil, fmt.Errorf("line %d: expected a game and a FEN with a tab between, such as cheshire8, tab, FEN", number)
		}
		g, err := byName(name)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		p, err := g.Parse(fen)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if _, fades := p.(game.Acyclic); !fades {
			return nil, fmt.Errorf("line %d: %s need not end; expected a game in which every move takes a square away", number, name)
		}
		list = append(list, p)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("there are no positions: expected lines of game and FEN with a tab between")
	}
	return list, nil
}
