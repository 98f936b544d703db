package server

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/captions"
)

// Bounds of the work for one animation, in pixels of all its positions.
const (
	mostWork   = 400_000_000 // some seconds
	workForOne = 9_000_000   // costs as much as one more picture
)

// mostMoves is how long a line can be that the server plays out.
const mostMoves = 2000

// turnWait is how long a picture waits for its turn.
const turnWait = 10 * time.Second

// readLine plays a line out, and charges whoever asked for it by its length. Its
// errors are fit for clients.
func (s *Server) readLine(ctx context.Context, in LinePath) (*playedLine, error) {
	texts := captions.Split(in.Moves)
	if len(texts) > mostMoves {
		return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, "The line has "+plural(len(texts), "move")+"; "+plural(mostMoves, "move")+" are possible.")
	}
	s.limits.charge(budgetRules, visitOf(ctx), len(texts)/pliesForOne)
	g, err := s.o.Lookup(in.Variant)
	if err != nil {
		return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, sentence(err))
	}
	start, err := game.PositionAt(g, in.FEN)
	if err != nil {
		return nil, newCoded(http.StatusUnprocessableEntity, codeBadRequest, sentence(err))
	}
	moves, err := captions.Read(start, texts)
	if err != nil {
		return nil, newCoded(http.StatusUnprocessableEntity, "illegal", sentence(err))
	}
	return &playedLine{start: start, moves: moves}, nil
}

// painted answers with a picture: with none if the client has it already, with the
// album's, or with a fresh one.
func (s *Server) painted(ctx context.Context, key, match string, f *format, m *motif, paint func() ([]byte, error)) (*document, error) {
	out := &document{
		Status: http.StatusOK, ContentType: f.contentType, CacheControl: m.cache, ETag: tagOf(key),
		Disposition: `inline; filename="` + m.name + "." + f.name + `"`, Policy: "cross-origin", Origin: "*", Robots: m.robots,
	}
	if matches(match, out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	var found bool
	if out.Body, found = s.album.find(key); found {
		return out, nil
	}
	var err error
	if out.Body, err = paint(); err != nil {
		return nil, s.fail(ctx, err)
	}
	if f != svgFormat { // which costs little
		s.album.keep(key, out.Body)
	}
	return out, nil
}

// tagOf makes an ETag of what an answer depends on.
func tagOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// atEasel paints when it is its turn, if whoever asked can afford it.
func (s *Server) atEasel(ctx context.Context, cost int, paint func() error) error {
	v := visitOf(ctx)
	if wait, ok := s.limits.take(budgetPictures, v); !ok {
		return later(http.StatusTooManyRequests, codeTooFast, tooFast(wait), wait)
	}
	s.limits.charge(budgetPictures, v, cost-1)
	return s.inTurn(ctx, s.easels, paint)
}

// inTurn does what only so many may do at a time.
func (s *Server) inTurn(ctx context.Context, gate chan struct{}, do func() error) error {
	patience := time.NewTimer(turnWait)
	defer patience.Stop()
	select {
	case gate <- struct{}{}:
		defer func() { <-gate }()
		return do()
	case <-patience.C:
		return later(http.StatusServiceUnavailable, codeServer, "Much is being drawn just now: try again in a moment.", turnWait)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// later is an error that will pass.
func later(status int, code, text string, wait time.Duration) error {
	return huma.ErrorWithHeaders(newCoded(status, code, text), http.Header{"Retry-After": {strconv.Itoa(wholeSeconds(wait))}})
}
