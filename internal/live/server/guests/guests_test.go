package guests

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
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
		value, err := a.cookie.Encode("wane", &Guest{ID: "eve", Name: name, Issued: now().Unix()}) // of an earlier version
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
	if g, err := b.Greet(w, r, false); err != nil || g.Rules != nameRules || len(w.Result().Cookies()) != 0 {
		t.Errorf("a name is checked again: %+v, %v", g, err)
	}
	if g, ok := other.Read(r); ok {
		t.Errorf("a server with another secret reads %+v", g)
	}
	if id := a.PublicID("ann"); id != b.PublicID("ann") || strings.Contains(id, "ann") || id == other.PublicID("ann") || len(id) != 12 {
		t.Errorf("the public id is %s", id)
	}
	if tag := a.Tag("ann"); tag != b.Tag("ann") || tag == a.Tag("ben") || len(tag) != 6 || a.Tag("") != "" {
		t.Errorf("the tag is %s", tag)
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
		{"Computer, level 8", "", "looks like that of a computer"},
		{"wane, level 8", "", "computer"},
		{"Computer, Stufe 8", "", "computer"},
		{"Gast 7", "", "computer"},
		{"W A N E", "", "computer"},
		{"VVane", "", "computer"},
		{"Ԝаnе 2", "", "computer"}, // Cyrillic
		{"СОМРUТЕR", "", "computer"},
		{"𝓌𝒶𝓃ℯ", "", "computer"},
		{"Cornputér", "", "computer"},
		{"c0mputer", "", "computer"},
		{"The computer", "", "computer"},
		{"- Guest 7", "", "computer"},
		{"a·b", "", "cannot have"},
		{"ＡＮＯΝΥＭＯUＳ", "", "computer"},
		{"Computer8", "", "computer"},
		{"1 Computer", "", "computer"},
		{"The wane", "", "computer"},
		{"★wane★", "", "computer"},
		{"A c0mputer", "", "computer"},
		{"ꓪꓮꓠꓰ", "", "computer"}, // Lisu
		{"ᏔᎪNᎬ", "", "computer"}, // Cherokee
		{"w@ne", "", "computer"},
		{"ＷＡＮＥ", "", "computer"},
		{"ᴡᴀɴᴇ", "", "computer"},
		{"Computer Level Five", "", "computer"},
		{"wane lvl8", "", "computer"},
		{"wane computer", "", "computer"},
		{"Guest_user", "", "computer"},
		{"Computer VIII", "", "computer"},
		{"wane iv", "", "computer"},
		{"Computer-XII", "", "computer"},
		{"Gast Ⅷ", "", "computer"},
		{"Computer Vlll", "", "computer"}, // small l
		{"Computer Mix", "Computer Mix", ""},
		{"Guest Vic", "Guest Vic", ""},
		{"Computer (strong)", "", "computer"},
		{"Guest - Ann", "", "computer"},
		{"Mr Guest", "Mr Guest", ""},
		{"Guest of honor", "Guest of honor", ""},
		{"Christopher Guest", "Christopher Guest", ""},
		{"Guest-Smith", "Guest-Smith", ""},
		{"Computer science", "Computer science", ""},
		{"Anonymous Alice", "Anonymous Alice", ""},
		{"Lord Wane 2", "Lord Wane 2", ""},
		{"Ann #k7f2", "", "tag"},
		{"Ann#k7f2", "", "tag"},
		{"Ann ＃k7f2", "", "tag"},
		{"Ann ﹟k7f2", "", "tag"},
		{"Ann ♯k7f2", "", "tag"},
		{"компутер", "компутер", ""},
		{"ꓚ0mputer", "", "computer"},
		{"ﬁne Ａnn", "fine Ann", ""},
		{"Waning Moon", "Waning Moon", ""},
		{"Waneta", "Waneta", ""},
		{"Guesthouse", "Guesthouse", ""},
		{"Dwane", "Dwane", ""},
		{"Иван", "Иван", ""},
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

// A name that is accepted is shown as it is: checking it again changes nothing.
func FuzzCheckName(f *testing.F) {
	for _, s := range []string{"Ann", " a  b ", "\u0661 Ann", "ﬁsh\u200d", "x\u0301\u0301", "Αnn", "admin", "\xff", "\u2060", "#x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := CheckName(text)
		if err != nil {
			return
		}
		if again, err := CheckName(name); err != nil || again != name || utf8.RuneCountInString(name) > 24 || strings.TrimSpace(name) != name {
			t.Errorf("%q is accepted as %q, and that as %q, %v", text, name, again, err)
		}
	})
}
