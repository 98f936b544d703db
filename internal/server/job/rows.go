package job

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// mostFaults is how many errors of rows are named.
const mostFaults = 3

// Faults are the errors of rows. The other rows were worked on.
type Faults struct {
	Rows  int     // how many rows failed
	First []error // of some of them
}

// Error implements error.
func (f *Faults) Error() string {
	text := errors.Join(f.First...).Error()
	if more := f.Rows - len(f.First); more > 0 {
		text += fmt.Sprintf("\nand %d more", more)
	}
	return text
}

// Unwrap returns the errors that are named.
func (f *Faults) Unwrap() []error { return f.First }

// add notes the error of a row.
func (f *Faults) add(err error) {
	f.Rows++
	if len(f.First) < mostFaults {
		f.First = append(f.First, err)
	}
}

// err returns the faults, or nil if there are none.
func (f *Faults) err() error {
	if f.Rows == 0 {
		return nil
	}
	return f
}

// Each does work on each row of a list. A row whose work fails or panics does not keep those behind it; the error is
// then a Faults.
func Each[T any](ctx context.Context, rows []T, work func(context.Context, T) error) error {
	var faults Faults
	return errors.Join(each(ctx, rows, work, &faults), faults.err())
}

// each is Each that adds to faults. Its own error is that of the context.
func each[T any](ctx context.Context, rows []T, work func(context.Context, T) error, faults *Faults) error {
	for _, row := range rows {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := Safely(func() error { return work(ctx, row) }); err != nil {
			faults.add(err)
		}
	}
	return nil
}

// Rows is Each for a list that comes in pages of a size. Page returns the rows behind one, or the first ones for nil.
// After each page there is a rest.
func Rows[T any](
	ctx context.Context, size int, page func(ctx context.Context, after *T) ([]T, error),
	work func(context.Context, T) error,
) error {
	var faults Faults
	var after *T
	for {
		begun := time.Now()
		rows, err := page(ctx, after)
		if err == nil {
			err = each(ctx, rows, work, &faults)
		}
		if err != nil || len(rows) < size {
			return errors.Join(err, faults.err())
		}
		after = &rows[len(rows)-1]
		if !Pause(ctx, min(rest*time.Since(begun), maxRest)) {
			return errors.Join(ctx.Err(), faults.err())
		}
	}
}
