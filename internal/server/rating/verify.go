package rating

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Audit is the result of Verify.
type Audit struct {
	Changes, Games, Standings int // that were compared
	Pending                   int // games that have ended just now
}

// auditPage is how much Verify reads at once.
const auditPage = 500

// pendingTime is how long a game may wait for its rater.
const pendingTime = time.Minute

// Verify computes all ratings again, from the games in the ledger's order, and calls report with
// each difference: changes and ratings that are not what they must be to the last bit, games
// that were never rated or cannot be read, and changes that no game explains. The server may run meanwhile.
func (s *Service) Verify(ctx context.Context, report func(string)) (Audit, error) {
	a := audit{s: s, report: report, changes: map[livegame.ID]Change{}, standings: map[key]Standing{}}
	for _, part := range []func(context.Context) error{a.ledger, a.games, a.ratings} {
		if err := part(ctx); err != nil {
			return a.Audit, err
		}
	}
	return a.Audit, nil
}

type key struct {
	player Player
	pool   Pool
}

type audit struct {
	Audit
	s         *Service
	report    func(string)
	last      int64
	changes   map[livegame.ID]Change // those that no game has explained yet
	standings map[key]Standing
}

func (a *audit) reportf(format string, args ...any) { a.report(fmt.Sprintf(format, args...)) }

// ledger replays the ledger.
func (a *audit) ledger(ctx context.Context) error {
	for {
		list, err := a.s.ledger(ctx, a.last, auditPage)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, c := range list {
			a.replay(c)
		}
	}
}

// replay compares a change with what it must be.
func (a *audit) replay(c Change) {
	if c.Seq != a.last+1 {
		a.reportf("the ledger has no changes from %d to %d", a.last+1, c.Seq-1)
	}
	a.last = c.Seq
	a.Changes++
	if _, twice := a.changes[c.ID]; twice {
		a.reportf("game %s was rated twice, the second time by change %d", c.ID, c.Seq)
	}
	a.changes[c.ID] = c
	var before [2]Standing
	for color, p := range c.Players {
		s, ok := a.standings[key{p, c.Pool}]
		if !ok {
			s = NewStanding(p, c.Pool)
		}
		if p.Level() > 0 { // the table may have been another
			s.Rating = c.Before[color]
		}
		before[color] = s
	}
	want, after := Apply(c.Seq, c.Game, before)
	if want.Before != c.Before || want.After != c.After {
		a.reportf("change %d, of game %s, is %v to %v, expected %v to %v",
			c.Seq, c.ID, c.Before, c.After, want.Before, want.After)
	}
	for _, s := range after {
		if s.Player.Level() == 0 {
			a.standings[key{s.Player, s.Pool}] = s
		}
	}
}

// games compares finished games with their changes.
func (a *audit) games(ctx context.Context) error {
	var after livegame.ID
	for {
		list, err := a.s.o.Games.RatedGames(ctx, after, auditPage)
		if err != nil {
			return err
		}
		for _, s := range list {
			after = s.ID
			a.Games++
			if s.Err != nil {
				a.unreadable(s.ID, s.Err)
				continue
			}
			if err := a.compare(ctx, s.Summary); err != nil {
				return err
			}
		}
		if len(list) == 0 {
			break
		}
	}
	for id, c := range a.changes {
		if !c.Deleted {
			a.reportf("change %d is that of game %s, which does not exist", c.Seq, id)
		}
	}
	return nil
}

// unreadable reports a damaged game. Its change, if it has one, cannot be compared.
func (a *audit) unreadable(id livegame.ID, why error) {
	delete(a.changes, id)
	a.reportf("game %s cannot be read: %v", id, why)
}

// compare compares a game with its change.
func (a *audit) compare(ctx context.Context, s livegame.Summary) error {
	c, rated := a.changes[s.ID]
	delete(a.changes, s.ID)
	forgotten := s.Seats[0].Forgotten() || s.Seats[1].Forgotten()
	v := Judge(s)
	switch {
	case !rated && (v != Counts || forgotten):
		return nil
	case !rated:
		_, err := a.s.ChangeOf(ctx, s.ID) // it may have been rated since
		if err == nil || a.s.o.Now().Sub(s.Updated) < pendingTime {
			a.Pending++
			return nil
		}
		if !errors.Is(err, livegame.ErrNotFound) {
			return err
		}
		a.reportf("game %s has never been rated", s.ID)
		return nil
	case v != Counts && !forgotten:
		a.reportf("change %d is that of game %s, which does not count (%s)", c.Seq, s.ID, v)
		return nil
	case c.Deleted:
		a.reportf("change %d says that game %s was deleted, but it exists", c.Seq, s.ID)
		return nil
	}
	ended, err := a.s.endOf(ctx, s.ID)
	if errors.Is(err, errEndless) {
		a.unreadable(s.ID, err)
		return nil
	}
	if err != nil {
		return err
	}
	want := gameOf(s, ended)
	for color := range s.Seats { // the ledger still tells players apart whose data was deleted
		if c.Players[color].Gone() {
			want.Players[color] = c.Players[color]
		}
	}
	if got := c.Game; !got.Ended.Equal(want.Ended) || got.Pool != want.Pool || got.Result != want.Result ||
		got.Players != want.Players {
		a.reportf("change %d is not that of game %s: it ended at %v with %v in %s, expected %v with %v in %s, "+
			"or other players",
			c.Seq, s.ID, got.Ended, got.Result, got.Pool, want.Ended, want.Result, want.Pool)
	}
	return nil
}

// ratings compares the standings with those after the last change.
func (a *audit) ratings(ctx context.Context) error {
	var after key
	for {
		list, err := a.s.StandingsAfter(ctx, after.player, after.pool, auditPage)
		if err != nil {
			return err
		}
		for _, s := range list {
			after = key{s.Player, s.Pool}
			want, ok := a.standings[after]
			delete(a.standings, after)
			if s.Seq > a.last { // it has changed since
				continue
			}
			a.Standings++
			if !ok || s.Rating != want.Rating || s.Seq != want.Seq || s.Games() != want.Games() || s.Wins != want.Wins ||
				s.Draws != want.Draws || !s.At.Equal(want.At) {
				a.reportf("the rating of a player in %s after change %d is %v with %d games, expected %v with %d",
					s.Pool, s.Seq, s.Rating, s.Games(), want.Rating, want.Games())
			}
		}
		if len(list) == 0 {
			break
		}
	}
	for k, s := range a.standings {
		if !k.player.Gone() {
			a.reportf("a player's rating in %s is missing, expected %v after change %d", k.pool, s.Rating, s.Seq)
		}
	}
	return nil
}
