package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

type explorerOutput struct {
	CacheControl string `header:"Cache-Control"`
	Body         protocol.Explored
}

// explorerAPI tells what was played in a position.
func (s *API) explorerAPI(api huma.API) {
	x := archive.Explorer{Store: s.o.Archive, Lookup: s.o.Lookup, StarterBook: s.o.Starter}
	if x.StarterBook == nil {
		x.StarterBook = func(string) (*archive.Book, error) { return nil, nil }
	}
	type explore struct {
		Variant string `query:"variant" required:"true" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
		FEN     string `query:"fen" maxLength:"200" doc:"the position; empty: the start"`
		Source  string `query:"source" enum:"all,server,engine" default:"all" doc:"the public games of this server, games of the engine with itself, or both"`
	}
	op := s.operation(http.MethodGet, "/api/explorer", "explore", "What was played in a position", limits.Rules, false)
	op.Description = "Finished public games of this server are counted, a moment after they have ended, and games of the engine with itself that come with wane. " +
		"Positions are told apart by their men, the side to move and its rights, however they came about; the first 40 plies of each game count, and each game once."
	huma.Register(api, op, func(ctx context.Context, in *explore) (*explorerOutput, error) {
		e, err := x.Explore(ctx, in.Variant, in.FEN, archive.Source(in.Source))
		var bad *archive.BadPositionError
		if errors.As(err, &bad) {
			return nil, badFilter(problem.Sentence(bad))
		}
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return &explorerOutput{"public, max-age=10", s.o.Views.Explored(e)}, nil
	})
}
