package api

import (
	"context"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/page/rankings"
)

type rankingsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         *rankings.RankingList
}

type factsOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         *rankings.RankingFacts
}

// rankingsAPI describes the rankings of Diminuendo Chess.
func (s *API) rankingsAPI(api huma.API) {
	all := sync.OnceValue(rankings.All)
	huma.Register(api, s.operation(http.MethodGet, "/api/rankings", "list-rankings",
		"The 720 rankings of Diminuendo Chess", limits.Read, false),
		func(context.Context, *struct{}) (*rankingsOutput, error) {
			return &rankingsOutput{briefly, all()}, nil
		})
	type input struct {
		Name string `path:"name" maxLength:"80" doc:"an identifier such as diminuendo:pbnrqk+qk, or only the six letters"`
	}
	op := s.operation(http.MethodGet, "/api/rankings/{name}", "get-ranking", "A ranking of Diminuendo Chess",
		limits.Read, false)
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(_ context.Context, in *input) (*factsOutput, error) {
		g, err := rankings.Read(in.Name)
		if err != nil {
			return nil, problem.NotFound(err)
		}
		facts, err := rankings.Of(g)
		if err != nil {
			return nil, problem.NotFound(err)
		}
		return &factsOutput{briefly, facts}, nil
	})
}
