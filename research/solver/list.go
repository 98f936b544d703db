package solver

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/wane-chess/wane/game"
)

// WriteList writes positions as lines of tab-separated game and FEN.
func WriteList(w io.Writer, list []game.Position) error {
	out := bufio.NewWriter(w)
	for _, p := range list {
		_, _ = fmt.Fprintf(out, "%s\t%s\n", p.Game().Name(), p)
	}
	return out.Flush()
}

// ReadList reads such lines and skips empty ones and those that begin with #. ByName
// returns a game by its name. An error names the line.
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
			return nil, fmt.Errorf("line %d: expected tab-separated game and FEN", number)
		}
		g, err := byName(name)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		p, err := g.Parse(fen)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if !game.IsAcyclic(p) {
			return nil, fmt.Errorf("line %d: cannot solve positions of %s; expected a variant in which every move removes a "+
				"square", number, name)
		}
		list = append(list, p)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no positions: expected lines of tab-separated game and FEN")
	}
	return list, nil
}
