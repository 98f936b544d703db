package api

import (
	"context"
	"net/http"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
)

// digestAPI registers what is about notifications by e-mail.
func (s *API) digestAPI(k *web.Kit) {
	op := web.Put("/api/account/digest", "put-digest", "Get your unread notifications by e-mail",
		web.Write(web.Account, web.NoToken, limits.Command))
	op.Description = "In one message a day or a week at most, to the account's confirmed address. " +
		"Removing the address ends them."
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.Digest }) (*web.Out[protocol.Digest], error) {
			if s.o.Digests == nil {
				return nil, errNoDigests
			}
			err := s.o.Digests.Choose(ctx, web.Identity(ctx).Account.ID, notify.Every(in.Body.Every))
			return web.Answer(in.Body, err)
		})

	// The secret is in the query, which logs do not show.
	type link struct {
		Secret string `query:"secret" required:"true" maxLength:"100" pattern:"^[0-9A-Za-z]+$" doc:"of the link in the message"`
	}
	op = web.Post("/api/unsubscribe", "unsubscribe", "End e-mail with notifications by the link in it",
		web.Write(web.Visitor, web.NoToken, limits.Command))
	op.Description = "It needs no account. Mail programs send this request when their user unsubscribes (RFC 8058)."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *link) (*web.Out[protocol.Digest], error) {
		if s.o.Digests == nil {
			return nil, errNoDigests
		}
		found, err := s.o.Digests.End(ctx, in.Secret)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, problem.Missing("This link is no longer valid.")
		}
		return web.Answer(protocol.Digest{Every: string(notify.Never)}, nil)
	})

	type away struct {
		Status   int
		Location string `header:"Location"`
	}
	op = web.Get("/api/unsubscribe", "get-unsubscribe", "The page that ends e-mail with notifications",
		web.Read(web.Visitor, web.AnyToken, limits.Read))
	op.Description = "It ends nothing by itself: programs look at links, too."
	op.Status = http.StatusSeeOther
	web.Handle(k, op, func(_ context.Context, in *link) (*away, error) {
		return &away{http.StatusSeeOther, routes.Link("signin") + "#digest=" + in.Secret}, nil
	})
}

var errNoDigests = problem.Missing("This server sends no e-mail.")

// digestOf returns how often an account gets digests; empty: this server sends none.
func (s *API) digestOf(ctx context.Context, id string) (string, error) {
	if s.o.Digests == nil || !s.o.Accounts.SendsMail() {
		return "", nil
	}
	every, err := s.o.Digests.Of(ctx, id)
	return string(every), err
}
