package limits

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Zero budgets get defaults.
func TestDefaultBudgets(t *testing.T) {
	l := Limits{}.WithDefaults()
	for _, c := range []struct {
		name      string
		got, want Budget
	}{
		{"new games", l.Create, Budget{Guest: Rate{0.5, 30}, Address: Rate{2, 60}}},
		{"commands", l.Command, Budget{Guest: Rate{20, 60}, Address: Rate{100, 300}}},
		{"reading", l.Read, Budget{Guest: Rate{30, 120}, Address: Rate{150, 600}}},
		{"rules", l.Rules, Budget{Guest: Rate{20, 100}, Address: Rate{60, 300}}},
		{"pictures", l.Pictures, Budget{Guest: Rate{1, 30}, Address: Rate{4, 120}}},
	} {
		if c.got != c.want {
			t.Errorf("the budget for %s is %+v, want %+v", c.name, c.got, c.want)
		}
	}
	if own := (Limits{Rules: Budget{Guest: Rate{1, 2}}}).WithDefaults(); own.Rules.Guest != (Rate{1, 2}) || own.Rules.Address != l.Rules.Address {
		t.Errorf("a budget that is set becomes %+v", own.Rules)
	}
}

func TestGuests(t *testing.T) {
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	a, b, other := NewGuests(make([]byte, 32), false, now), NewGuests(make([]byte, 32), false, now), NewGuests([]byte("another"), false, now)
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	c, err := a.Cookie(r, &Guest{ID: "ann", Name: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(c)
	if g, ok := b.Read(r); !ok || g.ID != "ann" || g.Name != "Ann" { // another node
		t.Errorf("another node reads %+v, %t", g, ok)
	}
	if g, ok := other.Read(r); ok {
		t.Errorf("a server with another secret reads %+v", g)
	}
	if id := a.PublicID("ann"); id != b.PublicID("ann") || strings.Contains(id, "ann") || id == other.PublicID("ann") || len(id) != 12 {
		t.Errorf("the public id is %s", id)
	}
	if a.CommandID("a", "bc") == a.CommandID("ab", "c") {
		t.Error("the commands of two guests have one id")
	}
	for range 200 {
		if name, err := CheckName(inventName()); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, want, err string }{
		{"Ann", "Ann", ""},
		{"  Ann  \n of Kent ", "Ann of Kent", ""},
		{"Žofie 小林 ♞", "Žofie 小林 ♞", ""},
		{strings.Repeat("é", 24), strings.Repeat("é", 24), ""},
		{strings.Repeat("é", 25), "", "25 characters; up to 24"},
		{"", "", "empty"},
		{" \t ", "", "empty"},
		{"a\x00b", "", "U+0000"},
		{"a\u202eb", "", "U+202E"},
		{"\u200b", "", "U+200B"},
		{"\u0301", "", "U+0301"},
		{"a\xffb", "", "not valid text"},
	} {
		got, err := CheckName(c.name)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %q, %v; want %q, %s", c.name, got, err, c.want, c.err)
		}
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
		{"192.0.2.7:1", []string{"X-Forwarded-For", "6.6.6.6, 198.51.100.1", "X-Forwarded-Proto", "https"}, true, "198.51.100.1", true},
		{"192.0.2.7:1", []string{"X-Forwarded-For", "6.6.6.6", "X-Forwarded-For", "2001:db8::1"}, true, "2001:db8::/64", false},
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

// A client is forgotten some time after its last request, not after its first.
func TestLimiterForgets(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	none := Budget{Rate{}, Rate{Burst: 1}} // one request, never another
	l := NewLimiter(Limits{Create: none}, func() time.Time { return now })
	client := &Visit{Address: "192.0.2.1"}
	for i, c := range []struct {
		after time.Duration
		want  bool
	}{{0, true}, {0, false}, {clientTTL - time.Minute, false}, {clientTTL - time.Minute, false}, {clientTTL + time.Minute, true}} {
		now = now.Add(c.after)
		if _, ok := l.Take(Create, client); ok != c.want {
			t.Errorf("request %d is allowed: %t, want %t", i+1, ok, c.want)
		}
	}
}
