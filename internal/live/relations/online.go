package relations

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/server/job"
)

const (
	// lookEvery is how often a node looks who is connected to it, noteEvery how often it notes that
	// for an account, and onlineFor how long a note holds: until after the next one.
	lookEvery = 5 * time.Second
	noteEvery = time.Minute
	onlineFor = noteEvery + 2*lookEvery
	// noted is how many accounts are noted at once.
	noted = 500
	// Notes of accounts that were not online for forgetAfter are deleted, every sweepEvery.
	forgetAfter = 24 * time.Hour
	sweepEvery  = time.Hour
)

// Online returns those of some accounts that are online on any node, and do not hide it.
func (s *Service) Online(ctx context.Context, accounts []string) (map[string]bool, error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	list, err := s.o.Store.Seen(ctx, accounts, s.o.Now())
	out := make(map[string]bool, len(list))
	for _, id := range list {
		out[id] = true
	}
	return out, err
}

// Note notes that an account is online, for more than a minute.
func (s *Service) Note(ctx context.Context, account string) error {
	return s.note(ctx, []string{account})
}

// Invisible reports whether an account hides that it is online.
func (s *Service) Invisible(ctx context.Context, account string) (bool, error) {
	return s.o.Store.Invisible(ctx, account)
}

// SetInvisible says whether an account hides that it is online.
func (s *Service) SetInvisible(ctx context.Context, account string, invisible bool) error {
	return s.o.Store.SetInvisible(ctx, account, invisible)
}

// Jobs registers what notes who is online and hears of blocks on other nodes. Here returns the accounts that are
// connected to this node.
func (s *Service) Jobs(r *job.Runner, here func() []string) {
	r.Subscribe("blocks", func() (func(), error) {
		return s.o.Queue.Subscribe(topic, func(livegame.Notice) { s.blocked.InvalidateAll() })
	})
	var b book
	r.Every("presence", lookEvery, job.EachNode, func(ctx context.Context) error {
		return s.note(ctx, b.due(here(), s.o.Now()))
	})
	r.Every("old presence", sweepEvery, job.OneNode, func(ctx context.Context) error {
		return s.o.Store.ForgetSeen(ctx, s.o.Now().Add(-forgetAfter))
	})
}

// note notes that accounts are online.
func (s *Service) note(ctx context.Context, accounts []string) error {
	for len(accounts) > 0 {
		n := min(len(accounts), noted)
		if err := s.o.Store.SetSeen(ctx, accounts[:n], s.o.Now().Add(onlineFor)); err != nil {
			return err
		}
		accounts = accounts[n:]
	}
	return nil
}

// book remembers when the accounts that are connected were noted.
type book struct{ at map[string]time.Time }

// due returns the accounts that have to be noted now.
func (b *book) due(here []string, now time.Time) (list []string) {
	next := make(map[string]time.Time, len(here))
	for _, id := range here {
		at, known := b.at[id]
		if _, twice := next[id]; twice {
			continue
		}
		if !known || now.Sub(at) >= noteEvery {
			at = now
			list = append(list, id)
		}
		next[id] = at
	}
	b.at = next
	return list
}
