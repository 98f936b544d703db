package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Options say how to read games.
type Options struct {
	// Games are all that are known. A text that fits no reading as the one that
	// it should be may fit another of them.
	Games []game.Game
	// Lookup finds a game by its identifier, also such as "diminuendo:pbnrqk".
	Lookup func(name string) (game.Game, error)
	// Variant is what a text is about that names none; empty means orthodox chess.
	Variant string
	// FEN is where games begin that do not say it; empty is the start.
	FEN string
	// Corrections replace moves; see notation.ReadOptions.
	Corrections []string
}

// Read reads the games of a text: PGN, score sheets in any notation that package
// notation knows, or a FEN alone, which is a game without moves. As with
// notation.ReadString, the games before an error come with it. Errors about a place
// in the text are *notation.ParseError, about a FEN *game.FENError.
func Read(text string, o Options) ([]Game, []notation.Warning, error) {
	if o.Variant == "" {
		o.Variant = "chess"
	}
	g, err := o.Lookup(o.Variant)
	if err != nil {
		return nil, nil, err
	}
	if len(text) > MaxBytes {
		return nil, nil, fmt.Errorf("the text has %d KB; at most %d KB are read here", len(text)>>10, MaxBytes>>10)
	}
	if fen := strings.TrimSpace(text); likeFEN(fen) {
		return readFEN(fen, g, o.Games)
	}
	trees, warnings, err := notation.ReadString(text, notation.ReadOptions{Game: g, Lookup: o.Lookup, FEN: o.FEN, Corrections: o.Corrections})
	if len(trees) > MaxGames {
		return nil, nil, fmt.Errorf("the text has %d games; at most %d are read here", len(trees), MaxGames)
	}
	c := converter{warnings: warnings}
	games := []Game{}
	for _, t := range trees {
		one, bad := c.game(t)
		if bad != nil {
			return nil, nil, bad
		}
		games = append(games, one)
	}
	return games, c.warnings, err
}

// likeFEN reports whether a text is meant as a position: one line whose first word
// has as many rows as the smallest board.
func likeFEN(text string) bool {
	board, _, _ := strings.Cut(text, " ")
	return len(text) <= 300 && !strings.ContainsAny(text, "\r\n[{") && strings.Count(board, "/") >= 2 && !strings.Contains(board, "-")
}

// readFEN makes a game without moves of a position: of the game g, or of the
// first of the others that can read it.
func readFEN(fen string, g game.Game, others []game.Game) ([]Game, []notation.Warning, error) {
	tree, err := notation.NewTree(g, fen)
	var warnings []notation.Warning
	if err != nil {
		i := slices.IndexFunc(others, func(o game.Game) bool {
			_, bad := o.Parse(fen)
			return bad == nil
		})
		if i < 0 {
			return nil, nil, err
		}
		if tree, err = notation.NewTree(others[i], fen); err != nil {
			return nil, nil, err
		}
		warnings = append(warnings, notation.Warning{Line: 1, Column: 1, Problem: fmt.Sprintf("this is not a position of %s; it was read as one of %s", g.Title(), others[i].Title())})
	}
	var c converter
	one, err := c.game(tree)
	return []Game{one}, warnings, err
}

// converter makes games of trees.
type converter struct {
	nodes    int
	warnings []notation.Warning
	cut      bool // moves after a game's end were left out
}

func (c *converter) game(t *notation.Tree) (Game, error) {
	out := Game{Variant: t.Game().Name(), Title: t.Game().Title(), FEN: t.FEN(), Tags: tags(t), Result: t.Result.String()}
	c.cut = false
	at := t.Cursor()
	root, err := c.node(at, 0)
	if err != nil {
		return Game{}, err
	}
	out.Root = root
	if c.cut {
		c.warnings = append(c.warnings, notation.Warning{Line: 1, Column: 1, Problem: "moves that were played after the game had ended by its rules were left out"})
	}
	return out, nil
}

// node makes the node on which the cursor stands, with all that follow. The
// cursor is there again afterwards.
func (c *converter) node(at *notation.Cursor, ply int) (Node, error) {
	n, pos := at.Node(), at.Position()
	if c.nodes++; c.nodes > MaxNodes {
		return Node{}, fmt.Errorf("the games have more than %d moves together; read fewer at a time", MaxNodes)
	}
	if ply > MaxPlies {
		return Node{}, fmt.Errorf("a line is longer than %d moves", MaxPlies)
	}
	board := pos.View().Board
	out := Node{NAGs: n.NAGs, Before: notation.Comment(strings.Join(n.StartingComments, " ")), Children: []Node{}}
	out.After = out.take(strings.Join(n.Comments, " "), board)
	if len(out.Before) > MaxComment || len(out.After) > MaxComment {
		return Node{}, fmt.Errorf("a comment is longer than %d bytes", MaxComment)
	}
	if len(n.Children) == 0 {
		return out, nil
	}
	if pos.Outcome().Over() {
		c.cut = true
		return out, nil
	}
	ms := notation.NewMoves(pos)
	names := make([][2]string, len(n.Children))
	for i, child := range n.Children {
		names[i] = [2]string{pos.UCI(child.Move), ms.SAN(child.Move)}
	}
	for i := range n.Children {
		at.Forward(i)
		child, err := c.node(at, ply+1)
		at.Back()
		if err != nil {
			return Node{}, err
		}
		child.Move, child.SAN = names[i][0], names[i][1]
		out.Children = append(out.Children, child)
	}
	return out, nil
}

// roster are the tags that every PGN has, in their order. Result is not among
// them: it is a field of its own.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black"}

// tags lists a game's tags as they are written: the roster first, without those
// that only say that nothing is known.
func tags(t *notation.Tree) []Tag {
	out := []Tag{}
	for _, name := range roster {
		if v := t.Tag(name); strings.Trim(v, "?.") != "" {
			out = append(out, Tag{name, v})
		}
	}
	for _, tag := range t.Tags() {
		if !slices.Contains(roster, tag.Name) {
			out = append(out, Tag{tag.Name, tag.Value})
		}
	}
	return out
}
