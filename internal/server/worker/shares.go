package worker

import (
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// credit is how far an address may be behind the others: one that has used the engine
	// less lately goes first for that long, enough for a move of the lower levels. With
	// more, new addresses could keep the others waiting.
	credit = 200 * time.Millisecond
	// forgetAfter is how long an owner without jobs is remembered.
	forgetAfter = time.Minute
)

// shares says whose turn it is: that of the address, and there of the guest, that has used
// the processors least. The scheduler's lock guards it.
type shares struct {
	addresses group
}

// group are owners with equal shares.
type group struct {
	credit  time.Duration
	members map[string]*share
	// least is what the active member with the least use has used, when that was most:
	// new members begin there, less the credit.
	least  time.Duration
	pruned time.Time
}

// share is what an owner has used.
type share struct {
	used   time.Duration
	active int       // jobs
	idle   time.Time // since then, if there are none
	guests group     // of an address
}

func newShares() shares { return shares{group{credit: credit}} }

// enter returns the share of an owner who has one more job.
func (g *group) enter(name string, now time.Time) *share {
	s := g.members[name]
	if s == nil {
		if g.members == nil {
			g.members = map[string]*share{}
		}
		g.prune(now)
		s = &share{}
		g.members[name] = s
	}
	if s.active == 0 {
		s.used = max(s.used, g.least-g.credit)
	}
	s.active++
	return s
}

// leave ends a job of a share.
func (s *share) leave(now time.Time) {
	if s.active--; s.active == 0 {
		s.idle = now
	}
}

// prune forgets members that have been idle for long.
func (g *group) prune(now time.Time) {
	if now.Sub(g.pruned) < forgetAfter {
		return
	}
	g.pruned = now
	for name, s := range g.members {
		if s.active == 0 && now.Sub(s.idle) >= forgetAfter {
			delete(g.members, name)
		}
	}
}

// charge adds to what a member has used.
func (g *group) charge(s *share, d time.Duration) {
	s.used += d
	least := s.used
	for _, other := range g.members {
		if other.active > 0 {
			least = min(least, other.used)
		}
	}
	g.least = max(g.least, least)
}

// equalShare returns what each active member would have used if all had used the same.
func (g *group) equalShare() time.Duration {
	var all, n time.Duration
	for _, s := range g.members {
		if s.active > 0 {
			all += s.used
			n++
		}
	}
	return all / max(n, 1)
}

// holder is an owner of jobs.
type holder struct{ address, guest *share }

func (s *shares) enter(o livegame.Owner, now time.Time) holder {
	a := s.addresses.enter(o.Address, now)
	return holder{a, a.guests.enter(o.Guest, now)}
}

func (s *shares) leave(h holder, now time.Time) {
	h.address.leave(now)
	h.guest.leave(now)
}

func (s *shares) charge(h holder, d time.Duration) {
	s.addresses.charge(h.address, d)
	h.address.guests.charge(h.guest, d)
}

// before reports whether the turn of h comes before that of other.
func (h holder) before(other holder) bool {
	if h.address != other.address {
		return h.address.used < other.address.used
	}
	return h.guest.used < other.guest.used
}
