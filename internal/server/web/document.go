package web

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/conditional"
)

// Document is an answer that is not JSON.
type Document struct {
	Status       int
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	CacheControl Cache  `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	// Pages of other sites may show pictures.
	Policy string `header:"Cross-Origin-Resource-Policy"`
	Origin string `header:"Access-Control-Allow-Origin"`
	Robots string `header:"X-Robots-Tag"`
	Body   []byte
}

// DocumentResponse describes a document.
func DocumentResponse(contentType, description string) map[string]*huma.Response {
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

// Modified reports whether the client lacks the version with an ETag.
func (m *Condition) Modified(etag string) bool {
	p := conditional.Params{}
	for _, tag := range m.IfNoneMatch {
		p.IfNoneMatch = append(p.IfNoneMatch, strings.TrimSpace(tag))
	}
	return p.PreconditionFailed(strings.Trim(strings.TrimPrefix(etag, "W/"), `"`), time.Time{}) == nil
}

// ETag makes a weak ETag from what an answer depends on.
func ETag(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}
