package server

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/editor"
)

// Line is a game as a line of moves: as long as the server is willing to work out.
type Line struct {
	Variant string   `json:"variant" maxLength:"40" doc:"such as shrink"`
	FEN     string   `json:"fen,omitempty" maxLength:"200" doc:"where to begin; empty: the start"`
	Moves   []string `json:"moves" maxItems:"2000" nullable:"false" doc:"in engine form or short algebraic; each at most 40 characters"`
}

// linesAPI works for pages that have not loaded the rules themselves yet.
func (s *Server) linesAPI(api huma.API) {
	op := func(path, id, summary string) huma.Operation {
		o := s.operation(http.MethodPost, path, id, summary, budgetRules, false)
		o.MaxBodyBytes = lineBody
		o.Middlewares = append(o.Middlewares, s.oneByOne)
		return o
	}
	type scenes struct {
		Body struct {
			Line
			From int `json:"from,omitempty" minimum:"0" maximum:"2000" doc:"scenes from this ply on"`
		}
	}
	type scenesOutput struct {
		Body struct {
			Scenes []boardview.Scene `json:"scenes"`
		}
	}
	huma.Register(api, op("/api/scenes", "scenes", "What to draw after each move of a line"),
		func(ctx context.Context, in *scenes) (*scenesOutput, error) {
			l, err := s.play(ctx, in.Body.Line)
			if err != nil {
				return nil, err
			}
			if in.Body.From > l.Ply() {
				return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, "The line has only "+plural(l.Ply(), "move")+".")
			}
			var out scenesOutput
			out.Body.Scenes = l.Scenes(in.Body.From)
			return &out, nil
		})

	type choices struct{ Body Line }
	type choicesOutput struct{ Body boardview.Choices }
	huma.Register(api, op("/api/choices", "choices", "The legal moves at the end of a line"),
		func(ctx context.Context, in *choices) (*choicesOutput, error) {
			l, err := s.play(ctx, in.Body)
			if err != nil {
				return nil, err
			}
			return &choicesOutput{l.Choices()}, nil
		})

	type preview struct {
		Body struct {
			Line
			Move string `json:"move" maxLength:"40"`
		}
	}
	type previewOutput struct{ Body boardview.Preview }
	huma.Register(api, op("/api/preview", "preview", "What a move would do at the end of a line"),
		func(ctx context.Context, in *preview) (*previewOutput, error) {
			l, err := s.play(ctx, in.Body.Line)
			if err != nil {
				return nil, err
			}
			p, err := l.Preview(in.Body.Move)
			if err != nil {
				return nil, newCoded(http.StatusUnprocessableEntity, "illegal", sentence(err))
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
	huma.Register(api, op("/api/draft", "draft", "A position that is being set up, after one edit, and what is still wrong with it"),
		func(_ context.Context, in *draft) (*draftOutput, error) {
			d, err := editor.Do(editor.Lookup(s.o.Lookup), in.Body.State, in.Body.Edit)
			if err != nil {
				return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, sentence(err))
			}
			return &draftOutput{d}, nil
		})
}

// pliesForOne is how many moves of a line cost as much as one more request.
const pliesForOne = 40

// oneByOne lets only some requests work at the same time, so that moves do not
// have to wait for them.
func (s *Server) oneByOne(ctx huma.Context, next func(huma.Context)) {
	select {
	case s.heavy <- struct{}{}:
		defer func() { <-s.heavy }()
		next(ctx)
	case <-ctx.Context().Done():
	}
}

// play plays a line out, and charges whoever asked for it by its length. Its
// errors are fit for clients.
func (s *Server) play(ctx context.Context, in Line) (*boardview.Line, error) {
	s.limits.charge(budgetRules, visitOf(ctx), len(in.Moves)/pliesForOne)
	g, err := s.o.Lookup(in.Variant)
	if err != nil {
		return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, sentence(err))
	}
	l, err := boardview.NewLine(g, in.FEN)
	if err != nil {
		return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, sentence(err))
	}
	for i, move := range in.Moves {
		if len(move) > 40 {
			return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, "Move "+strconv.Itoa(i+1)+" is longer than 40 characters.")
		}
		if err := l.Play(move); err != nil {
			return nil, newCoded(http.StatusUnprocessableEntity, "illegal", "Move "+strconv.Itoa(i+1)+": "+err.Error())
		}
	}
	return l, nil
}
