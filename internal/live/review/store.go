package review

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Store keeps reviews. Its methods are safe for concurrent use. What a method has
// returned without error is on disk.
type Store interface {
	// Review returns the review of a game, or play.ErrNotFound if there is none.
	Review(ctx context.Context, id livegame.ID) (Review, error)
	// PutReview keeps a review. Its Seq must be one more than that of the one that is
	// kept, 1 if there is none: else nothing changes and the error is
	// play.ErrConflict. It is play.ErrNotFound if there is no such game.
	PutReview(ctx context.Context, r Review) error
	// OpenReviews lists the reviews that are being worked at, the first asked for
	// first, and at most so many.
	OpenReviews(ctx context.Context, limit int) ([]Open, error)
}

// Open is a review that is being worked at, in short.
type Open struct {
	Game    livegame.ID
	Seq     int
	Asker   string
	Asked   time.Time
	Updated time.Time
}

// Queue carries jobs to workers. Its methods are safe for concurrent use.
type Queue interface {
	// EnqueueReview puts a job in the queue, unless the same stands there already;
	// when it returns, the job survives the death of this process.
	EnqueueReview(ctx context.Context, j Job) error
	// WorkReviews takes jobs, parallel at a time, until the context is done. A job
	// that do answers is done once its answer is kept; one that fails, or whose
	// process dies, is given to another, a limited number of times.
	WorkReviews(ctx context.Context, parallel int, do func(context.Context, Job) (Answer, error)) error
	// ReviewAnswers gives answers to one of the nodes that call it, until the context
	// is done. An answer for which take returns an error comes again later.
	ReviewAnswers(ctx context.Context, take func(context.Context, Answer) error) error
}
