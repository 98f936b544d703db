package puzzle

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/puzzle"
)

const (
	attemptsPage   = 50
	attemptsCharge = 5 // attempts that cost as much as a command
	attemptsBody   = 64 << 10
)

// DailyPuzzle is the puzzle of a day.
type DailyPuzzle struct {
	Day    string `json:"day" doc:"in UTC, such as 2026-05-31"`
	Puzzle Puzzle `json:"puzzle"`
}

// NewAttempts are attempts at puzzles.
type NewAttempts struct {
	Attempts []NewAttempt `json:"attempts" minItems:"1" maxItems:"50"`
}

// puzzleHistory is a page of the client's attempts, the latest first.
type puzzleHistory struct {
	Attempts []Attempt `json:"attempts"`
	Next     int64     `json:"next,omitempty" doc:"before of the next page; absent: this is the last one"`
}

// puzzleStanding is the client's rating in the puzzles of a variant.
type puzzleStanding struct {
	Variant string `json:"variant"`
	rating.View
	Games  int `json:"games" doc:"puzzles that you have tried, also without a rating"`
	Solved int `json:"solved" doc:"of those, at the first attempt"`
	// Strengths are by theme, from the last 1,000 attempts, the weakest first.
	Strengths []Strength `json:"strengths"`
}

// path is the part of a path that names a puzzle.
type path struct {
	ID string `path:"id" pattern:"^[0-9a-z]{7}$" doc:"of the puzzle"`
}

// missing returns a route that may answer that something is not there.
func missing(r web.Route) web.Route {
	r.Errors = append(r.Errors, http.StatusNotFound)
	return r
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	s.give(k)
	s.attempted(k)
	s.runs(k)
	s.opinions(k)
	s.publishing(k)
	s.moderation(k)
}

// give registers what gives out puzzles.
func (s *Service) give(k *web.Kit) {
	op := missing(web.Get("/api/puzzles/daily", "get-daily-puzzle", "The puzzle of the day",
		web.Public(web.AMinute, limits.Read)))
	op.Description = "It changes at midnight, UTC."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[DailyPuzzle], error) {
		now := s.o.Now()
		p, err := s.Daily(ctx, now)
		return web.Answer(DailyPuzzle{now.UTC().Format(time.DateOnly), p}, err)
	})

	op = missing(web.Get("/api/puzzles/packs", "list-puzzle-packs", "The files of puzzles, one for each variant",
		web.Public(web.AMinute, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[[]Pack], error) {
		packs, err := s.Packs(ctx)
		return web.Answer(packs, err)
	})

	type pack struct {
		web.Condition
		Variant string `path:"variant" maxLength:"40"`
	}
	op = web.Get("/api/puzzles/packs/{variant}", "get-puzzle-pack", "All puzzles of a variant, as a file",
		web.Public(web.FiveMinutes, limits.Search))
	op.Description = "A puzzle a line, the easiest first: ID, variant, FEN, solution, goal, proof, rating and themes, " +
		"separated by tabs. The first line names the columns. It changes only with a new version of the server."
	op.Responses = web.DocumentResponse("text/tab-separated-values", "The puzzles")
	web.Handle(k, op, func(_ context.Context, in *pack) (*web.Document, error) {
		text := s.Text(in.Variant)
		if text == nil {
			return nil, ErrNotFound
		}
		out := &web.Document{
			Status: http.StatusOK, ContentType: "text/tab-separated-values; charset=utf-8",
			ETag: web.ETag(string(text)), Policy: "cross-origin", Origin: "*",
		}
		if !in.Modified(out.ETag) {
			out.Status = http.StatusNotModified
			return out, nil
		}
		out.Body = text
		return out, nil
	})

	type wish struct {
		Variant string       `query:"variant" required:"true" maxLength:"40" pattern:"^[a-z0-9:+]+$"`
		Theme   puzzle.Theme `query:"theme" maxLength:"40" doc:"only puzzles with this theme"`
		Goal    puzzle.Goal  `query:"goal" enum:"mate,win,draw,gain" doc:"only puzzles with this goal"`
		About   int          `query:"rating" minimum:"400" maximum:"4000" doc:"puzzles near this rating, not near yours"`
	}
	op = missing(web.Get("/api/puzzles/next", "get-next-puzzle", "A puzzle for you",
		web.Read(web.Player, web.Scopes(auth.PuzzleRead), limits.Search)))
	op.Description = "A random one near your rating that you have not tried. Once you have tried all, " +
		"the one that you tried longest ago; its attempt is in mine, and another changes no rating."
	web.Handle(k, op, func(ctx context.Context, in *wish) (*web.Out[Puzzle], error) {
		if in.Theme != "" && !slices.Contains(puzzle.Themes, in.Theme) {
			return nil, ErrNotFound
		}
		me := web.CallerID(ctx)
		p, err := s.Next(ctx, me, Wish(*in))
		if err != nil {
			return nil, err
		}
		p.Ticket = s.Ticket(me, p.ID)
		p.Mine, err = s.mine(ctx, me, p.ID)
		return web.Answer(p, err)
	})

	op = web.Get("/api/puzzles/{id}", "get-puzzle", "A puzzle", web.Read(web.Player, web.AnyToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, in *path) (*web.Out[Puzzle], error) {
		p, err := s.full(ctx, in.ID)
		return web.Answer(p, err)
	})
}

// full returns a puzzle with its votes and what the client has done with it.
func (s *Service) full(ctx context.Context, id string) (Puzzle, error) {
	p, err := s.Find(ctx, id)
	if err != nil {
		return p, err
	}
	if p.Author != "" {
		people, err := auth.People(ctx, s.o.DB, p.Author)
		if err != nil {
			return p, err
		}
		p.By = people[p.Author]
	}
	v := guests.VisitOf(ctx)
	votes, err := s.Votes(ctx, id, v.Guest.ID)
	p.Votes, p.Ticket = &votes, s.Ticket(v.Guest.ID, id)
	if err == nil && (v.Identity == nil || v.Identity.May(auth.PuzzleRead)) {
		if p.Mine, err = s.mine(ctx, v.Guest.ID, id); err == nil {
			p.Mine.Vote = votes.Own
		}
	}
	return p, err
}

// mine returns what a player has done with a puzzle, but for the vote.
func (s *Service) mine(ctx context.Context, player, id string) (*MyPuzzle, error) {
	a, err := s.AttemptAt(ctx, player, id)
	if errors.Is(err, ErrNotFound) {
		return &MyPuzzle{}, nil
	}
	s.show(&a)
	return &MyPuzzle{Attempt: &a}, err
}

// show adds to an attempt what its player sees.
func (s *Service) show(a *Attempt) {
	a.OldRating, a.NewRating = rating.ViewOf(a.Before), rating.ViewOf(a.After)
	a.PuzzleRating = int(math.Round(a.PuzzleBefore))
	if p, ok := s.Shipped(a.Puzzle); ok {
		a.FEN, a.Themes = p.FEN, p.Themes
	}
}

// attempted registers what settles attempts at puzzles, and shows them to their player.
func (s *Service) attempted(k *web.Kit) {
	type attempts struct{ Body NewAttempts }
	op := missing(web.Post("/api/puzzles/attempts", "settle-attempts", "Send attempts at puzzles",
		web.Write(web.Player, web.Scopes(auth.PuzzleWrite), limits.Command)))
	op.Description = "The server decides whether each is right: the moves are those of the solver in the solution. " +
		"The first attempt at a puzzle counts; any other is answered with the first and changes nothing, " +
		"so attempts may be sent again. Those made without a network may be sent later, up to 50 at once; " +
		"they are settled in the order of their times. Attempts at composed puzzles, at those that rest, and at those that " +
		"the server has not given to you in the last 30 days change no ratings: send the ticket that came with the puzzle."
	op.Body = attemptsBody
	web.Handle(k, op, func(ctx context.Context, in *attempts) (*web.Out[[]SettledAttempt], error) {
		k.Charge(ctx, limits.Command, len(in.Body.Attempts)/attemptsCharge)
		settled, err := s.Settle(ctx, web.CallerID(ctx), in.Body.Attempts)
		return web.Answer(settled, err)
	})

	type which struct {
		Variant string `query:"variant" required:"true" maxLength:"40" pattern:"^[a-z0-9:+]+$"`
	}
	op = missing(web.Get("/api/puzzles/me", "get-my-puzzles",
		"Your rating in the puzzles of a variant, and your strengths",
		web.Read(web.Player, web.Scopes(auth.PuzzleRead), limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *which) (*web.Out[puzzleStanding], error) {
		me := web.CallerID(ctx)
		st, err := s.Standing(ctx, me, in.Variant)
		out := puzzleStanding{Variant: in.Variant, View: rating.ViewOf(st.Now(s.o.Now()))}
		if err == nil {
			out.Games, out.Solved, err = s.Counts(ctx, me, in.Variant)
		}
		if err == nil {
			out.Strengths, err = s.Strengths(ctx, me, in.Variant)
		}
		return web.Answer(out, err)
	})

	type page struct {
		Variant string `query:"variant" maxLength:"40" pattern:"^[a-z0-9:+]+$" doc:"only its attempts"`
		Before  int64  `query:"before" minimum:"0" doc:"only attempts with a lower seq, as next of the page before says"`
	}
	op = missing(web.Get("/api/puzzles/me/history", "get-puzzle-history", "Your attempts at puzzles, the latest first",
		web.Read(web.Player, web.Scopes(auth.PuzzleRead), limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *page) (*web.Out[puzzleHistory], error) {
		list, err := s.Attempts(ctx, web.CallerID(ctx), in.Variant, in.Before, attemptsPage+1)
		out := puzzleHistory{Attempts: list}
		if len(list) > attemptsPage {
			out.Attempts, out.Next = list[:attemptsPage], list[attemptsPage-1].Seq
		}
		for i := range out.Attempts {
			s.show(&out.Attempts[i])
		}
		return web.Answer(out, err)
	})
}
