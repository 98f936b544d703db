package limits

import (
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/problem"
)

const (
	// trustFactor is how many times more bytes a trusted network may store.
	trustFactor = 10
	// rowBytes is what a request stores beside its body: names, times, indexes.
	rowBytes = 512
)

// refill returns how long an empty budget takes to be full.
func (r Rate) refill() time.Duration {
	if r.PerSecond <= 0 {
		return clientTTL
	}
	return max(clientTTL, time.Duration(float64(r.Burst)/r.PerSecond*float64(time.Second)))
}

// budget returns the budget of bytes of a client's address.
func (l *Limiter) budget(v *guests.Visit) *rate.Limiter {
	b, _ := l.stored.ComputeIfAbsent(v.Address, func() (b *rate.Limiter, cancel bool) {
		factor := 1
		if v.Trusted {
			factor = trustFactor
		}
		return rate.NewLimiter(rate.Limit(l.bytes.PerSecond*float64(factor)), l.bytes.Burst*factor), false
	})
	return b
}

// ChargeBytes takes n bytes more from what a client's address may store. The budget may be in debt afterwards.
func (l *Limiter) ChargeBytes(v *guests.Visit, n int) {
	if !l.off && n > 0 {
		b := l.budget(v)
		b.ReserveN(l.now(), min(n, b.Burst()))
	}
}

// Store takes a request that stores something from what the address of its sender may store; ChargeBytes follows with
// the bytes. It returns why the request is rejected, which may also be that the disk is nearly full; nil: it is not.
func (g *Guard) Store(v *guests.Visit) *problem.Problem {
	if g.Disk.Low() {
		return problem.New(http.StatusInsufficientStorage, problem.CodeServer,
			"The server's disk is nearly full: games that have begun go on, and nothing else is stored until there is room.")
	}
	if g.Limiter.off {
		return nil
	}
	wait, ok := take(g.Limiter.budget(v), g.Limiter.now(), rowBytes)
	if ok {
		return nil
	}
	minutes := int(wait/time.Minute) + 1
	return problem.RetryAfter(http.StatusTooManyRequests, problem.CodeTooFast,
		"Your address has stored very much: try again in "+message.Plural(minutes, "minute")+".", wait)
}
