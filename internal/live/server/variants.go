package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/render"
)

func variantOf(g game.Game) protocol.Variant {
	start, info := g.Start(), g.Info()
	return protocol.Variant{
		Name: g.Name(), Title: g.Title(), Look: render.LookFor(start.View(), render.LookOf(g)).String(), Short: info.Summary, Start: start.String(),
	}
}

// markdown turns rules into HTML, with the quotation marks of print. What is HTML
// in them already is left out.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Typographer))

type variantsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         []protocol.Variant
}

type variantOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         protocol.VariantFull
}

// briefly lets browsers keep what changes only with a new version.
const briefly = "public, max-age=300"

func (s *Server) variantsAPI(api huma.API) {
	all := make([]protocol.Variant, len(s.o.Variants))
	for i, g := range s.o.Variants {
		all[i] = variantOf(g)
		all[i].Tables = s.tablePieces(g.Name())
	}
	huma.Register(api, s.operation(http.MethodGet, "/api/variants", "list-variants", "The games that can be played", budgetRead, false),
		func(context.Context, *struct{}) (*variantsOutput, error) {
			return &variantsOutput{briefly, all}, nil
		})
	type input struct {
		Name string `path:"name" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
	}
	huma.Register(api, s.operation(http.MethodGet, "/api/variants/{name}", "get-variant", "A game and its rules", budgetRead, false),
		func(_ context.Context, in *input) (*variantOutput, error) {
			g, err := s.o.Lookup(in.Name)
			if err != nil {
				return nil, newCoded(http.StatusNotFound, codeNotFound, sentence(err))
			}
			v := variantOf(g)
			return &variantOutput{briefly, protocol.VariantFull{Name: v.Name, Title: v.Title, Look: v.Look, Short: v.Short, Start: v.Start, Rules: html(g.Rules())}}, nil
		})
}

// sentence makes a sentence of an error's text.
func sentence(err error) string {
	text := err.Error()
	if text == "" {
		return text
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "!") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
