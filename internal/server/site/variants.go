package site

import (
	"context"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// markdown converts rules to HTML, with typographic quotation marks. It drops HTML
// in them.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Typographer))

// german is markdown for texts in German, which have their quotation marks.
var german = goldmark.New(goldmark.WithExtensions(extension.Table))

// FullVariant is a variant with its rules (GET /api/variants/{name}).
type FullVariant struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	boardview.Format
	Short string `json:"short"`
	Start string `json:"start"`
	Rules string `json:"rules"` // HTML
}

func (s *API) variantsAPI(k *web.Kit) {
	all := make([]gameview.Variant, len(s.o.Variants))
	for i, g := range s.o.Variants {
		all[i] = gameview.NewVariant(g)
		all[i].Tables = s.tablePieces(g)
		if c, err := s.o.Lessons.Course(g.Name()); err == nil {
			all[i].Lesson = c.Lesson != nil
		}
	}
	web.Handle(k,
		web.Get("/api/variants", "list-variants", "The games that can be played",
			web.Public(web.FiveMinutes, limits.Read)),
		func(context.Context, *struct{}) (*web.Out[[]gameview.Variant], error) {
			return web.Answer(all, nil)
		})
	type input struct {
		Name string `path:"name" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	}
	web.Handle(k,
		web.Get("/api/variants/{name}", "get-variant", "A game and its rules",
			web.Public(web.FiveMinutes, limits.Read)),
		func(_ context.Context, in *input) (*web.Out[FullVariant], error) {
			g, err := s.o.Lookup(in.Name)
			if err != nil {
				return nil, problem.NotFound(err)
			}
			v := gameview.NewVariant(g)
			return web.Answer(FullVariant{
				Name: v.Name, Title: v.Title, Format: v.Format, Short: v.Short, Start: v.Start, Rules: html(g.Rules()),
			}, nil)
		})
}
