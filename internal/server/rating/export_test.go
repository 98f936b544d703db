package rating

import (
	"context"
	"time"
)

// Failing returns how many games the last sweep could not settle.
func (s *Service) Failing() int { return int(s.failing.Load()) }

// Leaders returns the leaders of a pool.
func (s *Service) Leaders(ctx context.Context, pool Pool, since time.Time, limit int) ([]Standing, error) {
	return s.leaders(ctx, pool, since, limit)
}
