package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/notation"
)

const (
	// maxDownloads is the number of downloads at a time of one address, allDownloads that of
	// all. Readers hold their places for downloadTime at most, and less if they are slow.
	maxDownloads = 2
	allDownloads = 32
	downloadTime = 10 * time.Minute
	// slowTime is how long a client may take beyond what leastRate allows, in bytes a second.
	slowTime  = 20 * time.Second
	leastRate = 32 << 10
	// downloadPage is the number of games in one query.
	downloadPage = 50
)

// downloads limits the downloads.
type downloads struct {
	places *semaphore.Weighted
	own    *limits.Counter
}

func newDownloads() downloads {
	return downloads{semaphore.NewWeighted(allDownloads), limits.NewCounter(maxDownloads)}
}

// enter takes a place for a client's address; leave frees it.
func (d *downloads) enter(v *guests.Visit) (leave func(), err error) {
	if !d.own.Enter(v.Address) {
		return nil, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany,
			"Your address is downloading "+message.Plural(maxDownloads, "file")+" already: wait until one of them is complete.")
	}
	if !d.places.TryAcquire(1) {
		d.own.Leave(v.Address)
		return nil, problem.New(http.StatusTooManyRequests, protocol.CodeTooMany,
			"Others are downloading games: try again in a minute.")
	}
	return func() {
		d.places.Release(1)
		d.own.Leave(v.Address)
	}, nil
}

// downloadAPI sends many games as one file.
func (s *API) downloadAPI(k *web.Kit) {
	op := web.Get("/api/archive/pgn", "download-games", "Finished games as PGN, the last ended first",
		web.Read(web.Player, web.AnyToken, limits.Search))
	op.Description = "The games that /api/archive finds, at most " + strconv.Itoa(s.o.Limits.DownloadGames) +
		" of them. If there are more, " +
		"the last line of the file names the cursor of the rest. A download that fails, or takes more than ten minutes, " +
		"breaks off; the file is then incomplete."
	op.Lasts = true
	op.Responses = documentResponse("application/x-chess-pgn", "The games")
	web.Handle(k, op, func(ctx context.Context, in *Filter) (*web.Stream, error) {
		q, err := s.query(ctx, in, guests.VisitOf(ctx).Guest.ID)
		if err != nil {
			return nil, err
		}
		leave, err := s.downloads.enter(guests.VisitOf(ctx)) // first, so that a refusal takes nothing from the budget
		if err != nil {
			return nil, err
		}
		if err := s.o.Guard.Take(limits.Download, guests.VisitOf(ctx)); err != nil {
			leave()
			return nil, err
		}
		return &web.Stream{Body: func(w http.ResponseWriter, r *http.Request) {
			defer leave()
			q.Limit = downloadPage
			left := s.o.Limits.DownloadGames
			s.download(ctx, w, r, "wane-games.pgn",
				func(ctx context.Context) (string, bool, error) { return s.nextGames(ctx, &q, &left) })
		}}, nil
	})
}

// tournamentDownloadAPI sends the games of a tournament as one file.
func (s *API) tournamentDownloadAPI(k *web.Kit) {
	if s.o.Tournaments == nil {
		return
	}
	op := web.Get("/api/tournaments/{id}/pgn", "download-tournament", "All games of a tournament as PGN",
		web.Read(web.Player, web.AnyToken, limits.Search)).Unprocessable()
	op.Lasts = true
	op.Responses = documentResponse("application/x-chess-pgn", "The games that have ended")
	web.Handle(k, op, s.downloadTournament)
}

// downloadTournament sends the games of a tournament that have ended, in the order in which they were paired.
func (s *API) downloadTournament(ctx context.Context, in *tournament.Path) (*web.Stream, error) {
	var name string
	var list []tournament.Pairing
	err := s.o.Tournaments.Read(ctx, in.ID, func(t *tournament.Tournament) error {
		name = t.Terms().Name
		for _, g := range t.Games() {
			if g.Result != nil && g.Result.Score != tournament.Void {
				list = append(list, g.Pairing)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	v := guests.VisitOf(ctx)
	leave, err := s.downloads.enter(v)
	if err != nil {
		return nil, err
	}
	if err := s.o.Guard.Take(limits.Download, v); err != nil {
		leave()
		return nil, err
	}
	next := func(ctx context.Context) (text string, more bool, err error) {
		err = s.o.Gate.Do(ctx, web.Queries, func() error {
			n := min(downloadPage, len(list))
			for _, p := range list[:n] {
				game, err := s.tournamentGame(ctx, p, name)
				if err != nil {
					return err
				}
				text += game
			}
			list = list[n:]
			return nil
		})
		return text, len(list) > 0, err
	}
	return &web.Stream{Body: func(w http.ResponseWriter, r *http.Request) {
		defer leave()
		s.download(ctx, w, r, "wane-"+string(in.ID)+".pgn", next)
	}}, nil
}

// tournamentGame returns a game as PGN; "" if it was deleted.
func (s *API) tournamentGame(ctx context.Context, p tournament.Pairing, event string) (string, error) {
	snap, err := s.o.Games.Snapshot(ctx, p.Game)
	if errors.Is(err, livegame.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	tags := []notation.Tag{{Name: "Event", Value: event}}
	if p.Round > 0 {
		tags = append(tags, notation.Tag{Name: "Round", Value: strconv.Itoa(p.Round)})
	}
	return s.taggedPGN(ctx, snap, tags...)
}

// download sends a file of games, part by part: next returns a part, and whether more follow.
func (s *API) download(
	ctx context.Context, w http.ResponseWriter, r *http.Request, name string,
	next func(context.Context) (text string, more bool, err error),
) {
	out := http.NewResponseController(w)
	ends := time.Now().Add(downloadTime)
	text, more, err := next(ctx)
	if err != nil {
		problem.Write(w, s.problems.Internal(ctx, err))
		return
	}
	w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	if r.Method == http.MethodHead {
		return
	}
	var sent int            // bytes
	var taken time.Duration // by the client
	for {
		// The server's write timeout is short; a long file may take longer while it makes
		// progress. What the server needs for the games does not count.
		begun := time.Now()
		sent += len(text)
		at := begun.Add(slowTime + time.Duration(sent)*time.Second/leastRate - taken)
		if at.After(ends) {
			at = ends
		}
		if err := out.SetWriteDeadline(at); err != nil {
			s.o.Log.LogAttrs(ctx, slog.LevelDebug, "extend the write deadline of a download", slog.Any("error", err))
		}
		send(ctx, w, text)
		if !more {
			return
		}
		_ = out.Flush()
		taken += time.Since(begun)
		if text, more, err = next(ctx); err != nil {
			s.breakOff(ctx, err)
		}
	}
}

// nextGames returns the next games of a query, of which left may follow, and moves the
// query on. It waits for its turn and does not depend on the client's speed.
func (s *API) nextGames(ctx context.Context, q *archive.Query, left *int) (text string, more bool, err error) {
	var b strings.Builder
	err = s.o.Gate.Do(ctx, web.Queries, func() error {
		games, err := s.o.Archive.Search(ctx, *q)
		if err != nil {
			return err
		}
		for i := range games {
			if *left == 0 {
				b.WriteString("% There are more games: continue with cursor=" + q.After.String() + "\n")
				return nil
			}
			text, err := s.gameText(ctx, &games[i])
			if err != nil {
				return err
			}
			b.WriteString(text)
			q.After = games[i].Cursor()
			*left--
		}
		more = len(games) == q.Limit
		return nil
	})
	return b.String(), more, err
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
	return s.pgn(ctx,
		manager.Snapshot{Header: f.Header, Summary: f.Summary, Seats: f.Seats, Events: events, Moves: archive.Moves(events)})
}
