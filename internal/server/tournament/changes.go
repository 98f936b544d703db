package tournament

import (
	"context"
	"crypto/subtle"
	"errors"
	"strings"

	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Create creates a tournament of an account, or with a zero author one of the server. It may be repeated.
func (s *Service) Create(ctx context.Context, by publictext.Author, t Terms) error {
	t.Creator = by.Guest
	t.Created = livegame.ToMillis(s.o.Games.Now())
	t.Starts = livegame.ToMillis(t.Starts)
	if row, err := s.stored(ctx, t.ID); err == nil && t.Creator != "" && row.Creator == t.Creator {
		return nil
	}
	if err := t.Check(s.o.Lookup, t.Created); err != nil {
		return err
	}
	if err := t.checkPublic(by); err != nil && t.Creator != "" {
		return err
	}
	if own := strings.HasPrefix(string(t.ID), daily) || strings.HasPrefix(string(t.ID), weekly); own && t.Creator != "" {
		return livegame.Refuse("The IDs of the server's own tournaments begin with daily- and weekly-: choose another one.")
	}
	if (t.RatingMin > 0 || t.RatingMax > 0) && s.o.Rate != nil {
		p, err := s.o.Rate(ctx, s.header(&t, Pairing{}), livegame.Player{
			Person: livegame.Person{Account: true}, Guest: t.Creator,
		})
		if err != nil {
			return err
		}
		if p.Rating == 0 {
			return livegame.Refuse("There are no ratings for this game and time: leave out the range of ratings.")
		}
	}
	if t.Rated { // found out now, not with the first game
		if _, err := livegame.New(s.header(&t, Pairing{Game: "trial"}), s.o.Lookup); err != nil {
			return err
		}
	}
	err := s.insert(ctx, t, MaxOpen)
	switch {
	case errors.Is(err, errMany):
		return livegame.Refuse("You have %d tournaments that are not over yet, which is the most: cancel one first.", MaxOpen)
	case errors.Is(err, errConflict):
		return livegame.Refuse("There is a tournament with this ID already.")
	}
	return err
}

// Join makes an account a player, or brings it back. It may be repeated. Player is the account as it
// plays games; the address is a hash, or empty. Who created the tournament needs no password.
func (s *Service) Join(ctx context.Context, id livegame.ID, p livegame.Player, address, password string) error {
	var rated *livegame.Player
	return s.change(ctx, id, func(t *Tournament) (Event, *Player, error) {
		if err := t.MayJoin(p); err != nil {
			return Event{}, nil, err
		}
		if known := t.Of(p.Guest); known != nil {
			if !known.Out {
				return Event{}, nil, eventlog.ErrUnchanged
			}
			if known.Turns >= maxTurns {
				return Event{}, nil, livegame.Refuse("You have left and come back %d times, which is the most.", maxTurns-1)
			}
			return Event{Kind: Join, Player: known.Number}, nil, nil
		}
		if want := t.terms.Password; want != "" && p.Guest != t.terms.Creator &&
			subtle.ConstantTimeCompare([]byte(want), []byte(HashPassword(id, password))) != 1 {
			return Event{}, nil, livegame.Refuse("Wrong password.")
		}
		if rated == nil {
			with := p
			if s.o.Rate != nil {
				var err error
				if with, err = s.o.Rate(ctx, s.header(&t.terms, Pairing{}), p); err != nil {
					return Event{}, nil, err
				}
			}
			rated = &with
		}
		limits := livegame.Header{RatingMin: t.terms.RatingMin, RatingMax: t.terms.RatingMax}
		if limits.RatingMin > 0 && rated.Provisional {
			return Event{}, nil, livegame.Refuse(
				"This tournament is for players whose rating is certain: play some rated games first.")
		}
		if err := limits.Accepts(*rated); err != nil {
			return Event{}, nil, err
		}
		n := len(t.players) + 1
		return Event{Kind: Join, Player: n}, &Player{Person: rated.Person, Number: n, ID: p.Guest, Address: address}, nil
	})
}

// MayJoin returns why a player cannot join now, or come back, but for the rating and the password.
func (t *Tournament) MayJoin(p livegame.Player) error {
	known := t.Of(p.Guest)
	switch {
	case t.status.Over():
		return livegame.Refuse("The tournament is over.")
	case !p.Account:
		return livegame.Refuse("Tournaments are for players with an account: sign in to join.")
	case known != nil && (t.status == Created || !known.Out):
		return nil
	case known == nil && p.Bot && !t.terms.Bots:
		return livegame.Refuse("Programs may not play in this tournament.")
	}
	if t.status == Started {
		if err := t.system.TooLate(t, known != nil); err != nil {
			return err
		}
	}
	if known == nil && len(t.players) >= t.system.Limit() {
		return livegame.Refuse("The tournament is full: it has %d players.", len(t.players))
	}
	return nil
}

// Leave takes a player out of the next pairings, until Join. It may be repeated. A player who leaves a
// round robin resigns all games.
func (s *Service) Leave(ctx context.Context, id livegame.ID, account string) error {
	err := s.change(ctx, id, func(t *Tournament) (Event, *Player, error) {
		switch p := t.Of(account); {
		case p == nil:
			return Event{}, nil, livegame.Refuse("You do not play in this tournament.")
		case t.status.Over():
			return Event{}, nil, livegame.Refuse("The tournament is over.")
		case p.Out:
			return Event{}, nil, eventlog.ErrUnchanged
		default:
			return Event{Kind: Leave, Player: p.Number}, nil, nil
		}
	})
	if err == nil {
		s.kick(id)
	}
	return err
}

// Cancel cancels a tournament of an account before it starts. It may be repeated.
func (s *Service) Cancel(ctx context.Context, id livegame.ID, account string) error {
	return s.cancel(ctx, id, ByCreator, func(t *Tournament) error {
		switch {
		case account == "" || t.terms.Creator != account:
			return livegame.Refuse("Only who created the tournament can cancel it.")
		case t.status == Started:
			return livegame.Refuse("The tournament has started: it cannot be canceled any more.")
		}
		return nil
	})
}

// Close cancels any tournament for the operator of the server. It may be repeated.
func (s *Service) Close(ctx context.Context, id livegame.ID) error {
	return s.cancel(ctx, id, ByServer, func(*Tournament) error { return nil })
}

func (s *Service) cancel(ctx context.Context, id livegame.ID, why Reason, may func(*Tournament) error) error {
	return s.change(ctx, id, func(t *Tournament) (Event, *Player, error) {
		if err := may(t); err != nil {
			return Event{}, nil, err
		}
		switch t.status {
		case Canceled:
			return Event{}, nil, eventlog.ErrUnchanged
		case Finished:
			return Event{}, nil, livegame.Refuse("The tournament is over.")
		case Created, Started:
		}
		return Event{Kind: Cancel, Reason: why}, nil, nil
	})
}
