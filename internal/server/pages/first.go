package pages

import (
	"encoding/json"
	"fmt"
	markup "html"
	"net/http"
	"path"
	"strings"

	"github.com/wane-chess/wane/internal/server/guests"
)

// bareShell is the query of the page that browsers keep: in English, without preloads, and without saying who asks.
const bareShell = "shell"

// languageCookie has the language that the user chose in the settings; without it the browser's languages decide.
const languageCookie = "wane-language"

// languages are those of the page, the usual first.
var languages = []string{"en", "de"}

// language returns the language of the page's texts, as the page's script chooses it.
func language(r *http.Request) string {
	wanted := r.Header.Get("Accept-Language")
	if c, err := r.Cookie(languageCookie); err == nil {
		wanted = c.Value + "," + wanted
	}
	for tag := range strings.SplitSeq(wanted, ",") { // browsers send the preferred one first
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), ";")
		tag, _, _ = strings.Cut(tag, "-")
		for _, l := range languages {
			if strings.EqualFold(tag, l) {
				return l
			}
		}
	}
	return languages[0]
}

// me returns the element that says who uses the page: what GET /api/me answers for an account, and null for anyone
// else. It reports whether the page is the caller's own.
func (s *Pages) me(r *http.Request) (element string, own bool) {
	v, said := guests.VisitOf(r.Context()), []byte("null")
	if v.Identity != nil {
		// The encoder escapes what could end the element.
		if text, err := json.Marshal(s.guard.Guests.Me(v.Guest, v.Account())); err == nil {
			said, own = text, true
		}
	}
	return `  <script type="application/json" id="me">` + string(said) + "</script>\n  ", own
}

// loads are the scripts and styles that the page's script loads at once, in tags.
type loads struct{ pages, languages map[string]string }

// readLoads reads the list that the build of the page writes: the paths of files by routes and languages.
func readLoads(data []byte) (loads, error) {
	var list struct{ Pages, Languages map[string][]string }
	if err := json.Unmarshal(data, &list); err != nil {
		return loads{}, fmt.Errorf("read the list of what pages load: %w", err)
	}
	return loads{preloads(list.Pages), preloads(list.Languages)}, nil
}

func preloads(lists map[string][]string) map[string]string {
	tags := map[string]string{}
	for name, files := range lists {
		for _, file := range files {
			kind := "modulepreload"
			if path.Ext(file) == ".css" {
				kind = "stylesheet"
			}
			tags[name] += `  <link rel="` + kind + `" crossorigin href="` + markup.EscapeString(file) + "\">\n  "
		}
	}
	return tags
}

// tags returns the tags of a page in a language.
func (l loads) tags(route, language string) string { return l.pages[route] + l.languages[language] }
