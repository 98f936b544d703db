package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
)

// markdown converts rules to HTML, with typographic quotation marks. It drops HTML
// in them.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Typographer))

// german is markdown for texts in German, which have their quotation marks.
var german = goldmark.New(goldmark.WithExtensions(extension.Table))

type variantsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         []protocol.Variant
}

type variantOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         protocol.FullVariant
}

func (s *API) variantsAPI(api huma.API) {
	all := make([]protocol.Variant, len(s.o.Variants))
	for i, g := range s.o.Variants {
		all[i] = views.Variant(g)
		all[i].Tables = s.tablePieces(g)
		if c, err := s.o.Lessons.Course(g.Name()); err == nil {
			all[i].Lesson = c.Lesson != nil
		}
	}
	huma.Register(api,
		s.operation(http.MethodGet, "/api/variants", "list-variants", "The games that can be played", limits.Read, false),
		func(context.Context, *struct{}) (*variantsOutput, error) {
			return &variantsOutput{briefly, all}, nil
		})
	type input struct {
		Name string `path:"name" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	}
	huma.Register(api,
		s.operation(http.MethodGet, "/api/variants/{name}", "get-variant", "A game and its rules", limits.Read, false),
		func(_ context.Context, in *input) (*variantOutput, error) {
			g, err := s.o.Lookup(in.Name)
			if err != nil {
				return nil, problem.NotFound(err)
			}
			v := views.Variant(g)
			return &variantOutput{briefly, protocol.FullVariant{
				Name: v.Name, Title: v.Title, Format: v.Format, Short: v.Short, Start: v.Start, Rules: html(g.Rules()),
			}}, nil
		})
}
