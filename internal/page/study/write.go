package study

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// results by their texts.
var results = map[string]game.Result{}

func init() {
	for _, r := range []game.Result{game.Ongoing, game.WhiteWins, game.BlackWins, game.Draw} {
		results[r.String()] = r
	}
}

// Write writes a game as PGN, which Read reads back as the same game. Errors
// name the part of the game that is invalid.
func Write(g Game, lookup func(name string) (game.Game, error)) (string, error) {
	rules, err := lookup(g.Variant)
	if err != nil {
		return "", err
	}
	tree, err := notation.NewTree(rules, g.FEN)
	if err != nil {
		return "", err
	}
	result, ok := results[g.Result]
	if !ok {
		return "", message.Errorf("unknown result %.20q; expected 1-0, 0-1, 1/2-1/2 or *", g.Result)
	}
	tree.Result = result
	for _, tag := range g.Tags {
		if err := tree.SetTag(tag.Name, tag.Value); err != nil {
			return "", err
		}
	}
	w := writer{}
	if err := w.node(tree.Cursor(), &g.Root, 0); err != nil {
		return "", err
	}
	if g.Reason != "" {
		tree.SetOutcome(game.Outcome{Result: result, Reason: game.Reason(g.Reason)}, "")
	}
	return tree.PGN(), nil
}

// writer makes nodes of a tree.
type writer struct{ nodes int }

// node fills the node on which the cursor stands and adds all that follow. The
// cursor is there again afterwards.
func (w *writer) node(at *notation.Cursor, n *Node, ply int) error {
	fail := func(err error) error {
		if at.Node().Parent == nil {
			return message.Errorf("before the first move: %w", err)
		}
		return message.Errorf("after ply %d, %.20s: %w", ply, n.Move, err)
	}
	if w.nodes++; w.nodes > MaxNodes {
		return message.Errorf("the game has more than %d moves", MaxNodes)
	}
	if ply > MaxPlies {
		return message.Errorf("a line is longer than %d moves", MaxPlies)
	}
	if len(n.Before) > MaxComment || len(n.After) > MaxComment {
		return fail(message.Errorf("a comment is longer than %d bytes", MaxComment))
	}
	if err := w.annotate(at, n); err != nil {
		return fail(err)
	}
	home := at.Node()
	for i := range n.Children {
		child := &n.Children[i]
		m, err := notation.ParseUCI(at.Position(), child.Move)
		if err != nil {
			return fail(err)
		}
		if _, err := at.Play(m); err != nil {
			return fail(err)
		}
		if len(home.Children) != i+1 {
			return fail(message.Errorf("the move %.20s stands there twice", child.Move))
		}
		if err := w.node(at, child, ply+1); err != nil {
			return err
		}
		at.Back()
	}
	return nil
}

// annotate puts what is said about a move into the node on which the cursor
// stands.
func (w *writer) annotate(at *notation.Cursor, n *Node) error {
	node := at.Node()
	text, err := n.commands(at.Position().View().Board)
	if err != nil {
		return err
	}
	for _, nag := range n.NAGs {
		if nag < 0 || nag > 255 {
			return message.Errorf("the mark $%d; expected $0 to $255", nag)
		}
	}
	if node.Parent != nil {
		node.NAGs = append(node.NAGs, n.NAGs...)
		if before := notation.Comment(n.Before); before != "" {
			node.StartingComments = []string{before}
		}
	}
	if text = notation.Comment(strings.Join([]string{text, n.After}, " ")); text != "" {
		node.Comments = []string{text}
	}
	return nil
}
