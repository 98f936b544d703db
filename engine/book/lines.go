package book

import (
	"embed"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// The lines of each game: name, moves and text, each on a line of its own, with an empty line
// after it.
//
//go:embed lines
var lineFiles embed.FS

// Line is a named line of moves from the start of a game, with what each side wants.
type Line struct {
	Name  string
	Moves []string // as UCI
	SAN   string   // the same with numbers: "1. e4 e5 2. Nf3"
	Text  string   // a paragraph of English
}

var mainLines byGame[[]Line]

// Lines returns the main lines of a game that come with wane; nil if there are none. The
// caller must not change them. Lines is safe for concurrent use.
func Lines(g game.Game) []Line {
	return mainLines.of(g, func() []Line {
		text, err := lineFiles.ReadFile("lines/" + g.Name() + ".txt")
		if err != nil {
			return nil // no lines of this game
		}
		lines, err := parseLines(g, string(text))
		if err != nil {
			panic(fmt.Sprintf("the opening lines that come with wane: %s: %v", g.Name(), err)) // a test reads all of them
		}
		return lines
	})
}

// parseLines reads lines. Their moves are in SAN, with numbers.
func parseLines(g game.Game, text string) ([]Line, error) {
	var lines []Line
	for _, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
		parts := strings.Split(block, "\n")
		if len(parts) != 3 {
			return nil, fmt.Errorf("%.40q has %d lines, expected name, moves and text", block, len(parts))
		}
		l := Line{Name: parts[0], SAN: parts[1], Text: parts[2]}
		p := g.Start()
		for _, word := range strings.Fields(parts[1]) {
			if strings.HasSuffix(word, ".") {
				continue // a number
			}
			m, err := notation.ParseSAN(p, word)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.Name, err)
			}
			l.Moves = append(l.Moves, p.UCI(m))
			p.Make(m)
		}
		lines = append(lines, l)
	}
	return lines, nil
}
