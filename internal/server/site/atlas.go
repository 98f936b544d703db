package site

import (
	"context"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/page/atlastable"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// atlasAPI offers the atlas of the rankings of Diminuendo Chess.
func (s *API) atlasAPI(k *web.Kit) {
	web.Handle(k, web.Get("/api/atlas", "get-atlas", "What self-play says about the 720 rankings of Diminuendo Chess",
		web.Public(web.FiveMinutes, limits.Read)),
		func(context.Context, *struct{}) (*web.Out[*atlastable.Table], error) {
			return web.Answer(atlastable.Get(), nil)
		})
	type input struct {
		Ranking string `path:"ranking" maxLength:"40" doc:"six letters, such as pbnrqk"`
	}
	op := web.Get("/api/atlas/{ranking}", "get-sample-game", "A typical self-play game of a ranking",
		web.Public(web.FiveMinutes, limits.Read))
	web.Handle(k, op, func(_ context.Context, in *input) (*web.Out[*atlastable.Sample], error) {
		sample, err := atlastable.SampleOf(atlastable.RankingIndex(strings.ToLower(in.Ranking)))
		if err != nil {
			return nil, err
		}
		if sample == nil {
			return nil, problem.NotFound(fmt.Errorf("there is no sample game of %.40q: "+
				"expected the six letters of a ranking, such as pbnrqk", in.Ranking))
		}
		return web.Answer(sample, nil)
	})
}
