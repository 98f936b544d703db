package site

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// linesAPI serves pages that have not loaded the rules yet.
func (s *API) linesAPI(k *web.Kit) {
	op := func(path, id, summary string) web.Route {
		o := web.Post(path, id, summary,
			web.Write(web.Visitor, web.AnyToken, limits.Rules))
		o.Body = lineBody
		o.Errors = append(o.Errors, http.StatusServiceUnavailable)
		return o
	}
	type views struct {
		acceptEncoding
		Body struct {
			lines.Line
			From int `json:"from,omitempty" minimum:"0" maximum:"2000" doc:"board views from this ply on"`
		}
	}
	type viewsOutput struct {
		Encoding string `header:"Content-Encoding"`
		Body     *packed[lineViews]
	}
	web.Handle(k, op("/api/views", "views", "The board after each move of a line"),
		func(ctx context.Context, in *views) (*viewsOutput, error) {
			var zipped []byte
			err := s.o.Gate.Do(ctx, web.Lines, func() error {
				l, err := s.o.Lines.Play(ctx, in.Body.Line)
				if err != nil {
					return err
				}
				if in.Body.From > l.Ply() {
					return problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest,
						"The line has only "+message.Plural(l.Ply(), "ply")+".")
				}
				zipped, err = pack(&lineViews{l.Views(in.Body.From)})
				return err
			})
			if err != nil {
				return nil, err
			}
			var out viewsOutput
			out.Body, out.Encoding = answer[lineViews](in.acceptEncoding, zipped)
			return &out, nil
		})

	type choices struct{ Body lines.Line }
	type choicesOutput struct{ Body boardview.Choices }
	web.Handle(k, op("/api/choices", "choices", "The legal moves at the end of a line"),
		func(ctx context.Context, in *choices) (*choicesOutput, error) {
			var out choicesOutput
			return &out, s.o.Gate.Do(ctx, web.Lines, func() error {
				l, err := s.o.Lines.Play(ctx, in.Body)
				if err == nil {
					out.Body = l.Choices()
				}
				return err
			})
		})

	type preview struct {
		Body struct {
			lines.Line
			Move string `json:"move" maxLength:"40"`
		}
	}
	type previewOutput struct{ Body boardview.Preview }
	web.Handle(k, op("/api/preview", "preview", "The effects of a move at the end of a line"),
		func(ctx context.Context, in *preview) (*previewOutput, error) {
			var out previewOutput
			return &out, s.o.Gate.Do(ctx, web.Lines, func() error {
				l, err := s.o.Lines.Play(ctx, in.Body.Line)
				if err != nil {
					return err
				}
				if out.Body, err = l.Preview(in.Body.Move); err != nil {
					return problem.New(http.StatusUnprocessableEntity, "illegal", problem.Sentence(err))
				}
				return nil
			})
		})

	type draft struct {
		Body struct {
			State editor.DraftState `json:"state"`
			Edit  editor.DraftEdit  `json:"edit"`
		}
	}
	type draftOutput struct{ Body editor.Draft }
	web.Handle(k,
		op("/api/draft", "draft", "A position in the editor after one edit, and why it cannot be played yet"),
		func(ctx context.Context, in *draft) (*draftOutput, error) {
			var out draftOutput
			return &out, s.o.Gate.Do(ctx, web.Lines, func() (err error) {
				if out.Body, err = editor.Do(editor.Lookup(s.o.Lookup), in.Body.State, in.Body.Edit); err != nil {
					return problem.Invalid(err)
				}
				return nil
			})
		})
}

// lineViews are the board views of a line.
type lineViews struct {
	Views []boardview.BoardView `json:"views"`
}
