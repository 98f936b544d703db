package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/lines"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/editor"
)

// linesAPI serves pages that have not loaded the rules yet.
func (s *API) linesAPI(api huma.API) {
	op := func(path, id, summary string) huma.Operation {
		o := s.operation(http.MethodPost, path, id, summary, limits.Rules, false)
		o.MaxBodyBytes = lineBody
		o.Middlewares = append(o.Middlewares, s.inTurn)
		return o
	}
	type views struct {
		Body struct {
			lines.Line
			From int `json:"from,omitempty" minimum:"0" maximum:"2000" doc:"board views from this ply on"`
		}
	}
	type viewsOutput struct {
		Body struct {
			Views []boardview.BoardView `json:"views"`
		}
	}
	huma.Register(api, op("/api/views", "views", "The board after each move of a line"),
		func(ctx context.Context, in *views) (*viewsOutput, error) {
			l, err := s.o.Lines.Play(ctx, in.Body.Line)
			if err != nil {
				return nil, err
			}
			if in.Body.From > l.Ply() {
				return nil, problem.New(http.StatusUnprocessableEntity, protocol.CodeBadRequest, "The line has only "+message.Plural(l.Ply(), "ply")+".")
			}
			var out viewsOutput
			out.Body.Views = l.Views(in.Body.From)
			return &out, nil
		})

	type choices struct{ Body lines.Line }
	type choicesOutput struct{ Body boardview.Choices }
	huma.Register(api, op("/api/choices", "choices", "The legal moves at the end of a line"),
		func(ctx context.Context, in *choices) (*choicesOutput, error) {
			l, err := s.o.Lines.Play(ctx, in.Body)
			if err != nil {
				return nil, err
			}
			return &choicesOutput{l.Choices()}, nil
		})

	type preview struct {
		Body struct {
			lines.Line
			Move string `json:"move" maxLength:"40"`
		}
	}
	type previewOutput struct{ Body boardview.Preview }
	huma.Register(api, op("/api/preview", "preview", "The effects of a move at the end of a line"),
		func(ctx context.Context, in *preview) (*previewOutput, error) {
			l, err := s.o.Lines.Play(ctx, in.Body.Line)
			if err != nil {
				return nil, err
			}
			p, err := l.Preview(in.Body.Move)
			if err != nil {
				return nil, problem.New(http.StatusUnprocessableEntity, "illegal", problem.Sentence(err))
			}
			return &previewOutput{p}, nil
		})

	type draft struct {
		Body struct {
			State editor.DraftState `json:"state"`
			Edit  editor.DraftEdit  `json:"edit"`
		}
	}
	type draftOutput struct{ Body editor.Draft }
	huma.Register(api, op("/api/draft", "draft", "A position in the editor after one edit, and why it cannot be played yet"),
		func(_ context.Context, in *draft) (*draftOutput, error) {
			d, err := editor.Do(editor.Lookup(s.o.Lookup), in.Body.State, in.Body.Edit)
			if err != nil {
				return nil, problem.Invalid(err)
			}
			return &draftOutput{d}, nil
		})
}

// inTurn is the middleware that limits how many lines are played out at once.
func (s *API) inTurn(ctx huma.Context, next func(huma.Context)) {
	if leave, err := s.o.Lines.Enter(ctx.Context()); err == nil {
		defer leave()
		next(ctx)
	}
}
