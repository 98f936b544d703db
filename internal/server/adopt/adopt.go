// Package adopt gives the games that a person played as a guest to the account in which the person signs
// in, and takes them from an account whose owner deletes it.
//
// The claim of a guest is a row that stays due until the account has all games, so it survives a crash:
// any node takes it up again, and each step can be repeated. In games that are not over, an event gives
// the seat to the account; finished games are changed in the database.
package adopt

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Accounts are the claims, and the accounts that are being deleted; account.Store has them.
type Accounts interface {
	TakeClaims(ctx context.Context, now, again time.Time, limit int) ([]account.Claim, error)
	SettleClaim(ctx context.Context, guest string) error
	Deleting(ctx context.Context, limit int) ([]account.Leaver, error)
	DeleteAccount(ctx context.Context, id string) error
}

// Finished are the games that are over.
type Finished interface {
	// AdoptFinished gives an account the finished games of a guest, at most limit, and returns how many. Once there are
	// none, it has also the messages in chats and what the guest created.
	AdoptFinished(ctx context.Context, c account.Claim, limit int) (int, error)
	// Forget is that of admin.Store.
	Forget(ctx context.Context, s livegame.Summary, gone func(guest string) bool) error
}

// Games are the games that are not over.
type Games interface {
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error)
}

// How claims are worked off.
const (
	// Again is how long after the claim a node looks for games that the guest's last requests made: other nodes
	// take the guest's cookie for valid for some seconds.
	Again     = time.Minute
	pollEvery = 20 * time.Second
	batch     = 50
	mostGames = 500 // unfinished ones, read at once
)

// Options are what an Adopter needs.
type Options struct {
	Accounts Accounts
	Finished Finished
	Games    Games
	Now      func() time.Time // nil: the system's clock
	Log      *slog.Logger     // nil: none
}

// Adopter gives games to accounts. It may be used by many goroutines.
type Adopter struct{ o Options }

// New makes an adopter. It needs Jobs.
func New(o Options) *Adopter {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Adopter{o}
}

// Jobs registers the sweep.
func (a *Adopter) Jobs(r *job.Runner) { r.Every("games of guests", pollEvery, job.OneNode, a.Sweep) }

// Sweep works off the claims that are due. A claim is settled once a node found nothing more.
func (a *Adopter) Sweep(ctx context.Context) error {
	now := a.o.Now()
	list, err := a.o.Accounts.TakeClaims(ctx, now, now.Add(Again), batch)
	worked := job.Each(ctx, list, func(ctx context.Context, c account.Claim) error {
		n, err := a.Adopt(ctx, c)
		if err == nil && n == 0 {
			err = a.o.Accounts.SettleClaim(ctx, c.Guest)
		}
		return err
	})
	leavers, failed := a.o.Accounts.Deleting(ctx, batch)
	return errors.Join(err, worked, failed, job.Each(ctx, leavers, a.leave))
}

// Adopt gives an account the games that a guest has now, and returns how many. Challenges are between
// accounts; one that the guest has accepted is a game.
func (a *Adopter) Adopt(ctx context.Context, c account.Claim) (n int, err error) {
	for _, status := range []livegame.Status{livegame.Waiting, livegame.Live} {
		list, failed := a.o.Games.List(ctx, livegame.Query{Guest: c.Guest, Status: status, Limit: mostGames})
		err = errors.Join(err, failed)
		for _, s := range list {
			took, failed := a.adopt(ctx, s, c)
			if took {
				n++
			}
			err = errors.Join(err, failed)
		}
	}
	for err == nil {
		finished, failed := a.o.Finished.AdoptFinished(ctx, c, batch)
		n, err = n+finished, failed
		if finished < batch {
			break
		}
	}
	return n, err
}

// adopt gives an account a guest's seats in a game that is not over. A game that looks for any opponent is withdrawn: a
// search belongs to the page that began it.
func (a *Adopter) adopt(ctx context.Context, s livegame.Summary, c account.Claim) (bool, error) {
	seated := s.Seats[0].Guest == c.Guest || s.Seats[1].Guest == c.Guest
	command := livegame.Command{
		ID: "adopt-" + c.Guest, Kind: livegame.DoAdopt, Guest: c.Guest, As: livegame.Player{Guest: c.Account}, Ply: -1,
	}
	switch {
	case s.Status == livegame.Waiting && (s.Pairing || !seated):
		command.ID, command.Kind, command.As = "withdraw-"+c.Guest, livegame.DoAbort, livegame.Player{}
	case !seated:
		return false, nil
	}
	_, err := a.o.Games.Do(ctx, s.ID, command, 0)
	var refused *livegame.Error
	if errors.As(err, &refused) || errors.Is(err, livegame.ErrNotFound) { // it has ended, or was adopted by another node
		return false, nil
	}
	return err == nil, err
}
