package plan

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
)

const (
	waiting    = 4096             // moves that wait for an answer; more are left to the sweep
	sweepEvery = 30 * time.Second //
	maxSwept   = 500              // games that a sweep reads at once
)

// Games is what the service needs of the game manager.
type Games interface {
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
	Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error)
	Now() time.Time
}

// Changed takes a change of a game and which players look at it, as manager.Options.Changed.
type Changed func(s livegame.Summary, e livegame.Event, here [2]bool)

// Options are what a Service needs.
type Options struct {
	DB     *db.DB
	Lookup livegame.Lookup
	// Next takes the changes after the service, but not moves that are answered already: they are
	// no news to the player: these go to Answered. Both may be nil.
	Next     Changed
	Answered func(s livegame.Summary, e livegame.Event)
	Log      *slog.Logger // nil: none
}

// Service keeps conditional moves and notes, and plays the answers. It is safe for concurrent use.
type Service struct {
	o     Options
	games Games
	moves chan *change
}

type change struct {
	game  livegame.Summary
	event livegame.Event
	here  [2]bool
}

// New returns a service, which takes changes at once. It needs Use before any other method.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Next == nil {
		o.Next = func(livegame.Summary, livegame.Event, [2]bool) {}
	}
	if o.Answered == nil {
		o.Answered = func(livegame.Summary, livegame.Event) {}
	}
	return &Service{o: o, moves: make(chan *change, waiting)}
}

// Use sets the game manager, which needs Game.
func (s *Service) Use(games Games) { s.games = games }

// Game takes a change of a game. It never waits.
func (s *Service) Game(g livegame.Summary, e livegame.Event, here [2]bool) {
	if g.TimeControl.Correspondence() {
		select {
		case s.moves <- &change{g, e, here}:
			return
		default:
		}
	}
	s.o.Next(g, e, here)
}

// Jobs registers what answers moves.
func (s *Service) Jobs(r *job.Runner) {
	r.Always("conditional moves", s.answerMoves)
	r.Every("missed conditional moves", sweepEvery, job.OneNode, s.Sweep)
}

// answerMoves answers moves until the context is done.
func (s *Service) answerMoves(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case c := <-s.moves:
			var plies int
			err := job.Safely(func() (err error) {
				plies, err = s.answer(ctx, c.game.ID)
				return err
			})
			if err != nil && ctx.Err() == nil {
				s.o.Log.Error("cannot play a conditional move", "game", c.game.ID, "error", err)
			}
			if plies > c.game.Ply && c.event.Kind == livegame.Move {
				s.o.Answered(c.game, c.event)
			} else {
				s.o.Next(c.game, c.event, c.here)
			}
		}
	}
}

// Sweep plays the answers that are due, and deletes lines that are over.
func (s *Service) Sweep(ctx context.Context) error {
	return job.Rows(ctx, maxSwept, func(ctx context.Context, after *livegame.ID) ([]livegame.ID, error) {
		if after == nil {
			return s.due(ctx, "", maxSwept)
		}
		return s.due(ctx, *after, maxSwept)
	}, func(ctx context.Context, id livegame.ID) error {
		if _, err := s.answer(ctx, id); err != nil {
			return fmt.Errorf("game %s: %w", id, err)
		}
		return nil
	})
}

// answer plays what the lines of a game say, and returns how many plies the game has, or 0 if it
// has no lines or is over.
func (s *Service) answer(ctx context.Context, id livegame.ID) (plies int, err error) {
	list, err := s.ofGame(ctx, id)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	snap, err := s.games.Snapshot(ctx, id)
	if errors.Is(err, livegame.ErrNotFound) || err == nil && snap.Status == livegame.Finished {
		return 0, s.deleteLines(ctx, id)
	}
	plies = len(snap.Moves)
	for _, l := range list {
		if err == nil {
			var n int
			n, err = s.follow(ctx, l, snap)
			plies = max(plies, n)
		}
	}
	return plies, err
}

// follow brings lines up to the game as it is, and plays their answer if it is due. It returns how
// many plies precede the lines.
func (s *Service) follow(ctx context.Context, l Lines, snap manager.Snapshot) (plies int, err error) {
	again := false
	err = eventlog.Retry(ctx, ErrConflict, func(ctx context.Context) (err error) {
		if again { // the player has changed the lines meanwhile
			if l, err = s.lines(ctx, l.Game, l.Player); err == nil {
				snap, err = s.games.Snapshot(ctx, l.Game)
			}
			if err != nil {
				return err
			}
		}
		again, plies = true, l.Ply
		next, err := s.play(ctx, l, snap)
		if err != nil || next.Ply == l.Ply && next.Seen == l.Seen && len(next.Moves) == len(l.Moves) {
			return err
		}
		plies = next.Ply
		return s.followLines(ctx, next)
	})
	return plies, err
}

// play returns lines as of the game, after their answer, which it plays if it is due.
func (s *Service) play(ctx context.Context, l Lines, snap manager.Snapshot) (Lines, error) {
	if len(l.Moves) == 0 {
		return l, nil
	}
	next, command := reply(l, snap)
	if command == nil {
		return next, nil
	}
	e, err := s.games.Do(ctx, l.Game, *command, 0)
	var refused *livegame.Error
	switch {
	case errors.As(err, &refused) && (refused.Code == livegame.Stale || refused.Code == livegame.NotYourTurn ||
		refused.Code == livegame.GameOver || refused.Code == livegame.NotYourSeat):
		return l, nil // the game has changed meanwhile, or an account adopts the guest
	case refused != nil:
		s.o.Log.Error("a conditional move was refused", "game", l.Game, "why", refused.Message)
		next.Moves = nil
	case err != nil:
		return l, err
	default:
		next.Ply, next.Seen, next.Moves = next.Ply+1, e.Seq, after(next.Moves, []string{command.Text})
	}
	return next, nil
}

// reply returns lines as of the last move, and the command that answers it; nil: none is due. Lines
// whose game went another way are empty.
func reply(l Lines, snap manager.Snapshot) (Lines, *livegame.Command) {
	void := l
	void.Ply, void.Seen, void.Moves = len(snap.Moves), len(snap.Events), nil
	me := colorsOf(l.Player, &snap)
	switch {
	case len(snap.Events) < l.Seen: // this node does not know the last events yet
		return l, nil
	case me.None(): // an account is about to adopt the guest
		return l, nil
	case snap.Status != livegame.Live, me[0] && me[1], len(snap.Moves) < l.Ply:
		return void, nil
	}
	for _, e := range snap.Events[l.Seen:] {
		if e.Kind == livegame.Takeback {
			return void, nil
		}
	}
	played := snap.Moves[l.Ply:]
	if len(played) == 0 {
		return l, nil
	}
	rest := l
	rest.Ply, rest.Moves = len(snap.Moves), after(l.Moves, played)
	turn, other := snap.Summary.Turn, snap.Summary.Turn.Other()
	switch {
	case len(rest.Moves) == 0:
		return void, nil
	case !me[turn]: // the player has moved, too
		rest.Seen = len(snap.Events)
		return rest, nil
	case snap.DrawOffers[other] || snap.TakebackOffers[other]: // the player answers this first
		return l, nil
	}
	return rest, &livegame.Command{
		ID:   fmt.Sprintf("conditional/%s/%d", livegame.HashPlayer(l.Player), lastMove(snap.Events)),
		Kind: livegame.DoMove, Guest: l.Player, Ply: len(snap.Moves), Seen: len(snap.Events), Text: rest.Moves[0][0],
	}
}

// lastMove returns the number of the last move.
func lastMove(events []livegame.Event) int {
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Kind == livegame.Move {
			return events[i].Seq
		}
	}
	return 0
}

// Lines returns the lines of a player as of the last move.
func (s *Service) Lines(ctx context.Context, id livegame.ID, player string) (Lines, error) {
	l, err := s.lines(ctx, id, player)
	if err != nil || l.Version == 0 {
		return l, err
	}
	snap, err := s.games.Snapshot(ctx, id)
	if err == nil {
		var command *livegame.Command
		if l, command = reply(l, snap); command != nil {
			l.Moves = after(l.Moves, []string{command.Text}) // it is played in a moment
			l.Ply++
		}
	}
	return l, err
}

// PutLines stores the lines of a player, which replace all others: no lines delete them. Version is
// that which the player has seen, and Ply where the lines begin: the number of plies of the game. The
// errors are ErrConflict, a *livegame.Error, livegame.ErrNotFound, or those of the store.
func (s *Service) PutLines(ctx context.Context, l Lines) (Lines, error) {
	snap, err := s.games.Snapshot(ctx, l.Game)
	if err != nil {
		return l, err
	}
	if err := mayPut(l, &snap); err != nil {
		return l, err
	}
	rules, err := s.o.Lookup(snap.Header.Variant)
	if err != nil {
		return l, err
	}
	p, err := rules.Parse(snap.Summary.Position)
	if err != nil {
		return l, fmt.Errorf("read the position of game %s: %w", l.Game, err)
	}
	if l.Moves, err = check(l.Moves, p); err != nil {
		return l, err
	}
	l.Version, l.Ply, l.Seen = l.Version+1, len(snap.Moves), len(snap.Events)
	if err := s.putLines(ctx, l); err != nil || len(l.Moves) == 0 {
		return l, err
	}
	// The opponent may have moved meanwhile; a sweep would see it later.
	if _, err := s.answer(ctx, l.Game); err != nil {
		s.o.Log.Warn("a conditional move follows later", "game", l.Game, "error", err)
		return l, nil
	}
	return s.Lines(ctx, l.Game, l.Player)
}

// PutNote stores the note of a player of a game. Version is that which the player has seen. The errors
// are ErrConflict, a *livegame.Error, livegame.ErrNotFound, or those of the store.
func (s *Service) PutNote(ctx context.Context, n Note) (Note, error) {
	snap, err := s.games.Snapshot(ctx, n.Game)
	if err == nil {
		err = checkNote(n, &snap)
	}
	if err != nil {
		return n, err
	}
	n.Version, n.At = n.Version+1, s.games.Now()
	return n, s.putNote(ctx, n)
}
