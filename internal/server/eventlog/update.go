package eventlog

import (
	"context"
	"errors"
	"fmt"
)

// races is how often a change is tried that others have made impossible.
const races = 20

// ErrUnchanged is what a decide function returns when the change has already been made.
var ErrUnchanged = errors.New("the change was made before")

// Retry tries a change again whenever it conflicts with another one. After many attempts the error wraps conflict.
func Retry(ctx context.Context, conflict error, try func(context.Context) error) error {
	for range races {
		if err := try(ctx); !errors.Is(err, conflict) {
			return err
		}
	}
	return fmt.Errorf("given up after %d attempts, each lost to a faster one: %w", races, conflict)
}

// Update reads a row, has it changed, and stores it, as Retry does. It returns the row as stored. If decide returns an
// error, nothing is stored, and the row is the one that was read, unless V is a pointer to what decide has changed;
// ErrUnchanged is no error of Update.
func Update[V any](
	ctx context.Context, conflict error, read func(context.Context) (V, error), decide func(*V) error,
	store func(context.Context, V) error,
) (v V, err error) {
	err = Retry(ctx, conflict, func(ctx context.Context) error {
		if v, err = read(ctx); err != nil {
			return err
		}
		next := v
		if err := decide(&next); err != nil {
			return err
		}
		if err := store(ctx, next); err != nil {
			return err
		}
		v = next
		return nil
	})
	if errors.Is(err, ErrUnchanged) {
		err = nil
	}
	return v, err
}
