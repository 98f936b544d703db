package managertest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/live/challenge"
	"github.com/wane-chess/wane/internal/live/livegame"
)

var _ challenge.Store = (*Store)(nil)

// Challenge implements challenge.Store.
func (s *Store) Challenge(ctx context.Context, id livegame.ID) (c challenge.Challenge, err error) {
	err = s.call(ctx, Call{Op: "challenge", Game: id}, func() (err error) {
		var found bool
		if c, found = s.challenges[id]; !found {
			err = challenge.ErrNotFound
		}
		return err
	})
	return c, err
}

// PutChallenge implements challenge.Store.
func (s *Store) PutChallenge(ctx context.Context, c challenge.Challenge) error {
	return s.call(ctx, Call{Op: "put challenge", Game: c.ID}, func() error {
		if err := checkTexts(c.From.Name, c.To.Name, c.FEN); err != nil {
			return err
		}
		switch {
		case c.Seq < 1:
			return fmt.Errorf("change %d of a challenge", c.Seq)
		case s.challenges[c.ID].Seq != c.Seq-1:
			return challenge.ErrConflict
		case c.Seq == 1 && c.Notifies() && c.TooOften(s.challengesTo(c.To.Guest)):
			return challenge.ErrOften
		}
		s.challenges[c.ID] = c
		return nil
	})
}

// challengesTo returns the challenges to a player. The caller holds the lock.
func (s *Store) challengesTo(player string) (list []challenge.Challenge) {
	for _, c := range s.challenges {
		if c.To.Guest == player {
			list = append(list, c)
		}
	}
	return list
}

// Challenges implements challenge.Store.
func (s *Store) Challenges(ctx context.Context, q challenge.Query) (list []challenge.Challenge, err error) {
	err = s.call(ctx, Call{Op: "challenges"}, func() error {
		for _, c := range s.challenges {
			if (q.Player == "" || c.From.Guest == q.Player || c.To.Guest == q.Player) &&
				(q.From == "" || c.From.Guest == q.From) && (q.Status == "" || c.Status == q.Status) &&
				(q.Due.IsZero() || !c.Expires.After(q.Due)) && !c.Updated.Before(q.Since) {
				list = append(list, c)
			}
		}
		slices.SortFunc(list, func(a, b challenge.Challenge) int {
			return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
		})
		list = list[:min(len(list), cmp.Or(q.Limit, 100))]
		return nil
	})
	return list, err
}

// ForgetChallenges implements challenge.Store.
func (s *Store) ForgetChallenges(ctx context.Context, before time.Time) error {
	return s.call(ctx, Call{Op: "forget challenges"}, func() error {
		for id, c := range s.challenges {
			if !c.Status.Open() && c.Status != challenge.Accepting && c.Updated.Before(before) {
				delete(s.challenges, id)
			}
		}
		return nil
	})
}
