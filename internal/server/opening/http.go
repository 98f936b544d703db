package opening

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

// Line has the names of a line's opening.
type Line struct {
	Openings []Opening `json:"openings" doc:"in the order of the plies; the last whose ply has been reached is the name"`
}

// Names are the names that were proposed for a position.
type Names struct {
	May       string     `json:"may" enum:"name,guest,young,muted" doc:"whether you may propose names and vote, or why not: you need an account, it is too new, or it may not write"`
	Needed    int        `json:"needed" doc:"votes until all see a name"`
	Moderates bool       `json:"moderates,omitempty" doc:"you may hide and settle names"`
	Proposals []Proposal `json:"proposals" doc:"at most 30: the name of the position first, then those with most votes"`
}

// NewOpeningName proposes a name for a position.
type NewOpeningName struct {
	Variant string   `json:"variant" maxLength:"40" doc:"such as shrink"`
	Moves   []string `json:"moves" maxItems:"40" doc:"UCI moves from the start of the game to the position"`
	Name    string   `json:"name" maxLength:"400" doc:"3–60 characters"`
}

// HideOpening hides a proposal.
type HideOpening struct {
	Hidden bool `json:"hidden" doc:"false: show it again"`
	All    bool `json:"all,omitempty" doc:"hide all proposals of its author"`
}

// SettleOpening makes a proposal the name of its position.
type SettleOpening struct {
	Settled bool `json:"settled" doc:"false: leave the name to the votes again"`
}

// path is the part of a path that names a proposal.
type path struct {
	ID int64 `path:"id" minimum:"1" doc:"of the proposal"`
}

// query is a line of moves whose opening is asked for.
type query struct {
	Variant string `query:"variant" required:"true" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	FEN     string `query:"fen" maxLength:"200" doc:"where the line begins; empty: the start"`
	Moves   string `query:"moves" maxLength:"1700" example:"e2e4_e7e5" doc:"UCI moves, separated by underscores"`
}

func (q *query) line() notation.Line {
	return notation.Line{
		Variant: q.Variant, FEN: q.FEN, Moves: strings.FieldsFunc(q.Moves, func(c rune) bool { return c == '_' }),
	}
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	op := web.Get("/api/openings", "name-opening", "The opening of a line", web.Public(web.NoCache, limits.Rules))
	op.Description = "A name belongs to a position, whatever moves led there, " +
		"and to what follows until the next position with a name. Until people have named a line, " +
		"its first moves are its name, as far as enough games have them. Only the first 40 plies count."
	web.Handle(k, op, func(ctx context.Context, in *query) (*web.Out[Line], error) {
		list, err := s.Line(ctx, in.line())
		return web.Answer(Line{append([]Opening{}, list...)}, err)
	})

	op = web.Get("/api/openings/names", "list-opening-names", "The names that were proposed for a position",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Description = "The position is the one at the end of the line. " +
		"Three accounts must vote for a name until all see it."
	web.Handle(k, op, func(ctx context.Context, in *query) (*web.Out[Names], error) {
		body, err := s.shown(ctx, in.line())
		return web.Answer(body, err)
	})

	type propose struct{ Body NewOpeningName }
	op = web.Post("/api/openings/names", "propose-opening-name", "Propose a name for an opening",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "Only accounts that are older than a day may, ten times a day. It is a vote for the name, too. " +
		"No two positions of a game have the same name."
	op.Errors = append(op.Errors, http.StatusConflict)
	change(k, op, func(ctx context.Context, in *propose, by publictext.Author) error {
		return s.Propose(ctx, by, notation.Line{Variant: in.Body.Variant, Moves: in.Body.Moves}, in.Body.Name)
	})

	op = web.Post("/api/openings/names/{id}/vote", "vote-opening-name", "Vote for the name of an opening",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "You have one vote for each position; it takes the place of an earlier one."
	op.Errors = append(op.Errors, http.StatusConflict)
	change(k, op, func(ctx context.Context, in *path, by publictext.Author) error { return s.Vote(ctx, by, in.ID) })

	op = web.Delete("/api/openings/names/{id}/vote", "unvote-opening-name",
		"Take your vote for the name of an opening back",
		web.Write(web.Account, web.NoToken, limits.Social))
	op.Description = "A proposal for which no account votes is deleted."
	change(k, op, func(ctx context.Context, in *path, by publictext.Author) error {
		return s.Unvote(ctx, by.Account.ID, in.ID)
	})

	type hide struct {
		path
		Body HideOpening
	}
	op = web.Post("/api/openings/names/{id}/hide", "hide-opening-name", "Hide the name of an opening, for moderators",
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description = "A hidden name is not proposed again for the position. It is noted in the log."
	op.Errors = append(op.Errors, http.StatusConflict)
	change(k, op, func(ctx context.Context, in *hide, by publictext.Author) error {
		return s.Hide(ctx, in.ID, in.Body.Hidden, in.Body.All, by.Account.Name)
	})

	type settle struct {
		path
		Body SettleOpening
	}
	op = web.Post("/api/openings/names/{id}/settle", "settle-opening-name",
		"Settle the name of an opening, for moderators",
		web.Write(web.Moderator, web.NoToken, limits.Command))
	op.Description = "A settled name stays whatever the votes. It is noted in the log."
	op.Errors = append(op.Errors, http.StatusConflict)
	change(k, op, func(ctx context.Context, in *settle, by publictext.Author) error {
		return s.Settle(ctx, in.ID, in.Body.Settled, by.Account.Name)
	})
}

// change registers an operation that changes names and answers with nothing.
func change[I any](k *web.Kit, op web.Route, do func(ctx context.Context, in *I, by publictext.Author) error) {
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *I) (*struct{}, error) {
		return nil, do(ctx, in, guests.VisitOf(ctx).Author())
	})
}

// shown shows what was proposed for the position at the end of a line to who asks.
func (s *Service) shown(ctx context.Context, l notation.Line) (Names, error) {
	v := guests.VisitOf(ctx)
	by, body := v.Author(), Names{May: "name", Needed: Needed, Moderates: v.Moderates(), Proposals: []Proposal{}}
	if refused, ok := errors.AsType[*livegame.Error](s.May(by)); ok {
		body.May = string(refused.Code)
	}
	me := ""
	if by.Account != nil {
		me = by.Account.ID
	}
	list, err := s.Proposals(ctx, l, me)
	if err != nil {
		return body, err
	}
	var authors []string
	for i := range list {
		authors = append(authors, list[i].Author)
	}
	people, err := auth.People(ctx, s.o.DB, authors...)
	for _, p := range list {
		if !p.Hidden || body.Moderates {
			p.By = people[p.Author]
			body.Proposals = append(body.Proposals, p)
		}
	}
	return body, err
}
