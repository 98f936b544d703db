package site

import (
	"context"
	"sync"

	"github.com/wane-chess/wane/internal/page/rankings"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// rankingsAPI describes the rankings of Diminuendo Chess.
func (s *API) rankingsAPI(k *web.Kit) {
	all := sync.OnceValue(rankings.All)
	web.Handle(k, web.Get("/api/rankings", "list-rankings", "The 720 rankings of Diminuendo Chess",
		web.Public(web.FiveMinutes, limits.Read)),
		func(context.Context, *struct{}) (*web.Out[*rankings.RankingList], error) {
			return web.Answer(all(), nil)
		})
	type input struct {
		Name string `path:"name" maxLength:"80" doc:"an identifier such as diminuendo:pbnrqk+qk, or only the six letters"`
	}
	op := web.Get("/api/rankings/{name}", "get-ranking", "A ranking of Diminuendo Chess",
		web.Public(web.FiveMinutes, limits.Read))
	web.Handle(k, op, func(_ context.Context, in *input) (*web.Out[*rankings.RankingFacts], error) {
		g, err := rankings.Read(in.Name)
		if err != nil {
			return nil, problem.NotFound(err)
		}
		facts, err := rankings.Of(g)
		if err != nil {
			return nil, problem.NotFound(err)
		}
		return web.Answer(facts, nil)
	})
}
