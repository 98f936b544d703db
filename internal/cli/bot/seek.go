package bot

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Seek says how a bot challenges other bots while it has time. Without variants it does not.
type Seek struct {
	Variants []string // by our names
	Controls []livegame.TimeControl
	Casual   bool
	// Levels challenges the levels of the server's own engine too, while no other bot is free.
	Levels bool
	Every  time.Duration // default 10 s
}

func (s Seek) active() bool { return len(s.Variants) > 0 && len(s.Controls) > 0 }

const (
	// patience is how long an own challenge may wait, and shyTime how long a bot is left alone
	// that did not accept one.
	patience = 20 * time.Second
	shyTime  = 2 * time.Minute
	// unsuitable is how long a bot is not asked again for a variant that it declined.
	unsuitable = time.Hour
)

// seek challenges other bots until the context is done.
func (b *Bot) seek(ctx context.Context) {
	every := b.o.Seek.Every
	if every <= 0 {
		every = 10 * time.Second
	}
	for pause(ctx, every/2+rand.N(every)) { // two bots that begin together must not challenge each other each time
		b.cancelOld(ctx)
		if b.occupied() {
			continue
		}
		other, err := b.choose(ctx)
		if err == nil && other != "" {
			err = b.challenge(ctx, other)
		}
		if err != nil && ctx.Err() == nil {
			b.o.Log.Warn("found no opponent", "error", err)
		}
	}
}

// occupied reports whether a bot has as many games and challenges as it plays at once.
func (b *Bot) occupied() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.games)+len(b.own) >= b.o.Rules.most()
}

// cancelOld withdraws challenges that wait for too long.
func (b *Bot) cancelOld(ctx context.Context) {
	b.mu.Lock()
	var old []string
	for id, made := range b.own {
		if time.Since(made) > patience {
			old = append(old, id)
			delete(b.own, id)
		}
	}
	b.mu.Unlock()
	for _, id := range old {
		// an error: it has ended
		_ = b.client.do(ctx, http.MethodPost, "/api/challenge/"+url.PathEscape(id)+"/cancel", nil, nil)
	}
}

// forget notes that a challenge has ended without a game. If the other bot has ended it, it is
// left alone for a while.
func (b *Bot) forget(c challenge) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, own := b.own[c.ID]; !own {
		return
	}
	delete(b.own, c.ID)
	if c.DeclineReason == "variant" {
		b.shy[c.DestUser.ID+" "+variantName(c.Variant.Key)] = time.Now().Add(unsuitable)
	} else {
		b.shy[c.DestUser.ID] = time.Now().Add(shyTime)
	}
}

// suitable returns the variants for which another bot may be challenged.
func (b *Bot) suitable(id string) (names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	for _, name := range b.o.Seek.Variants {
		if !now.Before(b.shy[id]) && !now.Before(b.shy[id+" "+name]) {
			names = append(names, name)
		}
	}
	return names
}

// level begins the names of the levels of a wane server's engine. They are always online and
// accept each challenge, so a bot that chose among all would play little but them.
const level = "computer-"

// choose returns a bot that is online; "": none.
func (b *Bot) choose(ctx context.Context) (id string, err error) {
	var online, levels []string
	err = b.client.stream(ctx, "/api/bot/online", url.Values{"nb": {"200"}}, func(line []byte) error {
		var other profile
		if err := json.Unmarshal(line, &other); err != nil {
			return err
		}
		switch {
		case other.ID == b.me.ID || len(b.suitable(other.ID)) == 0:
		case strings.HasPrefix(other.ID, level):
			levels = append(levels, other.ID)
		default:
			online = append(online, other.ID)
		}
		return nil
	})
	if len(online) == 0 && b.o.Seek.Levels {
		online = levels
	}
	if err != nil || len(online) == 0 {
		return "", err
	}
	return online[rand.IntN(len(online))], nil
}

// challenge challenges a bot.
func (b *Bot) challenge(ctx context.Context, id string) error {
	s := b.o.Seek
	control := s.Controls[rand.IntN(len(s.Controls))]
	names := b.suitable(id)
	if len(names) == 0 {
		return nil
	}
	key := names[rand.IntN(len(names))]
	if key == "chess" {
		key = "standard"
	}
	form := url.Values{"rated": {strconv.FormatBool(!s.Casual)}, "variant": {key}, "color": {"random"}}
	if control.RealTime() {
		form.Set("clock.limit", strconv.Itoa(int(control.Base/time.Second)))
		form.Set("clock.increment", strconv.Itoa(int(control.Increment/time.Second)))
	} else {
		form.Set("days", strconv.Itoa(int(control.PerMove/(24*time.Hour))))
	}
	var c challenge
	if err := b.client.do(ctx, http.MethodPost, "/api/challenge/"+url.PathEscape(id), form, &c); err != nil {
		b.mu.Lock()
		b.shy[id] = time.Now().Add(shyTime)
		b.mu.Unlock()
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, begun := b.games[c.ID]; !begun {
		b.own[c.ID] = time.Now()
	}
	b.o.Log.Info("challenges", "bot", id, "variant", key, "control", control.String())
	return nil
}
