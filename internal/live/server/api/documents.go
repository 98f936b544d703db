package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/conditional"

	"github.com/wane-chess/wane/internal/live/server/pictures"
	"github.com/wane-chess/wane/internal/server/web"
)

// document is an answer that is not JSON.
type document struct {
	Status       int
	ContentType  string    `header:"Content-Type"`
	Disposition  string    `header:"Content-Disposition"`
	CacheControl web.Cache `header:"Cache-Control"`
	ETag         string    `header:"ETag"`
	// Pages of other sites may show pictures.
	Policy string `header:"Cross-Origin-Resource-Policy"`
	Origin string `header:"Access-Control-Allow-Origin"`
	Robots string `header:"X-Robots-Tag"`
	Body   []byte
}

func documentResponse(contentType, description string) map[string]*huma.Response {
	return map[string]*huma.Response{
		"200": {
			Description: description, Content: map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: "string"}}},
		},
	}
}

// Condition is the condition of a request: the client lacks the current version.
type Condition struct {
	IfNoneMatch []string `header:"If-None-Match" maxItems:"20" doc:"ETags of the versions that you have"`
}

// modified reports whether the client lacks the version with an ETag.
func (m *Condition) modified(etag string) bool {
	p := conditional.Params{}
	for _, tag := range m.IfNoneMatch {
		p.IfNoneMatch = append(p.IfNoneMatch, strings.TrimSpace(tag))
	}
	return p.PreconditionFailed(strings.Trim(strings.TrimPrefix(etag, "W/"), `"`), time.Time{}) == nil
}

// etag makes a weak ETag from what an answer depends on.
func etag(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// picture answers with a picture, or with 304 if the client has it.
func (s *API) picture(ctx context.Context, p *pictures.Picture, m *Condition) (*document, error) {
	out := &document{
		Status: http.StatusOK, ContentType: p.Format.ContentType, CacheControl: web.NoCache, ETag: etag(p.Key),
		Disposition: `inline; filename="` + p.Name + "." + p.Format.Name + `"`, Policy: "cross-origin", Origin: "*",
		Robots: p.Robots,
	}
	if p.Final {
		out.CacheControl = web.ADay
	}
	if !m.modified(out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	var err error
	if out.Body, err = p.Bytes(ctx); err != nil {
		return nil, err
	}
	return out, nil
}
