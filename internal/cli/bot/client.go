package bot

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	requestTime = 20 * time.Second
	// silence is how long a stream may send nothing: servers send an empty line every few seconds.
	silence = 25 * time.Second
	maxLine = 4 << 20
)

// client asks a server with Lichess's bot API.
type client struct {
	base  *url.URL
	token string
	http  *http.Client
}

// refusal is an error that the server answered.
type refusal struct {
	status int
	text   string
	wait   time.Duration // before another try; 0: unknown
}

func (r *refusal) Error() string { return fmt.Sprintf("%s (status %d)", r.text, r.status) }

// final reports whether an error will not pass: the server refuses what it was asked.
func final(err error) bool {
	var r *refusal
	return errors.As(err, &r) && r.status < http.StatusInternalServerError && r.status != http.StatusTooManyRequests &&
		r.status != http.StatusRequestTimeout
}

// unauthorized reports whether the server does not accept the token.
func unauthorized(err error) bool {
	var r *refusal
	return errors.As(err, &r) && (r.status == http.StatusUnauthorized || r.status == http.StatusForbidden)
}

// request sends a request. Without an error the caller closes the body.
func (c *client) request(ctx context.Context, method, path string, form url.Values) (*http.Response, error) {
	address := c.base.JoinPath(path)
	if method == http.MethodGet && form != nil {
		address.RawQuery, form = form.Encode(), nil
	}
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(ctx, method, address.String(), body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("User-Agent", "wane bot")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < http.StatusBadRequest {
		return resp, nil
	}
	defer func() { _ = resp.Body.Close() }()
	said := struct{ Error string }{}
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if json.Unmarshal(text, &said) != nil || said.Error == "" {
		said.Error = method + " " + path + ": " + http.StatusText(resp.StatusCode)
	}
	wait, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
	return nil, &refusal{resp.StatusCode, said.Error, time.Duration(wait) * time.Second}
}

// do sends a request and decodes the answer to out, which may be nil.
func (c *client) do(ctx context.Context, method, path string, form url.Values, out any) error {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	resp, err := c.request(ctx, method, path, form)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if out == nil {
		_, err = io.Copy(io.Discard, io.LimitReader(resp.Body, maxLine))
		return err
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxLine)).Decode(out); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return nil
}

// stream calls each with the lines of an answer, without the empty ones, until it ends. The error
// is nil if the server ended it.
func (c *client) stream(ctx context.Context, path string, query url.Values, each func(line []byte) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := time.AfterFunc(silence, func() { cancel(fmt.Errorf("the server sent nothing for %v", silence)) })
	defer silent.Stop()
	resp, err := c.request(ctx, http.MethodGet, path, query)
	if err != nil {
		return because(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		silent.Reset(silence)
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := each(lines.Bytes()); err != nil {
			return err
		}
	}
	return because(ctx, lines.Err())
}

// because returns why a context ended, in place of an error that this caused.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
