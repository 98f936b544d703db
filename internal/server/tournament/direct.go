package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Ended notes that a game of a tournament has ended on this node.
func (s *Service) Ended(g livegame.Summary) {
	if g.Tournament != "" {
		s.kick(g.Tournament)
	}
}

// kick has a tournament looked at soon.
func (s *Service) kick(id livegame.ID) {
	s.mu.Lock()
	s.soon[id] = true
	s.mu.Unlock()
	select {
	case s.kicked <- struct{}{}:
	default:
	}
}

// Jobs registers what directs tournaments. A tournament has a node of its own, see lead.
func (s *Service) Jobs(r *job.Runner) {
	r.Always("tournaments", s.direct)
	r.Every("tournament schedule", sweepTime, job.OneNode, s.Sweep)
	r.Every("arena players", noteEvery, job.EachNode, s.notePresence)
}

// direct directs tournaments until the context is done.
func (s *Service) direct(ctx context.Context) error {
	var g errgroup.Group
	defer s.resign(ctx)
	defer func() { _ = g.Wait() }() // no work of it fails
	tick := time.NewTicker(tickTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-s.kicked:
			if !job.Pause(ctx, kickTime) { // other games end in the meantime
				return nil
			}
		}
		rows, err := s.List(ctx, Query{Due: s.o.Games.Now(), Director: s.o.Node, Limit: maxDue})
		if err != nil {
			s.warn(ctx, "cannot list the tournaments that are due", err)
			continue
		}
		for _, id := range s.begin(rows) {
			g.Go(func() error {
				s.guarded(ctx, id)
				return nil
			})
		}
	}
}

// begin returns which of the due tournaments to look at now: none that is being looked at, and
// seldom one by correspondence.
func (s *Service) begin(rows []Row) (ids []livegame.ID) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	soon, next := s.soon, s.next
	s.soon, s.next = map[livegame.ID]bool{}, map[livegame.ID]time.Time{} // of those that are due
	for i := range rows {
		id := rows[i].ID
		slow := rows[i].Status == Started && rows[i].Control.Correspondence()
		switch {
		case s.busy[id]:
			s.soon[id] = soon[id]
		case slow && !soon[id] && now.Before(next[id]):
			s.next[id] = next[id]
		default:
			if slow {
				s.next[id] = now.Add(slowTime)
			}
			s.busy[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// guarded directs a tournament. A panic is the fault of that tournament alone.
func (s *Service) guarded(ctx context.Context, id livegame.ID) {
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.busy, id)
	}()
	err := job.Safely(func() error { return s.Direct(ctx, id) })
	if p := (*job.PanicError)(nil); errors.As(err, &p) {
		s.log.Forget(id)
		s.o.Log.Error("a panic in a tournament", "tournament", id, "panic", p.Value, "stack", string(p.Stack))
	} else if err != nil {
		s.warn(ctx, "cannot direct a tournament", fmt.Errorf("%s: %w", id, err))
	}
}

func (s *Service) warn(ctx context.Context, what string, err error) {
	if ctx.Err() == nil {
		s.o.Log.Warn(what, "error", err)
	}
}

// Sweep creates the server's own tournaments, forgets canceled ones, and takes players out whose
// accounts are no more.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.o.Games.Now()
	err := job.Each(ctx, Schedule(s.o.Scheduled, now), func(ctx context.Context, t Terms) error {
		_, err := s.stored(ctx, t.ID)
		if errors.Is(err, ErrNotFound) {
			err = s.Create(ctx, publictext.Author{}, t)
		}
		return err
	})
	list, failed := s.leftBehind(ctx)
	return errors.Join(err, s.forget(ctx, now.Add(-keepFor)), failed, job.Each(ctx, list, s.takeOut))
}

// takeOut takes a player out whose account was closed or deleted.
func (s *Service) takeOut(ctx context.Context, g gone) error {
	err := s.change(ctx, g.Tournament, func(t *Tournament) (Event, *Player, error) {
		if p := t.Player(g.Player); p == nil || p.Out || t.status.Over() {
			return Event{}, nil, eventlog.ErrUnchanged
		}
		return Event{Kind: Leave, Player: g.Player}, nil, nil
	})
	if err == nil && g.Deleted {
		s.log.ForgetAll(func(k *known) bool { // the name, too
			p := k.Player(g.Player)
			return k.Terms().ID == g.Tournament && p != nil && p.ID != ""
		})
	}
	return err
}

// lead reports whether this node directs a tournament, and when a node looked after it last: with seen, now.
func (s *Service) lead(
	ctx context.Context, id livegame.ID, now time.Time, seen bool,
) (last time.Time, ok bool, err error) {
	s.mu.Lock()
	until := s.leads[id]
	s.mu.Unlock()
	if until.Sub(now) > leadTime/2 {
		return now, true, nil
	}
	next := now.Add(leadTime)
	last, ok, err = s.claim(ctx, id, now, next, seen)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil && !ok:
		delete(s.leads, id)
	case err == nil && seen:
		s.leads[id] = next
	default: // it is claimed again before the next look, and given up when the node stops
		s.leads[id] = now
	}
	return last, ok && err == nil, err
}

// resign lets other nodes direct what this one does, which stops.
func (s *Service) resign(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), nameTime)
	defer cancel()
	s.mu.Lock()
	leads := s.leads
	s.leads = map[livegame.ID]time.Time{}
	s.mu.Unlock()
	now := s.o.Games.Now()
	for id, until := range leads {
		if _, _, err := s.claim(ctx, id, now, now, until.After(now)); err != nil {
			return // they wait for the claim to end
		}
	}
}

// Direct does what is due in a tournament, unless another node directs it.
func (s *Service) Direct(ctx context.Context, id livegame.ID) error {
	now := s.o.Games.Now() // before the look at the games, so that none of before is left out
	last, ok, err := s.lead(ctx, id, now, false)
	if err != nil || !ok {
		return err
	}
	ended, failed := s.games(ctx, id)
	over := false
	for range maxSteps {
		present, err := s.present(ctx, id)
		if err != nil {
			return errors.Join(failed, err)
		}
		var done *Event
		var waits []time.Duration
		err = s.change(ctx, id, func(t *Tournament) (Event, *Player, error) {
			done, waits, over = nil, nil, t.status.Over() // another node may have been first
			e, due, err := t.Decide(Facts{
				Now: now, Seen: last, Ended: ended, Present: func(a string) bool { return present == nil || present[a] },
			})
			if err != nil {
				return e, nil, err
			}
			if !due {
				return e, nil, eventlog.ErrUnchanged
			}
			done = &e
			if e.Kind == Pair && t.system.Mode() == Continuous {
				waits = t.waits(e, now)
			}
			return e, nil, nil
		})
		if err != nil {
			return errors.Join(failed, err)
		}
		if done == nil {
			break
		}
		if done.Kind == Start {
			s.notify(ctx, id)
		}
		for _, w := range waits {
			s.waited.Observe(w.Seconds())
		}
		if done.Kind == Pair {
			s.paired(ctx, id, done)
			_, err := s.games(ctx, id)
			failed = errors.Join(failed, err)
		}
	}
	_, _, err = s.lead(ctx, id, now, true)
	if over {
		s.mu.Lock()
		delete(s.leads, id)
		s.mu.Unlock()
	}
	return errors.Join(failed, err)
}

// waits returns how long the players of pairings have waited for them.
func (t *Tournament) waits(e Event, now time.Time) (list []time.Duration) {
	for _, g := range e.Games {
		for _, n := range []int{g.White, g.Black} {
			since := t.players[n-1].Free
			if since.Before(t.started) {
				since = t.started
			}
			list = append(list, now.Sub(since))
		}
	}
	return list
}

// games looks at the games that are being played: it creates those that are missing, and returns the
// results of those that have ended. With an error it returns the others.
func (s *Service) games(ctx context.Context, id livegame.ID) (ended []Result, failed error) {
	var heads []livegame.Header
	leaving := map[livegame.ID]string{} // games that a player resigns
	err := s.Read(ctx, id, func(t *Tournament) error {
		for _, g := range t.Playing() {
			heads = append(heads, s.seated(t, g.Pairing))
			for _, n := range []int{g.White, g.Black} {
				if p := t.Player(n); p.Out && t.system.Mode() == AtOnce && p.ID != "" {
					leaving[g.Game] = p.ID
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for part := range slices.Chunk(heads, livegame.MaxQueryIDs) {
		ids := make([]livegame.ID, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		list, err := s.o.Games.List(ctx, livegame.Query{IDs: ids, Limit: len(ids)})
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		known := map[livegame.ID]bool{}
		for _, g := range list {
			known[g.ID] = true
			if g.Status == livegame.Finished {
				ended = append(ended, ResultOf(g))
			} else if account := leaving[g.ID]; account != "" {
				failed = errors.Join(failed, s.giveUp(ctx, g.ID, account))
			}
		}
		part = slices.DeleteFunc(slices.Clone(part), func(h livegame.Header) bool { return known[h.ID] })
		lost, err := s.create(ctx, part)
		ended, failed = append(ended, lost...), errors.Join(failed, err)
	}
	return ended, failed
}

// seated returns the header of a game with its players.
func (s *Service) seated(t *Tournament, g Pairing) livegame.Header {
	h := s.header(&t.terms, g)
	for color, n := range []int{g.White, g.Black} {
		p := t.Player(n)
		h.Seats[color] = livegame.Player{Person: p.Person, Guest: p.ID, Place: livegame.PlaceOf(p.Address, g.Game)}
	}
	return h
}

// createFirst creates the games of a pairing that is stored, before this node shows it: pages open their games at once.
// Those that fail, or take too long, are created by games, as are those of a node that dies.
func (s *Service) createFirst(ctx context.Context, t *Tournament, list []Pairing) {
	ctx, cancel := context.WithTimeout(ctx, firstTime)
	defer cancel()
	heads := make([]livegame.Header, len(list))
	for i, g := range list {
		heads[i] = s.seated(t, g)
	}
	if _, err := s.create(ctx, heads); err != nil {
		s.warn(ctx, "cannot create games of a tournament yet", fmt.Errorf("%s: %w", t.terms.ID, err))
	}
}

// create creates games. It returns the results of those that cannot be: a player whose account was
// deleted loses by forfeit, and a game that an operator has deleted is void.
func (s *Service) create(ctx context.Context, heads []livegame.Header) (lost []Result, failed error) {
	var g errgroup.Group
	g.SetLimit(creating)
	var mu sync.Mutex
	for _, h := range heads {
		white, black := h.Seats[0].Guest != "", h.Seats[1].Guest != ""
		if !white || !black {
			r := Result{Game: h.ID, Score: Void, Ended: s.o.Games.Now()}
			if white {
				r.Score = BlackForfeit
			} else if black {
				r.Score = WhiteForfeit
			}
			mu.Lock()
			lost = append(lost, r)
			mu.Unlock()
			continue
		}
		g.Go(func() error {
			_, err := s.o.Games.Create(ctx, h, "")
			var refusal *livegame.Error
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, livegame.ErrNotFound) || errors.As(err, &refusal) {
				s.o.Log.Warn("a game of a tournament cannot be", "tournament", h.Tournament, "game", h.ID, "error", err)
				lost = append(lost, Result{Game: h.ID, Score: Void, Ended: s.o.Games.Now()})
			} else if err != nil {
				failed = errors.Join(failed, err)
			}
			return nil
		})
	}
	_ = g.Wait() // failed has the errors
	return lost, failed
}

// giveUp resigns a game for a player who has left.
func (s *Service) giveUp(ctx context.Context, id livegame.ID, account string) error {
	_, err := s.o.Games.Do(ctx, id,
		livegame.Command{ID: "left-the-tournament", Kind: livegame.DoResign, Guest: account}, 0)
	if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) { // it has ended
		return nil
	}
	return err
}
