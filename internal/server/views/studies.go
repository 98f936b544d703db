package views

import (
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

// SharedStudyRow shows a row of a list of studies.
func SharedStudyRow(r *sharedstudy.Row) protocol.SharedStudyRow {
	return protocol.SharedStudyRow{
		ID: string(r.ID), Name: r.Name, Owner: r.OwnerName, Visibility: string(r.Visibility),
		Topics: append([]string{}, r.Topics...), Chapters: r.Chapters, Variants: append([]string{}, r.Variants...),
		Created: Millis(r.Created), Updated: Millis(r.Updated),
	}
}

// SharedStudy shows a study to an account, "" for none, with the moves of a chapter: if there is none of
// that ID, of the first one.
func SharedStudy(s *sharedstudy.Study, chapter, account string, moderates bool) protocol.SharedStudy {
	out := protocol.SharedStudy{
		ID: string(s.ID), Seq: s.Seq, Settings: s.Settings, Created: Millis(s.Created), Updated: Millis(s.Updated),
		People: studyPeople(s), Chapters: []sharedstudy.Head{}, Tree: []sharedstudy.PackedNode{},
		Mine: StudyRights(s, account, moderates),
	}
	for _, c := range s.Chapters {
		out.Chapters = append(out.Chapters, c.Head)
	}
	c := s.Chapter(chapter)
	if c == nil && len(s.Chapters) > 0 {
		c = s.Chapters[0]
	}
	if c != nil {
		out.Chapter, out.Tree = c.ID, sharedstudy.Pack(c.Root)
	}
	return out
}

func studyPeople(s *sharedstudy.Study) []protocol.StudyPerson {
	list := make([]protocol.StudyPerson, len(s.People))
	for i, p := range s.People {
		list[i] = protocol.StudyPerson{Number: p.Number, Name: p.Name, Role: string(p.Role)}
	}
	return list
}

// StudyRights shows what an account, "" for none, may do in a study.
func StudyRights(s *sharedstudy.Study, account string, moderates bool) protocol.StudyRights {
	out := protocol.StudyRights{
		Edit: s.MayEdit(account), Comment: s.MayComment(account), Clone: s.MayClone(account), Moderate: moderates,
	}
	if p := s.Person(account); p != nil {
		out.Number, out.Role = p.Number, string(p.Role)
	}
	return out
}

// StudyNews shows what has happened in a study, and which other pages show it.
func StudyNews(
	s *sharedstudy.Study, n sharedstudy.News, here sharedstudy.Here, account string, moderates bool,
) protocol.StudyNews {
	out := protocol.StudyNews{
		Seq: n.Seq, Reset: n.Reset, Events: make([]protocol.StudyEvent, len(n.Events)), People: studyPeople(s),
		Mine: StudyRights(s, account, moderates),
		Here: protocol.StudyHere{Version: here.Version, List: make([]protocol.StudyCursor, len(here.List))},
	}
	for i := range n.Events {
		e := &n.Events[i]
		out.Events[i] = protocol.StudyEvent{
			Seq: e.Seq, At: Millis(e.At), By: e.By, Kind: string(e.Kind), Settings: e.Settings, Person: e.Person,
			Role: string(e.Role), Chapter: e.Chapter, Head: e.Head, Tree: e.Tree, Index: e.Index, Order: e.Order, Path: e.Path,
			Moves: e.Moves, Note: e.Note,
		}
	}
	for i, l := range here.List {
		out.Here.List[i] = protocol.StudyCursor{Tab: l.Tab, Name: l.Name, Chapter: l.Chapter, Path: l.Path}
	}
	return out
}
