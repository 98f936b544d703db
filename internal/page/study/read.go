package study

import (
	"errors"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
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

// Result is what was read of a text.
type Result struct {
	Games    []Game
	Warnings []notation.Warning
	Skipped  []Skipped // at most maxSkipped
	More     int       // how many more games were skipped
}

// Skipped is a game that could not be read.
type Skipped struct {
	Game *Game // as far as it could be read; nil if there is nothing
	Err  *notation.ParseError
}

// maxSkipped is how many games that could not be read are reported one by one.
const maxSkipped = 50

// Read reads the games of a text: PGN, score sheets in any notation that package
// notation knows, or a FEN alone, which is a game without moves. A game with a fault is
// skipped and reported. Other errors end the reading: those about a FEN are
// *game.FENError, those about a bound *notation.LimitError; what was read before is sound.
func Read(ctx notation.Context, text string, o Options) (Result, error) {
	if o.Variant == "" {
		o.Variant = "chess"
	}
	g, err := o.Lookup(o.Variant)
	if err != nil {
		return Result{}, err
	}
	if len(text) > MaxBytes {
		return Result{}, message.Errorf("the text has %d KB; at most %d KB are read here", len(text)>>10, MaxBytes>>10)
	}
	if fen := strings.TrimSpace(text); likeFEN(fen) {
		return readFEN(fen, g, o.Games)
	}
	out := Result{Games: []Game{}}
	options := notation.ReadOptions{
		Game: g, Lookup: o.Lookup, FEN: o.FEN, Corrections: o.Corrections,
		Limits: notation.Limits{Games: MaxGames, Nodes: MaxNodes, Plies: MaxPlies, Comment: MaxComment},
		Warn: func(w notation.Warning) {
			if len(out.Warnings) < maxWarnings {
				out.Warnings = append(out.Warnings, w)
			}
		},
	}
	for tree, err := range notation.Games(ctx, strings.NewReader(text), options) {
		var one *Game
		if tree != nil {
			one = convert(tree)
		}
		fault, ok := errors.AsType[*notation.ParseError](err)
		switch {
		case err != nil && !ok:
			return out, err
		case err == nil:
			out.Games = append(out.Games, *one)
		case len(out.Skipped) < maxSkipped:
			out.Skipped = append(out.Skipped, Skipped{one, fault})
		default:
			out.More++
		}
	}
	return out, nil
}

// maxWarnings is how many warnings about a text are kept.
const maxWarnings = 1000

// likeFEN reports whether a text is meant as a position: one line whose first word
// has as many rows as the smallest board.
func likeFEN(text string) bool {
	board, _, _ := strings.Cut(text, " ")
	return len(text) <= 300 && !strings.ContainsAny(text, "\r\n[{") &&
		strings.Count(board, "/") >= 2 && !strings.Contains(board, "-")
}

// readFEN makes a game without moves of a position: of the game g, or of the
// first of the others that can read it.
func readFEN(fen string, g game.Game, others []game.Game) (Result, error) {
	var out Result
	tree, err := notation.NewTree(g, fen)
	if err != nil {
		i := slices.IndexFunc(others, func(o game.Game) bool {
			_, bad := o.Parse(fen)
			return bad == nil
		})
		if i < 0 {
			return out, err
		}
		if tree, err = notation.NewTree(others[i], fen); err != nil {
			return out, err
		}
		out.Warnings = append(out.Warnings, notation.Warning{Line: 1, Column: 1, Problem: message.Sprintf(
			"this is not a position of %s; it was read as one of %s", g.Title(), others[i].Title())})
	}
	out.Games = []Game{*convert(tree)}
	return out, nil
}

// convert makes a game of a tree.
func convert(t *notation.Tree) *Game {
	out := &Game{
		Variant: t.Game().Name(), Title: t.Game().Title(), FEN: t.FEN(), Tags: tags(t), Result: t.Result.String(),
		Flipped: t.Flipped(),
	}
	out.Root = node(t.Cursor())
	return out
}

// node makes the node on which the cursor stands, with all that follow. The
// cursor is there again afterwards.
func node(at *notation.Cursor) Node {
	n, pos := at.Node(), at.Position()
	board := pos.Board()
	out := Node{NAGs: n.NAGs, Before: notation.Comment(strings.Join(n.StartingComments, " ")), Children: []Node{}}
	out.After = out.take(strings.Join(n.Comments, " "), board)
	if len(n.Children) == 0 {
		return out
	}
	ms := notation.NewMoves(pos)
	names := make([][2]string, len(n.Children))
	for i, child := range n.Children {
		names[i] = [2]string{pos.UCI(child.Move), ms.SAN(child.Move)}
	}
	for i := range n.Children {
		at.Forward(i)
		child := node(at)
		at.Back()
		child.Move, child.SAN = names[i][0], names[i][1]
		out.Children = append(out.Children, child)
	}
	return out
}

// roster are the tags that every PGN has, in their order. Result is not among
// them: it is a field of its own.
var roster = []string{"Event", "Site", "Date", "Round", "White", "Black"}

// tags lists a game's tags as they are written: the roster first, without those
// that only say that nothing is known, or nothing at all.
func tags(t *notation.Tree) []Tag {
	out := []Tag{}
	for _, name := range roster {
		if v := t.Tag(name); strings.Trim(v, "?.") != "" {
			out = append(out, Tag{name, v})
		}
	}
	for _, tag := range t.Tags() {
		if !slices.Contains(roster, tag.Name) && tag.Value != "" {
			out = append(out, Tag{tag.Name, tag.Value})
		}
	}
	return out
}
