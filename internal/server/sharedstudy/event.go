package sharedstudy

import (
	"fmt"
	"slices"
	"time"
)

// Kind says what an event records, or what a command wants.
type Kind string

// The kinds of events.
const (
	Configured Kind = "settings"       // Settings are those of the study
	Assigned   Kind = "role"           // Person has Role
	Added      Kind = "chapter"        // a chapter with Head and Tree is at Index
	Edited     Kind = "head"           // Head is that of the chapter
	Arranged   Kind = "chapters"       // Order lists all chapters
	Removed    Kind = "remove-chapter" // the chapter is gone
	Line       Kind = "line"           // Moves follow Path, as far as they are not there yet
	Cut        Kind = "cut"            // the move at Path and all that follow it are gone
	Restored   Kind = "restore"        // the moves of Tree follow Path, with all that is said at them
	Sorted     Kind = "sort"           // Order lists the moves that follow Path
	Noted      Kind = "note"           // Note is all that is said at Path
)

// Move is a move of a line.
type Move struct {
	UCI string `json:"move"`
	SAN string `json:"san"`
}

// Event is one change of a study. It says what is there afterwards; fields that its kind does not need are zero.
type Event struct {
	Seq  int       `json:"-"`  // from 1, without gaps
	At   time.Time `json:"at"` // in whole milliseconds
	By   int       `json:"by,omitempty" doc:"number of the person; absent: a moderator"`
	Kind Kind      `json:"kind" enum:"settings,role,chapter,head,chapters,remove-chapter,line,cut,restore,sort,note" doc:"settings: Settings are those of the study; role: Person has Role; chapter: a new one with Head and Tree is at Index; head: Head is that of Chapter; chapters: Order lists all; remove-chapter: Chapter is gone; line: Moves follow Path, as far as they are not there; cut: the move at Path and all that follow it are gone; restore: the moves of Tree follow Path, with all that is said at them; sort: Order lists the moves after Path; note: Note is all that is said at Path"`

	Settings *Settings    `json:"settings,omitempty"`
	Person   int          `json:"person,omitempty"`
	Role     Role         `json:"role,omitempty" enum:"owner,contributor,reader"`
	Chapter  string       `json:"chapter,omitempty"` // ID
	Head     *Head        `json:"head,omitempty"`
	Tree     []PackedNode `json:"tree,omitempty"`
	Index    int          `json:"index,omitempty"`
	Order    []string     `json:"order,omitempty"`
	Path     []string     `json:"path,omitempty" doc:"moves in UCI from the root"`
	Moves    []Move       `json:"moves,omitempty"`
	Note     *Note        `json:"note,omitempty"`
}

// Apply changes the study as its next event says. An error means that the event does not belong to
// this study; it has changed nothing then.
func (s *Study) Apply(e Event) error {
	if e.Seq != s.Seq+1 {
		return fmt.Errorf("study %s: event %d follows event %d", s.ID, e.Seq, s.Seq)
	}
	if err := s.apply(&e); err != nil {
		return fmt.Errorf("study %s: event %d: %w", s.ID, e.Seq, err)
	}
	s.Seq = e.Seq
	if e.At.After(s.Updated) {
		s.Updated = e.At
	}
	return nil
}

func (s *Study) apply(e *Event) error {
	switch e.Kind {
	case Configured:
		if e.Settings == nil {
			return fmt.Errorf("no settings")
		}
		if s.Visibility == Private && e.Settings.Visibility != Private {
			s.opened = e.Seq
		}
		s.Settings = *e.Settings
		return nil
	case Assigned:
		if e.Person < 1 || e.Person > len(s.People) {
			return fmt.Errorf("no person %d", e.Person)
		}
		p := &s.People[e.Person-1]
		if p.ID == "" { // it was deleted
			return nil
		}
		if p.Role == NoRole {
			p.since = e.Seq
		}
		p.Role = e.Role
		return nil
	case Added:
		return s.applyAdded(e)
	case Arranged:
		return s.applyOrder(e)
	case Edited, Removed, Line, Cut, Restored, Sorted, Noted:
	default:
		return fmt.Errorf("unknown kind %q", e.Kind)
	}
	c := s.Chapter(e.Chapter)
	if c == nil {
		return fmt.Errorf("no chapter %q", e.Chapter)
	}
	switch e.Kind {
	case Edited:
		if e.Head == nil || e.Head.ID != c.ID {
			return fmt.Errorf("no head of the chapter")
		}
		s.size += e.Head.size() - c.size()
		c.Head = *e.Head
		return nil
	case Removed:
		nodes, size := c.Root.measure()
		s.nodes, s.size = s.nodes-nodes, s.size-size-c.size()
		s.Chapters = slices.DeleteFunc(s.Chapters, func(o *Chapter) bool { return o == c })
		s.deleted = slices.DeleteFunc(s.deleted, func(d deleted) bool { return d.chapter == c.ID })
		return nil
	}
	return s.applyNode(c, e)
}

func (s *Study) applyAdded(e *Event) error {
	if e.Head == nil || s.Chapter(e.Head.ID) != nil || e.Index < 0 || e.Index > len(s.Chapters) {
		return fmt.Errorf("a chapter that cannot be added")
	}
	root, err := unpack(e.Tree, e.Seq)
	if err != nil {
		return err
	}
	nodes, size := root.measure()
	s.nodes, s.size = s.nodes+nodes, s.size+size+e.Head.size()
	s.Chapters = slices.Insert(s.Chapters, e.Index, &Chapter{*e.Head, root})
	return nil
}

func (s *Study) applyOrder(e *Event) error {
	list := make([]*Chapter, len(e.Order))
	for i, id := range e.Order {
		if list[i] = s.Chapter(id); list[i] == nil || slices.Contains(e.Order[:i], id) {
			return fmt.Errorf("an order with chapter %q", id)
		}
	}
	if len(list) != len(s.Chapters) {
		return fmt.Errorf("an order of %d chapters of %d", len(list), len(s.Chapters))
	}
	s.Chapters = list
	return nil
}

// applyNode changes the tree of a chapter.
func (s *Study) applyNode(c *Chapter, e *Event) error {
	n := c.Root.at(e.Path)
	if n == nil {
		return fmt.Errorf("no line %v", e.Path)
	}
	switch e.Kind {
	case Line:
		for _, m := range e.Moves {
			next := n.child(m.UCI)
			if next == nil {
				next = &Node{UCI: m.UCI, SAN: m.SAN, Seq: e.Seq}
				n.Children = append(n.Children, next)
				s.nodes, s.size = s.nodes+1, s.size+nodeSize
			}
			n = next
		}
	case Cut:
		if len(e.Path) == 0 {
			return fmt.Errorf("the start cannot be deleted")
		}
		nodes, size := n.measure()
		s.nodes, s.size = s.nodes-nodes, s.size-size
		parent := c.Root.at(e.Path[:len(e.Path)-1])
		parent.Children = slices.DeleteFunc(parent.Children, func(o *Node) bool { return o == n })
		s.keep(deleted{e.By, c.ID, e.Path, n})
	case Restored:
		return s.applyRestored(n, e)
	case Sorted:
		list := make([]*Node, len(e.Order))
		for i, uci := range e.Order {
			if list[i] = n.child(uci); list[i] == nil || slices.Contains(e.Order[:i], uci) {
				return fmt.Errorf("an order with move %q", uci)
			}
		}
		if len(list) != len(n.Children) {
			return fmt.Errorf("an order of %d moves of %d", len(list), len(n.Children))
		}
		n.Children = list
	case Noted:
		if e.Note == nil {
			return fmt.Errorf("no note")
		}
		for _, c := range n.Comments {
			if e.Note.Of(c.By) != nil {
				continue
			}
			s.withdraw(c.By, e.Chapter, e.Path)
			if c.By != e.By {
				s.erased = e.Seq
			}
		}
		s.size += e.Note.size() - n.size()
		n.Note, n.Seq = e.Note.clone(), e.Seq
	}
	return nil
}
