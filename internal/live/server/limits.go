package server

import (
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/hashicorp/golang-lru/v2/expirable"
	"golang.org/x/time/rate"
)

// Rate is how often something may happen: so many times a second over a long
// time, and so many at once.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Budget limits one kind of request.
type Budget struct {
	Guest   Rate // for one guest
	Address Rate // for all who share an address
}

// Limits keep one client from taking what is everybody's. They are generous for
// people. Zero fields stand for the defaults.
type Limits struct {
	Off      bool   // no limits of rates and numbers at all, for measurements
	Create   Budget // new games
	Command  Budget // moves and other commands, by the API or on sockets
	Read     Budget // everything else, and what is watched on sockets
	Rules    Budget // scenes, choices and previews: the server works for them
	Review   Budget // reviews asked for
	Pictures Budget // painted pictures that are not at hand; long animations count many times
	Search   Budget // pages of the archive
	Download Budget // many games as one file
	Messages Rate   // on one socket
	// Sockets is how many an address may have open, GuestSockets how many a guest,
	// SocketGames how many games a socket may follow.
	Sockets, GuestSockets, SocketGames int
	// Offers is how many games a guest may offer to anyone at once, Thinking in how
	// many the engine may be thinking when he begins another.
	Offers, Thinking int
	// Reviews is how many reviews may be open that a guest has asked for, AllReviews
	// how many of everybody's.
	Reviews, AllReviews int
	// DownloadGames is how many games one download has at most.
	DownloadGames int
}

func (l Limits) withDefaults() Limits {
	if l.Off {
		for _, number := range []*int{&l.Sockets, &l.GuestSockets, &l.SocketGames, &l.Offers, &l.Thinking, &l.Reviews, &l.AllReviews} {
			*number = math.MaxInt
		}
	}
	fill := func(r *Rate, d Rate) {
		if r.PerSecond == 0 && r.Burst == 0 {
			*r = d
		}
	}
	fill(&l.Create.Guest, Rate{0.5, 30})
	fill(&l.Create.Address, Rate{2, 60})
	fill(&l.Command.Guest, Rate{20, 60})
	fill(&l.Command.Address, Rate{100, 300})
	fill(&l.Read.Guest, Rate{30, 120})
	fill(&l.Read.Address, Rate{150, 600})
	fill(&l.Rules.Guest, Rate{20, 100})
	fill(&l.Rules.Address, Rate{60, 300})
	fill(&l.Review.Guest, Rate{0.05, 10})
	fill(&l.Review.Address, Rate{0.2, 40})
	fill(&l.Pictures.Guest, Rate{1, 30})
	fill(&l.Pictures.Address, Rate{4, 120})
	fill(&l.Search.Guest, Rate{5, 40})
	fill(&l.Search.Address, Rate{20, 160})
	fill(&l.Download.Guest, Rate{0.05, 5})
	fill(&l.Download.Address, Rate{0.2, 20})
	fill(&l.Messages, Rate{20, 60})
	for number, d := range map[*int]int{
		&l.Sockets: 500, &l.GuestSockets: 25, &l.SocketGames: 64, &l.Offers: 5, &l.Thinking: 4, &l.Reviews: 3, &l.AllReviews: 200, &l.DownloadGames: 10_000,
	} {
		if *number == 0 {
			*number = d
		}
	}
	return l
}

// budget names a Budget.
type budget int

const (
	budgetCreate budget = iota
	budgetCommand
	budgetRead
	budgetRules
	budgetReview
	budgetPictures
	budgetSearch
	budgetDownload
	budgets
)

// Clients whose limits are remembered, and for how long after they were last
// seen; by then every budget is full again.
const (
	knownClients = 50_000
	clientTTL    = 10 * time.Minute
)

type purse [budgets]*rate.Limiter

// limiter counts what clients do.
type limiter struct {
	off               bool
	guests, addresses [budgets]Rate
	purses            *expirable.LRU[string, *purse]
	now               func() time.Time
}

func newLimiter(l Limits, now func() time.Time) *limiter {
	return &limiter{
		off:       l.Off,
		guests:    [budgets]Rate{l.Create.Guest, l.Command.Guest, l.Read.Guest, l.Rules.Guest, l.Review.Guest, l.Pictures.Guest, l.Search.Guest, l.Download.Guest},
		addresses: [budgets]Rate{l.Create.Address, l.Command.Address, l.Read.Address, l.Rules.Address, l.Review.Address, l.Pictures.Address, l.Search.Address, l.Download.Address},
		purses:    expirable.NewLRU[string, *purse](knownClients, nil, clientTTL),
		now:       now,
	}
}

// take spends from a client's budget. If there is nothing left it returns how
// long it takes until there is.
func (l *limiter) take(b budget, v *visit) (wait time.Duration, ok bool) {
	if l.off {
		return 0, true
	}
	now := l.now()
	if wait, ok = l.spend("a"+v.address, b, l.addresses[b], now); ok && v.guest.ID != "" {
		wait, ok = l.spend("g"+v.guest.ID, b, l.guests[b], now)
	}
	return wait, ok
}

// charge spends more from a client's budget, for work that turned out to be much:
// what is not there is missing later.
func (l *limiter) charge(b budget, v *visit, n int) {
	if l.off || n <= 0 {
		return
	}
	now := l.now()
	for who, r := range map[string]Rate{"a" + v.address: l.addresses[b], "g" + v.guest.ID: l.guests[b]} {
		if p, ok := l.purses.Get(who); ok {
			p[b].ReserveN(now, min(n, r.Burst))
		}
	}
}

func (l *limiter) spend(who string, b budget, r Rate, now time.Time) (time.Duration, bool) {
	p, ok := l.purses.Get(who)
	if !ok {
		p = &purse{}
		for i := range p {
			of := l.addresses[i]
			if who[0] == 'g' {
				of = l.guests[i]
			}
			p[i] = rate.NewLimiter(rate.Limit(of.PerSecond), of.Burst)
		}
		// Two requests at once may each make one; then one of them counts for
		// nothing, which does no harm.
		l.purses.Add(who, p)
	}
	if p[b].AllowN(now, 1) {
		return 0, true
	}
	if r.PerSecond <= 0 {
		return time.Minute, false
	}
	missing := 1 - p[b].TokensAt(now)
	return time.Duration(missing / r.PerSecond * float64(time.Second)), false
}

// tooMany answers a request that was one too many.
func tooMany(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(wholeSeconds(wait)))
	writeProblem(w, newCoded(http.StatusTooManyRequests, codeTooFast, tooFast(wait)))
}

func tooFast(wait time.Duration) string {
	return "That was too fast: try again in " + plural(wholeSeconds(wait), "second") + "."
}

func wholeSeconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
