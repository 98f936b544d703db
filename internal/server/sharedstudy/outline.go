package sharedstudy

import (
	"context"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Outline returns a study without its chapters, for what is shown beside it: the caller decides by MayReach and RoleOf
// for whom. The error is ErrNotFound if there is no such study.
func (s *Service) Outline(ctx context.Context, id livegame.ID) (*Study, error) {
	var out *Study
	err := s.log.Latest(ctx, id, func(k *kept) error {
		out = &Study{
			ID: k.s.ID, Settings: k.s.Settings, Created: k.s.Created, Updated: k.s.Updated, Seq: k.s.Seq,
			People: slices.Clone(k.s.People),
		}
		return nil
	})
	return out, err
}

// MayReach reports whether an account, "" for none, reads the study, or moderates it.
func (s *Study) MayReach(account string, moderator bool) bool {
	return s.mayReach(&Sender{Account: account, Moderator: moderator})
}

// Created returns when studies were created, of those that there are.
func (s *Service) Created(ctx context.Context, ids ...livegame.ID) (map[livegame.ID]time.Time, error) {
	type row struct {
		ID      livegame.ID
		Created time.Time
	}
	list, err := db.All[row](ctx, s.o.DB,
		"SELECT id, created FROM shared_studies WHERE id IN ("+db.Marks(len(ids))+")", db.Args(ids)...)
	created := make(map[livegame.ID]time.Time, len(list))
	for _, r := range list {
		created[r.ID] = r.Created
	}
	return created, err
}
