package api

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
)

const (
	// maxDownloads is the number of downloads at a time.
	maxDownloads = 2
	// downloadPage is the number of games in one query.
	downloadPage = 50
	// downloadTime is the time to send the games of one query.
	downloadTime = 30 * time.Second
)

// downloadAPI sends many games as one file.
func (s *API) downloadAPI(api huma.API) {
	op := s.operation(http.MethodGet, "/api/archive/pgn", "download-games", "Finished games as PGN, the last ended first", limits.Search, true)
	op.Description = "The games that /api/archive finds, at most " + strconv.Itoa(s.o.Limits.DownloadGames) + " of them. If there are more, " +
		"the last line of the file names the cursor of the rest. A download that fails breaks off; the file is then incomplete."
	op.Responses = documentResponse("application/x-chess-pgn", "The games")
	huma.Register(api, op, func(ctx context.Context, in *Filter) (*huma.StreamResponse, error) {
		q, err := s.query(in, guests.VisitOf(ctx).Guest.ID)
		if err != nil {
			return nil, err
		}
		if !s.downloads.TryAcquire(1) { // first, so that a refusal takes nothing from the budget
			return nil, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany, "Others are downloading games: try again in a minute.")
		}
		if err := s.o.Guard.Take(limits.Download, guests.VisitOf(ctx)); err != nil {
			s.downloads.Release(1)
			return nil, err
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			defer s.downloads.Release(1)
			s.download(hc, q)
		}}, nil
	})
}

// download sends games while it searches for more.
func (s *API) download(hc huma.Context, q archive.Query) {
	r, w := humago.Unwrap(hc)
	ctx := r.Context()
	out := http.NewResponseController(w)
	q.Limit = downloadPage
	games, err := s.o.Archive.Search(ctx, q)
	if err != nil {
		s.problems.WriteInternal(ctx, w, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="wane-games.pgn"`)
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	for n := 0; len(games) > 0; {
		// The server's write timeout is short; a long file may take longer while it makes
		// progress.
		if err := out.SetWriteDeadline(time.Now().Add(downloadTime)); err != nil {
			s.o.Log.LogAttrs(ctx, slog.LevelDebug, "extend the write deadline of a download", slog.Any("error", err))
		}
		for i := range games {
			if n == s.o.Limits.DownloadGames {
				send(ctx, w, "% There are more games: continue with cursor="+q.After.String()+"\n")
				return
			}
			text, err := s.gameText(ctx, &games[i])
			if err != nil {
				s.breakOff(ctx, err)
			}
			send(ctx, w, text)
			q.After = games[i].Cursor()
			n++
		}
		_ = out.Flush()
		if len(games) < q.Limit {
			return
		}
		if games, err = s.o.Archive.Search(ctx, q); err != nil {
			s.breakOff(ctx, err)
		}
	}
}

// send writes a part of a download, or aborts it.
func send(ctx context.Context, w http.ResponseWriter, text string) {
	if ctx.Err() != nil {
		panic(http.ErrAbortHandler)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// breakOff aborts an answer, so that the client sees that it is incomplete.
func (s *API) breakOff(ctx context.Context, err error) {
	if ctx.Err() == nil {
		s.problems.Fault(ctx, err)
	}
	panic(http.ErrAbortHandler)
}

// gameText returns a finished game as PGN.
func (s *API) gameText(ctx context.Context, f *archive.Game) (string, error) {
	events, err := s.o.Archive.EventsAfter(ctx, f.ID, 0)
	if err != nil {
		return "", err
	}
	return s.pgn(ctx, manager.Snapshot{Header: f.Header, Summary: f.Summary, Seats: f.Seats, Events: events, Moves: archive.Moves(events)})
}
