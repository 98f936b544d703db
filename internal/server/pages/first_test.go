package pages_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// built is a page as a build makes it.
func built(o *server.Options) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	o.Page = fstest.MapFS{
		"index.html": file(`<!doctype html><html lang="en"><head><title>wane</title></head><body></body></html>`),
		"embed.html": file(`<!doctype html><html lang="en"><head><title>board</title></head><body></body></html>`),
		"loads.json": file(`{"pages":{"learn":["/assets/learn-abc.js","/assets/learn-abc.css"],` +
			`"embed":["/assets/embed-abc.js"]},"languages":{"de":["/assets/german-abc.js"]}}`),
	}
}

// who returns what a page says of its user; "" if it says nothing.
func who(page string) string {
	m := regexp.MustCompile(`<script type="application/json" id="me">(.*?)</script>`).FindStringSubmatch(page)
	if m == nil {
		return ""
	}
	return m[1]
}

// A page has what GET /api/me says of the account that is signed in, and caches do not store it.
func TestPageOfAccount(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t), built)
	ann := w.Visitor()
	for _, path := range []string{"/", "/nothing"} {
		r, page := ann.Request(http.MethodGet, path, nil)
		if who(page) != "null" || strings.Contains(r.Header.Get("Cache-Control"), "private, no-store") {
			t.Errorf("%s for a guest: %v %s", path, r.Header, page)
		}
	}
	ann.SignUp("Ann")
	for _, path := range []string{"/", "/learn", "/nothing"} {
		r, page := ann.Request(http.MethodGet, path, nil, "Accept-Language", "de-AT,en;q=0.5")
		_, me := ann.Request(http.MethodGet, "/api/me", nil)
		var said, want any
		if err := json.Unmarshal([]byte(who(page)), &said); err != nil {
			t.Errorf("%s: %v in %s", path, err, page)
		}
		if err := json.Unmarshal([]byte(me), &want); err != nil {
			t.Error(err)
		}
		if got, err := json.Marshal(said); err != nil || string(got) != marshaled(t, want) {
			t.Errorf("%s says %s, want %s", path, who(page), me)
		}
		h := r.Header
		if kept := h.Get("Cache-Control"); r.StatusCode == http.StatusOK && kept != "private, no-store" ||
			!strings.HasSuffix(kept, "no-store") || h.Get("ETag") != "" ||
			h.Values("Vary")[0] != "Cookie, Accept-Language" || h.Get("Set-Cookie") != "" {
			t.Errorf("%s: %v", path, h)
		}
		if strings.Index(page, `id="me"`) > strings.Index(page, "</head>") {
			t.Errorf("%s: the account is not in the head: %s", path, page)
		}
	}
	for _, path := range []string{"/?shell", "/learn?shell", "/embed/shrink"} {
		r, page := ann.Request(http.MethodGet, path, nil)
		if strings.Contains(page, "Ann") || who(page) != "" || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %v %s", path, r.Header, page)
		}
	}
	ann.Ask(http.MethodPost, "/api/signout", nil, nil)
	if _, page := ann.Request(http.MethodGet, "/", nil); who(page) != "null" {
		t.Errorf("after signing out the page says %s", who(page))
	}
}

func marshaled(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A page names what its script loads at once, in the user's language. The page that browsers keep names nothing, and
// makes no guest.
func TestPreloads(t *testing.T) {
	w := servertest.New(t, built)
	const learn = `<link rel="modulepreload" crossorigin href="/assets/learn-abc.js">` + "\n    " +
		`<link rel="stylesheet" crossorigin href="/assets/learn-abc.css">`
	const german = `<link rel="modulepreload" crossorigin href="/assets/german-abc.js">`
	for _, c := range []struct{ path, accept, cookie, lang, tags string }{
		{"/learn", "", "", "en", learn},
		{"/learn", "fr, de-CH;q=0.9, en;q=0.8", "", "de", learn + "\n    " + german},
		{"/learn", "de", "wane-language=en", "en", learn},
		{"/about", "en-GB,de", "wane-language=de", "de", german},
		{"/about", `x"><script>`, "wane-language=fr", "en", ""},
		{"/nothing", "de", "", "de", german},
		{"/learn?shell", "de", "wane-language=de", "en", ""},
		{"/embed/shrink", "", "", "en", `<link rel="modulepreload" crossorigin href="/assets/embed-abc.js">`},
	} {
		r, page := (&servertest.Visitor{World: w, HTTP: &http.Client{}}).Request(http.MethodGet, c.path, nil,
			"Accept-Language", c.accept, "Cookie", c.cookie)
		tags := strings.Join(regexp.MustCompile(`<link rel="[ms][^>]*>`).FindAllString(page, -1), "\n    ")
		if !strings.Contains(page, `<html lang="`+c.lang+`">`) || tags != c.tags {
			t.Errorf("%+v: %s", c, page)
		}
		if bare := strings.Contains(c.path, "shell"); bare == (r.Header.Get("Set-Cookie") != "") && c.path[:2] != "/e" &&
			r.StatusCode == http.StatusOK {
			t.Errorf("%s: cookies %v", c.path, r.Header["Set-Cookie"])
		}
	}
	if rec := w.Fetch("/loads.json"); rec.Code != http.StatusNotFound {
		t.Errorf("the list is served: %d", rec.Code)
	}
}
