// Package pairing finds opponents for players who want a game now.
//
// A player who waits has a game with Header.Pairing: public, so that it is in the lobby, and one
// at a time, which the store ensures. Each node looks at the games that wait on all nodes and
// pairs their creators in the same way (match). The creator of the newer game first withdraws it,
// by an event, and then joins the older one. If another player joined it meanwhile, the
// withdrawal is rejected and that game is played; if the older one is gone, the creator waits in a
// new game that counts as old as the withdrawn one. So no player gets two games, whatever races
// or dies.
//
// A player is there as long as requests to Find follow each other. Who waits watches the game, so
// every node knows of it; a game whose creator has left is not joined, and withdrawn.
package pairing

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
)

// Timing of a search.
const (
	// PollTime is how long a request waits for an opponent.
	PollTime = 8 * time.Second
	look     = time.Second            // between looks at the waiting games, if nothing changes
	retry    = 250 * time.Millisecond // before the next look if an opponent seemed to be away
	fresh    = 200 * time.Millisecond // how long a list of waiting games is used
	// leftAfter is how long after a request a player without another one has left. Other nodes are
	// slower to know that (goneAfter).
	leftAfter  = 4 * time.Second
	sweepEvery = 10 * time.Second
	goneAfter  = 15 * time.Second
	begunFor   = 30 * time.Second // how long a found game without a move is the answer to a search
	maxWaiting = 5000             // games in a list
	maxTries   = 8
)

// ErrReplaced is the error of a search that another one of the same player, or a withdrawal, has
// ended.
var ErrReplaced = errors.New("another search has taken the place of this one")

// Games is what pairing needs of the game manager.
type Games interface {
	Create(ctx context.Context, head livegame.Header, address string) (manager.Snapshot, error)
	Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error)
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
	Watch(
		ctx context.Context, id livegame.ID, guest string, deliver func(*manager.Update),
	) (manager.Snapshot, *manager.Watcher, error)
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	WatchLobby(changed func()) (stop func())
	Now() time.Time
}

// Options are what a Service needs.
type Options struct {
	Games Games
	// Blocked returns whom each of some accounts blocks; nil: none does.
	Blocked func(ctx context.Context, accounts []string) (map[string]map[string]bool, error)
	Clock   manager.Clock // nil: the system's
	Log     *slog.Logger  // nil: none
}

// Service pairs players. It is safe for concurrent use.
type Service struct {
	games Games
	block func(ctx context.Context, accounts []string) (map[string]map[string]bool, error)
	clock manager.Clock
	log   *slog.Logger

	loading sync.Mutex
	waits   waiting // guarded by loading

	mu     sync.Mutex
	absent map[livegame.ID]bool // games of the list whose creators are not there
}

// New returns a service. It needs Jobs for players who leave.
func New(o Options) *Service {
	s := &Service{games: o.Games, block: o.Blocked, clock: o.Clock, log: o.Log, absent: map[livegame.ID]bool{}}
	if s.clock == nil {
		s.clock = systemClock{}
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	return s
}

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }
func (systemClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

// Request is what a player wants.
type Request struct {
	Guest, Name string
	// As returns the player in a game: see livegame.Command.
	As                   func(livegame.ID) livegame.Player
	Variant              string
	Control              livegame.TimeControl
	Rated                bool
	RatingMin, RatingMax int // of the opponent; both 0: near the player's
	Address              string
	// Afford is called before a game is offered; it may be nil.
	Afford func() error
}

// Result is how a search stands.
type Result struct {
	// Game is the game that was found; empty: none yet.
	Game livegame.ID
	// Waiting is the game in which the player waits, since Since.
	Waiting livegame.ID
	Since   time.Time
	// Player is the player, with the rating, as it was when the search began.
	Player livegame.Player
}

// Find looks for an opponent for PollTime. The player who has none then calls it again. A search
// for something else replaces the player's last one.
func (s *Service) Find(ctx context.Context, r Request) (Result, error) {
	if id, err := s.begun(ctx, r.Guest, r.wants); id != "" || err != nil {
		return Result{Game: id}, err
	}
	var since time.Time
	for range maxTries {
		own, err := s.offer(ctx, r, since)
		if err != nil {
			return Result{}, err
		}
		since = own.Header.Created
		result, again, err := s.wait(ctx, r, own)
		if !again {
			return result, err
		}
	}
	return Result{}, ErrReplaced // it loses every race: let the player decide
}

// offer returns the game in which the player waits: a new one, unless there is one already.
func (s *Service) offer(ctx context.Context, r Request, since time.Time) (manager.Snapshot, error) {
	for range maxTries {
		list, err := s.own(ctx, r.Guest)
		if err != nil {
			return manager.Snapshot{}, err
		}
		for _, o := range list {
			if r.wants(o) {
				return s.games.Snapshot(ctx, o.ID)
			}
			if err := ignoreRefusal(s.withdraw(ctx, o.ID, r.Guest)); err != nil {
				return manager.Snapshot{}, err
			}
			// If another player was faster, that game is the one.
			if snap, err := s.games.Snapshot(ctx, o.ID); err != nil || snap.Status == livegame.Live {
				return snap, err
			}
		}
		if r.Afford != nil {
			if err := r.Afford(); err != nil {
				return manager.Snapshot{}, err
			}
		}
		head := livegame.Header{
			ID: livegame.NewID(), Variant: r.Variant, TimeControl: r.Control, Rated: r.Rated, Public: true, Pairing: true,
			RatingMin: r.RatingMin, RatingMax: r.RatingMax, Creator: r.Guest, Created: since,
		}
		head.Seats[head.ID[0]&1] = r.player(head.ID)
		snap, err := s.games.Create(ctx, head, r.Address)
		if !errors.Is(err, livegame.ErrNotFound) { // another request of the player was faster
			return snap, err
		}
	}
	return manager.Snapshot{}, ErrReplaced
}

// begun returns the game that was found for a player a moment ago, if the answer that said so was
// lost; empty: none.
func (s *Service) begun(ctx context.Context, guest string, wanted func(livegame.Summary) bool) (livegame.ID, error) {
	list, err := s.games.List(ctx,
		livegame.Query{Guest: guest, Status: livegame.Live, UpdatedSince: s.games.Now().Add(-begunFor)})
	if err != nil {
		return "", err
	}
	for _, o := range list {
		if o.Ply == 0 && o.Seq > 0 && o.Public && wanted(o) {
			return o.ID, nil
		}
	}
	return "", nil
}

// player returns the player in a game.
func (r Request) player(id livegame.ID) livegame.Player {
	p := r.As(id)
	p.Guest, p.Name = r.Guest, r.Name
	return p
}

// wants reports whether a waiting game is what the player wants.
func (r Request) wants(s livegame.Summary) bool {
	return s.Variant == r.Variant && s.TimeControl == r.Control && s.Rated == r.Rated &&
		(s.Status != livegame.Waiting || s.RatingMin == r.RatingMin && s.RatingMax == r.RatingMax)
}

// own returns the games in which a player waits: one at most.
func (s *Service) own(ctx context.Context, guest string) ([]livegame.Summary, error) {
	return s.games.List(ctx, livegame.Query{Guest: guest, Status: livegame.Waiting, Pairing: true})
}

// wait waits in a game until it is played, or another one can be joined. Again says that the
// player needs a new game.
func (s *Service) wait(ctx context.Context, r Request, own manager.Snapshot) (result Result, again bool, err error) {
	wake := make(chan struct{}, 1)
	call := func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	id := own.Header.ID
	_, watcher, err := s.games.Watch(ctx, id, r.Guest, func(*manager.Update) { call() })
	if err != nil {
		return Result{}, false, err
	}
	defer watcher.Stop()
	stop := s.games.WatchLobby(call)
	defer stop()
	over := false
	var mu sync.Mutex // guards over
	defer s.clock.AfterFunc(PollTime, func() {
		mu.Lock()
		defer mu.Unlock()
		over = true
		call()
	})()
	me, _ := host(own.Summary)
	result = Result{Waiting: id, Since: own.Header.Created, Player: me}
	for {
		found, lost, pause, err := s.step(ctx, r, id)
		mu.Lock()
		end := over
		mu.Unlock()
		switch {
		case err != nil:
			s.leave(ctx, id, r.Guest)
			return Result{}, false, err
		case found != "":
			result.Game = found
			return result, false, nil
		case lost:
			return Result{}, true, nil
		case end:
			s.leave(ctx, id, r.Guest)
			return result, false, nil
		}
		stopTimer := s.clock.AfterFunc(pause, call)
		select {
		case <-wake:
		case <-ctx.Done():
			stopTimer()
			s.leave(ctx, id, r.Guest)
			return Result{}, false, ctx.Err()
		}
		stopTimer()
	}
}

// step looks at the player's game and at the others once. Found is the game to play; lost says
// that the player has left the own game, but could not join the other one.
func (s *Service) step(
	ctx context.Context, r Request, id livegame.ID,
) (found livegame.ID, lost bool, pause time.Duration, err error) {
	snap, err := s.games.Snapshot(ctx, id)
	if err != nil {
		return "", false, 0, err
	}
	switch {
	case snap.Status == livegame.Live:
		return id, false, 0, nil
	case snap.Status == livegame.Finished && !snap.Seats[0].Empty() && !snap.Seats[1].Empty():
		return id, false, 0, nil // it ended as soon as it had begun
	case snap.Status == livegame.Finished:
		return "", false, 0, ErrReplaced
	}
	other, pause, err := s.partner(ctx, id)
	if other == "" || err != nil {
		return "", false, pause, err
	}
	if err := s.withdraw(ctx, id, r.Guest); err != nil {
		if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) {
			return "", false, 0, nil // the game has changed: look again
		}
		return "", false, 0, err
	}
	join := livegame.Command{
		ID: nonce("pairing-join-"), Kind: livegame.DoJoin, Guest: r.Guest, Name: r.Name, As: r.player(other),
		Address: r.Address,
	}
	_, err = s.games.Do(ctx, other, join, 0)
	if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) || errors.Is(err, livegame.ErrNotFound) {
		return "", true, 0, nil
	}
	return other, false, 0, err
}

// partner returns the game that the creator of a game should join now; empty: none. A game whose
// creator is not there is left out, for all searches of the node until the next list.
func (s *Service) partner(ctx context.Context, id livegame.ID) (other livegame.ID, pause time.Duration, err error) {
	pause = look
	for range maxTries {
		w, err := s.waiting(ctx)
		if err != nil {
			return "", 0, err
		}
		other := w.joins[id]
		if other == "" {
			break
		}
		snap, err := s.games.Snapshot(ctx, other)
		if err != nil && !errors.Is(err, livegame.ErrNotFound) {
			return "", 0, err
		}
		if err == nil && snap.Status == livegame.Waiting && present(snap) {
			return other, 0, nil
		}
		pause = retry
		s.mu.Lock()
		s.absent[other] = true
		s.mu.Unlock()
	}
	return "", pause, nil
}

// present reports whether the creator of a waiting game is connected to any node.
func present(snap manager.Snapshot) bool {
	for color, p := range snap.Seats {
		if p.Guest != "" && p.Guest == snap.Header.Creator {
			return snap.Presence.Colors[color]
		}
	}
	return false
}

// waiting is the waiting games as a node knows them.
type waiting struct {
	list    []livegame.Summary
	blocked map[string]map[string]bool // whom their creators block
	joins   map[livegame.ID]livegame.ID
	skipped int // how many games joins leaves out
	listed  time.Time
}

// waiting returns the waiting games and who shall join whom. All searches of a node share it: the
// pairs are computed once for each list, and once more for all games that searches found absent
// meanwhile.
func (s *Service) waiting(ctx context.Context) (waiting, error) {
	s.loading.Lock()
	defer s.loading.Unlock()
	now := s.games.Now()
	w := s.waits
	if w.listed.IsZero() || now.Sub(w.listed).Abs() >= fresh {
		s.mu.Lock()
		s.absent = map[livegame.ID]bool{}
		s.mu.Unlock()
		list, err := s.games.List(ctx, livegame.Query{Status: livegame.Waiting, PublicOnly: true, Limit: maxWaiting})
		if err != nil {
			return w, err
		}
		w = waiting{list: list, listed: now}
		if s.block != nil {
			if w.blocked, err = s.block(ctx, accounts(list)); err != nil {
				return w, err
			}
		}
	}
	s.mu.Lock()
	skip := maps.Clone(s.absent)
	s.mu.Unlock()
	if w.joins == nil || len(skip) != w.skipped {
		w.joins, w.skipped = match(w.list, now, skip, w.blocked), len(skip)
	}
	s.waits = w
	return w, nil
}

// accounts returns the creators of waiting games who have an account.
func accounts(list []livegame.Summary) (ids []string) {
	for _, o := range list {
		if p, ok := host(o); ok && p.Account {
			ids = append(ids, p.Guest)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// withdraw ends a waiting game. Each call has an ID of its own: of two, one is rejected.
func (s *Service) withdraw(ctx context.Context, id livegame.ID, guest string) error {
	_, err := s.games.Do(ctx, id,
		livegame.Command{ID: nonce("pairing-withdraw-"), Kind: livegame.DoAbort, Guest: guest, Ply: -1}, 0)
	return err
}

// Cancel ends the search of a player. If a game was found just before, Cancel returns it.
func (s *Service) Cancel(ctx context.Context, guest string) (livegame.ID, error) {
	list, err := s.own(ctx, guest)
	for _, o := range list {
		if err == nil {
			err = ignoreRefusal(s.withdraw(ctx, o.ID, guest))
		}
	}
	if err != nil {
		return "", err
	}
	return s.begun(ctx, guest, func(livegame.Summary) bool { return true })
}

// ignoreRefusal returns an error that says more than that a game has changed.
func ignoreRefusal(err error) error {
	if refusal := (*livegame.Error)(nil); errors.As(err, &refusal) {
		return nil
	}
	return err
}

// leave withdraws a game some time later, unless its player is back.
func (s *Service) leave(ctx context.Context, id livegame.ID, guest string) {
	s.clock.AfterFunc(leftAfter, func() {
		ctx, cancel := context.WithTimeout(auth.Detached(ctx), sweepEvery)
		defer cancel()
		snap, err := s.games.Snapshot(ctx, id)
		if err != nil || snap.Status != livegame.Waiting || present(snap) {
			return // the sweep sees what this does not
		}
		s.logError(s.withdraw(ctx, id, guest))
	})
}

// Jobs registers what withdraws the games of players who have left, such as those of a node that has died.
func (s *Service) Jobs(r *job.Runner) { r.Every("pairing", sweepEvery, job.OneNode, s.sweep) }

// sweep withdraws waiting games whose creators are gone.
func (s *Service) sweep(ctx context.Context) error {
	list, err := s.games.List(ctx, livegame.Query{Status: livegame.Waiting, Pairing: true, Limit: maxWaiting})
	if err != nil {
		return err
	}
	return job.Each(ctx, list, func(ctx context.Context, o livegame.Summary) error {
		if s.games.Now().Sub(o.Created) < goneAfter {
			return nil
		}
		snap, err := s.games.Snapshot(ctx, o.ID)
		if err != nil {
			return fmt.Errorf("game %s: %w", o.ID, err)
		}
		if snap.Status != livegame.Waiting || present(snap) {
			return nil
		}
		p, _ := host(snap.Summary)
		away := snap.AwaySince[game.White]
		if snap.Seats[game.Black].Guest == p.Guest {
			away = snap.AwaySince[game.Black]
		}
		if away.IsZero() || s.games.Now().Sub(away) < goneAfter { // zero: it is not known yet
			return nil
		}
		return ignoreRefusal(s.withdraw(ctx, o.ID, o.Creator))
	})
}

func (s *Service) logError(err error) {
	if err = ignoreRefusal(err); err != nil && !errors.Is(err, context.Canceled) {
		s.log.Warn("cannot withdraw the game of a player who has left", "error", err)
	}
}

// nonce returns the ID of a command that is sent once.
func nonce(prefix string) string { return prefix + rand.Text() }
