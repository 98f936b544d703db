package tournament

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// An arena pairs people only while they are present, since an absent player would miss the first move: while their page
// waits for the arena's next change. A page that has been hidden for a minute does not wait (web/src/tournament). A
// program is present while it listens for games.

const (
	grace     = 2 * time.Second // how long after a request its player is still present
	noteEvery = 2 * time.Second // between notes for other nodes, which hold for noteFor
	noteFor   = 4 * time.Second
	lookTime  = 2 * time.Second // how long a look at who is present is shown
)

// visit is the presence of an account in an arena, on this node.
type visit struct {
	requests int       // that wait
	until    time.Time // after the last one
}

// presence is who is present in which arena, on this node. The zero value is ready to use.
type presence struct {
	mu     sync.Mutex
	arenas map[livegame.ID]map[string]*visit // by account
}

// enter notes a request of an account that waits for a change of an arena; leave notes its end.
func (p *presence) enter(arena livegame.ID, account string, now func() time.Time) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.arenas == nil {
		p.arenas = map[livegame.ID]map[string]*visit{}
	}
	if p.arenas[arena] == nil {
		p.arenas[arena] = map[string]*visit{}
	}
	v := p.arenas[arena][account]
	if v == nil {
		v = &visit{}
		p.arenas[arena][account] = v
	}
	v.requests++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		v.requests--
		v.until = now().Add(grace)
	}
}

// all returns the arenas in which someone is present.
func (p *presence) all() []livegame.ID {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(p.arenas))
}

// in returns who is present in an arena, and forgets who has left.
func (p *presence) in(arena livegame.ID, now time.Time) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	visits := p.arenas[arena]
	maps.DeleteFunc(visits, func(_ string, v *visit) bool { return v.requests == 0 && !now.Before(v.until) })
	if len(visits) == 0 {
		delete(p.arenas, arena)
	}
	return slices.Sorted(maps.Keys(visits))
}

// enter notes that an account waits for a change of a tournament, if it plays there and it is an arena.
func (s *Service) enter(ctx context.Context, id livegame.ID, account string) (leave func()) {
	leave = func() {}
	_ = s.Read(ctx, id, func(t *Tournament) error { // the request itself says what fails
		if t.system.Mode() == Continuous && !t.status.Over() && t.byAccount[account] != nil {
			leave = s.presence.enter(id, account, s.Now)
		}
		return nil
	})
	return leave
}

// notePresence tells other nodes who is present in arenas on this one.
func (s *Service) notePresence(ctx context.Context) (failed error) {
	now := s.Now()
	for _, arena := range s.presence.all() {
		accounts := s.presence.in(arena, now)
		if len(accounts) == 0 {
			continue
		}
		failed = errors.Join(failed, s.o.DB.Chore(ctx, func(ctx context.Context, t db.Tx) error {
			_, err := t.Do(ctx, "UPDATE tournament_players SET present = $1 WHERE tournament = $2 AND account IN ("+
				db.MarksFrom(3, len(accounts))+")", append([]any{now.Add(noteFor), arena}, db.Args(accounts)...)...)
			return err
		}))
	}
	return failed
}

// look is a look at who is present in an arena.
type look struct {
	at      time.Time
	present map[string]bool // nil: everybody
}

// atHand returns who of the players who wait in an arena is present, as of the last seconds, to be shown; nil:
// everybody, or it is not known.
func (s *Service) atHand(ctx context.Context, id livegame.ID) map[string]bool {
	now := s.Now()
	if last, ok := s.looks.GetIfPresent(id); ok && now.Sub(last.at) < lookTime {
		return last.present
	}
	present, err := s.present(ctx, id)
	if err != nil {
		return nil
	}
	s.looks.Set(id, look{now, present})
	return present
}

// away reports whether a player of a running arena would be paired, but is not present.
func (t *Tournament) away(p *Entry, present map[string]bool) bool {
	return present != nil && t.status == Started && t.system.Mode() == Continuous && !p.Out && p.Open == 0 &&
		!present[p.ID]
}

// markAway marks in a state who is not present, and a client for whom there is no opponent.
func (t *Tournament) markAway(out *State, present map[string]bool) {
	for i := range out.Standings {
		p := &out.Standings[i]
		if out.Mine != nil && out.Mine.Waiting && p.Number == out.Mine.Player.Number {
			continue // who looks is there, though the last list of those present may not say so yet
		}
		p.Away = t.away(t.Player(p.Number), present)
	}
	if out.Mine == nil || !out.Mine.Waiting || t.system.Mode() != Continuous {
		return
	}
	out.Mine.Alone = !slices.ContainsFunc(t.players, func(p *Entry) bool {
		return p.Number != out.Mine.Player.Number && !p.Out && p.Open == 0 && p.ID != "" && !t.away(p, present)
	})
}

// present returns who of the players who wait in an arena is present; nil: everybody.
func (s *Service) present(ctx context.Context, id livegame.ID) (map[string]bool, error) {
	if s.o.Listening == nil {
		return nil, nil
	}
	var free []string
	if err := s.Read(ctx, id, func(t *Tournament) error {
		if t.status != Started || t.system.Mode() != Continuous {
			return nil
		}
		for _, p := range t.players {
			if !p.Out && p.Open == 0 && p.ID != "" {
				free = append(free, p.ID)
			}
		}
		return nil
	}); err != nil || len(free) == 0 {
		return map[string]bool{}, err
	}
	now := s.Now()
	out, err := s.o.Listening(ctx, free, now)
	if err != nil {
		return nil, err
	}
	noted, err := db.All[string](ctx, s.o.DB,
		"SELECT account FROM tournament_players WHERE tournament = $1 AND present > $2", id, now)
	for _, account := range append(noted, s.presence.in(id, now)...) {
		out[account] = true
	}
	return out, err
}
