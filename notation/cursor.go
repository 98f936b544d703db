package notation

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Cursor walks a tree with the position at hand, and adds moves to it.
type Cursor struct {
	tree *Tree
	node *Node
	pos  game.Position
}

// Cursor returns a cursor at the root.
func (t *Tree) Cursor() *Cursor { return &Cursor{t, t.Root, t.Start()} }

// Node returns the current node.
func (c *Cursor) Node() *Node { return c.node }

// Position returns the position after the node's move. It changes with the cursor; to
// play other moves, clone it.
func (c *Cursor) Position() game.Position { return c.pos }

// Forward goes to the i-th child, from 0, and reports whether there is one.
func (c *Cursor) Forward(i int) bool {
	if i < 0 || i >= len(c.node.Children) {
		return false
	}
	c.step(c.node.Children[i])
	return true
}

// Back goes to the parent, and reports whether there is one.
func (c *Cursor) Back() bool {
	if c.node.Parent == nil {
		return false
	}
	c.pos.Unmake()
	c.node = c.node.Parent
	return true
}

// Seek goes to a node of the same tree.
func (c *Cursor) Seek(n *Node) {
	for c.Back() {
	}
	for _, m := range n.Path() {
		c.step(m)
	}
}

func (c *Cursor) step(n *Node) {
	c.pos.Make(n.Move)
	c.node = n
}

// Play plays a move: it goes to the child with that move, or adds one. It returns the
// node of the move. The error says that the move is not legal, or that variations
// would be nested deeper than MaxNesting.
func (c *Cursor) Play(m game.Move) (*Node, error) {
	for _, n := range c.node.Children {
		if n.Move == m {
			c.step(n)
			return n, nil
		}
	}
	if !game.IsLegal(c.pos, m) {
		return nil, message.Errorf("move %v is not legal in %s", m, c.pos)
	}
	if len(c.node.Children) > 0 && c.node.nesting() >= MaxNesting {
		return nil, message.Errorf("variations are nested deeper than %d", MaxNesting)
	}
	return c.add(m), nil
}

// add appends a legal move as a new child and goes there.
func (c *Cursor) add(m game.Move) *Node {
	n := &Node{Move: m, Parent: c.node}
	c.node.Children = append(c.node.Children, n)
	c.step(n)
	return n
}

// rewind goes back to an ancestor; to the root if it is nil.
func (c *Cursor) rewind(n *Node) {
	for c.node != n {
		if !c.Back() {
			return
		}
	}
}
