package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/live/notify"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/web/routes"
)

// digestAPI registers what is about notifications by e-mail.
func (s *API) digestAPI(api huma.API) {
	op := personal(s.operation(http.MethodPut, "/api/account/digest", "put-digest",
		"Get your unread notifications by e-mail", limits.Command, false))
	op.Description = "In one message a day or a week at most, to the account's confirmed address. " +
		"Removing the address ends them."
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	huma.Register(api, op,
		func(ctx context.Context, in *struct{ Body protocol.Digest }) (*result[protocol.Digest], error) {
			if s.o.Digests == nil {
				return nil, noDigests()
			}
			err := s.o.Digests.Choose(ctx, mine(ctx).Account.ID, notify.Every(in.Body.Every))
			switch {
			case errors.Is(err, notify.ErrNoDigests):
				return nil, noDigests()
			case errors.Is(err, notify.ErrNoAddress):
				return nil, problem.New(http.StatusConflict, protocol.CodeBadRequest,
					"Your account has no confirmed e-mail address: add one first.")
			case err != nil:
				return nil, s.problems.Fail(ctx, err)
			}
			return &result[protocol.Digest]{in.Body}, nil
		})

	// The secret is in the query, which logs do not show.
	type link struct {
		Secret string `query:"secret" required:"true" maxLength:"100" pattern:"^[0-9A-Za-z]+$" doc:"of the link in the message"`
	}
	op = s.operation(http.MethodPost, "/api/unsubscribe", "unsubscribe", "End e-mail with notifications by the link in it",
		limits.Command, false)
	op.Description = "It needs no account. Mail programs send this request when their user unsubscribes (RFC 8058)."
	op.Errors = append(op.Errors, http.StatusNotFound)
	huma.Register(api, op, func(ctx context.Context, in *link) (*result[protocol.Digest], error) {
		if s.o.Digests == nil {
			return nil, noDigests()
		}
		found, err := s.o.Digests.End(ctx, in.Secret)
		if err != nil {
			return nil, s.problems.Fail(ctx, err)
		}
		if !found {
			return nil, problem.New(http.StatusNotFound, protocol.CodeNotFound, "This link is no longer valid.")
		}
		return &result[protocol.Digest]{protocol.Digest{Every: string(notify.Never)}}, nil
	})

	type away struct {
		Status   int
		Location string `header:"Location"`
	}
	op = s.operation(http.MethodGet, "/api/unsubscribe", "get-unsubscribe", "The page that ends e-mail with notifications",
		limits.Read, false)
	op.Description = "It ends nothing by itself: programs look at links, too."
	op.DefaultStatus = http.StatusSeeOther
	huma.Register(api, op, func(_ context.Context, in *link) (*away, error) {
		return &away{http.StatusSeeOther, routes.Link("signin") + "#digest=" + in.Secret}, nil
	})
}

func noDigests() error {
	return problem.New(http.StatusNotFound, protocol.CodeNotFound, "This server sends no e-mail.")
}

// digestOf returns how often an account gets digests; empty: this server sends none.
func (s *API) digestOf(ctx context.Context, id string) (string, error) {
	if s.o.Digests == nil || !s.o.Accounts.SendsMail() {
		return "", nil
	}
	every, err := s.o.Digests.Of(ctx, id)
	return string(every), err
}
