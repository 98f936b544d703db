package api

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

const maxNotifications = 50 // in a list

// notificationsAPI registers what says to a player what has happened, in the page and by Web Push.
func (s *API) notificationsAPI(k *web.Kit) {
	op := web.Get("/api/notifications", "list-notifications", "What has happened for you",
		web.Read(web.Player, web.Scopes(account.NotifyRead), limits.Read))
	op.Description = "The last 50 notifications, the latest first. A socket of an account gets a message of type player " +
		"when there is a new one."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Notifications], error) {
		return s.notifications(ctx)
	})

	op = web.Post("/api/notifications/read", "read-notifications", "Mark notifications as read",
		web.Write(web.Player, web.NoToken, limits.Command))
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.ReadNotifications }) (*web.Out[protocol.Notifications], error) {
			if s.o.Notifications != nil {
				_, err := s.o.Notifications.MarkRead(ctx, guests.VisitOf(ctx).Guest.ID, livegame.ID(in.Body.Game), in.Body.ID)
				if err != nil {
					return nil, err
				}
			}
			return s.notifications(ctx)
		})

	op = web.Get("/api/push", "get-push", "Your settings for push notifications",
		web.Read(web.Player, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[protocol.Push], error) {
		return s.pushSettings(ctx)
	})

	op = web.Put("/api/push", "put-push", "Choose what is pushed",
		web.Write(web.Player, web.NoToken, limits.Command))
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.PushSettings }) (*web.Out[protocol.Push], error) {
			if s.o.Notifications == nil {
				return nil, errNoPush
			}
			settings := notify.Settings{}
			for _, k := range notify.Kinds {
				if pushed, named := in.Body.Kinds[string(k)]; named && !pushed {
					settings.NoPush = append(settings.NoPush, k)
				}
			}
			if err := s.o.Notifications.PutSettings(ctx, guests.VisitOf(ctx).Guest.ID, settings); err != nil {
				return nil, err
			}
			return s.pushSettings(ctx)
		})

	op = web.Post("/api/push", "subscribe-push", "Push notifications to this browser",
		web.Write(web.Player, web.NoToken, limits.Command))
	op.Description = "The body is what PushManager.subscribe returns, and the language of the notifications. " +
		"Ten browsers of a player get pushes; a new one takes the place of the oldest. " +
		"A subscription ends with the session that made it; that of a guest stays."
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.Subscribe }) (*web.Out[protocol.Push], error) {
			if s.o.Notifications == nil || s.o.Notifications.PushKey() == "" {
				return nil, errNoPush
			}
			v := guests.VisitOf(ctx)
			sub := notify.Subscription{
				Endpoint: in.Body.Endpoint, Player: v.Guest.ID, P256dh: in.Body.Keys.P256dh,
				Auth: in.Body.Keys.Auth, Language: in.Body.Language, Created: time.Now(),
			}
			if v.Identity != nil {
				sub.Session = v.Identity.Session
			}
			if err := sub.Check(); err != nil {
				return nil, problem.New(http.StatusUnprocessableEntity, protocol.CodeBadRequest,
					"This is not a push subscription of a browser: expected an https address and its keys.")
			}
			if err := s.o.Notifications.Subscribe(ctx, sub); err != nil {
				return nil, err
			}
			return s.pushSettings(ctx)
		})

	op = web.Delete("/api/push", "unsubscribe-push", "Push no notifications to this browser",
		web.Write(web.Player, web.NoToken, limits.Command))
	web.Handle(k, op,
		func(ctx context.Context, in *struct{ Body protocol.Unsubscribe }) (*web.Out[protocol.Push], error) {
			if s.o.Notifications != nil {
				if err := s.o.Notifications.Unsubscribe(ctx, guests.VisitOf(ctx).Guest.ID, in.Body.Endpoint); err != nil {
					return nil, err
				}
			}
			return s.pushSettings(ctx)
		})
}

var errNoPush = problem.Missing("This server sends no push notifications.")

// notifications shows a player's notifications.
func (s *API) notifications(ctx context.Context) (*web.Out[protocol.Notifications], error) {
	out := protocol.Notifications{List: []protocol.Notification{}}
	if s.o.Notifications == nil {
		return web.Answer(out, nil)
	}
	list, err := s.o.Notifications.List(ctx, guests.VisitOf(ctx).Guest.ID, maxNotifications)
	if err != nil {
		return nil, err
	}
	for _, n := range list {
		if n.State == notify.Unread {
			out.Unread++
		}
		out.List = append(out.List, protocol.Notification{
			ID: n.ID, Kind: string(n.Kind), Game: string(n.Game), Variant: n.Variant, Name: n.Name, Level: n.Level,
			Result: n.Result, At: views.Millis(n.At), Read: n.State != notify.Unread,
		})
	}
	return web.Answer(out, nil)
}

// pushSettings shows what is pushed to a player.
func (s *API) pushSettings(ctx context.Context) (*web.Out[protocol.Push], error) {
	if s.o.Notifications == nil || s.o.Notifications.PushKey() == "" {
		return nil, errNoPush
	}
	settings, err := s.o.Notifications.Settings(ctx, guests.VisitOf(ctx).Guest.ID)
	if err != nil {
		return nil, err
	}
	out := protocol.Push{Key: s.o.Notifications.PushKey(), Kinds: map[string]bool{}}
	for _, k := range notify.Kinds {
		out.Kinds[string(k)] = settings.Pushes(k)
	}
	return web.Answer(out, nil)
}
