package social

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
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
	maxBots     = 512 // that are listed
)

// Bots returns the bots that are online on any node.
func (s *Service) Bots(ctx context.Context) ([]auth.Account, error) {
	ids, err := s.listening(ctx, maxBots)
	if err != nil {
		return nil, err
	}
	return s.open(ctx, ids)
}

// Note notes that an account is online, for more than a minute.
func (s *Service) Note(ctx context.Context, account string) error {
	return s.note(ctx, []string{account})
}

// Jobs registers what notes who is online and hears of blocks on other nodes.
func (s *Service) Jobs(r *job.Runner) {
	r.Subscribe("blocks", func() (func(), error) {
		return s.o.Queue.Subscribe(topic, func(livegame.Notice) { s.blocked.InvalidateAll() })
	})
	var b book
	r.Every("presence", lookEvery, job.EachNode, func(ctx context.Context) error {
		return s.note(ctx, b.due(s.o.Here(), s.o.Now()))
	})
	r.Every("old presence", sweepEvery, job.OneNode, s.forgetSeen)
}

// note notes that accounts are online.
func (s *Service) note(ctx context.Context, accounts []string) error {
	for len(accounts) > 0 {
		n := min(len(accounts), noted)
		if err := s.see(ctx, accounts[:n], s.o.Now().Add(onlineFor)); err != nil {
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
