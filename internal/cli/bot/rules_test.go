package bot

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestRules(t *testing.T) {
	r := Rules{Variants: []string{"chess", "shrink"}, Speeds: []string{"blitz", "rapid"}, Mode: "rated",
		Opponents: "people", Least: 1200, Most: 1800, Games: 2}
	good := challenge{Rated: true, Speed: "blitz", Challenger: player{Rating: 1500}}
	good.Variant.Key = "standard"
	for _, c := range []struct {
		change  func(*challenge)
		playing int
		want    string
	}{
		{func(*challenge) {}, 1, ""},
		{func(*challenge) {}, 2, "later"},
		{func(c *challenge) { c.Variant.Key = "shrink" }, 0, ""},
		{func(c *challenge) { c.Variant.Key = "cheshire" }, 0, "variant"},
		{func(c *challenge) { c.Speed = "bullet" }, 0, "timeControl"},
		{func(c *challenge) { c.Rated = false }, 0, "rated"},
		{func(c *challenge) { c.Challenger.Title = botTitle }, 0, "noBot"},
		{func(c *challenge) { c.Challenger.Rating = 1199 }, 0, "generic"},
		{func(c *challenge) { c.Challenger.Rating = 1801 }, 0, "generic"},
	} {
		challenged := good
		c.change(&challenged)
		if got := r.refusal(challenged, c.playing); got != c.want {
			t.Errorf("%+v is declined for %q, want %q", challenged, got, c.want)
		}
	}
	if got := (Rules{Mode: "casual", Opponents: "bots"}).refusal(challenge{}, 0); got != "onlyBot" {
		t.Errorf("a person's challenge is declined for %q", got)
	}
	if got := (Rules{Mode: "casual"}).refusal(good, 0); got != "casual" {
		t.Errorf("a rated challenge is declined for %q", got)
	}
	if got := (Rules{}).refusal(good, 1); got != "later" {
		t.Errorf("a second game is declined for %q", got)
	}
}

// Of challenges that come together, before any game has begun, a bot accepts as many as it plays.
func TestManyChallenges(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		_, _ = w.Write([]byte("{}"))
	}))
	defer server.Close()
	b, err := New(Options{URL: server.URL, Token: "x", Rules: Rules{Games: 2}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		e := fmt.Appendf(nil, `{"type":"challenge","challenge":{"id":"c%d","challenger":{"id":"ann"}}}`, i)
		if err := b.event(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"/api/challenge/c0/accept", "/api/challenge/c1/accept", "/api/challenge/c2/decline"}
	if !slices.Equal(asked, want) {
		t.Errorf("asked %v, want %v", asked, want)
	}
}

// A bot challenges other bots. The levels of the server's engine, which are always there, it
// challenges only if it shall, and while no other bot is free.
func TestChoose(t *testing.T) {
	online := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(online))
	}))
	defer server.Close()
	for _, c := range []struct {
		online string
		levels bool
		want   string
	}{
		{`{"id":"me"} {"id":"computer-3"} {"id":"bob"}`, false, "bob"}, {`{"id":"me"} {"id":"computer-3"}`, false, ""},
		{`{"id":"me"} {"id":"computer-3"} {"id":"bob"}`, true, "bob"},
		{`{"id":"me"} {"id":"computer-3"}`, true, "computer-3"}, {`{"id":"me"}`, true, ""},
	} {
		b, err := New(Options{URL: server.URL, Token: "x", Seek: Seek{Variants: []string{"shrink"}, Levels: c.levels}})
		if err != nil {
			t.Fatal(err)
		}
		b.me.ID, online = "me", strings.ReplaceAll(c.online, " ", "\n")+"\n"
		for range 5 {
			if got, err := b.choose(t.Context()); got != c.want || err != nil {
				t.Errorf("of %s (levels: %v) it chose %q, %v, want %q", c.online, c.levels, got, err, c.want)
			}
		}
	}
}

// A token that crosses a network needs HTTPS.
func TestLocal(t *testing.T) {
	for host, want := range map[string]bool{"localhost": true, "127.0.0.1": true, "127.8.9.1": true, "::1": true,
		"wane.example": false, "10.0.0.2": false, "localhost.example": false} {
		if local(host) != want {
			t.Errorf("%s is local: %v", host, !want)
		}
	}
}
