package api

import (
	"context"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/web"
)

// explorerAPI serves the opening explorer.
func (s *API) explorerAPI(k *web.Kit) {
	x := archive.Explorer{Store: s.o.Archive, Lookup: s.o.Lookup, StarterBook: s.o.Starter}
	if x.StarterBook == nil {
		x.StarterBook = func(string) (*archive.Book, error) { return nil, nil }
	}
	type explore struct {
		Variant string `query:"variant" required:"true" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
		FEN     string `query:"fen" maxLength:"200" doc:"the position; empty: the start"`
		Source  string `query:"source" enum:"all,server,engine" default:"all" doc:"the public games of this server, self-play games, or both"`
	}
	op := web.Get("/api/explorer", "explore", "The moves that were played in a position",
		web.Public(web.TenSeconds, limits.Rules))
	op.Description = "It counts the finished public games of this server, a moment after their end, " +
		"and the self-play games that come with wane. " +
		"Positions are equal if board, side to move and rights are, whatever the moves before. " +
		"The first 40 plies of each game count, and each game once. " +
		"Moves of the opening book have its evaluation, also those that no game has."
	web.Handle(k, op, func(ctx context.Context, in *explore) (*web.Out[protocol.Explored], error) {
		var e *archive.ExploredPosition
		err := s.o.Gate.Do(ctx, web.Queries, func() (err error) {
			e, err = x.Explore(ctx, in.Variant, in.FEN, archive.Source(in.Source))
			return err
		})
		if err != nil {
			return nil, err
		}
		return web.Answer(s.o.Views.Explored(e), nil)
	})
}
