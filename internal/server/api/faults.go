package api

import (
	"errors"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/studies"
)

// faults are the answers to errors that are the client's, on every route. A route answers something else itself.
var faults = []struct {
	err    error
	answer *problem.Problem
}{
	{account.ErrTaken, fault(account.ErrTaken, http.StatusConflict, protocol.CodeTaken)},
	{account.ErrConflict, fault(account.ErrConflict, http.StatusConflict, protocol.CodeBadRequest)},
	{account.ErrWrong, fault(account.ErrWrong, http.StatusForbidden, protocol.CodeWrong)},
	{account.ErrClosed, fault(account.ErrClosed, http.StatusForbidden, protocol.CodeClosed)},
	{account.ErrStale, fault(account.ErrStale, http.StatusForbidden, protocol.CodeConfirm)},
	{account.ErrMany, fault(account.ErrMany, http.StatusConflict, protocol.CodeTooMany)},
	{account.ErrLast, fault(account.ErrLast, http.StatusConflict, protocol.CodeBadRequest)},
	{account.ErrExpired, fault(account.ErrExpired, http.StatusConflict, protocol.CodeExpired)},
	{account.ErrForbidden, fault(account.ErrForbidden, http.StatusForbidden, protocol.CodeForbidden)},
	{account.ErrNoMail, problem.NotFound(account.ErrNoMail)},
	{account.ErrNoSite, problem.NotFound(account.ErrNoSite)},
	{account.ErrNotFound, problem.NotFound(account.ErrNotFound)},
	{account.ErrBusy, problem.RetryAfter(http.StatusServiceUnavailable, protocol.CodeServer,
		problem.Sentence(account.ErrBusy), time.Second)},

	{sharedstudy.ErrNotFound, errNoStudy},

	{studies.ErrNotFound, problem.NotFound(studies.ErrNotFound)},
	{studies.ErrConflict, fault(studies.ErrConflict, http.StatusPreconditionFailed, protocol.CodeConflict)},
	{studies.ErrMany, fault(studies.ErrMany, http.StatusForbidden, protocol.CodeTooMany)},
	{studies.ErrFull, fault(studies.ErrFull, http.StatusForbidden, protocol.CodeTooMany)},
}

// fault returns a problem with the text of an error.
func fault(err error, status int, code string) *problem.Problem {
	return problem.New(status, code, problem.Sentence(err))
}

// Explain returns the answer to an error that is the client's; nil: it is not.
func Explain(err error) *problem.Problem {
	for _, f := range faults {
		if errors.Is(err, f.err) {
			return f.answer
		}
	}
	var wait *account.WaitError
	var invalid *account.InvalidError
	var study *studies.InvalidError
	var position *archive.BadPositionError
	switch {
	case errors.As(err, &wait):
		return problem.TooFast(wait.For)
	case errors.As(err, &invalid), errors.As(err, &study):
		return problem.Invalid(err)
	case errors.As(err, &position):
		return badFilter(problem.Sentence(position))
	}
	return nil
}
