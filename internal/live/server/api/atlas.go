package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/page/atlastable"
)

type atlasOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         *atlastable.Table
}

type sampleOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         *atlastable.Sample
}

// atlasAPI offers the atlas of the rankings of Diminuendo Chess.
func (s *API) atlasAPI(api huma.API) {
	huma.Register(api, s.operation(http.MethodGet, "/api/atlas", "get-atlas",
		"What self-play says about the 720 rankings of Diminuendo Chess", limits.Read, false),
		func(context.Context, *struct{}) (*atlasOutput, error) {
			return &atlasOutput{briefly, atlastable.Get()}, nil
		})
	type input struct {
		Ranking string `path:"ranking" maxLength:"40" doc:"six letters, such as pbnrqk"`
	}
	op := s.operation(http.MethodGet, "/api/atlas/{ranking}", "get-sample-game", "A typical self-play game of a ranking",
		limits.Read, false)
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(_ context.Context, in *input) (*sampleOutput, error) {
		sample, err := atlastable.SampleOf(atlastable.RankingIndex(strings.ToLower(in.Ranking)))
		if err != nil {
			return nil, err
		}
		if sample == nil {
			return nil, problem.NotFound(fmt.Errorf("there is no sample game of %.40q: "+
				"expected the six letters of a ranking, such as pbnrqk", in.Ranking))
		}
		return &sampleOutput{briefly, sample}, nil
	})
}
