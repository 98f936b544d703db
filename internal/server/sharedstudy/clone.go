package sharedstudy

import (
	"context"
	"slices"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Clone makes a study of its own of one that a person reads. Comments stay those of their authors, and
// what moderators have hidden stays hidden.
func (s *Service) Clone(ctx context.Context, from, id livegame.ID, by Sender, name string) error {
	var text []byte
	var people []Participant
	err := s.Read(ctx, from, by.Account, func(study *Study) (err error) {
		if !study.MayClone(by.Account) {
			return livegame.Refuse("Only members of this study may copy it.")
		}
		text, err = study.Snapshot()
		people = slices.Clone(study.People)
		return err
	})
	if err != nil {
		return err
	}
	if !id.Valid() {
		return livegame.Refuse("The ID of a study has 1 to 64 letters, digits, hyphens and underscores.")
	}
	copied, err := Restore(from, 0, text, people)
	if err != nil {
		return err
	}
	now := livegame.ToMillis(s.o.Now())
	study := NewStudy(id, now)
	b := NewBatch(study, by, now, s.o.Lookup)
	settings := copied.Settings
	settings.Visibility, settings.NoClone = Private, false
	if name != "" {
		settings.Name = name
	}
	if settings, err = settings.Check(); err != nil {
		return err
	}
	if err := b.begin(settings); err != nil {
		return err
	}
	renumber := map[int]int{}
	trees, wrote := make([][]PackedNode, len(copied.Chapters)), map[int]bool{}
	for i, c := range copied.Chapters {
		trees[i] = Pack(c.Root)
		for k := range trees[i] {
			for _, text := range trees[i][k].Comments {
				wrote[text.By] = true
			}
		}
	}
	for _, p := range people {
		if !wrote[p.Number] {
			continue
		}
		if p.ID == by.Account {
			renumber[p.Number] = 1
			continue
		}
		n := len(study.People) + 1
		p.Number, p.Role, renumber[p.Number] = n, NoRole, n
		study.People, b.Joined = append(study.People, p), append(b.Joined, p)
	}
	for i, c := range copied.Chapters {
		tree := trees[i]
		for k := range tree {
			tree[k].Seq = 0
			for j := range tree[k].Comments {
				tree[k].Comments[j].By = renumber[tree[k].Comments[j].By]
			}
		}
		head := c.Head
		if err := b.add(Event{Kind: Added, Head: &head, Tree: tree, Index: i}); err != nil {
			return err
		}
	}
	return s.create(ctx, b)
}
