package challenge

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/notify"
)

// How long a challenge waits for an answer. One for a game with a clock waits for minutes, not for
// as long as its sender's page is open: few players are here at a time, and a notice may take a
// while to be seen. A game that its sender misses is aborted without a first move, and changes no
// rating.
const (
	WaitTimed          = 10 * time.Minute    // to a player, for a game with a clock
	WaitCorrespondence = 14 * 24 * time.Hour // to a player, for any other
	WaitOpen           = 24 * time.Hour      // with a link
)

const (
	keep      = 24 * time.Hour // of what has ended
	sweepTime = 5 * time.Second
	maxDue    = 500 // of one sweep
	// MaxSent is how many challenges of an account may wait at a time.
	MaxSent = 30
)

// Games is what the service needs of the game manager.
type Games interface {
	Create(ctx context.Context, head livegame.Header, address string) (manager.Snapshot, error)
	NotifyPlayers(about livegame.ID, guests ...string)
	Now() time.Time
}

// Options are what a Service needs.
type Options struct {
	DB     *db.DB
	Games  Games
	Lookup livegame.Lookup
	// Rate returns a player with the rating for a game; nil: there are no ratings.
	Rate func(ctx context.Context, h livegame.Header, p livegame.Player) (livegame.Player, error)
	// Refused reports whether a player does not want challenges from another; nil: all do.
	Refused func(ctx context.Context, from, to string) (bool, error)
	Notices *notify.Service // what players hear of changes; nil: nothing
	Log     *slog.Logger    // nil: none
}

// Service carries out what players do with challenges. Its methods are safe for concurrent use.
// Their errors for users are *livegame.Error, ErrNotFound
// and ErrOften.
type Service struct{ o Options }

// New returns a service. It needs Jobs.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{o}
}

// Create creates a challenge, with its ID, players and terms set. An earlier one between the same
// two, that still waits, is canceled. The error is ErrOften if the other was challenged too often.
func (s *Service) Create(ctx context.Context, c Challenge) (Challenge, error) {
	c.Seq, c.Status, c.Created = 1, Created, s.o.Games.Now()
	c.Updated, c.Expires = c.Created, c.Created.Add(s.wait(c))
	switch {
	case c.From.Guest == "":
		return c, livegame.Refuse("Only a player with an account can challenge others.")
	case !c.Open && c.To.Guest == c.From.Guest:
		return c, livegame.Refuse("You cannot challenge yourself.")
	}
	// Whether there can be such a game is found out now, not when the other accepts.
	trial := c
	if trial.To.Guest == "" {
		trial.To = livegame.Player{Person: livegame.Person{Account: true}, Guest: "trial"}
	}
	if _, err := livegame.New(trial.Header(), s.o.Lookup); err != nil {
		return c, err
	}
	if s.o.Refused != nil && !c.Open {
		no, err := s.o.Refused(ctx, c.From.Guest, c.To.Guest)
		if err != nil {
			return c, err
		}
		if no {
			return c, livegame.Refuse("%s does not accept challenges from you.", c.To.Name)
		}
	}
	replaced, err := s.room(ctx, c)
	if err != nil {
		return c, err
	}
	for _, p := range []*livegame.Player{&c.From, &c.To} {
		if s.o.Rate == nil || p.Guest == "" {
			continue
		}
		if *p, err = s.o.Rate(ctx, trial.Header(), *p); err != nil {
			return c, err
		}
	}
	if err := s.put(ctx, c); err != nil {
		return c, err
	}
	s.notify(c)
	for _, id := range replaced {
		if _, err := s.Cancel(ctx, id, c.From.Guest); err != nil && !isRefusal(err) {
			return c, err
		}
	}
	return c, nil
}

// room returns the earlier challenges between the same two, which a new one replaces. It fails if too many others wait.
func (s *Service) room(ctx context.Context, c Challenge) (replaced []livegame.ID, err error) {
	waiting, err := s.list(ctx, query{From: c.From.Guest, Status: Created, Limit: 2 * MaxSent})
	if err != nil {
		return nil, err
	}
	sent := 0
	for _, other := range waiting {
		if !other.Expires.After(c.Created) {
			continue
		}
		if !c.Open && other.To.Guest == c.To.Guest {
			replaced = append(replaced, other.ID)
			continue
		}
		if sent++; sent >= MaxSent {
			return nil, livegame.Refuse("%d of your challenges wait for an answer already: cancel one first.", sent)
		}
	}
	return replaced, nil
}

// Again returns a challenge that a player has created with the same ID before; false: there is
// none. A request that is sent twice counts once.
func (s *Service) Again(ctx context.Context, id livegame.ID, from string) (Challenge, bool, error) {
	c, err := s.Get(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return c, false, nil
	}
	return c, err == nil && c.From.Guest == from, err
}

func (s *Service) wait(c Challenge) time.Duration {
	switch {
	case c.Open:
		return WaitOpen
	case c.TimeControl.RealTime():
		return WaitTimed
	}
	return WaitCorrespondence
}

// Get returns a challenge as it is now.
func (s *Service) Get(ctx context.Context, id livegame.ID) (Challenge, error) {
	c, err := s.stored(ctx, id)
	return s.asOf(c), err
}

// Invited reports whether a game is from a challenge of one of two players that the other has accepted.
func (s *Service) Invited(ctx context.Context, game livegame.ID, a, b string) (bool, error) {
	c, err := s.Get(ctx, game)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	from, to := c.From.Guest, c.To.Guest
	return from == a && to == b || from == b && to == a, err
}

// List returns the challenges from and to a player that wait, or have changed since a time, the
// last changed first.
func (s *Service) List(ctx context.Context, player string, since time.Time) ([]Challenge, error) {
	waiting, err := s.list(ctx, query{Player: player, Status: Created})
	if err != nil {
		return nil, err
	}
	var list []Challenge
	seen := map[livegame.ID]bool{}
	add := func(c Challenge) {
		if c = s.asOf(c); !seen[c.ID] && (c.Status.Open() || !since.IsZero()) {
			seen[c.ID] = true
			list = append(list, c)
		}
	}
	if !since.IsZero() {
		recent, err := s.list(ctx, query{Player: player, Since: since})
		if err != nil {
			return nil, err
		}
		for _, c := range recent {
			add(c)
		}
	}
	for _, c := range waiting {
		add(c)
	}
	return list, nil
}

// asOf shows a challenge whose time is over as expired, though it is not stored yet.
func (s *Service) asOf(c Challenge) Challenge {
	if c.Status == Created && !c.Expires.After(s.o.Games.Now()) {
		c.Status = Expired
	}
	return c
}

// Accept accepts a challenge and creates its game. It may be repeated. The player must be the one
// who is challenged; an open challenge may be accepted by anyone else, also by a guest. Color
// is the color that a player wants to have of an open challenge, nil: the one that is left.
func (s *Service) Accept(
	ctx context.Context, id livegame.ID, by livegame.Player, color *game.Color,
) (Challenge, error) {
	if err := s.welcome(ctx, id, by); err != nil {
		return Challenge{}, err
	}
	c, err := s.update(ctx, id, func(c *Challenge) error {
		switch {
		case c.From.Guest == by.Guest:
			return livegame.Refuse("This is your own challenge: another player has to accept it.")
		case !c.Open && c.To.Guest != by.Guest, c.Status != Created && c.To.Guest != by.Guest:
			return ErrNotFound
		case c.Status == Accepting || c.Status == Accepted:
			return eventlog.ErrUnchanged
		case c.Status != Created:
			return s.over(*c)
		case c.Rated && !by.Account:
			return livegame.Refuse("This game is rated: sign in to accept it.")
		}
		c.To = by
		if c.Open && c.Wish == Random && color != nil {
			c.Color = color.Other()
		}
		c.Status = Accepting
		return nil
	})
	if err != nil {
		return c, err
	}
	return s.finish(ctx, c)
}

// welcome returns an error if the sender of a challenge does not want to play a player, who may have been
// blocked since.
func (s *Service) welcome(ctx context.Context, id livegame.ID, by livegame.Player) error {
	if s.o.Refused == nil {
		return nil
	}
	c, err := s.Get(ctx, id)
	if err != nil || !c.Status.Open() || c.From.Guest == by.Guest || !c.Open && c.To.Guest != by.Guest {
		return err
	}
	no, err := s.o.Refused(ctx, by.Guest, c.From.Guest)
	if err == nil && no {
		err = livegame.Refuse("%s does not play against you.", c.From.Name)
	}
	return err
}

// finish creates the game of an accepted challenge, unless it exists.
func (s *Service) finish(ctx context.Context, c Challenge) (Challenge, error) {
	if c.Status != Accepting {
		return c, nil
	}
	_, failed := s.o.Games.Create(ctx, c.Header(), c.Address)
	if failed != nil && !isRefusal(failed) { // Sweep tries again
		return c, failed
	}
	c, err := s.update(ctx, c.ID, func(c *Challenge) error {
		if c.Status != Accepting {
			return eventlog.ErrUnchanged
		}
		c.Status = Accepted
		if failed != nil {
			c.Status, c.Reason = Canceled, Failed
		}
		return nil
	})
	s.notify(c)
	if err == nil && c.Status != Accepted { // another node may have been luckier
		err = failed
	}
	return c, err
}

// Decline declines a challenge for a reason.
func (s *Service) Decline(ctx context.Context, id livegame.ID, by string, why Reason) (Challenge, error) {
	return s.end(ctx, id, Declined, func(c *Challenge) bool {
		c.Reason = why
		return !c.Open && c.To.Guest == by
	})
}

// Cancel withdraws a challenge.
func (s *Service) Cancel(ctx context.Context, id livegame.ID, by string) (Challenge, error) {
	return s.end(ctx, id, Canceled, func(c *Challenge) bool { return c.From.Guest == by })
}

// end ends a challenge that waits, if the player may do that. It may be repeated.
func (s *Service) end(ctx context.Context, id livegame.ID, as Status, may func(*Challenge) bool) (Challenge, error) {
	c, err := s.update(ctx, id, func(c *Challenge) error {
		switch {
		case !may(c):
			return ErrNotFound
		case c.Status == as:
			return eventlog.ErrUnchanged
		case c.Status != Created:
			return s.over(*c)
		}
		c.Status = as
		return nil
	})
	if err == nil {
		s.notify(c)
	}
	return c, err
}

// over returns the error of a challenge that cannot be answered any more.
func (s *Service) over(c Challenge) error {
	switch c.Status {
	case Accepting, Accepted:
		return livegame.Refuse("The challenge is accepted already.")
	case Declined:
		return livegame.Refuse("The challenge was declined.")
	case Expired:
		return livegame.Refuse("The challenge has expired.")
	}
	return livegame.Refuse("The challenge was canceled.")
}

func isRefusal(err error) bool {
	var refusal *livegame.Error
	return errors.As(err, &refusal)
}

// update changes a challenge as decide says. One that is changed already is returned as it is.
func (s *Service) update(ctx context.Context, id livegame.ID, decide func(*Challenge) error) (Challenge, error) {
	read := func(ctx context.Context) (Challenge, error) { return s.Get(ctx, id) }
	return eventlog.Update(ctx, errConflict, read, func(c *Challenge) error {
		c.Seq, c.Updated = c.Seq+1, s.o.Games.Now()
		return decide(c)
	}, s.put)
}

// notify says to both players that a challenge has changed.
func (s *Service) notify(c Challenge) {
	s.o.Games.NotifyPlayers(c.ID, c.From.Guest, c.To.Guest)
	if s.o.Notices == nil {
		return
	}
	if c.Status != Created && c.To.Guest != "" { // what was to be answered is no more
		s.o.Notices.Read(c.To.Guest, c.ID)
	}
	if n, ok := c.notification(); ok {
		s.o.Notices.Take(n)
	}
}

// Missed returns what changes since a time mean to players, for a sweep that finds what they have not heard of.
func (s *Service) Missed(ctx context.Context, since time.Time, limit int) (missed []notify.Notification, err error) {
	list, err := s.list(ctx, query{Since: since, Limit: limit})
	for _, c := range list {
		if n, ok := c.notification(); ok {
			missed = append(missed, n)
		}
	}
	return missed, err
}

// Jobs registers the sweep.
func (s *Service) Jobs(r *job.Runner) { r.Every("challenges", sweepTime, job.OneNode, s.Sweep) }

// Sweep ends what has expired, creates the games of what was accepted by a node that died
// meanwhile, and forgets what ended long ago.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.o.Games.Now()
	each := func(q query, work func(context.Context, Challenge) error) error {
		q.Limit = maxDue
		due, err := s.list(ctx, q)
		return errors.Join(err, job.Each(ctx, due, work))
	}
	return errors.Join(
		each(query{Status: Created, Due: now}, func(ctx context.Context, c Challenge) error {
			c.Seq, c.Updated, c.Status = c.Seq+1, now, Expired
			if err := s.put(ctx, c); err != nil && !errors.Is(err, errConflict) {
				return err
			}
			s.notify(c)
			return nil
		}),
		each(query{Status: Accepting}, func(ctx context.Context, c Challenge) error {
			if now.Sub(c.Updated) < sweepTime { // it is being made
				return nil
			}
			_, err := s.finish(ctx, c)
			return err
		}),
		s.forget(ctx, now.Add(-keep)),
	)
}
