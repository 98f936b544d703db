package routes_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/wane-chess/wane/web/routes"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		path, name string
		params     map[string]string
	}{
		{"/", "home", nil},
		{"/new", "new", nil},
		{"/game/abc", "game", map[string]string{"id": "abc"}},
		{"/game/abc/analysis", "gameAnalysis", map[string]string{"id": "abc"}},
		{"/analysis", "analysis", nil},
		{"/analysis/shrink", "analysis", map[string]string{"variant": "shrink"}},
		{"/learn", "learn", nil},
		{"/learn/diminuendo", "lesson", map[string]string{"variant": "diminuendo"}},
		{"/learn/diminuendo/rankings", "rankings", nil},
		{"/learn/shrink/games/one", "annotated", map[string]string{"variant": "shrink", "name": "one"}},
		{"/puzzles", "puzzles", nil},
		{"/puzzles/streak", "puzzleStreak", nil},
		{"/puzzles/abc", "puzzle", map[string]string{"id": "abc"}},
		{"/game/abc/mistakes", "gameMistakes", map[string]string{"id": "abc"}},
		{"/tournaments", "tournaments", nil},
		{"/studies/new", "newStudy", nil},
		{"/studies/abc", "study", map[string]string{"id": "abc"}},
		{"/studies/abc/one", "study", map[string]string{"id": "abc", "chapter": "one"}},
		{"/embed/study/abc/one", "embedStudy", map[string]string{"id": "abc", "chapter": "one"}},
		{"/tournaments/new", "newTournament", nil},
		{"/tournaments/abc", "tournament", map[string]string{"id": "abc"}},
		{"/studies", "studies", nil},
		{"/embed/study/abc", "embedStudy", map[string]string{"id": "abc"}},
		{"/embed/puzzle/daily", "embedPuzzle", map[string]string{"id": "daily"}},
		{"/watch", "watch", nil},
		{"/watch/shrink", "channel", map[string]string{"variant": "shrink"}},
		{"/embed/watch/shrink", "embedWatch", map[string]string{"variant": "shrink"}},
		{"/embed/game/abc", "embedGame", map[string]string{"id": "abc"}},
		{"/embed/shrink", "embed", map[string]string{"variant": "shrink"}},
		{"", "", nil},
		{"/game", "", nil},
		{"/game/", "", nil},
		{"/analysis/", "", nil},
		{"/analysis/shrink/more", "", nil},
		{"/learn/shrink/rankings", "", nil},
		{"/new/", "", nil},
	} {
		name, params := routes.Match(c.path)
		if name != c.name || !maps.Equal(params, c.params) {
			t.Errorf("Match(%q) = %q, %v, want %q, %v", c.path, name, params, c.name, c.params)
		}
	}
}

func TestLink(t *testing.T) {
	for _, c := range []struct {
		name   string
		params []string
		want   string
	}{
		{"home", nil, "/"},
		{"game", []string{"abc"}, "/game/abc"},
		{"gameAnalysis", []string{"abc"}, "/game/abc/analysis"},
		{"editor", nil, "/editor"},
		{"editor", []string{"chess"}, "/editor/chess"},
		{"annotated", []string{"diminuendo:pbnrqk+qk", "a b"}, "/learn/diminuendo:pbnrqk+qk/games/a%20b"},
	} {
		if got := routes.Link(c.name, c.params...); got != c.want {
			t.Errorf("Link(%q, %q) = %q, want %q", c.name, c.params, got, c.want)
		}
	}
}

// Each part of the menu leads to a page, and no two have the same key.
func TestMenu(t *testing.T) {
	keys := map[string]bool{}
	for _, s := range routes.Menu() {
		if len(s.Parts) == 0 {
			t.Errorf("the section %s has no parts", s.Key)
		}
		for _, p := range append(s.Parts, s.Part) {
			path, _, _ := strings.Cut(p.Path(), "?")
			if name, params := routes.Match(path); name != p.Page || p.Title == "" || p.Of != "" && len(params) != 1 {
				t.Errorf("%+v leads to %s, the page %q with %v", p, path, name, params)
			}
			if keys[p.Key] {
				t.Errorf("two parts are called %q", p.Key)
			}
			keys[p.Key] = true
		}
	}
	if len(keys) < 25 {
		t.Errorf("the menu has %d parts", len(keys))
	}
}
