package api

import (
	"context"
	"math"
	"regexp"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	attemptsPage   = 50
	attemptsCharge = 5  // attempts that cost as much as a command
	maxMove        = 80 // characters of a move: one of Shrink Chess can promote eight pawns
)

// attemptsAPI settles attempts at puzzles, and shows them to their player.
func (s *API) attemptsAPI(k *web.Kit) {
	type attempts struct{ Body protocol.NewAttempts }
	op := s.ofPuzzles(web.Post("/api/puzzles/attempts", "settle-attempts", "Send attempts at puzzles",
		web.Write(web.Player, web.Scopes(account.PuzzleWrite), limits.Command)))
	op.Description = "The server decides whether each is right: the moves are those of the solver in the solution. " +
		"The first attempt at a puzzle counts; any other is answered with the first and changes nothing, " +
		"so attempts may be sent again. Those made without a network may be sent later, up to 50 at once; " +
		"they are settled in the order of their times. Attempts at composed puzzles, at those that rest, and at those that " +
		"the server has not given to you in the last 30 days change no ratings: send the ticket that came with the puzzle."
	op.Body = lineBody
	web.Handle(k, op, func(ctx context.Context, in *attempts) (*web.Out[[]protocol.SettledAttempt], error) {
		v := guests.VisitOf(ctx)
		s.o.Guard.Limiter.Charge(limits.Command, v, len(in.Body.Attempts)/attemptsCharge)
		list := make([]puzzles.Draft, len(in.Body.Attempts))
		for i, a := range in.Body.Attempts {
			list[i] = puzzles.Draft{
				ID: a.ID, Puzzle: a.Puzzle, Moves: sentMoves(a.Moves), Helped: a.Helped, Rated: a.Rated, Took: millis(a.Took),
				Ticket: a.Ticket,
			}
			if a.At > 0 {
				list[i].At = time.UnixMilli(a.At)
			}
		}
		settled, err := s.o.Puzzles.Settle(ctx, v.Guest.ID, list)
		if err != nil {
			return nil, err
		}
		out := make([]protocol.SettledAttempt, len(settled))
		for i := range settled {
			a := &settled[i]
			out[i] = protocol.SettledAttempt{
				ID: list[i].ID, Puzzle: list[i].Puzzle, Unknown: a.Unknown, Repeat: a.Repeat, Right: a.Right, Counted: a.Counted,
				NotGiven: a.NotGiven, Before: ratingView(a.Before), After: ratingView(a.After),
				PuzzleRating: int(math.Round(a.PuzzleAfter)),
			}
		}
		return web.Answer(out, nil)
	})

	type which struct {
		Variant string `query:"variant" required:"true" maxLength:"40" pattern:"^[a-z0-9:+]+$"`
	}
	op = s.ofPuzzles(web.Get("/api/puzzles/me", "get-my-puzzles",
		"Your rating in the puzzles of a variant, and your strengths",
		web.Read(web.Player, web.Scopes(account.PuzzleRead), limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *which) (*web.Out[protocol.PuzzleStanding], error) {
		player := guests.VisitOf(ctx).Guest.ID
		st, err := s.o.Puzzles.Standing(ctx, player, in.Variant)
		var strengths []puzzles.Strength
		if err == nil {
			strengths, err = s.o.Puzzles.Strengths(ctx, player, in.Variant)
		}
		if err != nil {
			return nil, err
		}
		out := protocol.PuzzleStanding{
			Variant: in.Variant, Rating: ratingView(s.o.Puzzles.Rating(st)), Games: st.Tried, Solved: st.Solved,
			Strengths: make([]protocol.PuzzleStrength, len(strengths)),
		}
		for i, t := range strengths {
			out.Strengths[i] = protocol.PuzzleStrength{
				Theme: string(t.Theme), Tried: t.Tried, Right: t.Right, Performance: t.Performance,
			}
		}
		return web.Answer(out, nil)
	})

	type page struct {
		Variant string `query:"variant" maxLength:"40" pattern:"^[a-z0-9:+]+$" doc:"only its attempts"`
		Before  int64  `query:"before" minimum:"0" doc:"only attempts with a lower seq, as next of the page before says"`
	}
	op = s.ofPuzzles(web.Get("/api/puzzles/me/history", "get-puzzle-history", "Your attempts at puzzles, the latest first",
		web.Read(web.Player, web.Scopes(account.PuzzleRead), limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *page) (*web.Out[protocol.PuzzleHistory], error) {
		list, err := s.o.Puzzles.History(ctx, guests.VisitOf(ctx).Guest.ID, in.Variant, in.Before, attemptsPage+1)
		if err != nil {
			return nil, err
		}
		out := protocol.PuzzleHistory{Attempts: []protocol.PuzzleAttempt{}}
		if len(list) > attemptsPage {
			list = list[:attemptsPage]
			out.Next = list[attemptsPage-1].Seq
		}
		for i := range list {
			out.Attempts = append(out.Attempts, s.attemptView(&list[i]))
		}
		return web.Answer(out, nil)
	})
}

// millis returns a time that a client has sent, which may be absurd.
func millis(ms int64) time.Duration {
	return time.Duration(min(max(ms, 0), math.MaxInt64/int64(time.Millisecond))) * time.Millisecond
}

// readable matches what a move consists of.
var readable = regexp.MustCompile(`^[0-9A-Za-z@=+:-]+$`)

// sentMoves returns moves as they are stored: what cannot be a move is a question mark.
func sentMoves(moves []string) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		if out[i] = m; len(m) > maxMove || !readable.MatchString(m) {
			out[i] = "?"
		}
	}
	return out
}

// attemptView shows an attempt to its player.
func (s *API) attemptView(a *puzzles.Attempt) protocol.PuzzleAttempt {
	out := protocol.PuzzleAttempt{
		Seq: a.Seq, Puzzle: a.Puzzle, Variant: a.Variant, Moves: a.Moves, At: views.Millis(a.At), Took: a.Took.Milliseconds(),
		Right: a.Right, Helped: a.Helped, Counted: a.Counted, Before: ratingView(a.Before), After: ratingView(a.After),
		PuzzleRating: int(math.Round(a.PuzzleBefore)),
	}
	if p, ok := s.o.Puzzles.Shipped(a.Puzzle); ok {
		out.FEN = p.FEN
		for _, t := range p.Themes {
			out.Themes = append(out.Themes, string(t))
		}
	}
	return out
}
