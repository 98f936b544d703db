package site

import (
	"context"
	"net/http"

	qrcode "github.com/piglig/go-qr"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/server/web"
)

// qrSize is the size of QR codes: 8 pixels for each of its squares, and the border of 4 squares that cameras need.
var qrSize = qrcode.NewQrCodeImgConfig(8, 4)

// qrAPI draws the addresses of invitations as QR codes, for the camera of another device.
func (s *API) qrAPI(k *web.Kit) {
	register := func(path, id, summary string) web.Route {
		op := web.Get(path, id, summary,
			web.Public(web.ByAnswer, limits.Rules))
		op.Responses = documentResponse("image/png", "The picture")
		op.Errors = append(op.Errors, http.StatusNotFound)
		return op
	}
	web.Handle(k, register("/api/games/{id}/qr.png", "get-game-qr", "The address of a game as a QR code"),
		func(ctx context.Context, in *web.GamePath) (*document, error) {
			return s.qr(ctx, k, "game", in.Game)
		})
	web.Handle(k,
		register("/api/challenges/{id}/qr.png", "get-challenge-qr", "The address of a challenge as a QR code"),
		func(ctx context.Context, in *web.GamePath) (*document, error) {
			return s.qr(ctx, k, "challenge", in.Game)
		})
	web.Handle(k,
		register("/api/tournaments/{id}/qr.png", "get-tournament-qr", "The address of a tournament as a QR code"),
		func(ctx context.Context, in *tournament.Path) (*document, error) {
			return s.qr(ctx, k, "tournament", string(in.ID))
		})
}

// qr draws the address of a page.
func (s *API) qr(ctx context.Context, k *web.Kit, route, id string) (*document, error) {
	if !livegame.ID(id).Valid() {
		return nil, livegame.ErrNotFound
	}
	code, err := qrcode.EncodeText(k.Address(ctx, route, id), qrcode.Medium)
	if err != nil {
		return nil, err
	}
	picture, err := code.ToPNGBytes(qrSize)
	if err != nil {
		return nil, err
	}
	out := &document{
		Status: http.StatusOK, ContentType: "image/png", CacheControl: web.ADay, Robots: "noindex", Body: picture,
	}
	if s.o.Base == nil {
		out.CacheControl = web.NoStore // it depends on the request's host
	}
	return out, nil
}
