package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"syscall"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"github.com/wane-chess/wane/internal/server/problem"
)

const (
	pushers  = 16               // jobs that a node does at a time
	pushTime = 10 * time.Second // for all browsers of a player
	// pushTTL is how long a push service keeps what the browser has not fetched, maxLate how long
	// the server tries.
	pushTTL = 24 * time.Hour
	maxLate = 24 * time.Hour
	maxURL  = 1000
)

// A browser whose push service fails rests for firstRest, then twice as long each time, up to lastRest. It is forgotten
// after maxFailures: two days, in which each try had something to push.
const (
	firstRest   = time.Minute
	lastRest    = 6 * time.Hour
	maxFailures = 16
)

// restAfter returns how long a browser rests after some failures.
func restAfter(failures int) time.Duration {
	return min(firstRest<<min(failures-1, 20), lastRest)
}

// errNoPush is the error of a server that pushes nothing.
var errNoPush = problem.Missing("This server sends no push notifications.")

// errSubscription is the error of what is no subscription.
var errSubscription = problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest,
	"This is not a push subscription of a browser: expected an https address and its keys.")

// Check returns what is wrong with a subscription. It does not say whether its address may be
// used: the name may stand for another address at each request.
func (s Subscription) Check() error {
	u, err := url.Parse(s.Endpoint)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || len(s.Endpoint) > maxURL ||
		len(s.Language) > 20 || s.Player == "" {
		return errSubscription
	}
	key, err := base64.RawURLEncoding.DecodeString(s.P256dh)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(key)
	}
	auth, failed := base64.RawURLEncoding.DecodeString(s.Auth)
	if err != nil || failed != nil || len(auth) != 16 {
		return errSubscription
	}
	return nil
}

// Pusher sends notifications to push services of browsers.
type Pusher struct {
	public, private string
	contact         string
	client          *http.Client
}

// NewPusher returns a pusher with a key of 32 random bytes, which all nodes share, and an address
// for operators of push services: of the server, or mailto:. Allow reports whether requests may go
// to an address; nil: to public ones.
func NewPusher(secret []byte, contact string, allow func(netip.AddrPort) bool) (*Pusher, error) {
	key, err := privateKey(secret)
	if err != nil {
		return nil, err
	}
	if allow == nil {
		allow = public
	}
	dialer := &net.Dialer{Timeout: pushTime, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !allow(at) {
			return fmt.Errorf("push notifications may not be sent to %s", address)
		}
		return nil
	}}
	return &Pusher{
		public:  base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()),
		private: base64.RawURLEncoding.EncodeToString(key.Bytes()), contact: contact,
		client: &http.Client{
			Timeout:       pushTime,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			Transport: &http.Transport{
				DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: pushTime,
				MaxResponseHeaderBytes: 16 << 10, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: pushers,
			},
		},
	}, nil
}

// privateKey makes a key of a secret. One hash in 2³² is none.
func privateKey(secret []byte) (*ecdh.PrivateKey, error) {
	for n := range byte(8) {
		sum := sha256.Sum256(append([]byte{n}, secret...))
		if key, err := ecdh.P256().NewPrivateKey(sum[:]); err == nil {
			return key, nil
		}
	}
	return nil, errors.New("cannot make a key for push notifications")
}

// public reports whether an address is one of the internet.
func public(a netip.AddrPort) bool {
	ip := a.Addr().Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() &&
		!slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// reserved are addresses that are global to Go, and lead elsewhere: shared ones of providers,
// benchmarks, documentation, and IPv6 forms of IPv4 ones.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"),
}

// PublicKey returns the key with which browsers subscribe, in URL-safe base64.
func (p *Pusher) PublicKey() string { return p.public }

// message is what a browser gets. The service worker makes sentences of it.
type message struct {
	ID       string `json:"id"`
	Kind     Kind   `json:"kind"`
	Game     string `json:"game"`
	Variant  string `json:"variant"`
	Name     string `json:"name,omitempty"`
	Level    int    `json:"level,omitempty"`
	Result   string `json:"result,omitempty"`
	Language string `json:"language,omitempty"`
	At       int64  `json:"at"`
}

// errGone says that a browser takes no pushes any more.
var errGone = errors.New("the subscription has ended")

// send sends a notification to a browser.
func (p *Pusher) send(ctx context.Context, n Notification, to Subscription) error {
	data, err := json.Marshal(message{
		ID: n.ID, Kind: n.Kind, Game: string(n.Game), Variant: n.Variant, Name: n.Name, Level: n.Level, Result: n.Result,
		Language: to.Language, At: n.At.UnixMilli(),
	})
	if err != nil {
		return err
	}
	topic := sha256.Sum256([]byte(n.Kind + "/" + Kind(n.Game)))
	browser := &webpush.Subscription{Endpoint: to.Endpoint, Keys: webpush.Keys{Auth: to.Auth, P256dh: to.P256dh}}
	answer, err := webpush.SendNotificationWithContext(ctx, data, browser, &webpush.Options{
		HTTPClient: p.client, Subscriber: p.contact, TTL: int(pushTTL / time.Second), Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: p.public, VAPIDPrivateKey: p.private,
		Topic: base64.RawURLEncoding.EncodeToString(topic[:24]),
	})
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, 4<<10)
	switch {
	case answer.StatusCode < 300:
		return nil
	case answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusGone:
		return errGone
	}
	return fmt.Errorf("the push service answers %s", answer.Status)
}

// push does a job: it sends a notification to all browsers of its player at once. Those that have it may get it again
// after a failure; its ID keeps the browser from showing it twice. What rests is left out.
func (s *Service) push(ctx context.Context, j Job) error {
	n, err := s.stored(ctx, j.Player, j.ID)
	if errors.Is(err, errNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	settings, err := s.settings(ctx, j.Player)
	if err != nil {
		return err
	}
	now := (*s.games.Load()).Now()
	if n.State == Unread && settings.Pushes(n.Kind) && now.Sub(n.At) < maxLate {
		list, err := s.subscriptions(ctx, j.Player)
		if err == nil {
			err = s.pushAll(ctx, n, list, now)
		}
		if err != nil {
			return err
		}
	}
	return s.settle(ctx, j.Player, j.ID)
}

// pushAll sends a notification to browsers, all at once and within pushTime. The error says that one must be tried
// again: a failure that is not the first in a row is no such error, and its browser gets what comes after its rest.
func (s *Service) pushAll(ctx context.Context, n Notification, list []Subscription, now time.Time) error {
	list = slices.DeleteFunc(list, func(to Subscription) bool { return to.Rests.After(now) })
	results := make([]error, len(list))
	sending, cancel := context.WithTimeout(ctx, pushTime)
	defer cancel()
	var all sync.WaitGroup
	for i, to := range list {
		all.Go(func() { results[i] = s.o.Pusher.send(sending, n, to) })
	}
	all.Wait()
	if ctx.Err() != nil {
		return ctx.Err() // the node shuts down: no browser has failed
	}
	var err error
	for i, to := range list {
		err = errors.Join(err, s.sent(ctx, to, results[i], now))
	}
	return err
}

// sent notes what has become of a request to a browser.
func (s *Service) sent(ctx context.Context, to Subscription, failed error, now time.Time) error {
	switch to.Failures++; {
	case failed == nil && to.Failures == 1: // as nearly always
		return nil
	case failed == nil:
		return s.rest(ctx, to.Endpoint, 0, time.Time{})
	case errors.Is(failed, errGone), to.Failures >= maxFailures:
		return s.unsubscribe(ctx, to.Endpoint, "")
	case to.Failures == 1: // it may pass: the queue repeats the job at once
		return errors.Join(withoutAddress(failed), s.rest(ctx, to.Endpoint, 1, time.Time{}))
	}
	s.o.Log.Info("a push service fails", "failures", to.Failures, "error", withoutAddress(failed))
	return s.rest(ctx, to.Endpoint, to.Failures, now.Add(restAfter(to.Failures-1)))
}

// withoutAddress returns an error of a request without the endpoint, which is secret.
func withoutAddress(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
