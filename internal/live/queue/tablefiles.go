package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/tablebuild"
)

const (
	tableBucketName = "WANE_TABLES"
	tableStream     = "OBJ_" + tableBucketName
	tableBytes      = 2 << 30   // all tables of 6 pieces take about half of it
	minTableBytes   = 128 << 20 // enough for dozens of tables
	chunkBytes      = 128 << 10

	// transferTimeFactor is how many times longer the transfer of a table may take
	// than a move.
	transferTimeFactor = 3
)

// Tables are in an object store of JetStream: the chunks of a file under one subject, and
// a description of it under another. The object store of nats.go needs consumers of its
// own to read files, which a worker may not create, so its format is read and written here.

// createTableBucket creates the bucket of tables if it is missing, smaller if the server
// lacks storage.
func (c *Client) createTableBucket(ctx context.Context) error {
	_, err := c.js.ObjectStore(ctx, tableBucketName)
	if !errors.Is(err, jetstream.ErrBucketNotFound) {
		return err
	}
	for size := int64(tableBytes); size >= minTableBytes; size /= 4 {
		_, err = c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
			Bucket: tableBucketName, Description: "tablebases that workers need and build",
			MaxBytes: size, TTL: tableAge, Storage: jetstream.FileStorage, Replicas: c.replicas,
		})
		if err == nil || !strings.Contains(err.Error(), "insufficient storage") {
			break
		}
	}
	return err
}

func chunkSubject(id string) string { return "$O." + tableBucketName + ".C." + id }

func tableInfoSubject(name string) string {
	return "$O." + tableBucketName + ".M." + base64.URLEncoding.EncodeToString([]byte(name))
}

// tableInfo returns the description of a file. The error is jetstream.ErrMsgNotFound if
// there is none.
func (c *Client) tableInfo(ctx context.Context, name string) (jetstream.ObjectInfo, error) {
	var info jetstream.ObjectInfo
	m, err := c.stored(ctx, tableStream, place{Last: tableInfoSubject(name)})
	if err != nil {
		return info, err
	}
	if err := json.Unmarshal(m.Data, &info); err != nil || info.Deleted || info.Name != name {
		return info, jetstream.ErrMsgNotFound
	}
	return info, nil
}

// putTableInfo replaces the description of a file.
func (c *Client) putTableInfo(ctx context.Context, info jetstream.ObjectInfo) error {
	m := nats.NewMsg(tableInfoSubject(info.Name))
	m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	var err error
	if m.Data, err = json.Marshal(info); err != nil {
		return err
	}
	_, err = c.js.PublishMsg(ctx, m)
	return err
}

// HasTable implements tablebuild.Queue.
func (c *Client) HasTable(ctx context.Context, name string) (bool, error) {
	_, err := c.tableInfo(ctx, name)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
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
	ctx, cancel := context.WithTimeout(ctx, transferTimeFactor*c.timing.JobTime)
	defer cancel()
	if err := c.inTables(ctx, func() error { return c.upload(ctx, name, from) }); err != nil {
		return fmt.Errorf("queue: table %s: %w", name, err)
	}
	return nil
}

// upload stores a file. Chunks of one that fails expire as tables do.
func (c *Client) upload(ctx context.Context, name string, from io.Reader) error {
	info := jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunkBytes}},
		Bucket:     tableBucketName, NUID: rand.Text(),
	}
	sum, chunk := sha256.New(), make([]byte, chunkBytes)
	for {
		n, err := io.ReadFull(from, chunk)
		if n > 0 {
			_, _ = sum.Write(chunk[:n]) // never fails
			if _, err := c.js.Publish(ctx, chunkSubject(info.NUID), chunk[:n]); err != nil {
				return err
			}
			info.Chunks++
			info.Size += uint64(n)
		}
		switch {
		case err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF):
			info.Digest = jetstream.GetObjectDigestValue(sum)
			return c.putTableInfo(ctx, info)
		case err != nil:
			return err
		}
	}
}

// GetTable implements tablebuild.Queue.
func (c *Client) GetTable(ctx context.Context, name string, most int64, to io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, transferTimeFactor*c.timing.JobTime)
	defer cancel()
	info, err := c.tableInfo(ctx, name)
	if err == nil {
		err = c.download(ctx, info, most, to)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		err = fmt.Errorf("%w, or a part of it", tablebuild.ErrNoTable)
	}
	if err != nil {
		err = fmt.Errorf("queue: table %s: %w", name, err)
	}
	return err
}

// download writes a stored file.
func (c *Client) download(ctx context.Context, info jetstream.ObjectInfo, most int64, to io.Writer) error {
	if info.Size > uint64(max(most, 0)) {
		return fmt.Errorf("%w: it has %d bytes, at most %d are allowed", tablebuild.ErrNoTable, info.Size, most)
	}
	sum := sha256.New()
	at := uint64(1)
	for left := info.Size; left > 0; {
		m, err := c.stored(ctx, tableStream, place{Seq: at, Next: chunkSubject(info.NUID)})
		if err != nil {
			return err
		}
		if len(m.Data) == 0 || uint64(len(m.Data)) > left {
			return fmt.Errorf("%w: it has a wrong chunk", tablebuild.ErrNoTable)
		}
		_, _ = sum.Write(m.Data) // never fails
		if _, err := to.Write(m.Data); err != nil {
			return err
		}
		left -= uint64(len(m.Data))
		at = m.Seq + 1
	}
	if jetstream.GetObjectDigestValue(sum) != info.Digest {
		return fmt.Errorf("%w: its digest is wrong", tablebuild.ErrNoTable)
	}
	return nil
}

// DeleteTable implements tablebuild.Queue. The chunks expire as tables do: a worker may not
// purge a stream.
func (c *Client) DeleteTable(ctx context.Context, name string) error {
	info, err := c.tableInfo(ctx, name)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err == nil {
		info.Deleted, info.Size, info.Chunks, info.Digest = true, 0, 0, ""
		err = c.putTableInfo(ctx, info)
	}
	if err != nil {
		return fmt.Errorf("queue: table %s: %w", name, err)
	}
	return nil
}
