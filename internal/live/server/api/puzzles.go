package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/puzzles"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/puzzle"
)

// PuzzlePath is the part of a path that names a puzzle.
type PuzzlePath struct {
	ID string `path:"id" pattern:"^[0-9a-z]{7}$" doc:"of the puzzle"`
}

// puzzlesAPI gives out puzzles.
func (s *API) puzzlesAPI(k *web.Kit) {
	op := s.ofPuzzles(web.Get("/api/puzzles/daily", "get-daily-puzzle", "The puzzle of the day",
		web.Public(web.AMinute, limits.Read)))
	op.Description = "It changes at midnight, UTC."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.DailyPuzzle], error) {
		now := s.o.Puzzles.Now()
		shown, err := s.o.Puzzles.Daily(ctx, now)
		if err != nil {
			return nil, err
		}
		day := now.UTC().Format(time.DateOnly)
		return web.Answer(protocol.DailyPuzzle{Day: day, Puzzle: puzzleView(&shown, "")}, nil)
	})

	op = s.ofPuzzles(web.Get("/api/puzzles/packs", "list-puzzle-packs", "The files of puzzles, one for each variant",
		web.Public(web.AMinute, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[[]protocol.PuzzlePack], error) {
		packs, err := s.o.Puzzles.Packs(ctx)
		if err != nil {
			return nil, err
		}
		out := make([]protocol.PuzzlePack, len(packs))
		for i, p := range packs {
			out[i] = protocol.PuzzlePack{Variant: p.Variant, Count: p.Count, Bytes: len(p.Text), Idle: p.Idle}
		}
		return web.Answer(out, nil)
	})

	type pack struct {
		Condition
		Variant string `path:"variant" maxLength:"40"`
	}
	op = s.ofPuzzles(web.Get("/api/puzzles/packs/{variant}", "get-puzzle-pack", "All puzzles of a variant, as a file",
		web.Public(web.FiveMinutes, limits.Search)))
	op.Description = "A puzzle a line, the easiest first: ID, variant, FEN, solution, goal, proof, rating and themes, " +
		"separated by tabs. The first line names the columns. It changes only with a new version of the server."
	op.Responses = documentResponse("text/tab-separated-values", "The puzzles")
	web.Handle(k, op, func(_ context.Context, in *pack) (*document, error) {
		text := s.o.Puzzles.Text(in.Variant)
		if text == nil {
			return nil, errNoPuzzle
		}
		out := &document{
			Status: http.StatusOK, ContentType: "text/tab-separated-values; charset=utf-8",
			ETag: etag(string(text)), Policy: "cross-origin", Origin: "*",
		}
		if !in.modified(out.ETag) {
			out.Status = http.StatusNotModified
			return out, nil
		}
		out.Body = text
		return out, nil
	})

	type wish struct {
		Variant string `query:"variant" required:"true" maxLength:"40" pattern:"^[a-z0-9:+]+$"`
		Theme   string `query:"theme" maxLength:"40" doc:"only puzzles with this theme"`
		Goal    string `query:"goal" enum:"mate,win,draw,gain" doc:"only puzzles with this goal"`
		Rating  int    `query:"rating" minimum:"400" maximum:"4000" doc:"puzzles near this rating, not near yours"`
	}
	op = s.ofPuzzles(web.Get("/api/puzzles/next", "get-next-puzzle", "A puzzle for you",
		web.Read(web.Player, web.Scopes(account.PuzzleRead), limits.Search)))
	op.Description = "A random one near your rating that you have not tried. Once you have tried all, " +
		"the one that you tried longest ago; its attempt is in mine, and another changes no rating."
	web.Handle(k, op, func(ctx context.Context, in *wish) (*web.Out[protocol.Puzzle], error) {
		if in.Theme != "" && !slices.Contains(puzzle.Themes, puzzle.Theme(in.Theme)) {
			return nil, errNoPuzzle
		}
		player := guests.VisitOf(ctx).Guest.ID
		shown, err := s.o.Puzzles.Next(ctx, player,
			puzzles.Wish{Variant: in.Variant, Theme: puzzle.Theme(in.Theme), Goal: puzzle.Goal(in.Goal), About: in.Rating})
		if err != nil {
			return nil, err
		}
		view := puzzleView(&shown, "")
		view.Ticket = s.o.Puzzles.Ticket(player, shown.ID)
		if view.Mine, err = s.myPuzzle(ctx, player, shown.ID); err != nil {
			return nil, err
		}
		return web.Answer(view, nil)
	})

	op = s.ofPuzzles(web.Get("/api/puzzles/{id}", "get-puzzle", "A puzzle",
		web.Read(web.Player, web.AnyToken, limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *PuzzlePath) (*web.Out[protocol.Puzzle], error) {
		view, err := s.fullPuzzle(ctx, in.ID)
		return web.Answer(view, err)
	})
}

// ofPuzzles returns a route that is there if the server has puzzles.
func (s *API) ofPuzzles(r web.Route) web.Route { return needs(s.o.Puzzles != nil, "puzzles", r) }

var errNoPuzzle = problem.Missing("There is no such puzzle.")

// puzzleView shows a puzzle. The name is that of its author.
func puzzleView(p *puzzles.Shown, author string) protocol.Puzzle {
	out := protocol.Puzzle{
		ID: p.ID, Variant: p.Variant, FEN: p.FEN, Moves: p.Moves, Goal: string(p.Goal), Proof: string(p.Proof),
		Rating: p.Record.Rounded(), Themes: []string{}, Tried: p.Record.Tried, Solved: p.Record.Solved,
		State: string(p.Record.State),
	}
	for _, t := range p.Themes {
		out.Themes = append(out.Themes, string(t))
	}
	if c := p.Composed; c != nil {
		out.Composed, out.Author, out.Created = true, author, views.Millis(c.Created)
		if p.Record.State != puzzles.Removed {
			out.Note = c.Note
		}
	}
	return out
}

// fullPuzzle shows a puzzle with its votes and what the client has done with it.
func (s *API) fullPuzzle(ctx context.Context, id string) (protocol.Puzzle, error) {
	shown, err := s.o.Puzzles.Find(ctx, id)
	if err != nil {
		return protocol.Puzzle{}, err
	}
	author := ""
	if c := shown.Composed; c != nil && c.Author != "" && s.o.Players != nil {
		names, err := s.names(ctx, []string{c.Author})
		if err != nil {
			return protocol.Puzzle{}, err
		}
		author = names[c.Author]
	}
	view := puzzleView(&shown, author)
	v := guests.VisitOf(ctx)
	up, down, own, err := s.o.Puzzles.Votes(ctx, id, v.Guest.ID)
	view.Votes = &protocol.PuzzleVotes{Up: up, Down: down}
	view.Ticket = s.o.Puzzles.Ticket(v.Guest.ID, id)
	if err == nil && (v.Identity == nil || v.Identity.May(account.PuzzleRead)) {
		if view.Mine, err = s.myPuzzle(ctx, v.Guest.ID, id); err == nil {
			view.Mine.Vote = own
		}
	}
	return view, err
}

// myPuzzle shows what a player has done with a puzzle, but for the vote.
func (s *API) myPuzzle(ctx context.Context, player, id string) (*protocol.MyPuzzle, error) {
	a, err := s.o.Puzzles.AttemptAt(ctx, player, id)
	if errors.Is(err, puzzles.ErrNotFound) {
		return &protocol.MyPuzzle{}, nil
	}
	if err != nil {
		return nil, err
	}
	view := s.attemptView(&a)
	return &protocol.MyPuzzle{Attempt: &view}, nil
}
