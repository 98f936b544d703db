package adopt

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// settle is how long a finished game keeps its players: its ratings are counted first, and nodes forget the game.
const settle = 2 * time.Minute

// leave deletes what can be deleted of an account now; once no game has it any more, the account itself.
// It ends games that are not over: opponents win, or the game is aborted.
func (a *Adopter) leave(ctx context.Context, l account.Leaver) error {
	gone := func(id string) bool { return id != "" && (id == l.Account || slices.Contains(l.Guests, id)) }
	left := false
	var failed error
	for _, id := range append([]string{l.Account}, l.Guests...) {
		for _, status := range []livegame.Status{livegame.Waiting, livegame.Live, livegame.Finished} {
			list, err := a.o.Games.List(ctx, livegame.Query{Guest: id, Status: status, Limit: mostGames})
			failed = errors.Join(failed, err)
			for _, s := range list {
				left = true
				switch {
				case status != livegame.Finished:
					err = a.resign(ctx, s, id)
				case a.o.Now().Sub(s.Updated) >= settle:
					if err = a.o.Finished.Forget(ctx, s, gone); errors.Is(err, livegame.ErrConflict) {
						err = nil // it has changed: the next sweep
					}
				default:
					err = nil
				}
				failed = errors.Join(failed, err)
			}
		}
	}
	if left || failed != nil {
		return failed
	}
	if err := a.o.Accounts.DeleteAccount(ctx, l.Account); !errors.Is(err, auth.ErrNotFound) {
		return err
	}
	return nil
}

// resign ends a game that is not over: it is withdrawn or aborted if that is allowed.
func (a *Adopter) resign(ctx context.Context, s livegame.Summary, id string) error {
	var refused *livegame.Error
	for _, kind := range []livegame.CommandKind{livegame.DoAbort, livegame.DoResign} {
		_, err := a.o.Games.Do(ctx, s.ID,
			livegame.Command{ID: "leave-" + string(kind) + "-" + id, Kind: kind, Guest: id, Ply: -1}, 0)
		if err == nil || !errors.As(err, &refused) {
			return err
		}
	}
	return nil // it has ended meanwhile
}
