package api

import (
	"errors"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Explain returns the answer to an error that is the client's; nil: it is not. Most errors are answers themselves.
func Explain(err error) *problem.Problem {
	var position *archive.BadPositionError
	if errors.As(err, &position) {
		return badFilter(problem.Sentence(position))
	}
	return nil
}
