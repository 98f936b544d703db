package bot

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Rules say which challenges a bot accepts. Zero fields do not restrict them.
type Rules struct {
	Variants  []string // by our names
	Speeds    []string // bullet, blitz, rapid, correspondence
	Mode      string   // rated, casual; "": both
	Opponents string   // bots, people; "": both
	Least     int      // rating of the opponent
	Most      int      //
	Games     int      // at once; 0: 1
}

// Speeds are those that a server tells apart, the fastest first.
var Speeds = []string{"bullet", "blitz", "rapid", "correspondence"}

// player is a player of a challenge.
type player struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Title  string `json:"title"`
	Rating int    `json:"rating"`
}

// challenge is a challenge as the server shows it.
type challenge struct {
	ID         string `json:"id"`
	Challenger player `json:"challenger"`
	DestUser   player `json:"destUser"`
	Variant    struct {
		Key string `json:"key"`
	} `json:"variant"`
	Rated         bool   `json:"rated"`
	Speed         string `json:"speed"`
	DeclineReason string `json:"declineReasonKey"`
}

// most returns how many games a bot plays at once.
func (r Rules) most() int { return max(r.Games, 1) }

// refusal returns the reason for which a challenge is declined; "": none.
func (r Rules) refusal(c challenge, playing int) string {
	bot := c.Challenger.Title == botTitle
	rating := c.Challenger.Rating
	if len(r.Variants) > 0 && !slices.Contains(r.Variants, variantName(c.Variant.Key)) {
		return "variant"
	}
	switch {
	case len(r.Speeds) > 0 && !slices.Contains(r.Speeds, c.Speed):
		return "timeControl"
	case r.Mode == "rated" && !c.Rated:
		return "rated"
	case r.Mode == "casual" && c.Rated:
		return "casual"
	case r.Opponents == "people" && bot:
		return "noBot"
	case r.Opponents == "bots" && !bot:
		return "onlyBot"
	case r.Least > 0 && rating < r.Least, r.Most > 0 && rating > r.Most:
		return "generic"
	case playing >= r.most():
		return "later"
	}
	return ""
}

// answer accepts or declines a challenge.
func (b *Bot) answer(ctx context.Context, c challenge) {
	path, form := "/api/challenge/"+url.PathEscape(c.ID)+"/accept", url.Values(nil)
	if why := b.o.Rules.refusal(c, b.busy()); why != "" {
		path, form = "/api/challenge/"+url.PathEscape(c.ID)+"/decline", url.Values{"reason": {why}}
		b.o.Log.Info("declines a challenge", "from", c.Challenger.Name, "variant", c.Variant.Key, "speed", c.Speed,
			"reason", why)
	} else {
		b.o.Log.Info("accepts a challenge", "from", c.Challenger.Name, "variant", c.Variant.Key, "speed", c.Speed,
			"rated", c.Rated)
	}
	err := b.client.do(ctx, http.MethodPost, path, form, nil)
	if err == nil && form == nil {
		b.mu.Lock()
		b.taken[c.ID] = time.Now()
		b.mu.Unlock()
	}
	if err != nil && ctx.Err() == nil {
		b.o.Log.Warn("could not answer a challenge", "challenge", c.ID, "error", err)
	}
}
