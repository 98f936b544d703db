package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/semaphore"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/mail"
)

// How long things last.
const (
	// Idle is how long a session lasts after its last use, Longest after its beginning.
	Idle    = 30 * 24 * time.Hour
	Longest = 365 * 24 * time.Hour
	// Freshness is how long after a proof a session may do what is dangerous.
	Freshness = 5 * time.Minute
	// usedSession and usedToken are how exactly the last use is known.
	usedSession = time.Hour
	usedToken   = 24 * time.Hour
	// cacheTime is how long a node takes a session or token for valid that has ended on another node,
	// if it cannot hear of that; see Jobs. A guest who has become an account stays one for longer:
	// that is still the same person.
	cacheTime      = 5 * time.Second
	guestCacheTime = 30 * time.Second
	cacheSize      = 50_000
	// pollEvery is how often a node looks for changes that other nodes made, so that it hears of them within
	// a second; sweepEvery is how often it deletes what has expired.
	pollEvery  = 400 * time.Millisecond
	sweepEvery = time.Hour
)

// Options are what a Service needs.
type Options struct {
	Store  *Store
	Params argon2id.Params  // the work for a password; zero: Params
	Now    func() time.Time // nil: the system's clock
	// Mail sends letters to confirmed addresses, with links below Base, the server's address; nil: there are none.
	Mail *mail.Outbox
	Base string
	Log  *slog.Logger // nil: none
}

// Service signs people in and knows who sends requests. It may be used by many goroutines.
type Service struct {
	o       Options
	hashing *semaphore.Weighted
	line    *line
	decoy   func() (string, error) // hash of a random password, for names without an account

	sessions, tokens *otter.Cache[string, loaded] // by the hash of the secret
	guests           *otter.Cache[string, bool]   // whether a guest is claimed
	changes          atomic.Int64                 // counts the calls of changed

	digests Digests              // see Use
	claimed func(guest string)   // see WhenClaimed
	differs func(account string) // see WhenChanged

	mu       sync.Mutex
	watchers map[string]map[*watcher]bool // by the ID of an account
}

// watcher is something that must end with an identity.
type watcher struct {
	auth.Identity
	end func()
}

// concerns reports whether a change ends what is watched; r is the account as it is now, nil without
// one.
func (w *watcher) concerns(c Change, r *Record) bool {
	if c.Ended != "" {
		return c.Ended == w.Session+w.Token
	}
	return r == nil || !r.Closed.IsZero() || r.Role != w.Account.Role || r.Person() != w.Account.Person() ||
		!r.Muted.Equal(w.Account.Muted)
}

// NewService makes a service. It needs Jobs to hear of changes on other nodes.
func NewService(o Options) (*Service, error) {
	if o.Params == (argon2id.Params{}) {
		o.Params = Params
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	decoy := sync.OnceValues(func() (string, error) { return argon2id.CreateHash(rand.Text(), &o.Params) })
	go func() { _, _ = decoy() }() // before the first sign-in, which gets the error
	identities := func() *otter.Cache[string, loaded] {
		return otter.Must(&otter.Options[string, loaded]{
			MaximumSize: cacheSize, ExpiryCalculator: otter.ExpiryWriting[string, loaded](cacheTime),
		})
	}
	s := &Service{
		o: o, hashing: semaphore.NewWeighted(hashers), line: newLine(int(hashers) * lineLength), decoy: decoy,
		sessions: identities(), tokens: identities(),
		guests: otter.Must(&otter.Options[string, bool]{
			MaximumSize: cacheSize, ExpiryCalculator: otter.ExpiryWriting[string, bool](guestCacheTime),
		}),
		watchers: map[string]map[*watcher]bool{},
	}
	s.composeMail()
	return s, nil
}

// Use says which digests end with the e-mail address of an account. Without it there are none. It must be called before
// the service is used.
func (s *Service) Use(d Digests) { s.digests = d }

// now returns the time as it is stored.
func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// Session returns the identity of a session's secret, and notes that it was used.
func (s *Service) Session(ctx context.Context, secret string) (*auth.Identity, error) {
	return s.cached(ctx, s.sessions, hashSecret(secret), s.loadSession)
}

// loaded is an identity and how many changes the node had heard of before it was read.
type loaded struct {
	*auth.Identity
	changes int64
}

// cached returns the identity of the hash of a secret, read since the last change at least: one that was being read
// while something changed may be what it was before, and the cache may keep it.
func (s *Service) cached(
	ctx context.Context, c *otter.Cache[string, loaded], hash string,
	load func(context.Context, string) (*auth.Identity, error),
) (*auth.Identity, error) {
	now := s.changes.Load()
	for {
		l, err := c.Get(ctx, hash, otter.LoaderFunc[string, loaded](func(ctx context.Context, hash string) (loaded, error) {
			before := s.changes.Load()
			i, err := load(ctx, hash)
			return loaded{i, before}, err
		}))
		if err != nil || l.changes >= now {
			return l.Identity, err
		}
		c.Invalidate(hash)
	}
}

// Still reads an identity again from the database, for a request that took its time. It returns ErrNotFound if the
// session or token has ended or has another secret, or if the account is closed.
func (s *Service) Still(ctx context.Context, i *auth.Identity) (*auth.Identity, error) {
	if i.Session != "" {
		return s.loadSession(ctx, i.Hash)
	}
	return s.loadToken(ctx, i.Hash)
}

func (s *Service) loadSession(ctx context.Context, hash string) (*auth.Identity, error) {
	session, r, err := s.o.Store.Session(ctx, hash)
	if err != nil {
		return nil, err
	}
	now := s.now()
	if session.ended(now) || !r.Closed.IsZero() {
		return nil, auth.ErrNotFound
	}
	if now.Sub(session.Used) >= usedSession {
		session.Used = now
		// ErrNotFound: it has just ended, or has another secret
		if err := s.o.Store.UpdateSession(ctx, session, hash); err != nil {
			return nil, err
		}
	}
	return session.identity(r), nil
}

func (s *Session) identity(r *Record) *auth.Identity {
	return &auth.Identity{Account: r.Account, Session: s.ID, Fresh: s.Fresh, Hash: s.Hash}
}

// ended reports whether a session was not used for too long, or is too old.
func (s *Session) ended(now time.Time) bool {
	return now.Sub(s.Used) >= Idle || now.Sub(s.Created) >= Longest
}

// Token returns the identity of a token's secret, and notes that it was used.
func (s *Service) Token(ctx context.Context, secret string) (*auth.Identity, error) {
	return s.cached(ctx, s.tokens, hashSecret(secret), s.loadToken)
}

func (s *Service) loadToken(ctx context.Context, hash string) (*auth.Identity, error) {
	t, r, err := s.o.Store.Token(ctx, hash)
	if err != nil {
		return nil, err
	}
	if !r.Closed.IsZero() {
		return nil, auth.ErrNotFound
	}
	if now := s.now(); now.Sub(t.Used) >= usedToken {
		if err := s.o.Store.UseToken(ctx, t.ID, now); err != nil && !errors.Is(err, auth.ErrNotFound) {
			return nil, err
		}
	}
	return &auth.Identity{Account: r.Account, Token: t.ID, Scopes: t.Scopes, Hash: t.Hash}, nil
}

// Claimed reports whether a guest belongs to an account: its cookie then proves nothing.
func (s *Service) Claimed(ctx context.Context, guest string) (bool, error) {
	return s.guests.Get(ctx, guest, otter.LoaderFunc[string, bool](func(ctx context.Context, guest string) (bool, error) {
		_, err := s.o.Store.Claimed(ctx, guest)
		if errors.Is(err, auth.ErrNotFound) {
			return false, nil
		}
		return err == nil, err
	}))
}

// WhenClaimed names what is called with each guest who becomes an account's, on whatever node: its connections must
// end. It must be called before the jobs begin.
func (s *Service) WhenClaimed(claimed func(guest string)) { s.claimed = claimed }

// WhenChanged names what is called with the ID of each account that changes or is deleted, on whatever
// node, within a few seconds. It must not block, and must be called before the jobs begin.
func (s *Service) WhenChanged(changed func(account string)) { s.differs = changed }

// Watch calls end once when the session or token of an identity ends, or when its account is closed or
// may do something else than before, on whatever node. It returns a function that stops it. The
// callback must not block.
func (s *Service) Watch(i *auth.Identity, end func()) (stop func()) {
	w := &watcher{*i, end}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watchers[i.Account.ID] == nil {
		s.watchers[i.Account.ID] = map[*watcher]bool{}
	}
	s.watchers[i.Account.ID][w] = true
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.drop(i.Account.ID, w)
	}
}

// drop removes a watcher, with mu locked.
func (s *Service) drop(account string, w *watcher) {
	delete(s.watchers[account], w)
	if len(s.watchers[account]) == 0 {
		delete(s.watchers, account)
	}
}

// changed drops what this node knows of accounts that have changed, and ends what must end with
// their sessions and tokens.
func (s *Service) changed(ctx context.Context, list ...Change) {
	if len(list) == 0 {
		return
	}
	s.changes.Add(1) // changes are rare, and the caches are filled again with a read each
	for _, c := range list {
		if c.Ended == GuestClaimed {
			s.guests.Invalidate(c.Account)
			if s.claimed != nil {
				s.claimed(c.Account)
			}
			continue
		}
		if c.Ended == "" && s.differs != nil {
			s.differs(c.Account)
		}
		s.mu.Lock()
		watched := len(s.watchers[c.Account]) > 0
		s.mu.Unlock()
		if !watched {
			continue
		}
		var r *Record
		if c.Ended == "" {
			var err error
			if r, err = s.o.Store.Account(ctx, c.Account); err != nil && !errors.Is(err, auth.ErrNotFound) {
				s.o.Log.Warn("cannot see how an account has changed: its connections end", "error", err)
				r = nil // it may have been closed, and nothing looks again
			}
		}
		var ends []func()
		s.mu.Lock()
		for w := range s.watchers[c.Account] {
			if w.concerns(c, r) {
				ends = append(ends, w.end)
				s.drop(c.Account, w)
			}
		}
		s.mu.Unlock()
		for _, end := range ends {
			end()
		}
	}
}

// Jobs registers what hears of the changes of other nodes, and deletes what has expired.
func (s *Service) Jobs(r *job.Runner) {
	p := poller{s: s}
	r.Every("changes of accounts", pollEvery, job.EachNode, p.poll)
	r.Every("accounts", sweepEvery, job.OneNode, func(ctx context.Context) error {
		return s.o.Store.Sweep(ctx, s.now())
	})
}

// poller looks for changes. Numbers may become visible out of order, so it looks at the last ones
// again.
type poller struct {
	s    *Service
	last int64
	seen map[int64]bool // nil: it has not looked yet
}

// lookBack is how many changes are looked at again.
const lookBack = 100

func (p *poller) poll(ctx context.Context) error {
	if p.seen == nil {
		list, err := p.s.o.Store.Changes(ctx, -1, 1)
		if err != nil {
			return err
		}
		p.seen = map[int64]bool{}
		for _, c := range list {
			p.last = c.Seq
		}
		for n := p.last - lookBack; n <= p.last; n++ {
			p.seen[n] = true
		}
		return nil
	}
	for {
		list, err := p.s.o.Store.Changes(ctx, p.last-lookBack, 2*lookBack)
		if err != nil {
			return err
		}
		var fresh []Change
		for _, c := range list {
			if !p.seen[c.Seq] {
				p.seen[c.Seq] = true
				fresh = append(fresh, c)
			}
			p.last = max(p.last, c.Seq)
		}
		for n := range p.seen {
			if n < p.last-2*lookBack {
				delete(p.seen, n)
			}
		}
		p.s.changed(ctx, fresh...)
		if len(list) < 2*lookBack {
			return nil
		}
	}
}

// random returns n random bytes.
func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

// newID returns an ID that others may see.
func newID() string { return base64.RawURLEncoding.EncodeToString(random(9)) }

// newSecret returns a random secret of 256 bits, and its hash.
func newSecret(prefix string) (secret, hash string) {
	secret = prefix + base64.RawURLEncoding.EncodeToString(random(32))
	return secret, hashSecret(secret)
}

// hashSecret returns what is stored of a secret. Secrets are long and random, so a fast hash does.
func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
