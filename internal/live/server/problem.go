package server

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// Codes of errors beyond those of package play.
const (
	codeNotFound   = "not-found"
	codeBadRequest = "bad-request"
	codeBadMessage = "bad-message"
	codeTooFast    = "too-fast"
	codeTooMany    = "too-many"
	codeForeign    = "foreign"
	codeServer     = "server"
)

// problem is an error as the API answers it: RFC 9457, with a code for programs.
type problem struct {
	huma.ErrorModel
	Code string `json:"code" doc:"for programs, such as not-yours or illegal"`
}

func newCoded(status int, code, detail string) *problem {
	return &problem{huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail}, code}
}

// The API's library makes its errors through a variable of its own. They are to
// look like ours.
func init() { huma.NewError = newProblem }

func newProblem(status int, text string, errs ...error) huma.StatusError {
	code := codeBadRequest
	switch {
	case status >= http.StatusInternalServerError:
		return newCoded(status, codeServer, sorry)
	case status == http.StatusNotFound:
		code = codeNotFound
	}
	p := newCoded(status, code, text)
	var all []string
	for _, err := range errs {
		if err == nil {
			continue
		}
		p.Add(err)
		d := p.Errors[len(p.Errors)-1]
		d.Value = nil // it may be long, and whoever sent it has it
		if d.Location != "" {
			all = append(all, d.Location+": "+d.Message)
		} else {
			all = append(all, d.Message)
		}
	}
	if len(all) > 0 {
		const most = 5
		if more := len(all) - most; more > 0 {
			all = append(all[:most], plural(more, "more error"))
			p.Errors = p.Errors[:most]
		}
		p.Detail = strings.Join(all, "; ")
	}
	return p
}

const sorry = "Something went wrong on the server. It has been noted; please try again."

// fault tells what an error from below is to a client: which status and code,
// and in which words. What is not a client's fault is logged, not told.
func (s *Server) fault(ctx context.Context, err error) (status int, e protocol.Error) {
	var refusal *livegame.Error
	switch {
	case errors.As(err, &refusal):
		return refusalStatus(refusal.Code), protocol.Error{Code: string(refusal.Code), Text: refusal.Message}
	case errors.Is(err, livegame.ErrNotFound):
		return http.StatusNotFound, protocol.Error{Code: codeNotFound, Text: "There is no such game."}
	case errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable, protocol.Error{Code: codeServer, Text: "The server is going down; please try again."}
	}
	s.log.LogAttrs(ctx, slog.LevelError, "request failed", slog.Any("error", err))
	return http.StatusInternalServerError, protocol.Error{Code: codeServer, Text: sorry}
}

// fail turns an error from below into the API's answer.
func (s *Server) fail(ctx context.Context, err error) error {
	var ready huma.StatusError
	if errors.As(err, &ready) {
		return err
	}
	status, e := s.fault(ctx, err)
	return newCoded(status, e.Code, e.Text)
}

func refusalStatus(c livegame.Code) int {
	switch c {
	case livegame.NotYourSeat:
		return http.StatusForbidden
	case livegame.IllegalMove, livegame.UnknownCommand:
		return http.StatusUnprocessableEntity
	}
	return http.StatusConflict
}

// writeProblem answers with an error outside of the API.
func writeProblem(w http.ResponseWriter, p *problem) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}
