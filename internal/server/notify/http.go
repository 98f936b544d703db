package notify

import (
	"context"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
)

const maxShown = 50 // in a list

// View is something that has happened for a player.
type View struct {
	ID      string `json:"id"`
	Kind    string `json:"kind" enum:"turn,soon,joined,ended,draw,takeback,challenged,accepted,declined,followed,tournament,paired,rematch,study"`
	Game    string `json:"game" doc:"ID of the game; of challenged and declined that of the challenge, of tournament that of the tournament, of followed empty"`
	Variant string `json:"variant"`
	Name    string `json:"name,omitempty" doc:"of the other player, or the tournament"`
	Level   int    `json:"level,omitempty" doc:"of the other player, if it is the computer"`
	Result  string `json:"result,omitempty" enum:"won,lost,drawn,none" doc:"of a game that has ended"`
	At      int64  `json:"at"`
	Read    bool   `json:"read,omitempty"`
}

// Notifications are the last notifications of a player (GET /api/notifications).
type Notifications struct {
	Unread int    `json:"unread"`
	List   []View `json:"list" doc:"the latest first"`
}

// ReadNotifications marks notifications as read (POST /api/notifications/read).
type ReadNotifications struct {
	Game string `json:"game,omitempty" maxLength:"64" doc:"those about this game or challenge; empty: all"`
	ID   string `json:"id,omitempty" maxLength:"100" doc:"the one with this ID; empty: all"`
}

// Push is what is pushed to the browsers of a player (GET /api/push).
type Push struct {
	Key   string          `json:"key" doc:"the applicationServerKey for PushManager.subscribe"`
	Kinds map[string]bool `json:"kinds" doc:"whether each kind of notification is pushed"`
}

// PushSettings chooses what is pushed (PUT /api/push).
type PushSettings struct {
	Kinds map[string]bool `json:"kinds" maxProperties:"50" doc:"whether each kind of notification is pushed; kinds that are left out are"`
}

// Subscribe is a browser that takes pushes (POST /api/push).
type Subscribe struct {
	Endpoint string `json:"endpoint" maxLength:"1000"`
	Keys     struct {
		P256dh string `json:"p256dh" maxLength:"200"`
		Auth   string `json:"auth" maxLength:"100"`
	} `json:"keys"`
	Language string `json:"language,omitempty" maxLength:"20" doc:"such as de"`
}

// Unsubscribe names a browser (DELETE /api/push).
type Unsubscribe struct {
	Endpoint string `json:"endpoint" maxLength:"1000"`
}

// Digest is how often unread notifications come by e-mail (PUT /api/account/digest).
type Digest struct {
	Every string `json:"every" enum:"never,daily,weekly"`
}

// Register implements feature.Feature: what says to a player what has happened, in the page and by Web Push.
func (s *Service) Register(k *web.Kit) {
	op := web.Get("/api/notifications", "list-notifications", "What has happened for you",
		web.Read(web.Player, web.Scopes(auth.NotifyRead), limits.Read))
	op.Description = "The last 50 notifications, the latest first. A socket of an account gets a message of type player " +
		"when there is a new one."
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Notifications], error) { return s.show(ctx) })

	op = web.Post("/api/notifications/read", "read-notifications", "Mark notifications as read",
		web.Write(web.Player, web.NoToken, limits.Command))
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body ReadNotifications }) (*web.Out[Notifications], error) {
		if _, err := s.MarkRead(ctx, web.CallerID(ctx), livegame.ID(in.Body.Game), in.Body.ID); err != nil {
			return nil, err
		}
		return s.show(ctx)
	})

	op = web.Get("/api/push", "get-push", "Your settings for push notifications",
		web.Read(web.Player, web.NoToken, limits.Read))
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*web.Out[Push], error) { return s.showPush(ctx) })

	op = web.Put("/api/push", "put-push", "Choose what is pushed",
		web.Write(web.Player, web.NoToken, limits.Command))
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body PushSettings }) (*web.Out[Push], error) {
		settings := Settings{}
		for _, k := range Kinds {
			if pushed, named := in.Body.Kinds[string(k)]; named && !pushed {
				settings.NoPush = append(settings.NoPush, k)
			}
		}
		if err := s.putSettings(ctx, web.CallerID(ctx), settings); err != nil {
			return nil, err
		}
		return s.showPush(ctx)
	})

	op = web.Post("/api/push", "subscribe-push", "Push notifications to this browser",
		web.Write(web.Player, web.NoToken, limits.Command))
	op.Description = "The body is what PushManager.subscribe returns, and the language of the notifications. " +
		"Ten browsers of a player get pushes; a new one takes the place of the oldest. " +
		"A subscription ends with the session that made it; that of a guest stays."
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body Subscribe }) (*web.Out[Push], error) {
		v := guests.VisitOf(ctx)
		sub := Subscription{
			Endpoint: in.Body.Endpoint, Player: v.Guest.ID, P256dh: in.Body.Keys.P256dh,
			Auth: in.Body.Keys.Auth, Language: in.Body.Language, Created: time.Now(),
		}
		if v.Identity != nil {
			sub.Session = v.Identity.Session
		}
		if err := s.Subscribe(ctx, sub); err != nil {
			return nil, err
		}
		return s.showPush(ctx)
	})

	op = web.Delete("/api/push", "unsubscribe-push", "Push no notifications to this browser",
		web.Write(web.Player, web.NoToken, limits.Command))
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body Unsubscribe }) (*web.Out[Push], error) {
		if err := s.unsubscribe(ctx, in.Body.Endpoint, web.CallerID(ctx)); err != nil {
			return nil, err
		}
		return s.showPush(ctx)
	})
}

// show shows a player's notifications.
func (s *Service) show(ctx context.Context) (*web.Out[Notifications], error) {
	list, err := s.List(ctx, web.CallerID(ctx), maxShown)
	out := Notifications{List: make([]View, len(list))}
	for i, n := range list {
		if n.State == Unread {
			out.Unread++
		}
		out.List[i] = View{
			ID: n.ID, Kind: string(n.Kind), Game: string(n.Game), Variant: n.Variant, Name: n.Name, Level: n.Level,
			Result: n.Result, At: gameview.Millis(n.At), Read: n.State != Unread,
		}
	}
	return web.Answer(out, err)
}

// showPush shows what is pushed to a player.
func (s *Service) showPush(ctx context.Context) (*web.Out[Push], error) {
	if s.o.Pusher == nil {
		return nil, errNoPush
	}
	settings, err := s.settings(ctx, web.CallerID(ctx))
	out := Push{Key: s.o.Pusher.PublicKey(), Kinds: map[string]bool{}}
	for _, k := range Kinds {
		out.Kinds[string(k)] = settings.Pushes(k)
	}
	return web.Answer(out, err)
}

// Register implements feature.Feature: notifications by e-mail.
func (d *Digester) Register(k *web.Kit) {
	op := web.Put("/api/account/digest", "put-digest", "Get your unread notifications by e-mail",
		web.Write(web.Account, web.NoToken, limits.Command))
	op.Description = "In one message a day or a week at most, to the account's confirmed address. " +
		"Removing the address ends them."
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusConflict)
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body Digest }) (*web.Out[Digest], error) {
		return web.Answer(in.Body, d.Choose(ctx, web.CallerID(ctx), Every(in.Body.Every)))
	})

	// The secret is in the query, which logs do not show.
	type link struct {
		Secret string `query:"secret" required:"true" maxLength:"100" pattern:"^[0-9A-Za-z]+$" doc:"of the link in the message"`
	}
	op = web.Post("/api/unsubscribe", "unsubscribe", "End e-mail with notifications by the link in it",
		web.Write(web.Visitor, web.NoToken, limits.Command))
	op.Description = "It needs no account. Mail programs send this request when their user unsubscribes (RFC 8058)."
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *link) (*web.Out[Digest], error) {
		found, err := d.End(ctx, in.Secret)
		if err == nil && !found {
			err = problem.Missing("This link is no longer valid.")
		}
		return web.Answer(Digest{Every: string(Never)}, err)
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
