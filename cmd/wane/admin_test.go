package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/node"
)

// visitor is a guest of a server in a test.
type visitor struct {
	*testing.T
	http.Client
	url string
}

// begin creates a game and returns its ID.
func (v *visitor) begin(request string, g gameview.NewGame) string {
	v.Helper()
	g.ID, g.Variant, g.Color = request, "shrink", "white"
	body, err := json.Marshal(g)
	if err != nil {
		v.Fatal(err)
	}
	resp, err := v.Post(v.url+"/api/games", "application/json", strings.NewReader(string(body)))
	if err != nil {
		v.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var full gameview.FullGame
	if err := json.NewDecoder(resp.Body).Decode(&full); err != nil || resp.StatusCode != http.StatusOK {
		v.Fatalf("%s, %v", resp.Status, err)
	}
	return full.Game.ID
}

// awaits asks for a game until the answer has a text.
func (v *visitor) awaits(id, text string) {
	v.Helper()
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		resp, err := v.Get(v.url + "/api/games/" + id)
		if err != nil {
			v.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			v.Fatal(err)
		}
		_ = resp.Body.Close()
		if strings.Contains(string(body), text) {
			return
		}
		if time.Since(begun) > 20*time.Second {
			v.Fatalf("game %s has no %q: %s", id, text, body)
		}
	}
}

// An operator works on the database of a running server, which notices.
func TestAdmin(t *testing.T) {
	data := t.TempDir()
	t.Setenv("WANE_DATA", data)
	t.Setenv("SUDO_USER", "ann")
	n, err := node.Start(t.Context(), node.Config{Data: data, Timing: manager.Timing{Recheck: 20 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = n.Close(t.Context()) }()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{t, http.Client{Jar: jar}, n.URL()}
	first := v.begin("request-1", gameview.NewGame{Opponent: "self"})
	second := v.begin("request-2", gameview.NewGame{Opponent: "friend", Control: gameview.Control{Base: 60_000}})
	var me guests.Me
	resp, err := v.Get(v.url + "/api/me")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(resp.Body).Decode(&me); err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()

	resp, err = v.Post(v.url+"/api/signup", "application/json",
		strings.NewReader(`{"name":"Ann_L","password":"four random words"}`))
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("sign up: %+v, %v", resp, err)
	}
	_ = resp.Body.Close()

	file := filepath.Join(t.TempDir(), "all.jsonl")
	calls := func(list ...call) { t.Helper(); checkCalls(t, list, "admin") }
	calls(
		call{"list", []string{"games", "list", "--status", "live"}, "", 0, first + "  shrink   ", ""},
		call{"a page", []string{"games", "list", "--limit", "1", "--json"}, "", 0, `{"id":"` + second + `"`,
			"There may be more: --after " + second},
		call{"the next page",
			[]string{"games", "list", "--after", second, "--no-moves", "--guest", "#" + me.Tag, "--player",
				strings.ToUpper(me.Name), "--newer", "1d"}, "", 0, first, ""},
		call{"nothing as old", []string{"games", "list", "--older", "1d12h"}, "", 0, "", ""},
		call{"a wrong status", []string{"games", "list", "--status", "lost"}, "", 2, "",
			`--status "lost": expected waiting, live or finished`},
		call{"an empty tag", []string{"games", "export", "--guest", "#"}, "", 2, "", `--guest "#": expected a tag`},
		call{"a wrong time", []string{"games", "list", "--older", "-1d"}, "", 2, "",
			`--older "-1d": expected a number of days or hours`},
		call{"a wrong variant", []string{"games", "list", "--variant", "go"}, "", 2, "", `unknown game "go"`},
		call{"show", []string{"games", "show", second}, "", 0,
			"Status      waiting\nWhite       " + me.Name + " #" + me.Tag + "\nBlack       -\n", ""},
		call{"show JSON", []string{"games", "show", second, "--json"}, "", 0, `"status": "waiting"`, ""},
		call{"show nothing", []string{"games", "show", "nowhere"}, "", 1, "", `there is no game "nowhere"`},
		call{"export", []string{"games", "export", first, "--base-url", "https://wane.example"}, "", 0,
			`[Site "https://wane.example/game/` + first + `"]`, ""},
		call{"export all", []string{"games", "export", "--all", "--json", "--output", file}, "", 0, file + " has 2 games.\n",
			""}, call{"export some and all", []string{"games", "export", "--all", first}, "", 2, "", "say which games"},
		call{"close", []string{"games", "close", second, "--result", "1-0", "--reason", "no show"}, "", 0,
			"Closed " + second + ".\n", ""},
		call{"close again", []string{"games", "close", second}, "", 1, "", "game " + second + ": The game is over."},
		call{"a wrong result", []string{"games", "close", second, "--result", "2-0"}, "", 2, "",
			`--result "2-0": expected 1-0`},
	)
	if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), "\n") != 2 {
		t.Errorf("exported is %s, %v", text, err)
	}
	v.awaits(second, `"reason":"closed by the operator of the server: no show"`)
	calls(
		call{"delete, but no", []string{"games", "delete", first}, "n\n", 1, "",
			"Delete 1 game for good? [y/N] wane: nothing was deleted"},
		call{"delete nothing", []string{"games", "delete", "nowhere", "--yes"}, "", 1, "", `there is no game "nowhere"`},
		call{"delete", []string{"games", "delete", first}, "y\n", 0, "Deleted " + first + ".\n", first + "  shrink  "},
		call{"delete without a question", []string{"games", "delete", "--yes", second}, "", 0, "Deleted " + second + ".\n",
			""},
		call{"the log", []string{"log", "--limit", "1"}, "", 0, " for ann  delete  " + second + "  shrink, finished, 0 plies",
			""}, call{"the log of a game", []string{"log", "--game", second, "--json"}, "", 0, `"detail": "1-0 no show"`, ""},
		call{"no database", []string{"log", "--data", t.TempDir()}, "", 1, "", "there is no database"},
		call{"no such command", []string{"players"}, "", 2, "",
			`unknown command "players": expected games, users, reports, tournaments, puzzles, openings, ratings, ` +
				`log or migrate`},
		call{"users", []string{"users", "list"}, "", 0, "Ann_L  player  ", ""},
		call{"a first admin", []string{"users", "role", "ann_l", "admin"}, "", 0, "", ""},
		call{"a wrong role", []string{"users", "role", "ann_l", "king"}, "", 2, "", `role "king": expected player`},
		call{"a title", []string{"users", "title", "ann_l", "WGM"}, "", 0, "", ""},
		call{"a wrong title", []string{"users", "title", "ann_l", "king"}, "", 2, "", `title "king": expected up to four`},
		call{"muted", []string{"users", "mute", "ann_l", "tomorrow"}, "", 2, "", `time "tomorrow": expected one such as`},
		call{"a mute", []string{"users", "mute", "ann_l", "2040-01-31T12:00:00Z"}, "", 0, "", ""},
		call{"no mute", []string{"users", "unmute", "ann_l"}, "", 0, "", ""},
		call{"close an account", []string{"users", "close", "Ann_L", "--reason", "spam"}, "", 0, "", ""},
		call{"closed accounts", []string{"users", "list", "a", "--closed", "--role", "admin"}, "", 0, "Ann_L  admin  ", ""},
		call{"reopen it", []string{"users", "reopen", "Ann_L"}, "", 0, "", ""},
		call{"show it", []string{"users", "show", "ANN_L"}, "", 0, `"title": "WGM",`, ""},
		call{"show nobody", []string{"users", "show", "nobody"}, "", 1, "", `there is no account "nobody"`},
		call{"the log of an account", []string{"log", "--limit", "2"}, "", 0, "close account   ann_l  spam", ""},
		call{"a token for nothing", []string{"users", "token", "ann_l"}, "", 2, "", "--scope is missing"},
		call{"a token for what is not there", []string{"users", "token", "ann_l", "--scope", "engine:play"}, "", 1, "",
			`there is no scope "engine:play"`},
		call{"a token", []string{"users", "token", "ann_l", "--scope", "engine:work", "--label", "cellar"}, "", 0, "wane_",
			""},
		call{"the log of a token", []string{"log", "--limit", "1"}, "", 0, "token  ann_l  engine:work", ""},
		call{"no admin", []string{"users", "role", "ann_l", "player"}, "", 0, "", ""},
		call{"a token of a player", []string{"users", "token", "ann_l", "--scope", "engine:work"}, "", 1, "",
			"only an admin's account has tokens with the scope engine:work"},
		call{"tournaments", []string{"tournaments", "list"}, "", 0, "", ""},
		call{"tournaments as JSON", []string{"tournaments", "list", "--json"}, "", 0, "[]", ""},
		call{"cancel nothing", []string{"tournaments", "cancel", "nothing"}, "", 1, "", `there is no tournament "nothing"`},
		call{"puzzles", []string{"puzzles", "list"}, "", 0, "", ""},
		call{"puzzles as JSON", []string{"puzzles", "list", "--json"}, "", 0, "[]", ""},
		call{"release nothing", []string{"puzzles", "release", "nothing"}, "", 1, "", `there is no puzzle "nothing"`},
		call{"remove nothing", []string{"puzzles", "remove", "nothing", "--reason", "wrong"}, "", 1, "",
			`there is no puzzle "nothing"`}, call{"openings", []string{"openings", "list"}, "", 0, "", ""},
		call{"openings as JSON", []string{"openings", "list", "--json"}, "", 0, "[]", ""},
		call{"name an opening", []string{"openings", "set", " King's  Road", "--variant", "shrink", "--moves", "e4 e5"}, "",
			0, "", ""},
		call{"its name", []string{"openings", "list", "--only-names", "-v", "shrink"}, "", 0,
			"1  shrink  King's Road  settled  0  -  e2e4 e7e5\n", ""},
		call{"names of another variant", []string{"openings", "list", "-v", "chess", "--json"}, "", 0, "[]", ""},
		call{"a name twice", []string{"openings", "set", "Kings road", "-v", "shrink", "--moves", "d4"}, "", 1, "",
			`another position of shrink is called "Kings road"`},
		call{"no line", []string{"openings", "set", "Nothing"}, "", 2, "", "a name needs --variant and --moves"},
		call{"no move", []string{"openings", "set", "Nothing", "-v", "shrink", "--moves", "e5"}, "", 1, "", "--moves:"},
		call{"a short name", []string{"openings", "set", "x", "-v", "shrink", "--moves", "d4"}, "", 1, "", "1 characters"},
		call{"remove it", []string{"openings", "remove", "1"}, "", 0, "", ""},
		call{"what was removed", []string{"openings", "list", "--json"}, "", 0, `"state": "removed"`, ""},
		call{"no names", []string{"openings", "list", "--only-names", "--json"}, "", 0, "[]", ""},
		call{"restore it without votes", []string{"openings", "restore", "1"}, "", 1, "", "there are no votes for name 1"},
		call{"it is still removed", []string{"openings", "list", "--json"}, "", 0, `"state": "removed"`, ""},
		call{"remove nothing", []string{"openings", "remove", "99"}, "", 1, "", "there is no name 99"},
		call{"remove no number", []string{"openings", "remove", "Lion"}, "", 2, "", `"Lion": expected the number`},
		call{"the log of openings", []string{"log", "--limit", "2"}, "", 0, "settle opening name  -  King's Road, 1", ""},
		call{"ratings", []string{"ratings", "--verify"}, "", 0,
			"All ratings follow from the games: 0 rated games, 0 changes, 0 ratings.\n", ""},
		call{"pools", []string{"ratings", "--json"}, "", 0, "[]", ""},
	)
	v.awaits(first, "There is no such game.")
}
