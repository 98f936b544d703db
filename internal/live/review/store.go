package review

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Store keeps reviews. Its methods are safe for concurrent use. What a method has
// returned without error is on disk.
type Store interface {
	// Review returns the review of a game, or livegame.ErrNotFound if there is none.
	Review(ctx context.Context, id livegame.ID) (Review, error)
	// PutReview keeps a review. Its Seq must be one more than that of the one that is
	// kept, 1 if there is none: else nothing changes and the error is
	// livegame.ErrConflict. It is livegame.ErrNotFound if there is no such game.
	PutReview(ctx context.Context, r Review) error
	// OpenReviews lists the reviews that are being worked at, the first asked for
	// first, and at most so many.
	OpenReviews(ctx context.Context, limit int) ([]OpenReview, error)
}

// OpenReview is a review that is being worked at, in short.
type OpenReview struct {
	Game        livegame.ID
	Seq         int
	RequestedBy string
	RequestedAt time.Time
	Updated     time.Time
}

// Queue carries jobs to workers. Its methods are safe for concurrent use.
type Queue interface {
	// EnqueueReview puts a job in the queue, unless the same stands there already;
	// when it returns, the job survives the death of this process.
	EnqueueReview(ctx context.Context, j Job) error
	// ConsumeReviews takes jobs, parallel at a time, until the context is done. A job
	// that do answers is done once its answer is kept; one that fails, or whose
	// process dies, is given to another, a limited number of times.
	ConsumeReviews(ctx context.Context, parallel int, do func(context.Context, Job) (Answer, error)) error
	// ConsumeReviewAnswers gives answers to one of the nodes that call it, until the context
	// is done. An answer for which take returns an error comes again later.
	ConsumeReviewAnswers(ctx context.Context, take func(context.Context, Answer) error) error
}
