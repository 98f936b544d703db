// Package bot plays on a server as a bot, with any engine: it accepts challenges by rules, seeks
// other bots, and plays its games. It asks the server by the API that is like Lichess's, knows
// nothing of the server but that, and keeps nothing: after a failure of the network, the server
// or the bot itself it begins again where the server says that its games are.
package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
)

// Options are what a bot needs.
type Options struct {
	URL   string // of the server
	Token string // of the bot's account
	// Lookup finds the rules of a variant, as rules.ByName does.
	Lookup func(name string) (game.Game, error)
	// Engine returns the engine for a variant.
	Engine func(g game.Game) (engines.Contestant, error)
	// MoveTime is the time for a move in a game without a clock, if the engine has no limit.
	MoveTime time.Duration
	Rules    Rules
	Seek     Seek
	Upgrade  bool // make the account a bot if it is none
	// Hello and Bye are what the bot says at the beginning and the end of a game; empty: nothing.
	Hello, Bye string
	Log        *slog.Logger // nil: none
	// Pause is the least time between two attempts of anything; default 1 s.
	Pause time.Duration
}

// Bot plays on a server.
type Bot struct {
	o      Options
	client client
	me     profile

	mu    sync.Mutex
	games map[string]context.CancelFunc // that are being played, by ID
	own   map[string]time.Time          // when own challenges were made, by ID
	taken map[string]time.Time          // when challenges were accepted whose games have not begun, by ID
	shy   map[string]time.Time          // until when other bots are left alone, by ID, or by ID and variant
	wg    sync.WaitGroup
}

// profile is an account.
type profile struct {
	ID       string `json:"id"`
	Username string `json:"username"`
	Title    string `json:"title"`
}

const botTitle = "BOT"

// New returns a bot.
func New(o Options) (*Bot, error) {
	base, err := url.Parse(o.URL)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("invalid address %.80q: expected that of a server, such as https://wane.example", o.URL)
	}
	if o.Token == "" {
		return nil, errors.New("the token is missing: make one in the settings of the bot's account")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Pause = cmp.Or(o.Pause, time.Second)
	o.MoveTime = cmp.Or(o.MoveTime, 2*time.Second)
	transport := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // it is one
	transport.MaxIdleConnsPerHost = 16
	return &Bot{
		o: o, client: client{base, o.Token, &http.Client{Transport: transport}},
		games: map[string]context.CancelFunc{}, own: map[string]time.Time{}, taken: map[string]time.Time{},
		shy: map[string]time.Time{},
	}, nil
}

// Run plays until the context is done. It returns an error if the server does not accept the
// account.
func (b *Bot) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer b.wg.Wait()
	defer cancel()
	if err := b.signIn(ctx); err != nil {
		return err
	}
	if base := b.client.base; base.Scheme == "http" && !local(base.Hostname()) {
		b.o.Log.Warn("the token crosses the network unencrypted: use the https:// address of the server", "server", b.o.URL)
	}
	b.o.Log.Info("plays", "as", b.me.Username, "at", b.o.URL)
	if b.o.Seek.active() {
		b.wg.Go(func() { b.seek(ctx) })
	}
	for wait := b.o.Pause; ; wait = min(2*wait, time.Minute) {
		begun := time.Now()
		err := b.client.stream(ctx, "/api/stream/event", nil, func(line []byte) error { return b.event(ctx, line) })
		switch {
		case ctx.Err() != nil:
			return nil
		case unauthorized(err):
			return err
		case err != nil:
			b.o.Log.Warn("lost the server", "error", err)
		}
		if time.Since(begun) > time.Minute {
			wait = b.o.Pause
		}
		if !pause(ctx, wait) {
			return nil
		}
	}
}

// pause waits, and returns false if the context is done first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// signIn finds out whose the token is, and makes the account a bot if it may.
func (b *Bot) signIn(ctx context.Context) error {
	err := b.retry(ctx, func() error { return b.client.do(ctx, http.MethodGet, "/api/account", nil, &b.me) })
	if err != nil || b.me.Title == botTitle {
		return err
	}
	if !b.o.Upgrade {
		return fmt.Errorf("%s is no bot: make it one with --upgrade, which cannot be undone", b.me.Username)
	}
	err = b.client.do(ctx, http.MethodPost, "/api/bot/account/upgrade", nil, nil)
	if err == nil {
		b.o.Log.Info("is a bot now", "account", b.me.Username)
	}
	return err
}

// retry repeats what the network or the server fails to do.
func (b *Bot) retry(ctx context.Context, do func() error) error {
	for wait := b.o.Pause; ; wait = min(2*wait, 30*time.Second) {
		err := do()
		if err == nil || final(err) || ctx.Err() != nil {
			return err
		}
		var r *refusal
		if errors.As(err, &r) {
			wait = max(wait, r.wait)
		}
		b.o.Log.Warn("tries again", "error", err)
		if !pause(ctx, wait) {
			return err
		}
	}
}

// event handles a line of the stream of events.
func (b *Bot) event(ctx context.Context, line []byte) error {
	var e struct {
		Type      string    `json:"type"`
		Challenge challenge `json:"challenge"`
		Game      struct {
			ID     string `json:"id"`
			Compat struct {
				Bot bool `json:"bot"`
			} `json:"compat"`
		} `json:"game"`
	}
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("the server sent %.80q: %w", line, err)
	}
	switch e.Type {
	case "gameStart":
		b.begin(ctx, e.Game.ID)
	case "challenge":
		if e.Challenge.Challenger.ID != b.me.ID {
			b.answer(ctx, e.Challenge)
		}
	case "challengeDeclined", "challengeCanceled":
		b.forget(e.Challenge)
	}
	return nil
}

// begin plays a game, unless it is being played.
func (b *Bot) begin(ctx context.Context, id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, playing := b.games[id]; playing || id == "" {
		return
	}
	delete(b.own, id)
	delete(b.taken, id)
	ctx, cancel := context.WithCancel(ctx)
	b.games[id] = cancel
	b.wg.Go(func() {
		defer b.end(id)
		if err := b.play(ctx, id); err != nil && ctx.Err() == nil {
			b.o.Log.Error("gave up a game", "game", id, "error", err)
		}
	})
}

func (b *Bot) end(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.games[id]()
	delete(b.games, id)
}

// busy returns how many games are being played, or are about to begin.
func (b *Bot) busy() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, at := range b.taken {
		if time.Since(at) > silence { // it ended before the server said that it had begun
			delete(b.taken, id)
		}
	}
	return len(b.games) + len(b.taken)
}

// variantName returns our name of a variant by the server's key.
func variantName(key string) string {
	if key == "standard" || key == "fromPosition" {
		return "chess"
	}
	return key
}

// local reports whether a host is this machine.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
