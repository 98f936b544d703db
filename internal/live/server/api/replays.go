package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/lines"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/views"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/frames"
)

// Replay is a line of moves with all that a page needs to show it. It is the same
// for all clients, and needs no cookie.
type Replay struct {
	Variant string `json:"variant"`
	Title   string `json:"title"`
	boardview.Format
	FEN   string                `json:"fen"` // start position
	Moves []string              `json:"moves"`
	From  int                   `json:"from"`  // ply of the first board view
	Views []boardview.BoardView `json:"views"` // board views from there to the end; the first has its squares
	Game  *protocol.Game        `json:"game,omitempty"`
}

type replayOutput struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	Policy       string `header:"Cross-Origin-Resource-Policy"`
	Origin       string `header:"Access-Control-Allow-Origin"`
	Body         *Replay
}

// replaysAPI serves boards on other sites.
func (s *API) replaysAPI(api huma.API) {
	type ofGame struct {
		GamePath
		From int `query:"from" minimum:"0" doc:"only board views from this ply on; all if the game has fewer moves now"`
		Condition
	}
	op := s.operation(http.MethodGet, "/api/games/{id}/replay", "get-replay", "A game as it is shown, move by move", limits.Read, false)
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusServiceUnavailable)
	huma.Register(api, op, func(ctx context.Context, in *ofGame) (*replayOutput, error) {
		out, err := s.gameReplay(ctx, in.Game, in.From, &in.Condition)
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return out, nil
	})

	type ofLine struct {
		lines.Query
		Condition
	}
	op = s.operation(http.MethodGet, "/api/replay", "get-line-replay", "A line of moves as it is shown, move by move", limits.Rules, false)
	op.Errors = append(op.Errors, http.StatusServiceUnavailable)
	huma.Register(api, op, func(ctx context.Context, in *ofLine) (*replayOutput, error) {
		out, err := s.lineReplay(ctx, in.Query, &in.Condition)
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		return out, nil
	})
}

// public starts an answer that is the same for all clients; tag identifies it and
// its version.
func (s *API) public(cache, tag string) *replayOutput {
	return &replayOutput{Status: http.StatusOK, CacheControl: cache, ETag: etag(s.o.Version, tag), Policy: "cross-origin", Origin: "*"}
}

func (s *API) gameReplay(ctx context.Context, id string, from int, m *Condition) (*replayOutput, error) {
	snap, err := s.o.Games.Snapshot(ctx, livegame.ID(id))
	if err != nil {
		return nil, err
	}
	if from > len(snap.Moves) {
		from = 0
	}
	cache := checkEach
	if snap.Status == livegame.Finished {
		cache = briefly // a rematch may come
	}
	out := s.public(cache, fmt.Sprintf("replay %s %d", views.Version(snap), from))
	if !m.modified(out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	out.Body, err = s.replay(ctx, snap.Header.Variant, snap.Header.FEN, snap.Moves, from)
	if err != nil {
		return nil, err
	}
	g := s.o.Views.Game(snap.Summary, "")
	out.Body.Game = &g
	return out, nil
}

func (s *API) lineReplay(ctx context.Context, in lines.Query, m *Condition) (*replayOutput, error) {
	out := s.public(forADay, fmt.Sprintf("replay %q %q %q", in.Variant, in.FEN, in.Moves))
	if !m.modified(out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	var err error
	out.Body, err = s.replay(ctx, in.Variant, in.FEN, frames.Split(in.Moves), 0)
	return out, err
}

// replay plays a line out for its board views, when it is its turn.
func (s *API) replay(ctx context.Context, variant, fen string, moves []string, from int) (*Replay, error) {
	if err := lines.CheckLength(len(moves)); err != nil {
		return nil, err
	}
	g, err := s.o.Lookup(variant)
	if err != nil {
		return nil, problem.Invalid(err)
	}
	v := views.Variant(g)
	r := &Replay{Variant: v.Name, Title: v.Title, Format: v.Format, Moves: []string{}, From: from}
	err = s.o.Lines.InTurn(ctx, func() error {
		l, err := s.o.Lines.Play(ctx, lines.Line{Variant: variant, FEN: fen, Moves: moves})
		if err != nil {
			return err
		}
		r.Views = l.Views(from)
		r.FEN = l.View(0).FEN
		return nil
	})
	r.Moves = append(r.Moves, moves...)
	for _, sc := range r.Views {
		if sc.Ply > 0 {
			r.Moves[sc.Ply-1] = sc.Move // UCI, even if the request had SAN
		}
	}
	return r, err
}
