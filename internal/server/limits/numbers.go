package limits

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Lister lists games, as the game manager does.
type Lister interface {
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
}

// Thinker is a Lister that knows in how many games of an address the engine thinks.
type Thinker interface {
	Lister
	Thinking(address string) int
}

// MayThink returns an error if the engine is thinking in too many games of a guest, or of an
// address, for another game against it. A game of the guest that exists already may begin
// again. The address is a hash.
func (l Limits) MayThink(ctx context.Context, games Thinker, guest, address string, id livegame.ID) error {
	thinking := livegame.Query{Guest: guest, EngineToMove: true, Limit: l.Thinking}
	if address != "" && games.Thinking(address) >= l.AddressThinking {
		return mayHave(ctx, games, thinking, 0, id,
			"The computer is thinking in many games at your address: wait for one of its moves before you create another.")
	}
	return mayHave(ctx, games, thinking, l.Thinking, id,
		"The computer is thinking in several of your games: wait for one of its moves before you create another.")
}

const (
	// While crowd games are offered, guests whose cookie is younger than settled wait with
	// theirs: a program that makes guests to fill the list is so slowed down.
	crowd   = 40
	settled = time.Minute
)

// MayOffer returns an error if a guest of an age offers too many games for another one.
func (l Limits) MayOffer(ctx context.Context, games Lister, guest string, id livegame.ID, age time.Duration) error {
	if age < settled {
		err := mayHave(ctx, games, livegame.Query{Status: livegame.Waiting, PublicOnly: true}, crowd, id,
			"Many games are being offered: join one of them, or offer yours in a minute.")
		if err != nil {
			return err
		}
	}
	return mayHave(ctx, games, livegame.Query{Guest: guest, Status: livegame.Waiting, PublicOnly: true}, l.Offers, id,
		"You offer "+message.Plural(l.Offers, "game")+" already: cancel one, or wait for an opponent.")
}

// mayHave returns an error with the text if a query finds so many games without the one
// that is to be created.
func mayHave(ctx context.Context, games Lister, q livegame.Query, most int, id livegame.ID, text string) error {
	q.Limit = max(q.Limit, most+1)
	list, err := games.List(ctx, q)
	if err != nil {
		return err
	}
	again := func(m livegame.Summary) bool { return m.ID == id } // the first answer was lost
	if len(list) < most || slices.ContainsFunc(list, again) {
		return nil
	}
	return problem.New(http.StatusTooManyRequests, problem.CodeTooMany, text)
}
