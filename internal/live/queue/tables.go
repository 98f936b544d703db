package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/tablebuild"
)

// tables returns the bucket of tables; it is made if it is missing, smaller than
// usual if the server has not so much room.
func (b *Bus) tables(ctx context.Context) (jetstream.ObjectStore, error) {
	if b.life.Err() != nil {
		return nil, ErrClosed
	}
	o, err := b.js.ObjectStore(ctx, tableBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		for size := int64(tableBytes); size >= leastTables; size /= 4 {
			o, err = b.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
				Bucket: tableBucket, Description: "tables of endings that wane's workers need and make",
				MaxBytes: size, TTL: endingAge, Storage: jetstream.FileStorage, Replicas: b.replicas,
			})
			if err == nil || !strings.Contains(err.Error(), "insufficient storage") {
				break
			}
		}
	}
	if err != nil {
		return nil, b.noQueue(tableBucket, err)
	}
	return o, nil
}

// HasTable implements endings.Queue.
func (b *Bus) HasTable(ctx context.Context, name string) (bool, error) {
	o, err := b.tables(ctx)
	if err != nil {
		return false, err
	}
	_, err = o.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	return err == nil, err
}

// KeepTable implements endings.Queue.
func (b *Bus) KeepTable(ctx context.Context, name string, from io.Reader) error {
	there, err := b.HasTable(ctx, name)
	if err != nil || there {
		return err
	}
	o, err := b.tables(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, fetchTime*b.timing.JobTime)
	defer cancel()
	if _, err := o.Put(ctx, jetstream.ObjectMeta{Name: name}, from); err != nil {
		return fmt.Errorf("bus: the table %s: %w", name, err)
	}
	return nil
}

// FetchTable implements endings.Queue.
func (b *Bus) FetchTable(ctx context.Context, name string, most int64, to io.Writer) error {
	o, err := b.tables(ctx)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, fetchTime*b.timing.JobTime)
	defer cancel()
	err = fetch(limited, o, name, most, to)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrObjectNotFound), errors.Is(err, jetstream.ErrDigestMismatch):
		return fmt.Errorf("%w: %w", tablebuild.ErrNoTable, err)
	case late(err) && ctx.Err() == nil && b.nc.IsConnected(): // a part of it is missing
		return fmt.Errorf("%w: it did not come to an end", tablebuild.ErrNoTable)
	}
	return fmt.Errorf("bus: the table %s: %w", name, err)
}

// late tells whether an error is that of a limit in time.
func late(err error) bool {
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout)
}

func fetch(ctx context.Context, from jetstream.ObjectStore, name string, most int64, to io.Writer) (err error) {
	o, err := from.Get(ctx, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, o.Close()) }()
	info, err := o.Info()
	if err != nil {
		return err
	}
	if info.Size > uint64(most) {
		return fmt.Errorf("%w: %d bytes are too many", tablebuild.ErrNoTable, info.Size)
	}
	_, err = io.Copy(to, io.LimitReader(o, most+1)) // the limit is not reached, so that the digest is checked
	return err
}

// DropTable implements endings.Queue.
func (b *Bus) DropTable(ctx context.Context, name string) error {
	o, err := b.tables(ctx)
	if err != nil {
		return err
	}
	if err := o.Delete(ctx, name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return fmt.Errorf("bus: the table %s: %w", name, err)
	}
	return nil
}
