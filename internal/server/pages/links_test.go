package pages_test

import (
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/web/routes"
)

// The server has every page that the page's script knows, each with a title, a description
// of its own and a picture for previews.
func TestEveryRoute(t *testing.T) {
	var challenges *challenge.Service
	w := servertest.New(t, func(o *server.Options) {
		o.BaseURL = "https://wane.example"
		challenges = challenge.New(challenge.Options{DB: dbtest.Open(t), Games: o.Games, Lookup: rules.ByName})
		o.Challenges = challenges
	})
	ann := w.Visitor()
	game := ann.Playing("e4")
	invited := challenge.Challenge{
		ID: "challenge001", Variant: "cheshire", FEN: "4k5/10/10/10/10/10/10/10/3P6/4K5 w - - 0 1",
		From: livegame.Player{Guest: "zoe", Person: livegame.Person{Name: "Zoe", Account: true}},
		To:   livegame.Player{Guest: "bob", Person: livegame.Person{Name: "Bob", Account: true}},
	}
	if _, err := challenges.Create(t.Context(), invited); err != nil {
		t.Fatal(err)
	}
	params := map[string][]string{
		"game": {game}, "gameAnalysis": {game}, "gameMistakes": {game}, "puzzle": {"daily"}, "embedPuzzle": {"daily"},
		"embedGame": {game}, "channel": {"shrink"}, "embedWatch": {"shrink"}, "rules": {"shrink"}, "lesson": {"shrink"},
		"drills":    {"shrink"},
		"annotated": {"shrink", "three-by-three"}, "embed": {"shrink"}, "tournament": {"arena-of-ann"},
		"study": {"study-of-ann"}, "embedStudy": {"study-of-ann"}, "player": {"Ann"}, "challenge": {string(invited.ID)},
	}
	seen := map[string]string{}
	for _, name := range routes.Names() {
		path := routes.Link(name, params[name]...)
		r, body := ann.Request(http.MethodGet, path, nil)
		h := heads(t, body)
		if r.StatusCode != http.StatusOK || h["title"] == "" || h["description"] == "" {
			t.Errorf("%s: %d %v", path, r.StatusCode, h)
		}
		if h["og:image"] == "" { // boards on other sites have no previews
			if !strings.HasPrefix(name, "embed") {
				t.Errorf("%s has no picture", path)
			}
			continue
		}
		if other := seen[h["title"]]; other != "" && name != "new" && other != "new" { // the dialog of the home page
			t.Errorf("%s and %s have the same title, %s", name, other, h["title"])
		}
		seen[h["title"]] = name
		if name == "challenge" && (strings.Contains(body, "Zoe") || strings.Contains(body, "Bob")) {
			t.Errorf("%s says who challenges whom: %v", path, h)
		}
		if r, _ := ann.Request(http.MethodGet, strings.TrimPrefix(h["og:image"], "https://wane.example"),
			nil); r.StatusCode != http.StatusOK {
			t.Errorf("%s: the picture at %s: %d", path, h["og:image"], r.StatusCode)
		}
	}
}

// No address that the page or the manual's frame writes out is missing, and the footer
// leads to the pages about the site.
func TestLinks(t *testing.T) {
	ann := servertest.New(t).Visitor()
	address := regexp.MustCompile(`(?:href="|to: ')(/[^"'{}]*)["']`)
	var found []string
	for _, root := range []string{"../../../web/src", "."} {
		err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !regexp.MustCompile(`\.(svelte|ts|html)$`).MatchString(name) ||
				strings.HasPrefix(name, "gen/") {
				return err
			}
			text, err := fs.ReadFile(os.DirFS(root), name)
			for _, m := range address.FindAllSubmatch(text, -1) {
				found = append(found, string(m[1]))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) < 15 {
		t.Errorf("only %d addresses were found: %q", len(found), found)
	}
	for _, path := range found {
		// which need accounts
		if path == "/api/account/export" || path == "/api/reviews.atom" {
			continue
		}
		if r, _ := ann.Request(http.MethodGet, path, nil); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	frame, err := os.ReadFile("../../../web/src/app/App.svelte")
	if err != nil {
		t.Fatal(err)
	}
	_, footer, _ := strings.Cut(string(frame), "<footer")
	for _, name := range []string{"about", "help", "privacy"} {
		if !strings.Contains(footer, "link('"+name+"')") {
			t.Errorf("the footer has no link to %s", routes.Link(name))
		}
	}
}
