package api

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/openings"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/publictext"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// OpeningPath is the part of a path that names a proposal.
type OpeningPath struct {
	ID int64 `path:"id" minimum:"1" doc:"of the proposal"`
}

// OpeningQuery is a line of moves whose opening is asked for.
type OpeningQuery struct {
	Variant string `query:"variant" required:"true" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	FEN     string `query:"fen" maxLength:"200" doc:"where the line begins; empty: the start"`
	Moves   string `query:"moves" maxLength:"1700" example:"e2e4_e7e5" doc:"UCI moves, separated by underscores"`
}

func (q *OpeningQuery) line() notation.Line {
	return notation.Line{
		Variant: q.Variant, FEN: q.FEN, Moves: strings.FieldsFunc(q.Moves, func(c rune) bool { return c == '_' }),
	}
}

// errNoOpenings is the error on a server that does not name openings.
var errNoOpenings = problem.Missing("This server does not name openings.")

// openingsAPI serves names of openings, and lets accounts propose them and vote.
func (s *API) openingsAPI(k *web.Kit) {
	op := web.Get("/api/openings", "name-opening", "The opening of a line",
		web.Public(web.NoCache, limits.Rules))
	op.Description = "A name belongs to a position, whatever moves led there, " +
		"and to what follows until the next position with a name. Until people have named a line, " +
		"its first moves are its name, as far as enough games have them. Only the first 40 plies count."
	web.Handle(k, op, func(ctx context.Context, in *OpeningQuery) (*web.Out[protocol.OpeningLine], error) {
		if s.o.Openings == nil {
			return nil, errNoOpenings
		}
		list, err := s.o.Openings.Line(ctx, in.line())
		if err != nil {
			return nil, err
		}
		out := protocol.OpeningLine{Openings: make([]protocol.Opening, len(list))}
		for i, o := range list {
			out.Openings[i] = protocol.Opening{Ply: o.Ply, Name: o.Name, Made: o.Made}
		}
		return web.Answer(out, nil)
	})

	op = web.Get("/api/openings/names", "list-opening-names", "The names that were proposed for a position",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Description = "The position is the one at the end of the line. " +
		"Three accounts must vote for a name until all see it."
	web.Handle(k, op, func(ctx context.Context, in *OpeningQuery) (*web.Out[protocol.OpeningNames], error) {
		body, err := s.openingNames(ctx, in.line())
		return web.Answer(body, err)
	})

	type propose struct{ Body protocol.NewOpeningName }
	op = web.Post("/api/openings/names", "propose-opening-name", "Propose a name for an opening",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "Only accounts that are older than a day may, ten times a day. It is a vote for the name, too. " +
		"No two positions of a game have the same name."
	op.Errors = append(op.Errors, http.StatusConflict)
	openingChange(s, k, op, func(ctx context.Context, in *propose, by publictext.Author) error {
		return s.o.Openings.Propose(ctx, by, notation.Line{Variant: in.Body.Variant, Moves: in.Body.Moves}, in.Body.Name)
	})
}

// openingVotesAPI registers votes for names of openings, and what moderators do with the names.
func (s *API) openingVotesAPI(k *web.Kit) {
	op := web.Post("/api/openings/names/{id}/vote", "vote-opening-name", "Vote for the name of an opening",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "You have one vote for each position; it takes the place of an earlier one."
	op.Errors = append(op.Errors, http.StatusConflict)
	openingChange(s, k, op, func(ctx context.Context, in *OpeningPath, by publictext.Author) error {
		return s.o.Openings.Vote(ctx, by, in.ID)
	})

	op = web.Delete("/api/openings/names/{id}/vote", "unvote-opening-name",
		"Take your vote for the name of an opening back",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "A proposal for which no account votes is deleted."
	openingChange(s, k, op, func(ctx context.Context, in *OpeningPath, by publictext.Author) error {
		return s.o.Openings.Unvote(ctx, by.Account.ID, in.ID)
	})

	type hide struct {
		OpeningPath
		Body protocol.HideOpening
	}
	op = web.Post("/api/openings/names/{id}/hide", "hide-opening-name", "Hide the name of an opening, for moderators",
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description = "A hidden name is not proposed again for the position. It is noted in the log."
	openingChange(s, k, op, func(ctx context.Context, in *hide, by publictext.Author) error {
		return s.o.Openings.Hide(ctx, in.ID, in.Body.Hidden, in.Body.All, by.Account.Name)
	})

	type settle struct {
		OpeningPath
		Body protocol.SettleOpening
	}
	op = web.Post("/api/openings/names/{id}/settle", "settle-opening-name",
		"Settle the name of an opening, for moderators",
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description = "A settled name stays whatever the votes. It is noted in the log."
	op.Errors = append(op.Errors, http.StatusConflict)
	openingChange(s, k, op, func(ctx context.Context, in *settle, by publictext.Author) error {
		return s.o.Openings.Settle(ctx, in.ID, in.Body.Settled, by.Account.Name)
	})
}

// openingChange registers an operation that changes names and answers with nothing.
func openingChange[I any](
	s *API, k *web.Kit, op web.Route, change func(ctx context.Context, in *I, by publictext.Author) error,
) {
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *I) (*struct{}, error) {
		if s.o.Openings == nil {
			return nil, errNoOpenings
		}
		return nil, change(ctx, in, guests.VisitOf(ctx).Author())
	})
}

// openingNames returns what was proposed for the position at the end of a line.
func (s *API) openingNames(ctx context.Context, l notation.Line) (protocol.OpeningNames, error) {
	v := guests.VisitOf(ctx)
	by, body := v.Author(), protocol.OpeningNames{
		May: "name", Needed: openings.Needed, Moderates: moderates(v), Proposals: []protocol.OpeningProposal{},
	}
	if s.o.Openings == nil {
		return body, errNoOpenings
	}
	var refused *livegame.Error
	if errors.As(s.o.Openings.May(by), &refused) {
		body.May = string(refused.Code)
	}
	me := ""
	if by.Account != nil {
		me = by.Account.ID
	}
	list, voted, err := s.o.Openings.Proposals(ctx, l, me)
	if err != nil {
		return body, err
	}
	var authors []string
	for i := range list {
		authors = append(authors, list[i].Author)
	}
	names, err := s.names(ctx, authors)
	for i := range list {
		p := &list[i]
		if p.Hidden && !body.Moderates {
			continue
		}
		body.Proposals = append(body.Proposals, protocol.OpeningProposal{
			ID: p.ID, Name: p.Name, Author: names[p.Author], Votes: p.Votes, Mine: p.ID == voted, Shown: p.Shown,
			Settled: p.Settled, Hidden: p.Hidden,
		})
	}
	return body, err
}
