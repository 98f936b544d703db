package guests

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/names"
)

func TestGuests(t *testing.T) {
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	a, b, other := New(make([]byte, 32), false, now), New(make([]byte, 32), false, now), New([]byte("another"), false, now)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	c, err := a.Cookie(r, &Guest{ID: "ann", Name: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(c)
	if g, ok := b.Read(r); !ok || g.ID != "ann" || g.Name != "Ann" { // another node
		t.Errorf("another node reads %+v, %t", g, ok)
	}
	for _, name := range []string{"Computer, level 8", "Ann #k7f2", "Eve"} {
		value, err := a.seal("wane", &Guest{ID: "eve", Name: name, Issued: now().Unix()}) // of an earlier version
		if err != nil {
			t.Fatal(err)
		}
		old := httptest.NewRequest(http.MethodGet, "/", nil)
		old.AddCookie(&http.Cookie{Name: "wane", Value: value})
		w := httptest.NewRecorder()
		g, err := b.Greet(w, old, false)
		if set := w.Result().Cookies(); err != nil || g.ID != "eve" || (g.Name == name) != (name == "Eve") || len(set) != 1 {
			t.Errorf("an earlier guest %q becomes %+v, %v, with cookies %v", name, g, err, set)
		}
	}
	w := httptest.NewRecorder()
	if g, err := b.Greet(w, r, false); err != nil || g.Rules != names.Rules || len(w.Result().Cookies()) != 0 {
		t.Errorf("a name is checked again: %+v, %v", g, err)
	}
	if g, ok := other.Read(r); ok {
		t.Errorf("a server with another secret reads %+v", g)
	}
	if id := a.PublicID("ann"); id != b.PublicID("ann") || strings.Contains(id, "ann") || id == other.PublicID("ann") ||
		len(id) != 12 {
		t.Errorf("the public id is %s", id)
	}
	if tag := a.Tag("ann"); tag != b.Tag("ann") || tag == a.Tag("ben") || len(tag) != 6 || a.Tag("") != "" {
		t.Errorf("the tag is %s", tag)
	}
	if a.CommandID("a", "bc") == a.CommandID("ab", "c") {
		t.Error("the commands of two guests have one id")
	}
}

// A cookie holds for its name, with its key, for a year, and as it was given. Those of earlier versions are still read.
func TestCookies(t *testing.T) {
	made := time.Unix(1_796_021_080, 0)
	at := func(now time.Time) *Guests { return New(make([]byte, 32), false, func() time.Time { return now }) }
	ann := Guest{ID: "ann", Name: "Ann", Issued: 1_800_000_000, Rules: 1}
	value, err := at(made).seal("wane", &ann)
	if err != nil {
		t.Fatal(err)
	}
	const earlier = "MTc5NjAyMTA4MHxleUpuSWpvaVlXNXVJaXdpYmlJNklrRnViaUlzSW1raU9qRTRNREF3TURBd01EQXNJbklpT2pGOUNn" +
		"PT183lzE-hXBCeiFbKkmwgFh1k_pk3jL8upiBAwAjOG1ImI="
	for _, v := range []string{value, earlier} {
		for _, now := range []time.Time{made.Add(-time.Hour), made, made.Add(cookieAge)} {
			if g, ok := at(now).open("wane", v); !ok || g != ann {
				t.Errorf("%s is %+v, %t at %v", v, g, ok, now)
			}
		}
		if g, ok := at(made.Add(cookieAge+time.Second)).open("wane", v); ok {
			t.Errorf("%s is %+v after a year", v, g)
		}
		if g, ok := at(made).open("__Host-wane", v); ok {
			t.Errorf("%s is %+v under another name", v, g)
		}
		for i := range v {
			for _, changed := range []string{v[:i], v[:i] + v[i+1:], v[:i] + string(v[i]^1) + v[i+1:]} {
				if g, ok := at(made).open("wane", changed); ok {
					t.Errorf("%s is %+v", changed, g)
				}
			}
		}
	}
	if _, ok := at(made).open("wane", strings.Repeat("A", maxCookie+1)); ok {
		t.Error("a cookie of any length is read")
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		remote  string
		headers []string
		trust   bool
		want    string
		secure  bool
	}{
		{"192.0.2.7:1234", nil, false, "192.0.2.7", false},
		{"[::ffff:192.0.2.7]:1234", nil, false, "192.0.2.7", false},
		{"[2001:db8:1:2:3:4:5:6]:1234", nil, false, "2001:db8:1:2::/64", false},
		{"[fe80::1%eth0]:1", nil, false, "fe80::/64", false},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "198.51.100.1", "X-Forwarded-Proto", "https"}, false, "192.0.2.7", false},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "6.6.6.6, 198.51.100.1", "X-Forwarded-Proto", "https"}, true,
			"198.51.100.1", true},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "6.6.6.6", "X-Forwarded-For", "2001:db8::1"}, true,
			"2001:db8::/64", false},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "nonsense"}, true, "unknown", false},
		{"192.0.2.7:1", nil, true, "192.0.2.7", false},
		{"", nil, false, "unknown", false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.remote
		for i := 0; i < len(c.headers); i += 2 {
			r.Header.Add(c.headers[i], c.headers[i+1])
		}
		if v := NewVisit(r, c.trust); v.Address != c.want || v.Secure != c.secure {
			t.Errorf("%s %v: %+v, want %s", c.remote, c.headers, v, c.want)
		}
	}
}

// An address is in a network if any of its addresses is; wrong networks, and those in which only a part of an address
// is, are rejected.
func TestNetworks(t *testing.T) {
	networks, err := Networks([]string{"10.0.0.0/8", " 192.0.2.7/32", "2001:db8::/48"})
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]bool{
		"10.1.2.3": true, "[::ffff:10.1.2.3]:80": true, "11.1.2.3": false, "192.0.2.7:9": true, "192.0.2.8": false,
		"2001:db8:0:ffff::1": true, "2001:db8:1::1": false, "nowhere": false,
	} {
		if got := In(networks, AddressOf(from)); got != want {
			t.Errorf("%s is in the networks: %t", from, got)
		}
	}
	for _, text := range []string{"", "10.0.0.1", "school", "2001:db8::/65", "10.0.0.0/33"} {
		if _, err := Networks([]string{text}); err == nil {
			t.Errorf("%q is a network", text)
		}
	}
}
