package web

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
)

const (
	// MaxDownloads is the number of downloads at a time of one address. Readers hold their places for ten minutes at
	// most, and less if they are slow.
	MaxDownloads = 2
	// AllDownloads is the number of downloads at a time of all addresses.
	AllDownloads = 32
	downloadTime = 10 * time.Minute
	// SlowTime is how long a client may take beyond what LeastRate allows, in bytes a second.
	SlowTime = 20 * time.Second
	// LeastRate is what a client must read, in bytes a second.
	LeastRate = 32 << 10
	// DownloadPage is the number of games in a part of a download.
	DownloadPage = 50
)

// downloads limits the downloads.
type downloads struct {
	places *semaphore.Weighted
	own    *limits.Counter
}

func newDownloads() downloads {
	return downloads{semaphore.NewWeighted(AllDownloads), limits.NewCounter(MaxDownloads)}
}

// EnterDownload takes the price of a download, and a place for the client's address; leave frees it.
func (k *Kit) EnterDownload(ctx context.Context) (leave func(), err error) {
	v, d := guests.VisitOf(ctx), &k.downloads
	if !d.own.Enter(v.Address) { // first, so that a refusal takes nothing from the budget
		return nil, problem.New(http.StatusTooManyRequests, problem.CodeTooMany,
			"Your address is downloading "+message.Plural(MaxDownloads, "file")+" already: wait until one of them is complete.")
	}
	if !d.places.TryAcquire(1) {
		d.own.Leave(v.Address)
		return nil, problem.RetryAfter(http.StatusTooManyRequests, problem.CodeTooMany,
			"Others are downloading games: try again in a minute.", time.Minute)
	}
	leave = func() {
		d.places.Release(1)
		d.own.Leave(v.Address)
	}
	if err := k.Take(ctx, limits.Download); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// Parts returns the next part of a file, and whether more follow. It does not depend on the client's speed.
type Parts func(ctx context.Context) (text string, more bool, err error)

// Next returns the next part when it is its turn among queries.
func (k *Kit) Next(ctx context.Context, next Parts) (text string, more bool, err error) {
	err = k.o.Gate.Do(ctx, Queries, func() error {
		text, more, err = next(ctx)
		return err
	})
	return text, more, err
}

// The types of files of games, which the ends of their names tell.
const (
	PGNType    = "application/x-chess-pgn"
	NDJSONType = "application/x-ndjson"
)

// Download answers with a file of games.
func (k *Kit) Download(ctx context.Context, name string, next Parts) (*Stream, error) {
	leave, err := k.EnterDownload(ctx)
	if err != nil {
		return nil, err
	}
	return &Stream{Body: func(w http.ResponseWriter, r *http.Request) {
		defer leave()
		k.download(ctx, w, r, name, next)
	}}, nil
}

// download sends a file of games, part by part.
func (k *Kit) download(ctx context.Context, w http.ResponseWriter, r *http.Request, name string, next Parts) {
	out := http.NewResponseController(w)
	ends := time.Now().Add(downloadTime)
	text, more, err := k.Next(ctx, next)
	if err != nil {
		problem.Write(w, k.o.Guard.Problems.Internal(ctx, err))
		return
	}
	kind := PGNType + "; charset=utf-8"
	if strings.HasSuffix(name, ".ndjson") {
		kind = NDJSONType
	}
	w.Header().Set("Content-Type", kind)
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
		at := begun.Add(SlowTime + time.Duration(sent)*time.Second/LeastRate - taken)
		if at.After(ends) {
			at = ends
		}
		if err := out.SetWriteDeadline(at); err != nil {
			k.o.Guard.Problems.Log.LogAttrs(ctx, slog.LevelDebug, "extend the write deadline of a download",
				slog.Any("error", err))
		}
		if ctx.Err() != nil {
			panic(http.ErrAbortHandler)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			panic(http.ErrAbortHandler)
		}
		if !more {
			return
		}
		_ = out.Flush()
		taken += time.Since(begun)
		if text, more, err = k.Next(ctx, next); err != nil {
			k.BreakOff(ctx, err)
		}
	}
}

// BreakOff aborts an answer that has begun, so that the client sees that it is incomplete.
func (k *Kit) BreakOff(ctx context.Context, err error) {
	if ctx.Err() == nil {
		k.o.Guard.Problems.Fault(ctx, err)
	}
	panic(http.ErrAbortHandler)
}
