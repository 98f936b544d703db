package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/notation"
)

// recordsAPI serves games as PGN.
func (s *API) recordsAPI(api huma.API) {
	op := s.operation(http.MethodGet, "/api/games/{id}/pgn", "get-pgn", "A game as PGN", limits.Read, false)
	op.Responses = documentResponse("application/x-chess-pgn", "The game")
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(ctx context.Context, in *GamePath) (*document, error) {
		snap, err := s.o.Games.Snapshot(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		text, err := s.pgn(snap)
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return &document{Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8", CacheControl: "no-cache",
			Disposition: `inline; filename="wane-` + in.Game + `.pgn"`, Robots: views.Robots(snap), Body: []byte(text)}, nil
	})
}

func (s *API) pgn(snap manager.Snapshot) (string, error) {
	tree, err := snap.Line().Tree(s.o.Lookup)
	if err != nil {
		return "", err
	}
	tree.Result = snap.Summary.Result
	event := "Game"
	if snap.Header.Casual {
		event = "Casual game"
	}
	site := "?"
	if s.o.Base != nil {
		site = s.o.Base.JoinPath("game", string(snap.Header.ID)).String()
	}
	begun := snap.Header.Created.UTC()
	for _, t := range []notation.Tag{
		{Name: "Event", Value: event}, {Name: "Site", Value: site}, {Name: "Date", Value: begun.Format("2006.01.02")}, {Name: "Round", Value: "-"},
		{Name: "White", Value: views.PGNName(snap.Seats[game.White])}, {Name: "Black", Value: views.PGNName(snap.Seats[game.Black])},
		{Name: "UTCDate", Value: begun.Format("2006.01.02")}, {Name: "UTCTime", Value: begun.Format("15:04:05")},
		{Name: "TimeControl", Value: controlTag(snap.Header.TimeControl)}, {Name: "Termination", Value: string(snap.Summary.Reason)},
	} {
		if err := tree.SetTag(t.Name, t.Value); err != nil {
			return "", err
		}
	}
	return tree.PGN(), nil
}

// controlTag returns the PGN tag of a time control: in seconds, or seconds per move.
func controlTag(c livegame.TimeControl) string {
	switch {
	case c.RealTime():
		return fmt.Sprintf("%d+%d", int(c.Base.Seconds()), int(c.Increment.Seconds()))
	case c.Correspondence():
		return fmt.Sprintf("1/%d", int(c.PerMove.Seconds()))
	}
	return "-"
}
