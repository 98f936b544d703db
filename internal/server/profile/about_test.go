package profile

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

func TestAbout(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	old := publictext.Author{Account: &auth.Account{Created: now.Add(-2 * publictext.FreeAge)}}
	young := publictext.Author{Account: &auth.Account{Created: now}}
	long := strings.Repeat("é", maxAbout)
	for _, c := range []struct {
		by       publictext.Author
		in, want About
		code     livegame.Code
	}{
		{old, About{" I play\r\n\tfrom  Oz\u202e \n", ""}, About{"I play\nfrom Oz", ""}, ""},
		{old, About{strings.Repeat("a\n\n", 6), ""}, About{strings.Repeat("a\n\n", 4) + "a\na", ""}, ""},
		{old, About{"you\nasshole", ""}, About{}, publictext.Rude},
		{old, About{long, " https://Wane.Example/oz?a=b#c "}, About{long, "https://wane.example/oz?a=b#c"}, ""},
		{old, About{long + "e", ""}, About{}, publictext.Bad},
		{old, About{"from www.wane.example", ""}, About{}, publictext.Link},
		{old, About{"you asshole", ""}, About{}, publictext.Rude},
		{old, About{"", "https://wane.example/asshole"}, About{}, publictext.Rude},
		{young, About{"I play", ""}, About{}, publictext.Young},
		{young, About{"", "https://wane.example"}, About{}, publictext.Young},
		{young, About{" ", " "}, About{}, ""},
		{old, About{"", "http://wane.example"}, About{}, publictext.Bad},
		{old, About{"", "javascript:alert(1)"}, About{}, publictext.Bad},
		{old, About{"", "https:wane.example"}, About{}, publictext.Bad},
		{old, About{"", "https://ann@wane.example"}, About{}, publictext.Bad},
		{old, About{"", "https://wane.example:8443"}, About{}, publictext.Bad},
		{old, About{"", "https://127.0.0.1/"}, About{}, publictext.Bad},
		{old, About{"", "https://localhost/"}, About{}, publictext.Bad},
		{old, About{"", "https://wаne.example/"}, About{}, publictext.Bad}, // with a Cyrillic letter
		{old, About{"", "https://wane.example/" + strings.Repeat("a", maxLink)}, About{}, publictext.Bad},
	} {
		got, err := c.in.check(c.by, now)
		why, _ := errors.AsType[*livegame.Error](err)
		switch {
		case c.code != "" && (why == nil || why.Code != c.code):
			t.Errorf("%.60q: %v, want %s", c.in, err, c.code)
		case c.code == "" && (err != nil || got != c.want):
			t.Errorf("%.60q is %.60q, %v", c.in, got, err)
		}
	}
}

// TestStatements says something, changes it on another node, and removes it.
func TestStatements(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		now := func() time.Time { return time.Unix(1_800_000_000, 0).UTC() }
		here, there := New(Options{DB: open(), Now: now}), New(Options{DB: open(), Now: now})
		dbtest.Join(t, here.o.DB, "ann")
		want := func(want About) {
			t.Helper()
			if got, err := there.about(t.Context(), "ann"); err != nil || got != want {
				t.Errorf("Ann says %q, %v, want %q", got, err, want)
			}
		}
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		want(About{})
		first, second := About{"from Oz", "https://wane.example"}, About{"from '; DROP TABLE profiles", ""}
		must(here.say(t.Context(), "ann", first))
		want(first)
		must(there.say(t.Context(), "ann", second))
		want(second)
		must(here.say(t.Context(), "ann", About{}))
		want(About{})
		must(here.say(t.Context(), "ann", first))
		ann := auth.Account{ID: "ann", Name: "Ann"}
		must(there.clear(t.Context(), ann, "mod"))
		want(About{})
		if err := there.clear(t.Context(), ann, "mod"); err == nil {
			t.Error("what is not there is removed")
		}
		entries, err := admin.Entries(t.Context(), here.o.DB, admin.LogQuery{Account: "ann", Limit: 9})
		if err != nil || len(entries) != 1 || entries[0].Action != admin.AboutRemoved || entries[0].Operator != "mod" {
			t.Errorf("the log has %+v, %v", entries, err)
		}
	})
}
