package sharedstudy

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// shown reports whether others than the owner read the study.
func (s *Study) shown() bool {
	return s.Visibility.openness() > 0 ||
		slices.ContainsFunc(s.People, func(p Participant) bool { return p.Role == Contributor || p.Role == Reader })
}

// check returns why the sender may not write texts of a kind.
func (b *Batch) check(k publictext.Kind, texts ...string) error {
	return publictext.Check(b.now, b.by.Author, k, texts...)
}

// publish checks what the owner or a contributor writes in a public study.
func (b *Batch) publish(texts ...string) error {
	if b.study.Visibility != Public {
		return nil
	}
	return b.check(publictext.Description, texts...)
}

// checkSettings checks the texts of new settings, and all others of a study that is published with them.
func (b *Batch) checkSettings(next *Settings) error {
	now := &b.study.Settings
	opens := next.Visibility.openness() > now.Visibility.openness()
	same := next.Name == now.Name && next.Description == now.Description && slices.Equal(next.Topics, now.Topics)
	switch {
	case same && !opens:
		return nil
	case next.Visibility == Public:
		texts := []string{next.Description}
		if opens {
			texts = append(texts, b.study.texts()...)
		}
		return cmp.Or(b.check(publictext.Study, append([]string{next.Name}, next.Topics...)...),
			b.check(publictext.Description, texts...))
	case opens || b.study.shown():
		return b.check(publictext.Unlisted)
	}
	return nil
}

// texts returns what the chapters say.
func (s *Study) texts() (list []string) {
	for _, c := range s.Chapters {
		list = append(list, c.texts()...)
		var walk func(n *Node)
		walk = func(n *Node) {
			list = append(list, n.Before, n.Hint)
			for _, comment := range n.Comments {
				list = append(list, comment.Text)
			}
			for _, child := range n.Children {
				walk(child)
			}
		}
		walk(c.Root)
	}
	return list
}

// texts returns what a head says.
func (h *Head) texts() []string {
	list := []string{h.Name}
	for _, t := range h.Tags {
		list = append(list, t.Name, t.Value)
	}
	return list
}

// texts returns what a game says.
func texts(n *study.Node) []string {
	list := []string{n.Before, n.After}
	for i := range n.Children {
		list = append(list, texts(&n.Children[i])...)
	}
	return list
}
