package sharedstudy

import (
	"slices"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Limits of studies.
const (
	MaxChapters = 64
	MaxPeople   = 200 // with a role or a comment
	MaxMembers  = 50  // people with a role
	MaxTopics   = 10
	MaxOwned    = 500 // studies of an account
	// MaxStored is how many bytes of the database all studies of an account take up, with their events and snapshots.
	// 500 studies that were edited a lot take up about as much.
	MaxStored = 128 << 20
	// MaxNodes is how many moves all chapters have together, and MaxSize how many bytes of text.
	MaxNodes = study.MaxNodes
	MaxSize  = 4 << 20
	// MaxComment is how many characters a person writes at a move.
	MaxComment = 4000
	// MaxBatch is how many commands are sent at once.
	MaxBatch = 200

	maxName        = 100 // characters, of a study or a chapter
	maxDescription = 4000
	maxHint        = 400
	maxTopic       = 40
	maxNesting     = 150 // of variations, so that every chapter can be written as PGN
	maxGlyphs      = 20
	maxNote        = 64 << 10 // bytes that are said at a move
	maxTagName     = 40       // characters
	maxTagValue    = 400
	maxCuts        = 100 // events that deleting a line makes
	nodeSize       = 48  // bytes that a move counts beside its texts
)

// Visibility says who finds and reads a study.
type Visibility string

// The visibilities.
const (
	Private  Visibility = "private"  // people with a role
	Unlisted Visibility = "unlisted" // all who know the address
	Public   Visibility = "public"   // all; it is listed
)

// Commenting says who may comment on moves, beside owner and contributors.
type Commenting string

// Who may comment.
const (
	Everyone Commenting = "everyone" // all accounts that read the study
	Members  Commenting = "members"  // readers whom the owner has added
	Closed   Commenting = "none"
)

// Role is what a person may do.
type Role string

// The roles. People without one have only commented.
const (
	Owner       Role = "owner"       // everything
	Contributor Role = "contributor" // edits chapters
	Reader      Role = "reader"      // reads a private study
	NoRole      Role = ""
)

// Participant is an account that has to do with a study.
type Participant struct {
	livegame.Person
	Number int    `json:"number"` // in the study, from 1
	ID     string `json:"-"`      // of the account; "": it was deleted
	Role   Role   `json:"role,omitempty" enum:"owner,contributor,reader"`

	since int // the event that gave the person a role
}

// Settings are what the owner decides about a study.
type Settings struct {
	Name        string     `json:"name"`
	Description string     `json:"description,omitempty"`
	Topics      []string   `json:"topics,omitempty"`
	Visibility  Visibility `json:"visibility"`
	Comments    Commenting `json:"comments"`
	NoClone     bool       `json:"noClone,omitempty"` // only members may copy it
	// Hidden says that moderators have hidden the study: the owner cannot publish it until they lift that.
	Hidden bool `json:"hidden,omitempty"`
}

// Mode says what readers do with a chapter.
type Mode string

// The modes.
const (
	Normal Mode = ""     // they see all moves
	Find   Mode = "find" // they find the moves of one side, one after the other
)

// Head is what is known of a chapter beside its moves.
type Head struct {
	ID      string      `json:"id"` // within the study
	Name    string      `json:"name"`
	Variant string      `json:"variant"`
	Title   string      `json:"title"`         // of the variant
	FEN     string      `json:"fen,omitempty"` // "" is the variant's start
	Tags    []study.Tag `json:"tags,omitempty"`
	Result  string      `json:"result"`            // "1-0", "0-1", "1/2-1/2" or "*"
	Flipped bool        `json:"flipped,omitempty"` // Black is below; in the mode Find, Black's moves are to be found
	Mode    Mode        `json:"mode,omitempty"`
}

// Comment is what a person has written at a move.
type Comment struct {
	By   int    `json:"by"` // number of the person
	Text string `json:"text"`
}

// Note is all that is said about a move and the position after it.
type Note struct {
	Before   string         `json:"before,omitempty"` // comment before the move, where it opens a variation
	Comments []Comment      `json:"comments,omitempty"`
	Hint     string         `json:"hint,omitempty"` // for those who are to find the next move
	NAGs     []int          `json:"nags,omitempty"`
	Arrows   []study.Arrow  `json:"arrows,omitempty"`
	Circles  []study.Circle `json:"circles,omitempty"`
	Eval     *study.Eval    `json:"eval,omitempty"`
	Clock    *int           `json:"clock,omitempty"` // of the mover after the move, in milliseconds
}

// Of returns the comment of a person, or nil.
func (n *Note) Of(person int) *Comment {
	i := slices.IndexFunc(n.Comments, func(c Comment) bool { return c.By == person })
	if i < 0 {
		return nil
	}
	return &n.Comments[i]
}

func (n *Note) size() int {
	size := len(n.Before) + len(n.Hint) + 8*(len(n.NAGs)+2*len(n.Arrows)+len(n.Circles))
	for _, c := range n.Comments {
		size += len(c.Text) + nodeSize/2
	}
	return size
}

func (n *Note) clone() Note {
	out := *n
	out.Comments, out.NAGs = slices.Clone(n.Comments), slices.Clone(n.NAGs)
	out.Arrows, out.Circles = slices.Clone(n.Arrows), slices.Clone(n.Circles)
	return out
}

// Node is a move and the position after it. In the root UCI and SAN are empty.
type Node struct {
	UCI, SAN string
	Note
	Children []*Node // the first continues the line, the others open variations
	Seq      int     // of the last event that added or changed the node
}

// child returns the child with a move in UCI, or nil.
func (n *Node) child(uci string) *Node {
	for _, c := range n.Children {
		if c.UCI == uci {
			return c
		}
	}
	return nil
}

// at returns the node at the end of a path of moves in UCI, or nil.
func (n *Node) at(path []string) *Node {
	for _, uci := range path {
		if n = n.child(uci); n == nil {
			return nil
		}
	}
	return n
}

// measure counts the nodes below n and with it, and their bytes.
func (n *Node) measure() (nodes, size int) {
	nodes, size = 1, nodeSize+n.size()
	for _, c := range n.Children {
		a, b := c.measure()
		nodes, size = nodes+a, size+b
	}
	return nodes, size
}

// size returns how many bytes a chapter counts beside its moves.
func (h *Head) size() int {
	size := len(h.Name) + len(h.FEN)
	for _, t := range h.Tags {
		size += len(t.Name) + len(t.Value)
	}
	return size
}

// nesting returns how deep variations are nested below a node.
func (n *Node) nesting() int {
	deepest := 0
	for i, c := range n.Children {
		deepest = max(deepest, c.nesting()+min(i, 1))
	}
	return deepest
}

// knownFrom returns the number of the event from which on an account may know what has happened. What was
// deleted before is not for those who came later.
func (s *Study) knownFrom(account string) int {
	p := s.Person(account)
	if p == nil || p.Role == NoRole {
		return max(s.erased, s.opened)
	}
	if s.Visibility == Private {
		return max(s.erased, p.since)
	}
	return max(s.erased, min(s.opened, p.since))
}

// Chapter is a tree of moves.
type Chapter struct {
	Head
	Root *Node
}

// Study is a study as its events have made it.
type Study struct {
	ID livegame.ID
	Settings
	Created, Updated time.Time
	Seq              int // of the last event
	People           []Participant
	Chapters         []*Chapter

	deleted     []deleted // the last ones
	nodes, size int       // of all chapters
	opened      int       // the last event that let others read a private study
	erased      int       // the last event by which a person has deleted what another has written
}

// NewStudy returns the study that has no events yet.
func NewStudy(id livegame.ID, created time.Time) *Study {
	return &Study{ID: id, Created: created, Updated: created}
}

// Chapter returns a chapter, or nil.
func (s *Study) Chapter(id string) *Chapter {
	for _, c := range s.Chapters {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Person returns the person of an account, or nil.
func (s *Study) Person(account string) *Participant {
	i := slices.IndexFunc(s.People, func(p Participant) bool { return p.ID == account })
	if i < 0 || account == "" {
		return nil
	}
	return &s.People[i]
}

// RoleOf returns the role of an account.
func (s *Study) RoleOf(account string) Role {
	if p := s.Person(account); p != nil {
		return p.Role
	}
	return NoRole
}

// Owner returns the owner, or nil if that account was deleted.
func (s *Study) Owner() *Participant {
	i := slices.IndexFunc(s.People, func(p Participant) bool { return p.Role == Owner })
	if i < 0 {
		return nil
	}
	return &s.People[i]
}

// MayRead reports whether an account, "" for none, reads the study.
func (s *Study) MayRead(account string) bool {
	return s.Visibility != Private || s.RoleOf(account) != NoRole
}

// mayReach reports whether a person reads the study, or moderates it: moderators read what they have hidden.
func (s *Study) mayReach(by *Sender) bool {
	return s.MayRead(by.Account) || by.Moderator && s.Hidden
}

// MayEdit reports whether an account edits chapters.
func (s *Study) MayEdit(account string) bool {
	r := s.RoleOf(account)
	return r == Owner || r == Contributor
}

// MayComment reports whether an account comments on moves.
func (s *Study) MayComment(account string) bool {
	if account == "" || !s.MayRead(account) {
		return false
	}
	return s.MayEdit(account) || s.Comments == Everyone || s.Comments == Members && s.RoleOf(account) == Reader
}

// MayClone reports whether an account makes a study of its own of this one.
func (s *Study) MayClone(account string) bool {
	return account != "" && s.MayRead(account) && (!s.NoClone || s.RoleOf(account) != NoRole)
}

// Moves returns how many moves all chapters have, and their starts.
func (s *Study) Moves() int { return s.nodes }

// Size returns how many bytes the study takes up, of MaxSize.
func (s *Study) Size() int { return s.size }

// Words returns what a search looks through, in lower case.
func (s *Study) Words() string {
	list := []string{s.Name, s.Description}
	list = append(list, s.Topics...)
	for _, c := range s.Chapters {
		list = append(list, c.Name, c.Title)
	}
	if o := s.Owner(); o != nil {
		list = append(list, o.Name)
	}
	return strings.ToLower(strings.Join(list, "\n"))
}
