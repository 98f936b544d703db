package sharedstudy

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Limits of the deleted lines that a study keeps, so that those who have deleted them can undo that.
const (
	maxKept      = 20
	maxKeptNodes = 2000      // of all
	maxKeptSize  = 256 << 10 // bytes of all
)

// deleted is a line that a person has deleted.
type deleted struct {
	by      int
	chapter string
	path    []string // of its first move
	line    *Node    // the first move
}

// keep remembers a line that an event has deleted, and forgets the oldest ones. A line that is too large is not kept.
func (s *Study) keep(d deleted) {
	s.deleted = slices.DeleteFunc(s.deleted, func(o deleted) bool {
		return o.by == d.by && o.chapter == d.chapter && slices.Equal(o.path, d.path)
	})
	if n, bytes := d.line.measure(); n > maxKeptNodes || bytes > maxKeptSize {
		return
	}
	s.deleted = append(s.deleted, d)
	nodes, size := 0, 0
	for i, d := range slices.Backward(s.deleted) {
		n, bytes := d.line.measure()
		if nodes, size = nodes+n, size+bytes; nodes > maxKeptNodes || size > maxKeptSize || len(s.deleted)-i > maxKept {
			s.deleted = slices.Clone(s.deleted[i+1:])
			return
		}
	}
}

// withdraw removes the comment of a person at a path from the deleted lines, so that it does not come back with them.
func (s *Study) withdraw(person int, chapter string, path []string) {
	for _, d := range s.deleted {
		before := len(d.path) - 1
		if d.chapter != chapter || before >= len(path) || !slices.Equal(d.path, path[:before+1]) {
			continue
		}
		if n := d.line.at(path[before+1:]); n != nil {
			n.Comments = slices.DeleteFunc(n.Comments, func(c Comment) bool { return c.By == person })
		}
	}
}

// applyRestored adds the nodes of a tree to a node, as far as they are missing, and puts what is said
// at them.
func (s *Study) applyRestored(n *Node, e *Event) error {
	tree, err := unpack(e.Tree, e.Seq)
	if err != nil {
		return err
	}
	var add func(n, from *Node)
	add = func(n, from *Node) {
		for _, c := range from.Children {
			at := n.child(c.UCI)
			if at == nil {
				at = &Node{UCI: c.UCI, SAN: c.SAN}
				n.Children = append(n.Children, at)
				s.nodes, s.size = s.nodes+1, s.size+nodeSize
			}
			s.size += c.size() - at.size()
			at.Note, at.Seq = c.clone(), e.Seq
			add(at, c)
		}
	}
	add(n, tree)
	return nil
}

// restore brings back the line that the sender has deleted last at a path, with the comments of all.
// What is there now stays; where nothing is, what was there comes back.
func (b *Batch) restore(ch *Chapter, c *Command) error {
	s, by := b.study, b.known()
	if len(c.Path) == 0 {
		return livegame.Refuse("The start position cannot be deleted.")
	}
	w, err := b.walk(ch, c.Path, nil)
	if err != nil {
		return err
	}
	var line *Node
	for _, d := range slices.Backward(s.deleted) {
		if line == nil && d.by == by && d.chapter == ch.ID && slices.Equal(d.path, w.path) {
			line = d.line
		}
	}
	if line == nil {
		return livegame.Refuse("The deleted line is not kept any more: " +
			"comments of others, evaluations and clocks in it do not come back.")
	}
	before := w.path[:len(w.path)-1]
	now := ch.Root.at(w.path)
	if !lacks(now, line) {
		return nil
	}
	root := &Node{Children: []*Node{merged(line, now)}}
	nesting := root.nesting()
	for n, i := ch.Root, 0; n != nil && i < len(w.path); i++ {
		if len(n.Children) > 0 && n.Children[0].UCI != w.path[i] {
			nesting++
		}
		n = n.child(w.path[i])
	}
	nodes, size := root.measure()
	switch {
	case nesting > maxNesting:
		return errNested
	case s.nodes+nodes+len(w.missing) > MaxNodes:
		return livegame.Refuse("A study has at most %d moves.", MaxNodes)
	case s.size+size > MaxSize:
		return errLarge
	}
	if err := b.line(ch, before, nil); err != nil { // others may have deleted it
		return err
	}
	return b.add(Event{Kind: Restored, Chapter: ch.ID, Path: before, Tree: Pack(root)})
}

// lacks reports whether something of a deleted line is missing.
func lacks(now, line *Node) bool {
	if now == nil {
		return true
	}
	note := filled(&now.Note, &line.Note)
	return note.size() != now.size() || note.Eval != now.Eval || note.Clock != now.Clock ||
		slices.ContainsFunc(line.Children, func(c *Node) bool { return lacks(now.child(c.UCI), c) })
}

// filled returns what is said now, with what was said before where nothing is said, and with the comments of those who
// have written none since.
func filled(now, before *Note) Note {
	out := now.clone()
	for _, c := range before.Comments {
		if out.Of(c.By) == nil {
			out.Comments = append(out.Comments, c)
		}
	}
	out.Before, out.Hint = cmp.Or(out.Before, before.Before), cmp.Or(out.Hint, before.Hint)
	out.Eval, out.Clock = cmp.Or(out.Eval, before.Eval), cmp.Or(out.Clock, before.Clock)
	if len(out.NAGs) == 0 {
		out.NAGs = slices.Clone(before.NAGs)
	}
	if len(out.Arrows)+len(out.Circles) == 0 {
		out.Arrows, out.Circles = slices.Clone(before.Arrows), slices.Clone(before.Circles)
	}
	return out
}

// merged returns a deleted line with what is said now.
func merged(line, now *Node) *Node {
	out := &Node{UCI: line.UCI, SAN: line.SAN, Note: line.clone()}
	if now != nil {
		out.Note = filled(&now.Note, &line.Note)
	}
	for _, c := range line.Children {
		var at *Node
		if now != nil {
			at = now.child(c.UCI)
		}
		out.Children = append(out.Children, merged(c, at))
	}
	return out
}
