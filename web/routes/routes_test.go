package routes_test

import (
	"maps"
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
