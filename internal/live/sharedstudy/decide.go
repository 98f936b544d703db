package sharedstudy

import (
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/notation"
)

// Batch makes events of the commands that a person sends together. It changes its study at once:
// who cannot store the events must forget the study.
type Batch struct {
	study *Study
	by    Sender
	now   time.Time
	find  livegame.Lookup
	start int // number of the last event before the batch

	Events []Event
	Joined []Person // those who are new, with their numbers
}

// NewBatch returns a batch without commands.
func NewBatch(s *Study, by Sender, now time.Time, find livegame.Lookup) *Batch {
	return &Batch{study: s, by: by, now: toMillis(now), find: find, start: s.Seq}
}

func toMillis(t time.Time) time.Time { return t.Truncate(time.Millisecond).UTC() }

// Do carries a command out, as the next events, or none if it changes nothing. If it rejects the
// command, with a *livegame.Error, the study is as before.
func (b *Batch) Do(c *Command) error {
	if !b.study.MayRead(b.by.Account) && !b.by.Moderator {
		return ErrNotFound
	}
	switch c.Kind {
	case SetSettings:
		return b.settings(c)
	case SetRole:
		return b.role(c)
	case SetComment:
		return b.comment(c)
	case DropComment:
		return b.dropComment(c)
	case AddChapter, SetHead, OrderChapters, DropChapter, AddLine, CutLine, SortMoves, Annotate:
	default:
		return &livegame.Error{Code: livegame.UnknownCommand, Message: fmt.Sprintf("There is no command %q.", c.Kind)}
	}
	if !b.study.MayEdit(b.by.Account) {
		return refuse("Only the owner and contributors of the study can do this.")
	}
	switch c.Kind {
	case AddChapter:
		return b.addChapter(c)
	case OrderChapters:
		return b.orderChapters(c)
	}
	ch := b.study.Chapter(c.Chapter)
	switch {
	case ch == nil && c.Kind == DropChapter:
		return nil
	case ch == nil:
		return errNoChapter
	}
	switch c.Kind {
	case SetHead:
		return b.setHead(ch, c)
	case DropChapter:
		return b.dropChapter(ch, c)
	case AddLine:
		_, err := b.line(ch, c.Path, c.Moves)
		return err
	case CutLine:
		return b.cut(ch, c)
	case SortMoves:
		return b.sort(ch, c)
	}
	return b.annotate(ch, c)
}

var errNoChapter = refuse("The chapter does not exist any more.")

// add applies the next event.
func (b *Batch) add(e Event) error {
	e.Seq, e.At = b.study.Seq+1, b.now
	if e.At.Before(b.study.Updated) {
		e.At = b.study.Updated
	}
	if e.By == 0 {
		e.By = b.person(b.by)
	}
	if err := b.study.Apply(e); err != nil {
		return err
	}
	b.Events = append(b.Events, e)
	return nil
}

// person returns the number of the person of an account, who may be new. A moderator who is not in
// the study has none.
func (b *Batch) person(s Sender) int {
	if p := b.study.Person(s.Account); p != nil {
		return p.Number
	}
	if s.Moderator && s.Account == b.by.Account {
		return 0
	}
	p := Person{Number: len(b.study.People) + 1, Account: s.Account, Name: s.Name}
	b.study.People, b.Joined = append(b.study.People, p), append(b.Joined, p)
	return p.Number
}

// seen reports whether the sender of a command has seen an event, or has caused it in this batch.
func (b *Batch) seen(c *Command, seq int) bool { return seq <= c.Base || seq > b.start }

// settings changes the settings.
func (b *Batch) settings(c *Command) error {
	e := c.Settings
	if e == nil {
		return refuse("The command has no settings.")
	}
	hides := b.by.Moderator && e.Visibility != nil && e.Name == nil && e.Description == nil && e.Topics == nil && e.Comments == nil && e.NoClone == nil
	if b.study.RoleOf(b.by.Account) != Owner && !hides {
		return refuse("Only the owner changes the settings of the study.")
	}
	next := b.study.Settings
	if e.Name != nil {
		next.Name = *e.Name
	}
	if e.Description != nil {
		if _, err := checkText("The description", e.Description.Text, maxDescription); err != nil {
			return err
		}
		next.Description = merge(next.Description, TextEdit{e.Description.Was, clean(e.Description.Text)})
	}
	if e.Topics != nil {
		next.Topics = *e.Topics
	}
	if e.Visibility != nil {
		next.Visibility = *e.Visibility
	}
	if e.Comments != nil {
		next.Comments = *e.Comments
	}
	if e.NoClone != nil {
		next.NoClone = *e.NoClone
	}
	next, err := next.Check()
	if err != nil || next.equal(b.study.Settings) {
		return err
	}
	if next.Visibility == Public && b.study.Visibility != Public && b.by.Silent != nil && !hides {
		return b.by.Silent
	}
	return b.add(Event{Kind: Configured, Settings: &next})
}

func (s Settings) equal(o Settings) bool {
	topics := slices.Equal(s.Topics, o.Topics)
	return topics && s.Name == o.Name && s.Description == o.Description && s.Visibility == o.Visibility && s.Comments == o.Comments && s.NoClone == o.NoClone
}

// role gives a person a role, or takes it away.
func (b *Batch) role(c *Command) error {
	s := b.study
	target := s.Person(c.Player.Account)
	leaves := c.Player.Account == b.by.Account && c.Role == NoRole
	switch {
	case s.RoleOf(b.by.Account) != Owner && !leaves:
		return refuse("Only the owner decides who takes part in the study.")
	case c.Player.Account == "":
		return refuse("There is no such player.")
	case s.RoleOf(c.Player.Account) == Owner:
		return refuse("The owner of a study cannot leave it.")
	case c.Role != Contributor && c.Role != Reader && c.Role != NoRole:
		return refuse("There is no role %q: expected contributor, reader or none.", c.Role)
	case target == nil && c.Role == NoRole || target != nil && target.Role == c.Role:
		return nil
	}
	members := 0
	for _, p := range s.People {
		if p.Role != NoRole {
			members++
		}
	}
	if c.Role != NoRole && members >= MaxMembers && (target == nil || target.Role == NoRole) {
		return refuse("A study has at most %d members.", MaxMembers)
	}
	if target == nil && len(s.People) >= MaxPeople {
		return refuse("Too many people take part in the study.")
	}
	return b.add(Event{Kind: Assigned, By: b.person(b.by), Person: b.person(Sender{Account: c.Player.Account, Name: c.Player.Name}), Role: c.Role})
}

// walk follows a path of moves and then further ones in UCI. It returns the last node that exists on
// the path, and the moves from there that do not exist yet, which are legal, and the position at the
// end.
func (b *Batch) walk(ch *Chapter, path, further []string) (at *Node, depth int, missing []Move, end game.Position, err error) {
	if len(path)+len(further) > study.MaxPlies {
		return nil, 0, nil, nil, refuse("A line has at most %d moves.", study.MaxPlies)
	}
	g, err := b.find(ch.Variant)
	if err == nil {
		end, err = game.PositionAt(g, ch.FEN)
	}
	if err != nil {
		return nil, 0, nil, nil, err
	}
	at = ch.Root
	for i, text := range slices.Concat(path, further) {
		m, err := notation.ParseUCI(end, text)
		if err != nil {
			return nil, 0, nil, nil, &livegame.Error{Code: livegame.IllegalMove, Message: fmt.Sprintf("Move %d of the line, %.20s, is illegal.", i+1, text)}
		}
		uci := end.UCI(m)
		if next := at.child(uci); next != nil && missing == nil {
			at, depth = next, depth+1
		} else {
			missing = append(missing, Move{uci, notation.SAN(end, m)})
		}
		end.Make(m)
	}
	return at, depth, missing, end, nil
}

// line adds the moves of a path that are missing, and further ones. It returns the whole path.
func (b *Batch) line(ch *Chapter, path, further []string) ([]string, error) {
	at, depth, missing, _, err := b.walk(ch, path, further)
	if err != nil {
		return nil, err
	}
	whole := slices.Concat(path, further)
	if len(missing) == 0 {
		return whole, nil
	}
	nesting := 0
	for i, n := 0, ch.Root; i < depth; i++ {
		next := n.child(whole[i])
		if n.Children[0] != next {
			nesting++
		}
		n = next
	}
	switch {
	case b.study.nodes+len(missing) > MaxNodes:
		return nil, refuse("A study has at most %d moves.", MaxNodes)
	case b.study.size+len(missing)*nodeSize > MaxSize:
		return nil, errLarge
	case len(at.Children) > 0 && nesting >= maxNesting:
		return nil, refuse("Variations are nested at most %d deep.", maxNesting)
	}
	return whole, b.add(Event{Kind: Line, Chapter: ch.ID, Path: whole[:depth], Moves: missing})
}

var errLarge = refuse("The study is as large as a study may be: begin another one.")

// cut deletes a line, but for what the sender has not seen.
func (b *Batch) cut(ch *Chapter, c *Command) error {
	if len(c.Path) == 0 {
		return refuse("The start position cannot be deleted.")
	}
	n := ch.Root.at(c.Path)
	if n == nil {
		return nil
	}
	var cuts [][]string
	var look func(n *Node, path []string) (kept bool)
	look = func(n *Node, path []string) bool {
		kept := !b.seen(c, n.Seq)
		before := len(cuts)
		var below [][]string
		for _, child := range n.Children {
			at := append(slices.Clip(path), child.UCI)
			if look(child, at) {
				kept = true
			} else {
				below = append(below, at)
			}
		}
		if kept {
			cuts = append(cuts, below...)
		} else {
			cuts = cuts[:before]
		}
		return kept
	}
	if !look(n, c.Path) {
		cuts = [][]string{c.Path}
	}
	for _, path := range cuts {
		if err := b.add(Event{Kind: Cut, Chapter: ch.ID, Path: path}); err != nil {
			return err
		}
	}
	return nil
}

// sort puts the moves that follow a path in an order. Those that it does not name come last.
func (b *Batch) sort(ch *Chapter, c *Command) error {
	n := ch.Root.at(c.Path)
	if n == nil {
		return nil
	}
	var order, now []string
	for _, uci := range c.Order {
		if n.child(uci) != nil && !slices.Contains(order, uci) {
			order = append(order, uci)
		}
	}
	for _, child := range n.Children {
		now = append(now, child.UCI)
		if !slices.Contains(order, child.UCI) {
			order = append(order, child.UCI)
		}
	}
	if slices.Equal(order, now) {
		return nil
	}
	return b.add(Event{Kind: Sorted, Chapter: ch.ID, Path: c.Path, Order: order})
}

// note stores what is said at a path, whose moves it adds if necessary.
func (b *Batch) note(ch *Chapter, path []string, note Note) error {
	n := ch.Root.at(path)
	grows := note.size()
	if n != nil {
		grows -= n.size()
	}
	if grows > 0 && b.study.size+grows > MaxSize {
		return errLarge
	}
	if n == nil {
		if _, err := b.line(ch, path, nil); err != nil {
			return err
		}
	}
	return b.add(Event{Kind: Noted, Chapter: ch.ID, Path: path, Note: &note})
}
