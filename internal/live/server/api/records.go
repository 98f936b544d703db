package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/server/guests"
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
		text, err := s.pgn(ctx, snap)
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return &document{Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8", CacheControl: "no-cache",
			Disposition: `inline; filename="wane-` + in.Game + `.pgn"`, Robots: views.Robots(snap), Body: []byte(text)}, nil
	})
}

func (s *API) pgn(ctx context.Context, snap manager.Snapshot) (string, error) {
	tree, err := snap.Line().Tree(s.o.Lookup)
	if err != nil {
		return "", err
	}
	tree.Result = snap.Summary.Result
	event := "Game"
	if snap.Header.Casual {
		event = "Casual game"
	}
	begun := snap.Header.Created.UTC()
	white, black := snap.Seats[game.White], snap.Seats[game.Black]
	for _, t := range []notation.Tag{
		{Name: "Event", Value: event}, {Name: "Site", Value: s.site(ctx, snap.Header.ID)}, {Name: "Date", Value: begun.Format("2006.01.02")}, {Name: "Round", Value: "-"},
		{Name: "White", Value: views.PlayerName(white, "?")}, {Name: "Black", Value: views.PlayerName(black, "?")},
		{Name: "WhiteType", Value: typeTag(white)}, {Name: "BlackType", Value: typeTag(black)},
		{Name: "UTCDate", Value: begun.Format("2006.01.02")}, {Name: "UTCTime", Value: begun.Format("15:04:05")},
		{Name: "TimeControl", Value: controlTag(snap.Header.TimeControl)}, {Name: "Termination", Value: string(snap.Summary.Reason)},
	} {
		if err := tree.SetTag(t.Name, t.Value); err != nil {
			return "", err
		}
	}
	addClocks(tree, snap.Header.TimeControl, snap.Events)
	return tree.PGN(), nil
}

// site returns the address of a game: at the server's own address, or else at that by
// which the client reached it.
func (s *API) site(ctx context.Context, id livegame.ID) string {
	base, visit := s.o.Base, guests.VisitOf(ctx)
	switch {
	case base == nil && visit.Host == "":
		return "?"
	case base == nil:
		base = &url.URL{Scheme: "http", Host: visit.Host}
		if visit.Secure {
			base.Scheme = "https"
		}
	}
	return base.JoinPath("game", string(id)).String()
}

// addClocks notes each mover's remaining time in a comment, if the game has a clock.
func addClocks(tree *notation.Tree, c livegame.TimeControl, events []livegame.Event) {
	if !c.RealTime() {
		return
	}
	clocks := livegame.MoveClocks(events)
	for n := tree.Root.Next(); n != nil && len(clocks) > 0; n, clocks = n.Next(), clocks[1:] {
		n.Comments = append(n.Comments, "[%clk "+notation.ClockText(clocks[0].Truncate(time.Second))+"]")
	}
}

// typeTag returns the PGN tag of what a player is, "" for an empty seat.
func typeTag(p livegame.Player) string {
	switch {
	case p.Engine():
		return "program"
	case p.Empty():
		return ""
	}
	return "human"
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
