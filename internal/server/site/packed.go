package site

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/server/web"
)

// packed is an answer whose JSON can be megabytes long: a T, encoded and compressed. It
// is made while the request has its turn; a client that reads it slowly then holds no
// turn, and little memory.
type packed[T any] struct {
	gzip   []byte
	unpack bool // the client accepts no gzip
}

// pack encodes and compresses a value.
func pack[T any](v *T) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	e := json.NewEncoder(z)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// Schema implements huma.SchemaProvider: clients see a T.
func (*packed[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "")
}

// WriteAnswer implements web.Writer: it sends the JSON as the client can read it.
func (p *packed[T]) WriteAnswer(w io.Writer) error {
	if !p.unpack {
		_, err := w.Write(p.gzip)
		return err
	}
	z, err := gzip.NewReader(bytes.NewReader(p.gzip))
	if err != nil {
		return err
	}
	_, err = z.WriteTo(w)
	return err
}

// acceptEncoding is the part of a request that says whether gzip is welcome.
type acceptEncoding struct {
	Accept string `header:"Accept-Encoding" doc:"with gzip, long answers are many times shorter"`
}

// answer returns packed JSON with its Content-Encoding.
func answer[T any](a acceptEncoding, zipped []byte) (body *packed[T], encoding string) {
	if web.Accepts(a.Accept, "gzip") > 0 {
		return &packed[T]{gzip: zipped}, "gzip"
	}
	return &packed[T]{gzip: zipped, unpack: true}, ""
}

// The cache of packed replays, in bytes: in total, and of the largest one.
const (
	replayCache   = 16 << 20
	largestReplay = 1 << 20
)

func newReplayCache() *otter.Cache[string, []byte] {
	return otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: replayCache,
		Weigher: func(key string, zipped []byte) uint32 {
			return uint32(len(key) + len(zipped)) //nolint:gosec // at most largestReplay and an ETag
		},
	})
}
