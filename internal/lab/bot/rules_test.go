package bot

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
)

func TestRules(t *testing.T) {
	r := Rules{Variants: []string{"chess", "shrink"}, Speeds: []string{"blitz", "rapid"}, Mode: "rated", Opponents: "people", Least: 1200, Most: 1800, Games: 2}
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
		if err := b.event(t.Context(), fmt.Appendf(nil, `{"type":"challenge","challenge":{"id":"c%d","challenger":{"id":"ann"}}}`, i)); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"/api/challenge/c0/accept", "/api/challenge/c1/accept", "/api/challenge/c2/decline"}; !slices.Equal(asked, want) {
		t.Errorf("asked %v, want %v", asked, want)
	}
}
