package site

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/gorilla/feeds"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
)

// feedsAPI registers the Atom feed of one's own notifications.
func (s *API) feedsAPI(k *web.Kit) {
	type token struct {
		Token string `query:"token" maxLength:"200" required:"true" doc:"a token of yours with no scope but notify:read, since feed readers send no headers"`
	}
	op := web.Get("/api/notifications.atom", "get-notifications-feed", "Your notifications as an Atom feed",
		web.Read(web.Visitor, web.AnyToken, limits.Search))
	op.Description = "The address is a secret, as its token is. Delete the token to end the feed."
	op.Responses = web.AtomResponse()
	web.Handle(k, op, func(ctx context.Context, in *token) (*document, error) {
		if s.o.Accounts == nil || s.o.Notifications == nil {
			return nil, problem.Missing("This server has no notifications.")
		}
		i, err := s.o.Accounts.Token(ctx, in.Token)
		switch {
		case errors.Is(err, auth.ErrNotFound):
			return nil, problem.New(http.StatusUnauthorized, problem.CodeNoToken, "There is no such token.")
		case err != nil:
			return nil, err
		}
		if !slices.Equal(i.Scopes, []auth.Scope{auth.NotifyRead}) { // addresses are kept in many places
			return nil, problem.New(http.StatusForbidden, problem.CodeScope,
				"A token in an address needs the scope notify:read, and may have no other.")
		}
		list, err := s.o.Notifications.List(ctx, i.Account.ID, web.MaxFeed)
		if err != nil {
			return nil, err
		}
		items := make([]*feeds.Item, len(list))
		for n, x := range list {
			items[n] = k.Entry(ctx, "notification/"+x.ID, strings.TrimSuffix(x.Sentence("en"), "."), x.Page(), x.At)
		}
		return k.Atom(ctx, i.Account.Name+": notifications", routes.Link("home"), i.Account.Created, items)
	})
}
