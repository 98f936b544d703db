package sharedstudy

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

var validChapter = regexp.MustCompile(`^[\w-]{1,40}$`)

// maxTags is how many PGN tags a chapter has.
const maxTags = 40

// addChapter adds a chapter at the end. One that is there already stays.
func (b *Batch) addChapter(c *Command) error {
	s := b.study
	switch {
	case !validChapter.MatchString(c.Chapter):
		return livegame.Refuse("The ID of a chapter has 1 to 40 letters, digits, hyphens and underscores.")
	case s.Chapter(c.Chapter) != nil:
		return nil
	case len(s.Chapters) >= MaxChapters:
		return livegame.Refuse("A study has at most %d chapters.", MaxChapters)
	case c.Head == nil || c.Head.Name == nil:
		return livegame.Refuse("The chapter has no name.")
	}
	head := Head{ID: c.Chapter, Variant: c.Head.Variant, FEN: c.Head.FEN, Result: game.Ongoing.String()}
	var given study.Game
	if g := c.Game; g != nil {
		head.Variant, head.FEN, head.Tags, head.Result = g.Variant, g.FEN, g.Tags, g.Result
		given = *g
	}
	if head.Result == "" {
		head.Result = game.Ongoing.String()
	}
	head, err := head.edit(c.Head)
	if err != nil {
		return err
	}
	if s.nodes+Count(&given.Root) > MaxNodes || s.size+head.size() > MaxSize {
		return errLarge
	}
	game, err := b.canonical(&head, &given)
	if err != nil {
		return err
	}
	tree := packGame(&game.Root, b.person(b.by))
	if err := b.publish(append(head.texts(), texts(&game.Root)...)...); err != nil {
		return err
	}
	root2, err := unpack(tree, 0)
	if err != nil {
		return err
	}
	if nodes, size := root2.measure(); s.nodes+nodes > MaxNodes || s.size+size+head.size() > MaxSize {
		return errLarge
	}
	if len(tree) == 1 && tree[0].size() == 0 {
		tree = nil
	}
	return b.add(Event{Kind: Added, Head: &head, Tree: tree, Index: len(s.Chapters)})
}

// Count returns how many nodes there are below a node of a game and with it.
func Count(n *study.Node) int {
	nodes := 1
	for i := range n.Children {
		nodes += Count(&n.Children[i])
	}
	return nodes
}

// canonical checks the moves of a new chapter and returns them as a game, with SAN. It completes the
// head, with the tags as PGN has them.
//
//nolint:contextcheck // it reads the short text that it has just written
func (b *Batch) canonical(head *Head, given *study.Game) (study.Game, error) {
	g, err := b.find(head.Variant)
	if err != nil {
		return study.Game{}, livegame.Refuse("%v.", err)
	}
	head.Variant, head.Title = g.Name(), g.Title()
	if head.FEN != "" {
		p, err := game.ParseOrStart(g, head.FEN)
		if err != nil {
			return study.Game{}, livegame.Refuse("The position is invalid: %v.", err)
		}
		if head.FEN = p.String(); head.FEN == g.Start().String() {
			head.FEN = ""
		}
	}
	find := func(name string) (game.Game, error) { return b.find(name) }
	text, err := study.Write(study.Game{
		Variant: head.Variant,
		FEN:     head.FEN,
		Tags:    head.Tags,
		Result:  head.Result,
		Reason:  given.Reason,
		Root:    given.Root,
	}, find)
	if err != nil {
		return study.Game{}, livegame.Refuse("The moves of the chapter are invalid: %v.", err)
	}
	got, err := study.Read(context.Background(), text, study.Options{Lookup: find, Variant: head.Variant})
	if err == nil && len(got.Skipped) > 0 {
		err = got.Skipped[0].Err
	}
	if err == nil && len(got.Games) != 1 {
		err = fmt.Errorf("%d games", len(got.Games))
	}
	if err != nil {
		return study.Game{}, livegame.Refuse("The moves of the chapter cannot be read: %v.", err)
	}
	if head.Tags = got.Games[0].Tags; len(head.Tags) == 0 {
		head.Tags = nil
	}
	return got.Games[0], nil
}

// edit returns the head with the changes of an edit.
func (h Head) edit(e *HeadEdit) (Head, error) {
	if e.Name != nil {
		name, err := checkName("The name of the chapter", *e.Name)
		if err != nil {
			return h, err
		}
		h.Name = name
	}
	if e.Result != nil {
		h.Result = *e.Result
	}
	if e.Flipped != nil {
		h.Flipped = *e.Flipped
	}
	if e.Mode != nil {
		h.Mode = *e.Mode
	}
	if h.Mode != Normal && h.Mode != Find {
		return h, livegame.Refuse("There is no mode %q: expected find or none.", h.Mode)
	}
	if !slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, h.Result) {
		return h, livegame.Refuse("There is no result %.20q: expected 1-0, 0-1, 1/2-1/2 or *.", h.Result)
	}
	return h.editTags(e)
}

// editTags returns the head with the tags of an edit, each once and with a value, as PGN has them.
func (h Head) editTags(e *HeadEdit) (Head, error) {
	tags := h.Tags
	if e.Tags != nil {
		tags = *e.Tags
	}
	for _, t := range e.SetTags {
		if slices.Contains(ownTags, t.Name) {
			return h, livegame.Refuse("The tag %s follows from the chapter and cannot be set.", t.Name)
		}
	}
	var tree notation.Tree
	for _, t := range slices.Concat(tags, e.SetTags) {
		if slices.Contains(ownTags, t.Name) {
			continue
		}
		if utf8.RuneCountInString(t.Name) > maxTagName || utf8.RuneCountInString(t.Value) > maxTagValue {
			return h, livegame.Refuse("The tag %.40q is too long: up to %d characters are allowed.", t.Name, maxTagValue)
		}
		if err := tree.SetTag(t.Name, t.Value); err != nil {
			return h, livegame.Refuse("The tag %.40q is invalid: %v.", t.Name, err)
		}
	}
	h.Tags = nil
	for _, t := range tree.Tags() {
		h.Tags = append(h.Tags, study.Tag{Name: t.Name, Value: t.Value})
	}
	if len(h.Tags) > maxTags {
		return h, livegame.Refuse("A chapter has at most %d tags.", maxTags)
	}
	return h, nil
}

func (b *Batch) setHead(ch *Chapter, c *Command) error {
	if c.Head == nil {
		return livegame.Refuse("The command has no changes of the chapter.")
	}
	next, err := ch.edit(c.Head)
	if err != nil {
		return err
	}
	same := next.Name == ch.Name &&
		next.Result == ch.Result &&
		next.Flipped == ch.Flipped &&
		next.Mode == ch.Mode &&
		slices.Equal(next.Tags, ch.Tags)
	if same {
		return nil
	}
	if err := b.publish(next.texts()...); err != nil {
		return err
	}
	if grows := next.size() - ch.size(); grows > 0 && b.study.size+grows > MaxSize {
		return errLarge
	}
	return b.add(Event{Kind: Edited, Chapter: ch.ID, Head: &next})
}

// orderChapters puts the chapters in an order. Those that it does not name come last.
func (b *Batch) orderChapters(c *Command) error {
	var order, now []string
	for _, id := range c.Order {
		if b.study.Chapter(id) != nil && !slices.Contains(order, id) {
			order = append(order, id)
		}
	}
	for _, ch := range b.study.Chapters {
		now = append(now, ch.ID)
		if !slices.Contains(order, ch.ID) {
			order = append(order, ch.ID)
		}
	}
	if slices.Equal(order, now) {
		return nil
	}
	return b.add(Event{Kind: Arranged, Order: order})
}

// dropChapter deletes a chapter that the sender has seen as it is.
func (b *Batch) dropChapter(ch *Chapter, c *Command) error {
	if len(b.study.Chapters) == 1 {
		return livegame.Refuse("A study has at least one chapter.")
	}
	if !b.sawAll(c, ch.Root) {
		return stale("Others have changed the chapter since you saw it: look at it again.")
	}
	return b.add(Event{Kind: Removed, Chapter: ch.ID})
}

func (b *Batch) sawAll(c *Command, n *Node) bool {
	return b.seen(c, n.Seq) && !slices.ContainsFunc(n.Children, func(child *Node) bool { return !b.sawAll(c, child) })
}
