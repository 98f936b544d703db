package server

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/notation"
)

// document is an answer that is no JSON.
type document struct {
	Status       int
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	// Pages of other sites may show what they are given leave to.
	Policy string `header:"Cross-Origin-Resource-Policy"`
	Origin string `header:"Access-Control-Allow-Origin"`
	Robots string `header:"X-Robots-Tag"`
	Body   []byte
}

// recordsAPI are a game as others' programs read it.
func (s *Server) recordsAPI(api huma.API) {
	op := s.operation(http.MethodGet, "/api/games/{id}/pgn", "get-pgn", "A game as PGN", budgetRead, false)
	op.Responses = plainResponse("application/x-chess-pgn", "The game")
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(ctx context.Context, in *GamePath) (*document, error) {
		snap, err := s.o.Host.Snapshot(ctx, livegame.ID(in.Game))
		if err != nil {
			return nil, s.fail(ctx, err)
		}
		text, err := s.pgn(snap)
		if err != nil {
			return nil, s.fail(ctx, err)
		}
		return &document{Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8", CacheControl: "no-cache",
			Disposition: `inline; filename="wane-` + in.Game + `.pgn"`, Robots: robotsTag(snap), Body: []byte(text)}, nil
	})
}

// robotsTag keeps games that are not public out of search engines.
func robotsTag(snap manager.Snapshot) string {
	if snap.Header.Public {
		return ""
	}
	return "noindex"
}

func plainResponse(contentType, what string) map[string]*huma.Response {
	return map[string]*huma.Response{
		"200": {Description: what, Content: map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: "string"}}}},
	}
}

// replay makes a tree of the moves on the board.
func (s *Server) replay(snap manager.Snapshot) (*notation.Tree, error) {
	g, err := s.o.Lookup(snap.Header.Variant)
	if err != nil {
		return nil, err
	}
	tree, err := notation.NewTree(g, snap.Header.FEN)
	if err != nil {
		return nil, err
	}
	at := tree.Cursor()
	for _, text := range snap.Moves {
		m, err := notation.ParseUCI(at.Position(), text)
		if err != nil {
			return nil, err
		}
		if _, err := at.Play(m); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

func (s *Server) pgn(snap manager.Snapshot) (string, error) {
	tree, err := s.replay(snap)
	if err != nil {
		return "", err
	}
	tree.Result = snap.Summary.Result
	event := "Game"
	if snap.Header.Casual {
		event = "Casual game"
	}
	site := "?"
	if s.base != nil {
		site = s.base.JoinPath("game", string(snap.Header.ID)).String()
	}
	begun := snap.Header.Created.UTC()
	for _, t := range []notation.Tag{
		{Name: "Event", Value: event}, {Name: "Site", Value: site}, {Name: "Date", Value: begun.Format("2006.01.02")}, {Name: "Round", Value: "-"},
		{Name: "White", Value: playerTag(snap.Seats[game.White])}, {Name: "Black", Value: playerTag(snap.Seats[game.Black])},
		{Name: "UTCDate", Value: begun.Format("2006.01.02")}, {Name: "UTCTime", Value: begun.Format("15:04:05")},
		{Name: "TimeControl", Value: controlTag(snap.Header.TimeControl)}, {Name: "Termination", Value: string(snap.Summary.Reason)},
	} {
		if err := tree.SetTag(t.Name, t.Value); err != nil {
			return "", err
		}
	}
	return tree.PGN(), nil
}

func playerTag(p livegame.Player) string {
	switch {
	case p.Engine():
		return "wane, level " + strconv.Itoa(p.Level)
	case p.Empty():
		return "?"
	}
	return p.Name
}

// controlTag tells a time control as PGN does: in seconds, or seconds a move.
func controlTag(c livegame.TimeControl) string {
	switch {
	case c.RealTime():
		return fmt.Sprintf("%d+%d", int(c.Base.Seconds()), int(c.Increment.Seconds()))
	case c.Correspondence():
		return fmt.Sprintf("1/%d", int(c.PerMove.Seconds()))
	}
	return "-"
}
