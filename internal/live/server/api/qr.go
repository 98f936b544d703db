package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/skip2/go-qrcode"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/server/limits"
)

// module is the width of a square of a QR code in pixels.
const module = 8

// qrAPI draws the addresses of invitations as QR codes, for the camera of another device.
func (s *API) qrAPI(api huma.API) {
	for _, page := range []struct{ route, path, id, summary string }{
		{"game", "/api/games/{id}/qr.png", "get-game-qr", "The address of a game as a QR code"},
		{"challenge", "/api/challenges/{id}/qr.png", "get-challenge-qr", "The address of a challenge as a QR code"},
	} {
		op := s.operation(http.MethodGet, page.path, page.id, page.summary, limits.Rules, false)
		op.Responses = documentResponse("image/png", "The picture")
		op.Errors = append(op.Errors, http.StatusNotFound)
		huma.Register(api, op, func(ctx context.Context, in *GamePath) (*document, error) {
			if !livegame.ID(in.Game).Valid() {
				return nil, s.problems.Fail(ctx, livegame.ErrNotFound)
			}
			picture, err := qrcode.Encode(s.address(ctx, page.route, in.Game), qrcode.Medium, -module)
			if err != nil {
				return nil, s.problems.Fail(ctx, err)
			}
			out := &document{Status: http.StatusOK, ContentType: "image/png", CacheControl: forADay, Robots: "noindex", Body: picture}
			if s.o.Base == nil {
				out.CacheControl = "no-store" // it depends on the request's host
			}
			return out, nil
		})
	}
}
