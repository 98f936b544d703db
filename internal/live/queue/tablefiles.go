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

const (
	tableBucketName = "WANE_TABLES"
	tableBytes      = 2 << 30   // all tables of 6 pieces take about half of it
	minTableBytes   = 128 << 20 // enough for dozens of tables

	// transferTimeFactor is how many times longer the transfer of a table may take
	// than a move.
	transferTimeFactor = 3
)

// tableBucket returns the bucket of tables. It creates a missing one, smaller if the
// server lacks storage.
func (c *Client) tableBucket(ctx context.Context) (jetstream.ObjectStore, error) {
	if c.lifetime.Err() != nil {
		return nil, ErrClosed
	}
	o, err := c.js.ObjectStore(ctx, tableBucketName)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		for size := int64(tableBytes); size >= minTableBytes; size /= 4 {
			o, err = c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
				Bucket: tableBucketName, Description: "tablebases that workers need and build",
				MaxBytes: size, TTL: tableAge, Storage: jetstream.FileStorage, Replicas: c.replicas,
			})
			if err == nil || !strings.Contains(err.Error(), "insufficient storage") {
				break
			}
		}
	}
	if err != nil {
		return nil, c.streamError(tableBucketName, err)
	}
	return o, nil
}

// HasTable implements tablebuild.Queue.
func (c *Client) HasTable(ctx context.Context, name string) (bool, error) {
	o, err := c.tableBucket(ctx)
	if err != nil {
		return false, err
	}
	_, err = o.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return false, nil
	}
	return err == nil, err
}

// PutTable implements tablebuild.Queue.
func (c *Client) PutTable(ctx context.Context, name string, from io.Reader) error {
	there, err := c.HasTable(ctx, name)
	if err != nil || there {
		return err
	}
	o, err := c.tableBucket(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, transferTimeFactor*c.timing.JobTime)
	defer cancel()
	if _, err := o.Put(ctx, jetstream.ObjectMeta{Name: name}, from); err != nil {
		return fmt.Errorf("queue: table %s: %w", name, err)
	}
	return nil
}

// GetTable implements tablebuild.Queue.
func (c *Client) GetTable(ctx context.Context, name string, most int64, to io.Writer) error {
	o, err := c.tableBucket(ctx)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, transferTimeFactor*c.timing.JobTime)
	defer cancel()
	err = fetch(limited, o, name, most, to)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrObjectNotFound), errors.Is(err, jetstream.ErrDigestMismatch):
		return fmt.Errorf("%w: %w", tablebuild.ErrNoTable, err)
	case timedOut(err) && ctx.Err() == nil && c.nc.IsConnected(): // a chunk is missing
		return fmt.Errorf("%w: the transfer timed out", tablebuild.ErrNoTable)
	}
	return fmt.Errorf("queue: table %s: %w", name, err)
}

// timedOut reports whether an error is a timeout.
func timedOut(err error) bool {
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
		return fmt.Errorf("%w: it has %d bytes, at most %d are allowed", tablebuild.ErrNoTable, info.Size, most)
	}
	_, err = io.Copy(to, io.LimitReader(o, most+1)) // the reader must reach the end to check the digest
	return err
}

// DeleteTable implements tablebuild.Queue.
func (c *Client) DeleteTable(ctx context.Context, name string) error {
	o, err := c.tableBucket(ctx)
	if err != nil {
		return err
	}
	if err := o.Delete(ctx, name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return fmt.Errorf("queue: table %s: %w", name, err)
	}
	return nil
}
