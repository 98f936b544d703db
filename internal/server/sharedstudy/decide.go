package sharedstudy

import (
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
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
	// blocked are the accounts that do not want to be added to studies of the sender.
	blocked map[string]bool
	added   []string // accounts that had no role before
	full    bool     // what adds something is rejected
	grew    bool     // it has added something

	Events []Event
	Joined []Participant // those who are new, with their numbers
	Log    []admin.Entry // what the sender did as a moderator
}

// NewBatch returns a batch without commands.
func NewBatch(s *Study, by Sender, now time.Time, find livegame.Lookup) *Batch {
	return &Batch{study: s, by: by, now: livegame.ToMillis(now), find: find, start: s.Seq}
}

// Do carries a command out, as the next events, or none if it changes nothing. If it rejects the
// command, with a *livegame.Error or ErrNotFound, the study is as before.
func (b *Batch) Do(c *Command) error {
	people, joined := len(b.study.People), len(b.Joined)
	err := b.do(c)
	if err != nil { // whom it would have added
		b.study.People, b.Joined = b.study.People[:people], b.Joined[:joined]
	}
	return err
}

func (b *Batch) do(c *Command) error {
	if !b.study.mayReach(&b.by) {
		return ErrNotFound
	}
	if b.writes(c) {
		if err := b.check(publictext.Unlisted); err != nil { // it is muted
			return err
		}
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
	case AddChapter, SetHead, OrderChapters, DropChapter, AddLine, CutLine, RestoreLine, SortMoves, Annotate:
		return b.edit(c)
	}
	return &livegame.Error{Code: livegame.UnknownCommand, Message: fmt.Sprintf("There is no command %q.", c.Kind)}
}

// edit carries out a command of the owner and of contributors.
func (b *Batch) edit(c *Command) error {
	if !b.study.MayEdit(b.by.Account) {
		return livegame.Refuse("Only the owner and contributors of the study can do this.")
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
		return b.line(ch, c.Path, c.Moves)
	case CutLine:
		return b.cut(ch, c)
	case RestoreLine:
		return b.restore(ch, c)
	case SortMoves:
		return b.sort(ch, c)
	}
	return b.annotate(ch, c)
}

var errNoChapter = livegame.Refuse("The chapter does not exist any more.")

// stale is the error of a command that would undo what its sender has not seen.
func stale(message string) error { return &livegame.Error{Code: livegame.Stale, Message: message} }

// writes reports whether others read what a command adds. Those about settings are checked with the settings.
func (b *Batch) writes(c *Command) bool {
	switch c.Kind {
	case DropComment, DropChapter, CutLine, SetSettings:
		return false
	case SetRole:
		return c.Role != NoRole
	}
	return b.study.shown()
}

// add applies the next event, by the sender.
func (b *Batch) add(e Event) error {
	e.By = b.person(b.by)
	return b.apply(e)
}

// apply applies the next event.
func (b *Batch) apply(e Event) error {
	e.Seq, e.At = b.study.Seq+1, b.now
	if e.At.Before(b.study.Updated) {
		e.At = b.study.Updated
	}
	grows := b.study.grows(&e)
	if grows && b.full {
		return errFull
	}
	if err := b.study.Apply(e); err != nil {
		return err
	}
	b.grew = b.grew || grows
	b.Events = append(b.Events, e)
	return nil
}

// person returns the number of the person of an account, who may be new.
func (b *Batch) person(s Sender) int {
	if p := b.study.Person(s.Account); p != nil {
		return p.Number
	}
	p := Participant{Person: s.Person, Number: len(b.study.People) + 1, ID: s.Account}
	b.study.People, b.Joined = append(b.study.People, p), append(b.Joined, p)
	return p.Number
}

// known returns the number of the sender, 0 for a moderator who is not in the study.
func (b *Batch) known() int {
	if p := b.study.Person(b.by.Account); p != nil {
		return p.Number
	}
	return 0
}

// seen reports whether the sender of a command has seen an event, or has caused it in this batch.
func (b *Batch) seen(c *Command, seq int) bool { return seq <= c.Base || seq > b.start }

// settings changes the settings.
func (b *Batch) settings(c *Command) error {
	e := c.Settings
	if e == nil {
		return livegame.Refuse("The command has no settings.")
	}
	owns := b.study.RoleOf(b.by.Account) == Owner
	if b.by.Moderator && !owns {
		return b.moderate(e)
	}
	if owns && e.Hidden != nil {
		return livegame.Refuse("Only moderators who do not own the study hide it, or lift that.")
	}
	if !owns {
		return livegame.Refuse("Only the owner changes the settings of the study.")
	}
	next, err := b.study.edit(e)
	if err != nil || next.equal(b.study.Settings) {
		return err
	}
	if next.Visibility.openness() > b.study.Visibility.openness() && next.Hidden {
		return errHidden
	}
	if err := b.checkSettings(&next); err != nil {
		return err
	}
	return b.apply(Event{Kind: Configured, By: b.known(), Settings: &next})
}

// edit returns the settings with changes.
func (s Settings) edit(e *SettingsEdit) (Settings, error) {
	if e.Name != nil {
		s.Name = *e.Name
	}
	if e.Description != nil {
		if _, err := checkText("The description", e.Description.Text, maxDescription); err != nil {
			return s, err
		}
		s.Description = merge(s.Description, TextEdit{e.Description.Was, clean(e.Description.Text)})
	}
	if e.Topics != nil {
		s.Topics = *e.Topics
	}
	if e.Visibility != nil {
		s.Visibility = *e.Visibility
	}
	if e.Comments != nil {
		s.Comments = *e.Comments
	}
	if e.NoClone != nil {
		s.NoClone = *e.NoClone
	}
	return s.Check()
}

func (s Settings) equal(o Settings) bool {
	return s.Name == o.Name &&
		s.Description == o.Description &&
		slices.Equal(s.Topics, o.Topics) &&
		s.Visibility == o.Visibility &&
		s.Comments == o.Comments &&
		s.NoClone == o.NoClone &&
		s.Hidden == o.Hidden
}

// role gives a person a role, or takes it away.
func (b *Batch) role(c *Command) error {
	s, account := b.study, c.Target.ID
	now := s.RoleOf(account)
	leaves := account == b.by.Account && c.Role == NoRole
	switch {
	case s.RoleOf(b.by.Account) != Owner && !leaves:
		return livegame.Refuse("Only the owner decides who takes part in the study.")
	case account == "":
		return livegame.Refuse("There is no such player.")
	case now == Owner:
		return livegame.Refuse("The owner of a study cannot leave it.")
	case c.Role != Contributor && c.Role != Reader && c.Role != NoRole:
		return livegame.Refuse("There is no role %q: expected contributor, reader or none.", c.Role)
	case c.Role == now:
		return nil
	case b.blocked[account] && now == NoRole:
		return livegame.Refuse("%s does not want to be added to your studies.", c.Target.Name)
	}
	members := 0
	for _, p := range s.People {
		if p.Role != NoRole {
			members++
		}
	}
	if members >= MaxMembers && now == NoRole {
		return livegame.Refuse("A study has at most %d members.", MaxMembers)
	}
	if s.Person(account) == nil && len(s.People) >= MaxPeople {
		return livegame.Refuse("Too many people take part in the study.")
	}
	if now == NoRole {
		b.added = append(b.added, account)
	}
	return b.apply(Event{
		Kind:   Assigned,
		By:     b.person(b.by),
		Person: b.person(Sender{Person: c.Target.Person, Account: account}),
		Role:   c.Role,
	})
}

// way is where moves lead.
type way struct {
	path    []string // all moves, in the form in which nodes have them
	at      *Node    // the last node that exists
	depth   int      // how many moves lead to it
	missing []Move   // the moves that follow it; they are legal
	end     game.Position
}

// walk follows a path of moves in UCI and then further ones.
func (b *Batch) walk(ch *Chapter, path, further []string) (*way, error) {
	if len(path)+len(further) > study.MaxPlies {
		return nil, livegame.Refuse("A line has at most %d moves.", study.MaxPlies)
	}
	g, err := b.find(ch.Variant)
	if err != nil {
		return nil, err
	}
	w := &way{at: ch.Root}
	if w.end, err = game.ParseOrStart(g, ch.FEN); err != nil {
		return nil, err
	}
	for i, text := range slices.Concat(path, further) {
		m, err := notation.ParseUCI(w.end, text)
		if err != nil {
			message := fmt.Sprintf("Move %d of the line, %.20s, is illegal.", i+1, text)
			return nil, &livegame.Error{Code: livegame.IllegalMove, Message: message}
		}
		uci := w.end.UCI(m)
		w.path = append(w.path, uci)
		if next := w.at.child(uci); next != nil && w.missing == nil {
			w.at, w.depth = next, w.depth+1
		} else {
			w.missing = append(w.missing, Move{uci, notation.SAN(w.end, m)})
		}
		w.end.Make(m)
	}
	return w, nil
}

// node returns the node at a path, or nil, and the path in the form in which nodes have it.
func (b *Batch) node(ch *Chapter, path []string) (*Node, []string, error) {
	if n := ch.Root.at(path); n != nil {
		return n, path, nil
	}
	w, err := b.walk(ch, path, nil)
	if err != nil {
		return nil, nil, err
	}
	return ch.Root.at(w.path), w.path, nil
}

// line adds the moves of a path that are missing, and further ones.
func (b *Batch) line(ch *Chapter, path, further []string) error {
	w, err := b.walk(ch, path, further)
	if err != nil || len(w.missing) == 0 {
		return err
	}
	nesting := 0
	for i, n := 0, ch.Root; i < w.depth; i++ {
		next := n.child(w.path[i])
		if n.Children[0] != next {
			nesting++
		}
		n = next
	}
	switch {
	case b.study.nodes+len(w.missing) > MaxNodes:
		return livegame.Refuse("A study has at most %d moves.", MaxNodes)
	case b.study.size+len(w.missing)*nodeSize > MaxSize:
		return errLarge
	case len(w.at.Children) > 0 && nesting >= maxNesting:
		return errNested
	}
	return b.add(Event{Kind: Line, Chapter: ch.ID, Path: w.path[:w.depth], Moves: w.missing})
}

var errNested = livegame.Refuse("Variations are nested at most %d deep.", maxNesting)

var errFull = livegame.Refuse(
	"The studies of the owner take up %d MB, which is the most: delete one first.", MaxStored>>20)

var errLarge = livegame.Refuse("The study is as large as a study may be: begin another one.")

// cut deletes a line, but for what the sender has not seen.
func (b *Batch) cut(ch *Chapter, c *Command) error {
	if len(c.Path) == 0 {
		return livegame.Refuse("The start position cannot be deleted.")
	}
	n, at, err := b.node(ch, c.Path)
	if err != nil || n == nil {
		return err
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
	if !look(n, at) {
		cuts = [][]string{at}
	}
	if len(cuts) > maxCuts {
		return stale("Others have changed too much of the line since you saw it: look at it again.")
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
	n, at, err := b.node(ch, c.Path)
	if err != nil || n == nil {
		return err
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
	before, old := ch.Root.nesting(), slices.Clone(n.Children)
	slices.SortFunc(n.Children, func(x, y *Node) int { return slices.Index(order, x.UCI) - slices.Index(order, y.UCI) })
	after := ch.Root.nesting()
	n.Children = old
	if after > max(before, maxNesting) {
		return errNested
	}
	return b.add(Event{Kind: Sorted, Chapter: ch.ID, Path: at, Order: order})
}

// note stores what is said at a node, or nil, whose moves it adds then.
func (b *Batch) note(ch *Chapter, n *Node, path []string, note Note) error {
	grows := note.size()
	if n != nil {
		grows -= n.size()
	}
	switch {
	case grows > 0 && note.size() > maxNote:
		return livegame.Refuse("There is too much text at this move.")
	case grows > 0 && b.study.size+grows > MaxSize:
		return errLarge
	}
	if n == nil {
		if err := b.line(ch, path, nil); err != nil {
			return err
		}
	}
	return b.add(Event{Kind: Noted, Chapter: ch.ID, Path: path, Note: &note})
}
