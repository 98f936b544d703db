package rating

import (
	"context"
	"time"
)

// Leaders returns the leaders of a pool.
func (s *Service) Leaders(ctx context.Context, pool Pool, since time.Time, limit int) ([]Standing, error) {
	return s.leaders(ctx, pool, since, limit)
}
