package site

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/pictures"
	"github.com/wane-chess/wane/internal/server/web"
)

type document = web.Document

// Condition is the condition of a request for a document.
type Condition = web.Condition

var (
	documentResponse = web.DocumentResponse
	etag             = web.ETag
)

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
	if !m.Modified(out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	var err error
	if out.Body, err = p.Bytes(ctx); err != nil {
		return nil, err
	}
	return out, nil
}
