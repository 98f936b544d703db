package limits

import (
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/server/guests"
)

// Kind is a kind of request, with a budget of its own.
type Kind int

// The kinds of requests; see Limits for what they are.
const (
	None Kind = iota // of a route that does not say what it costs
	Free             // has no budget
	Newcomer
	Create
	Offer
	Command
	Read
	Rules
	Review
	Pictures
	Search
	Download
	SignUp
	SignIn
	Chat
	Social
	kinds
)

// How many clients the limiter remembers, and how long after their last request.
const (
	knownClients = 50_000
	clientTTL    = 10 * time.Minute
)

type buckets [kinds]*rate.Limiter

// Limiter counts the requests of clients. It may be used by many goroutines.
type Limiter struct {
	off               bool
	guests, addresses [kinds]Rate
	clients           *otter.Cache[string, *buckets]
	stored            *otter.Cache[string, *rate.Limiter] // budgets of bytes, by address
	bytes             Rate
	now               func() time.Time
}

// clock implements otter.Clock. Without ticks the cache drops expired clients during
// later requests.
type clock func() time.Time

func (c clock) NowNano() int64                    { return c().UnixNano() }
func (clock) Tick(time.Duration) <-chan time.Time { return nil }

// NewLimiter makes a limiter. Limits without defaults allow nothing: see
// WithDefaults.
func NewLimiter(l Limits, now func() time.Time) *Limiter {
	m := &Limiter{off: l.Off, now: now, bytes: l.Bytes, clients: otter.Must(&otter.Options[string, *buckets]{
		MaximumSize: knownClients, ExpiryCalculator: otter.ExpiryAccessing[string, *buckets](clientTTL), Clock: clock(now),
	}), stored: otter.Must(&otter.Options[string, *rate.Limiter]{
		MaximumSize: knownClients, ExpiryCalculator: otter.ExpiryAccessing[string, *rate.Limiter](l.Bytes.refill()),
		Clock: clock(now),
	})}
	for k, b := range [kinds]Budget{
		Newcomer: l.Newcomer, Create: l.Create, Offer: l.Offer, Command: l.Command, Read: l.Read, Rules: l.Rules,
		Review: l.Review, Pictures: l.Pictures, Search: l.Search, Download: l.Download, SignUp: l.SignUp, SignIn: l.SignIn,
		Chat: l.Chat, Social: l.Social,
	} {
		m.guests[k], m.addresses[k] = b.Guest, b.Address
	}
	return m
}

// Take takes one from the budgets of a client's address and guest. If one of them
// is empty, it returns how long the client has to wait.
func (l *Limiter) Take(k Kind, v *guests.Visit) (wait time.Duration, ok bool) {
	if l.off {
		return 0, true
	}
	if wait, ok = l.takeAddress(k, v, 1); ok {
		wait, ok = l.takeGuest(k, v, 1)
	}
	return wait, ok
}

// takeAddress takes n from the budget of a client's address, which may be in debt afterwards.
func (l *Limiter) takeAddress(k Kind, v *guests.Visit, n int) (wait time.Duration, ok bool) {
	if l.off {
		return 0, true
	}
	return l.spend("a"+v.Address, k, n)
}

// takeGuest takes n from the budget of a guest, if it is known who that is.
func (l *Limiter) takeGuest(k Kind, v *guests.Visit, n int) (wait time.Duration, ok bool) {
	if l.off || v.Guest.ID == "" {
		return 0, true
	}
	return l.spend("g"+v.Guest.ID, k, n)
}

// Charge takes n more from a client's budgets, for work that turned out to be
// large. The budgets may be in debt afterwards.
func (l *Limiter) Charge(k Kind, v *guests.Visit, n int) {
	if l.off || n <= 0 {
		return
	}
	now := l.now()
	for client, r := range map[string]Rate{"a" + v.Address: l.addresses[k], "g" + v.Guest.ID: l.guests[k]} {
		if p, ok := l.clients.GetIfPresent(client); ok {
			p[k].ReserveN(now, min(n, r.Burst))
		}
	}
}

func (l *Limiter) spend(client string, k Kind, n int) (time.Duration, bool) {
	p, _ := l.clients.ComputeIfAbsent(client, func() (p *buckets, cancel bool) {
		p = &buckets{}
		for i := range p {
			of := l.addresses[i]
			if client[0] == 'g' {
				of = l.guests[i]
			}
			p[i] = rate.NewLimiter(rate.Limit(of.PerSecond), of.Burst)
		}
		return p, false
	})
	return take(p[k], l.now(), n)
}

// take takes n from a budget, of which the first must be there.
func take(b *rate.Limiter, now time.Time, n int) (wait time.Duration, ok bool) {
	if b.AllowN(now, 1) {
		if n > 1 {
			b.ReserveN(now, min(n-1, b.Burst()))
		}
		return 0, true
	}
	if b.Limit() <= 0 {
		return time.Minute, false
	}
	missing := 1 - b.TokensAt(now)
	return time.Duration(missing / float64(b.Limit()) * float64(time.Second)), false
}
