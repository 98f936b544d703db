package api

import (
	"errors"
	"net/http"

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
	var study *studies.InvalidError
	var position *archive.BadPositionError
	switch {
	case errors.As(err, &study):
		return problem.Invalid(err)
	case errors.As(err, &position):
		return badFilter(problem.Sentence(position))
	}
	return nil
}
