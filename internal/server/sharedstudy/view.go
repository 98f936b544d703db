package sharedstudy

import (
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// SharedStudies is a part of a list of studies (GET /api/studies).
type SharedStudies struct {
	Studies []RowView `json:"studies" doc:"the last changed first"`
	Next    string    `json:"next,omitempty" doc:"before, for the studies that follow; absent: there are none"`
}

// RowView is what a list shows of a study.
type RowView struct {
	ID   livegame.ID `json:"id"`
	Name string      `json:"name"`
	// Owner is the account whose study it is.
	Owner      *livegame.Person `json:"owner,omitempty" doc:"absent: the account was deleted"`
	Visibility Visibility       `json:"visibility" enum:"private,unlisted,public"`
	Topics     []string         `json:"topics"`
	Chapters   int              `json:"chapters"`
	Variants   []string         `json:"variants" doc:"of the chapters, each once"`
	Created    int64            `json:"created"`
	Updated    int64            `json:"updated"`
}

// view shows a row of a list.
func (r *Row) view(owner *livegame.Person) RowView {
	return RowView{
		ID: r.ID, Name: r.Name, Owner: owner, Visibility: r.Visibility, Topics: append([]string{}, r.Topics...),
		Chapters: r.Chapters, Variants: append([]string{}, r.Variants...),
		Created: db.Milliseconds(r.Created), Updated: db.Milliseconds(r.Updated),
	}
}

// SharedStudy is a study with the moves of one chapter (GET /api/studies/{id}).
type SharedStudy struct {
	ID       livegame.ID   `json:"id"`
	Seq      int           `json:"seq" doc:"number of the last event"`
	Settings Settings      `json:"settings"`
	Created  int64         `json:"created"`
	Updated  int64         `json:"updated"`
	People   []Participant `json:"people" doc:"by number, from 1"`
	Chapters []Head        `json:"chapters"`
	// Chapter is the one whose moves are in Tree.
	Chapter string       `json:"chapter"`
	Tree    []PackedNode `json:"tree" doc:"parent is the index of the parent; the first is the root"`
	Mine    Rights       `json:"mine"`
	// LeftOut is in the answer to a request that imports games.
	LeftOut *study.LeftOut `json:"leftOut,omitempty" doc:"of an imported text"`
}

// view shows the study to a person with the moves of a chapter: if there is none of that ID, of the first one.
func (s *Study) view(chapter string, to *Sender) SharedStudy {
	out := SharedStudy{
		ID: s.ID, Seq: s.Seq, Settings: s.Settings, Created: db.Milliseconds(s.Created),
		Updated: db.Milliseconds(s.Updated), People: s.people(), Chapters: []Head{}, Tree: []PackedNode{}, Mine: s.rights(to),
	}
	for _, c := range s.Chapters {
		out.Chapters = append(out.Chapters, c.Head)
	}
	c := s.Chapter(chapter)
	if c == nil && len(s.Chapters) > 0 {
		c = s.Chapters[0]
	}
	if c != nil {
		out.Chapter, out.Tree = c.ID, Pack(c.Root)
	}
	return out
}

// people returns a copy of the people, not nil.
func (s *Study) people() []Participant { return append([]Participant{}, s.People...) }

// Rights says who the client is in a study, and what it may do.
type Rights struct {
	Number   int  `json:"number,omitempty" doc:"of the person; 0: the client is none yet"`
	Role     Role `json:"role,omitempty" enum:"owner,contributor,reader"`
	Edit     bool `json:"edit,omitempty" doc:"change chapters"`
	Comment  bool `json:"comment,omitempty"`
	Clone    bool `json:"clone,omitempty"`
	Moderate bool `json:"moderate,omitempty" doc:"hide the study, lift that, and delete comments"`
}

func (s *Study) rights(of *Sender) Rights {
	out := Rights{
		Edit: s.MayEdit(of.Account), Comment: s.MayComment(of.Account), Clone: s.MayClone(of.Account), Moderate: of.Moderator,
	}
	if p := s.Person(of.Account); p != nil {
		out.Number, out.Role = p.Number, p.Role
	}
	return out
}

// EventView is a change of a study.
type EventView struct {
	Seq int   `json:"seq"`
	At  int64 `json:"at"`
	Event
}

// NewsView is what has happened in a study (GET /api/studies/{id}/events).
type NewsView struct {
	Seq    int         `json:"seq" doc:"number of the last event"`
	Reset  bool        `json:"reset,omitempty" doc:"some of the events are not kept any more: read the study again"`
	Events []EventView `json:"events"`
	// People and Mine are those after the last event.
	People []Participant `json:"people"`
	Mine   Rights        `json:"mine"`
	Here   HereView      `json:"here"`
}

// HereView are the other pages that show the study now.
type HereView struct {
	Version string       `json:"version" doc:"known, for the next request"`
	List    []CursorView `json:"list"`
}

// CursorView is what another page shows.
type CursorView struct {
	Tab string `json:"tab"`
	livegame.Person
	Chapter string `json:"chapter,omitempty"`
	Path    string `json:"path,omitempty" doc:"moves in UCI, with spaces"`
}

// view shows a person what has happened in a study, and which other pages show it.
func (n News) view(s *Study, here Here, to *Sender) NewsView {
	out := NewsView{
		Seq: n.Seq, Reset: n.Reset, Events: make([]EventView, len(n.Events)), People: s.people(), Mine: s.rights(to),
		Here: HereView{Version: here.Version, List: make([]CursorView, len(here.List))},
	}
	for i, e := range n.Events {
		out.Events[i] = EventView{e.Seq, db.Milliseconds(e.At), e}
	}
	for i, l := range here.List {
		out.Here.List[i] = CursorView(l)
	}
	return out
}
