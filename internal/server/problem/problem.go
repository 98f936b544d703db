// Package problem holds the errors that clients see: RFC 9457 problem details
// with a code for programs, and the sentences in them.
package problem

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Sorry is the text of every error that is not the client's fault.
const Sorry = "Something went wrong on the server. The error has been logged; please try again."

// fullTime is when who has too many of something may ask again.
const fullTime = 10 * time.Second

// maxDetails is how many validation errors one problem lists.
const maxDetails = 5

// Problem is an error as the API answers it: RFC 9457 with a code for programs.
type Problem struct {
	huma.ErrorModel
	Code string `json:"code" doc:"for programs, such as not-yours or illegal"`
	Text string `json:"error" doc:"the detail again, where programs for Lichess look for it"`
	// LeftOut is in the answer to a request that imports games, if none can be read.
	LeftOut *study.LeftOut `json:"leftOut,omitempty" doc:"of an imported text"`
	// wait is for the header Retry-After; 0: there is none.
	wait time.Duration
}

// New makes a problem. The detail is a sentence for people.
func New(status int, code, detail string) *Problem {
	return &Problem{
		ErrorModel: huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: detail},
		Code:       code, Text: detail,
	}
}

// Invalid makes the problem of a request that cannot be carried out as it is
// (422), with err's text.
func Invalid(err error) *Problem {
	return New(http.StatusUnprocessableEntity, CodeBadRequest, Sentence(err))
}

// Conflict makes the problem of a request that does not fit what others have done meanwhile (409).
func Conflict(detail string) *Problem { return New(http.StatusConflict, CodeConflict, detail) }

// NotFound makes the problem of something that does not exist (404), with err's
// text.
func NotFound(err error) *Problem {
	return Missing(Sentence(err))
}

// Missing makes the problem of something that does not exist (404), with a sentence for people.
func Missing(text string) *Problem { return New(http.StatusNotFound, CodeNotFound, text) }

// RetryAfter makes an error that will pass: the answer has a Retry-After header.
func RetryAfter(status int, code, detail string, wait time.Duration) *Problem {
	p := New(status, code, detail)
	p.wait = max(wait, time.Millisecond)
	return p
}

// TooFast makes the error of a client that has to wait (429).
func TooFast(wait time.Duration) *Problem {
	return RetryAfter(http.StatusTooManyRequests, CodeTooFast, TooFastText(wait), wait)
}

// Faults makes the problem of a request with faults, such as invalid parameters, of which each is a
// *huma.ErrorDetail or a sentence.
func Faults(status int, errs []error) *Problem {
	p := New(status, CodeBadRequest, "")
	var all []string
	for _, err := range errs {
		p.Add(err)
		d := p.Errors[len(p.Errors)-1]
		d.Value = nil // it may be long, and the client has it
		if d.Location != "" {
			all = append(all, d.Location+": "+d.Message)
		} else {
			all = append(all, d.Message)
		}
	}
	if more := len(all) - maxDetails; more > 0 {
		all = append(all[:maxDetails], message.Plural(more, "more error"))
		p.Errors = p.Errors[:maxDetails]
	}
	p.Detail = strings.Join(all, "; ")
	p.Text = p.Detail
	return p
}

// Write answers with a problem.
func Write(w http.ResponseWriter, p *Problem) {
	wait := p.wait
	if wait == 0 && p.Status == http.StatusTooManyRequests { // what is full does not say when it will be free
		wait = fullTime
	}
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(seconds(wait)))
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(p)
}

// Reporter turns errors from other packages into what clients see. It logs those
// that are not the client's fault.
type Reporter struct{ Log *slog.Logger }

// Fault returns the HTTP status, the code and the text of an error.
func (r Reporter) Fault(ctx context.Context, err error) (status int, e Fault) {
	if p := ready(err); p != nil {
		return p.Status, Fault{Code: p.Code, Text: p.Detail}
	}
	var refusal *livegame.Error
	switch {
	case errors.As(err, &refusal):
		return refusalStatus(refusal.Code), Fault{Code: string(refusal.Code), Text: refusal.Message}
	case errors.Is(err, livegame.ErrNotFound):
		return http.StatusNotFound, Fault{Code: CodeNotFound, Text: "There is no such game."}
	case errors.Is(err, auth.ErrEnded):
		return http.StatusUnauthorized, Fault{Code: CodeNoToken, Text: Sentence(auth.ErrEnded)}
	case errors.Is(err, auth.ErrForbidden):
		return http.StatusForbidden, Fault{Code: CodeForbidden, Text: Sentence(auth.ErrForbidden)}
	case errors.Is(err, auth.ErrNotFound):
		return http.StatusNotFound, Fault{Code: CodeNotFound, Text: Sentence(auth.ErrNotFound)}
	case errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable,
			Fault{Code: CodeServer, Text: "The server is shutting down; please try again."}
	}
	r.Log.LogAttrs(ctx, slog.LevelError, "request failed", slog.Any("error", err))
	return http.StatusInternalServerError, Fault{Code: CodeServer, Text: Sorry}
}

// Explained is an error that has its answer.
type Explained interface {
	error
	Problem() *Problem
}

// ready returns the problem that an error is already, or that explains it; nil: there is none.
func ready(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[Explained](err); ok {
		return e.Problem()
	}
	return nil
}

// Of returns an error as a problem. One that is a problem already stays as it is.
func (r Reporter) Of(ctx context.Context, err error) *Problem {
	if p := ready(err); p != nil {
		return p
	}
	status, e := r.Fault(ctx, err)
	return New(status, e.Code, e.Text)
}

// Internal returns the problem of an error that is not the client's fault, and logs it.
func (r Reporter) Internal(ctx context.Context, err error) *Problem {
	_, e := r.Fault(ctx, err)
	return New(http.StatusInternalServerError, e.Code, e.Text)
}

func refusalStatus(c livegame.Code) int {
	switch c {
	case livegame.NotYourSeat, publictext.Muted, publictext.Guest, publictext.Young, publictext.NoRoom:
		return http.StatusForbidden
	case publictext.Busy:
		return http.StatusTooManyRequests
	case livegame.IllegalMove, livegame.UnknownCommand, publictext.Bad, publictext.Rude, publictext.Link:
		return http.StatusUnprocessableEntity
	}
	return http.StatusConflict
}

// Sentence returns an error's text with a capital letter and a full stop.
func Sentence(err error) string {
	text := err.Error()
	if text == "" {
		return text
	}
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "!") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// TooFastText says how long a client must wait.
func TooFastText(wait time.Duration) string {
	return "That was too fast: try again in " + message.Plural(seconds(wait), "second") + "."
}

// seconds rounds up to whole seconds, at least one.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }
