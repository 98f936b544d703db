package relations

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Errors for users, as *livegame.Error.
const (
	Many    livegame.Code = "too-many" // as many as there may be
	Refused livegame.Code = "refused"  // the other does not want it
)

const (
	// topic stands in notices that blocks have changed.
	topic livegame.ID = "_relations"
	// A node remembers for cacheTime whom an account blocks, if it does not hear of a change.
	cacheTime = 5 * time.Second
	cacheSize = 50_000
)

// Queue carries notices between nodes; see livegame.Queue.
type Queue interface {
	Publish(n livegame.Notice) error
	Subscribe(id livegame.ID, f func(livegame.Notice)) (stop func(), err error)
}

// Options are what a Service needs.
type Options struct {
	Store Store
	Queue Queue
	// Followed is called when an account begins to follow another. It may be nil.
	Followed func(ctx context.Context, account, other string)
	Now      func() time.Time // nil: the system's clock
	Log      *slog.Logger     // nil: none
}

// Service is the relations of accounts as one node knows them. It is safe for concurrent use. It
// hears of changes on other nodes while its jobs run.
type Service struct {
	o       Options
	blocked *otter.Cache[string, map[string]bool] // by the account that blocks
}

// New returns a service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{o, otter.Must(&otter.Options[string, map[string]bool]{
		MaximumSize: cacheSize, ExpiryCalculator: otter.ExpiryWriting[string, map[string]bool](cacheTime),
	})}
}

// Set makes an account follow or block another, whose name is for errors. It may be repeated.
func (s *Service) Set(ctx context.Context, account, other, name string, k Kind) error {
	refuse := func(c livegame.Code, text string) error { return &livegame.Error{Code: c, Message: text} }
	if account == other {
		return refuse(Refused, "That is you: choose another player.")
	}
	blocked, err := s.Blocks(ctx, account, other)
	if err != nil {
		return err
	}
	fresh, err := s.o.Store.Relate(ctx, Relation{Account: account, Other: other, Kind: k, At: s.o.Now()}, Most)
	switch {
	case errors.Is(err, ErrMany) && k == Follow:
		return refuse(Many, "You follow 500 players already: stop following one first.")
	case errors.Is(err, ErrMany):
		return refuse(Many, "You block 500 players already: unblock one first.")
	case errors.Is(err, ErrBlocked):
		return refuse(Refused, "You cannot follow "+name+".")
	case err != nil:
		return err
	}
	if k == Block || blocked {
		s.changed()
	}
	if fresh && k == Follow && s.o.Followed != nil {
		s.o.Followed(ctx, account, other)
	}
	return nil
}

// Unset ends what Set began. It may be repeated.
func (s *Service) Unset(ctx context.Context, account, other string, k Kind) error {
	err := s.o.Store.Unrelate(ctx, account, other, k)
	if err == nil && k == Block {
		s.changed()
	}
	return err
}

// changed drops what this node and the others know of blocks. Changes are rare, and the caches are
// filled again with a read.
func (s *Service) changed() {
	s.blocked.InvalidateAll()
	if err := s.o.Queue.Publish(livegame.Notice{Game: topic, Note: "blocks"}); err != nil {
		s.o.Log.Debug("cannot publish a notice of a block", "error", err)
	}
}

// Between returns what an account is to another.
func (s *Service) Between(ctx context.Context, account, other string) (Kind, error) {
	if account == "" || account == other {
		return None, nil
	}
	return s.o.Store.Relation(ctx, account, other)
}

// Friends reports whether two accounts follow each other.
func (s *Service) Friends(ctx context.Context, account, other string) (bool, error) {
	to, err := s.Between(ctx, account, other)
	if err != nil || to != Follow {
		return false, err
	}
	from, err := s.Between(ctx, other, account)
	return from == Follow, err
}

// Of returns whom an account follows or blocks, the latest first.
func (s *Service) Of(ctx context.Context, account string, k Kind) ([]string, error) {
	list, err := s.o.Store.Relations(ctx, account)
	var ids []string
	for _, r := range list {
		if r.Kind == k {
			ids = append(ids, r.Other)
		}
	}
	return ids, err
}

// Followers returns how many accounts follow an account.
func (s *Service) Followers(ctx context.Context, account string) (int, error) {
	return s.o.Store.Followers(ctx, account)
}

// Blocks reports whether an account blocks another, as of some seconds ago. Guests block none.
func (s *Service) Blocks(ctx context.Context, account, other string) (bool, error) {
	if account == "" || other == "" || account == other {
		return false, nil
	}
	set, err := s.blocked.Get(ctx, account,
		otter.LoaderFunc[string, map[string]bool](func(ctx context.Context, id string) (map[string]bool, error) {
			all, err := s.load(ctx, []string{id})
			return all[id], err
		}))
	return set[other], err
}

// Blocked returns whom each of some accounts blocks, with one read for all that are not known.
func (s *Service) Blocked(ctx context.Context, accounts []string) (map[string]map[string]bool, error) {
	if len(accounts) == 0 {
		return nil, nil
	}
	return s.blocked.BulkGet(ctx, accounts, otter.BulkLoaderFunc[string, map[string]bool](s.load))
}

// load reads whom accounts block.
func (s *Service) load(ctx context.Context, accounts []string) (map[string]map[string]bool, error) {
	found, err := s.o.Store.Blocked(ctx, accounts)
	if err != nil {
		return nil, err
	}
	out := make(map[string]map[string]bool, len(accounts))
	for _, id := range accounts {
		out[id] = nil
		for _, other := range found[id] {
			if out[id] == nil {
				out[id] = map[string]bool{}
			}
			out[id][other] = true
		}
	}
	return out, nil
}

// Refuses returns an error for a player who wants to begin a game with one who blocks it, whose
// name is for the error. It does not say that it is a block.
func (s *Service) Refuses(ctx context.Context, account, name, player string) error {
	no, err := s.Blocks(ctx, account, player)
	if err == nil && no {
		err = &livegame.Error{
			Code: livegame.NotAllowed, Message: cmp.Or(name, "The player") + " does not accept challenges from you.",
		}
	}
	return err
}
