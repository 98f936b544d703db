package static

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// client asks the server.
type client struct {
	ctx  context.Context //nolint:containedctx // of the writing of a site
	base string
}

// get returns the answer to a guest in English, and its policy for content.
func (c client) get(path string) (body []byte, policy string, err error) {
	r, err := http.NewRequestWithContext(c.ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return nil, "", err
	}
	r.Host = "_" // no address, so that pages do not name that of this server
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	if body, err = io.ReadAll(answer.Body); err != nil {
		return nil, "", err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, "", fmt.Errorf("%s: %s", path, answer.Status)
	}
	return body, answer.Header.Get("Content-Security-Policy"), nil
}

// read reads the JSON of an answer.
func (c client) read(path string, v any) error {
	body, _, err := c.get(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, v)
}

// pack compresses a file of which hosts may not know that they could.
func pack(body []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = z.Write(body); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}
