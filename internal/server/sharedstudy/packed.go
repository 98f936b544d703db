package sharedstudy

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// PackedNode is a node of a tree as a list: Parent is the index of its parent. The first one is the
// root. A list holds lines of any length, where nested objects would be too deep for some readers.
type PackedNode struct {
	Parent int    `json:"parent,omitempty"`
	UCI    string `json:"move,omitempty"`
	SAN    string `json:"san,omitempty"`
	Note
	Seq int `json:"seq,omitempty"` // of the last event that changed the node; 0: of the event that has the list
}

// Pack returns a tree as a list, each node after its parent and its earlier siblings.
func Pack(root *Node) []PackedNode {
	var list []PackedNode
	var add func(n *Node, parent int)
	add = func(n *Node, parent int) {
		i := len(list)
		list = append(list, PackedNode{parent, n.UCI, n.SAN, n.Note, n.Seq})
		for _, c := range n.Children {
			add(c, i)
		}
	}
	add(root, 0)
	return list
}

// unpack returns the tree of a list, "" for one without moves. Seq is that of nodes that do
// not have one.
func unpack(list []PackedNode, seq int) (*Node, error) {
	if len(list) == 0 {
		return &Node{Seq: seq}, nil
	}
	nodes := make([]*Node, len(list))
	for i := range list {
		p := &list[i]
		n := &Node{UCI: p.UCI, SAN: p.SAN, Note: p.clone(), Seq: p.Seq}
		if n.Seq == 0 {
			n.Seq = seq
		}
		nodes[i] = n
		if i == 0 {
			continue
		}
		if p.Parent < 0 || p.Parent >= i || p.UCI == "" || nodes[p.Parent].child(p.UCI) != nil {
			return nil, fmt.Errorf("node %d of the tree is damaged", i)
		}
		nodes[p.Parent].Children = append(nodes[p.Parent].Children, n)
	}
	return nodes[0], nil
}

// packGame returns the tree of a game. Comments are by a person.
func packGame(root *study.Node, by int) []PackedNode {
	var list []PackedNode
	var add func(n *study.Node, parent int)
	add = func(n *study.Node, parent int) {
		i := len(list)
		p := PackedNode{Parent: parent, UCI: n.Move, SAN: n.SAN, Note: Note{
			Before:  n.Before,
			NAGs:    n.NAGs,
			Arrows:  n.Arrows,
			Circles: n.Circles,
			Eval:    n.Eval,
			Clock:   n.Clock,
		}}
		if n.After != "" {
			p.Comments = []Comment{{By: by, Text: n.After}}
		}
		list = append(list, p)
		for k := range n.Children {
			add(&n.Children[k], i)
		}
	}
	add(root, 0)
	return list
}

// saved is a study as a snapshot keeps it, without its people.
type saved struct {
	Settings
	Created  time.Time `json:"created"`
	Updated  time.Time `json:"updated"`
	Roles    []Role    `json:"roles"` // of the people, by number
	Chapters []savedChapter
	Deleted  []savedLine `json:"deleted,omitempty"`
}

// savedLine is a line that a person has deleted.
type savedLine struct {
	By      int          `json:"by"`
	Chapter string       `json:"chapter"`
	Path    []string     `json:"path"`
	Tree    []PackedNode `json:"tree"`
}

type savedChapter struct {
	Head
	Tree []PackedNode `json:"tree"`
}

// Snapshot returns the study as JSON, from which Restore makes it again.
func (s *Study) Snapshot() ([]byte, error) {
	out := saved{Settings: s.Settings, Created: s.Created, Updated: s.Updated}
	for _, p := range s.People {
		out.Roles = append(out.Roles, p.Role)
	}
	for _, c := range s.Chapters {
		out.Chapters = append(out.Chapters, savedChapter{c.Head, Pack(c.Root)})
	}
	for _, d := range s.deleted {
		out.Deleted = append(out.Deleted, savedLine{d.by, d.chapter, d.path, Pack(d.line)})
	}
	return json.Marshal(out)
}

// Restore returns the study of a snapshot that was made after the event seq. People are all that it
// has now; those whom the snapshot does not know have no role yet.
func Restore(id livegame.ID, seq int, snapshot []byte, people []Participant) (*Study, error) {
	var in saved
	if err := json.Unmarshal(snapshot, &in); err != nil {
		return nil, fmt.Errorf("study %s: snapshot after event %d: %w", id, seq, err)
	}
	s := &Study{ID: id, Settings: in.Settings, Created: in.Created, Updated: in.Updated, Seq: seq}
	for i, r := range in.Roles {
		s.People = append(s.People, Participant{Number: i + 1, Role: r})
	}
	s.SetPeople(people)
	for _, c := range in.Chapters {
		root, err := unpack(c.Tree, seq)
		if err != nil {
			return nil, fmt.Errorf("study %s: chapter %s: %w", id, c.ID, err)
		}
		nodes, size := root.measure()
		s.nodes, s.size = s.nodes+nodes, s.size+size+c.size()
		s.Chapters = append(s.Chapters, &Chapter{c.Head, root})
	}
	for _, d := range in.Deleted {
		line, err := unpack(d.Tree, seq)
		if err != nil {
			return nil, fmt.Errorf("study %s: a deleted line: %w", id, err)
		}
		s.deleted = append(s.deleted, deleted{d.By, d.Chapter, d.Path, line})
	}
	return s, nil
}

// restore returns the study of the snapshot.
func (r *Record) restore() (*Study, error) {
	text, err := db.Decompress(r.Snapshot, maxSnapshot)
	if err != nil {
		return nil, fmt.Errorf("study %s: snapshot: %w", r.ID, err)
	}
	return Restore(r.ID, r.SnapshotSeq, text, r.People)
}

// study returns the study of a record with a snapshot.
func (r *Record) study() (*Study, error) {
	s, err := r.restore()
	for _, e := range r.Events {
		if err == nil {
			err = s.Apply(e)
		}
	}
	return s, err
}

// SetPeople says who the people of the study are, by number. Roles follow from events, but an account
// that was deleted has none.
func (s *Study) SetPeople(people []Participant) {
	list := make([]Participant, len(people))
	for i, p := range people {
		list[i] = p
		list[i].Role = NoRole
		if i < len(s.People) && p.ID != "" {
			list[i].Role, list[i].since = s.People[i].Role, s.People[i].since
		}
	}
	s.People = list
}
