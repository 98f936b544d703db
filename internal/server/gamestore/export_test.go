package gamestore

import (
	"context"
	"time"
)

// SetTimeouts sets the timeouts of reads and commits. Nothing may be read or written meanwhile.
func (s *Store) SetTimeouts(d time.Duration) { s.db.SetDeadlines(d) }

// AwaitReset waits until nothing drops connections any more.
func (s *Store) AwaitReset() { s.db.AwaitReset() }

// Watch calls f with each statement.
func (s *Store) Watch(f func(statement string)) { s.db.Watch = func(text string, _ []any) { f(text) } }

// Fill makes finished games of a guest.
func (s *Store) Fill(ctx context.Context, guest string, n int) error {
	return s.chore(ctx, func(ctx context.Context, t transaction) error {
		_, err := t.Exec(ctx, `INSERT INTO games (id, variant, start, base, increment, per_move, casual, public, seats,
			creator, former, created, white_guest, white_name, white_level, black_guest, black_name, black_level, status, seq,
			ply, turn, position, last, result, reason, updated, thinking, active, unplayed)
			WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $2)
			SELECT 'Past' || n, 'shrink', '', 0, 0, 0, FALSE, TRUE, '[{},{}]', $1, '', n, $1, '', 0, 'other', '', 0,
			'finished', 40, 39, 1, '8/8/8/8/8/8/8/8 w - - 0 1', '', '1-0', 'resign', n, FALSE, n, FALSE FROM numbers
			WHERE $2 > 0`, guest, n)
		return err
	})
}
