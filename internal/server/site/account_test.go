package site_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// A guest who makes an account keeps the game, and is the same on another device.
func TestAccount(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, eve := w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{}).Game.ID
	guest := ann.Me
	if codes := ann.SignUp("Ann"); len(codes) != 10 {
		t.Errorf("the codes are %v", codes)
	}
	if a := ann.Me.Account; a == nil || a.Name != "Ann" || a.Key != "ann" || a.Role != "player" || ann.Me.ID != guest.ID ||
		ann.Me.Name != "Ann" {
		t.Errorf("after the sign-up I am %+v, before it %+v", ann.Me, guest)
	}
	plays := func(v *servertest.Visitor, want int) {
		t.Helper()
		var full gameview.FullGame
		v.Ask(http.MethodGet, "/api/games/"+game, nil, &full)
		if len(full.You) != want {
			t.Errorf("the visitor plays %v", full.You)
		}
	}
	plays(ann, 1)
	refused := func(v *servertest.Visitor, status int, code, method, path string, body any, headers ...string) {
		t.Helper()
		if r, text := v.Request(method, path, body, headers...); r.StatusCode != status ||
			!strings.Contains(text, `"code":"`+code+`"`) {
			t.Errorf("%s %s: %d %s, want %d %s", method, path, r.StatusCode, text, status, code)
		}
	}
	refused(ann, 409, problem.CodeBadRequest, http.MethodPost, "/api/signup",
		account.SignUp{Name: "Anna", Password: servertest.Password})
	refused(ann, 409, problem.CodeBadRequest, http.MethodPut, "/api/me", map[string]string{"name": "Anna"})
	refused(eve, 409, problem.CodeTaken, http.MethodPut, "/api/me", map[string]string{"name": "АNN"})
	refused(eve, 409, problem.CodeTaken, http.MethodPost, "/api/signup",
		account.SignUp{Name: "ANN", Password: servertest.Password})
	refused(eve, 422, problem.CodeBadRequest, http.MethodPost, "/api/signup",
		account.SignUp{Name: "Eve", Password: "qwertyuiop"})
	refused(eve, 403, problem.CodeWrong, http.MethodPost, "/api/signin", account.SignIn{Name: "Ann", Password: "wrong"})
	refused(eve, 403, problem.CodeWrong, http.MethodPost, "/api/signin",
		account.SignIn{Name: "Nobody", Password: "wrong"})
	refused(eve, 401, problem.CodeNoToken, http.MethodGet, "/api/account/sessions", nil)

	refused(ann, 404, problem.CodeNotFound, http.MethodPut, "/api/account/passkeys/AAAA", account.Label{Name: "phone"})
	refused(ann, 404, problem.CodeNotFound, http.MethodDelete, "/api/account/passkeys/AAAA", nil)

	phone := w.Visitor()
	plays(phone, 0)
	var in account.SignedInView
	r, _ := phone.Request(http.MethodPost, "/api/signin", account.SignIn{Name: "ann", Password: servertest.Password},
		"User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, "+
			"like Gecko) Version/19.0 Mobile/15E148 Safari/604.1")
	if cookie := r.Header.Get("Set-Cookie"); r.StatusCode != http.StatusOK ||
		!strings.Contains(cookie, "HttpOnly; SameSite=Lax") || strings.Contains(cookie, "Secure") {
		t.Errorf("the session's cookie is %q", cookie)
	}
	plays(phone, 1)
	var sessions []account.SessionView
	ann.Ask(http.MethodGet, "/api/account/sessions", nil, &sessions)
	other := ""
	for _, s := range sessions {
		if !s.Current && s.Device == "Safari on an iPhone" {
			other = s.ID
		}
	}
	if len(sessions) != 2 || other == "" {
		t.Fatalf("the sessions are %+v", sessions)
	}
	phone.Me = ann.Me
	socket := phone.Dial()
	ann.Ask(http.MethodDelete, "/api/account/sessions/"+other, nil, nil)
	for {
		if _, _, err := socket.Conn.Read(t.Context()); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
				t.Errorf("the socket of a session that was revoked ends with %v", err)
			}
			break
		}
	}
	plays(phone, 0)
	var me guests.Me
	phone.Ask(http.MethodGet, "/api/me", nil, &me)
	if me.Account != nil || me.ID == ann.Me.ID {
		t.Errorf("after the session was revoked I am %+v", me)
	}

	// Who signs out is a new guest: the old cookie is the account's.
	r, _ = ann.Request(http.MethodPost, "/api/signout", nil)
	if data := r.Header.Get("Clear-Site-Data"); r.StatusCode != http.StatusOK || data != `"cache"` {
		t.Errorf("the sign-out: %d, and the browser shall clear %s", r.StatusCode, data)
	}
	ann.Ask(http.MethodGet, "/api/me", nil, &me)
	if me.Account != nil || me.ID == guest.ID {
		t.Errorf("after the sign-out I am %+v", me)
	}
	plays(ann, 0)
	ann.Ask(http.MethodPost, "/api/signin", account.SignIn{Name: "Ann", Password: servertest.Password}, &in)
	plays(ann, 1)
	var settings account.Settings
	ann.Ask(http.MethodGet, "/api/account/settings", nil, &settings)
	if settings.Account.Name != "Ann" || !settings.Password || settings.Codes != 10 || settings.Fresh == 0 {
		t.Errorf("the settings are %+v", settings)
	}

	w.Clock.Advance(account.Freshness)
	refused(ann, 403, problem.CodeConfirm, http.MethodPut, "/api/account/password",
		account.Password{Password: "words that are new to me"})
	refused(ann, 403, problem.CodeConfirm, http.MethodPost, "/api/account/codes", nil)
	refused(ann, 403, problem.CodeWrong, http.MethodPost, "/api/account/confirm", account.Password{Password: "wrong"})
	ann.Ask(http.MethodPost, "/api/account/confirm", account.Password{Password: servertest.Password}, nil)
	ann.Ask(http.MethodPut, "/api/account/password", account.Password{Password: "words that are new to me"}, nil)
	var codes account.Codes
	ann.Ask(http.MethodPost, "/api/account/codes", nil, &codes)
	eve.Ask(http.MethodPost, "/api/recover",
		account.Recover{Name: "Ann", Code: codes.Codes[2], Password: servertest.Password}, &in)
	if in.Me.ID != guest.ID {
		t.Errorf("after the recovery I am %+v", in.Me)
	}
	// A guest who signed in to an account is there again afterwards, as the page says.
	eve.Ask(http.MethodPost, "/api/signout", nil, nil)
	eve.Ask(http.MethodGet, "/api/me", nil, &me)
	if me.ID != eve.Me.ID {
		t.Errorf("after the sign-out I am %+v, before it I was %+v", me, eve.Me)
	}
	refused(ann, 401, problem.CodeNoToken, http.MethodGet, "/api/account/settings", nil)
}

// A token may do what its scopes say, and nothing with the account.
func TestTokens(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	ann.SignUp("Ann")
	for _, c := range []struct {
		scope  string
		status int
	}{{"board:play", 200}, {"bot:play", 200}, {"study:read", 403}} {
		bearer := "Bearer " + ann.NewToken(c.scope)
		program := &servertest.Visitor{World: w, HTTP: http.DefaultClient}
		ask := func(want int, method, path string, body any) {
			t.Helper()
			if r, text := program.Request(method, path, body, "Authorization", bearer); r.StatusCode != want ||
				len(r.Header.Values("Set-Cookie")) > 0 {
				t.Errorf("%s with %s: %d, %s", path, c.scope, r.StatusCode, text)
			}
		}
		ask(200, http.MethodGet, "/api/me", nil)
		ask(c.status, http.MethodPost, "/api/games/"+game+"/commands",
			gameview.Command{ID: "command-" + url.QueryEscape(c.scope), Order: "resign", Color: "white"})
		ask(403, http.MethodGet, "/api/account/tokens", nil)
		ask(403, http.MethodPost, "/api/signout", nil)
		game = ann.Begin(gameview.NewGame{ID: "game-" + strings.ReplaceAll(c.scope, ":", "-"), Opponent: "self"}).Game.ID
		var list []account.TokenView
		ann.Ask(http.MethodGet, "/api/account/tokens", nil, &list)
		if len(list) != 1 || list[0].Scopes[0] != c.scope || list[0].Used == 0 {
			t.Fatalf("the tokens are %+v", list)
		}
		ann.Ask(http.MethodDelete, "/api/account/tokens/"+list[0].ID, nil, nil)
		ask(401, http.MethodGet, "/api/me", nil)
	}
}

// Moderators close players, admins everyone but themselves, and players nobody.
func TestModerators(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	people := map[string]*servertest.Visitor{}
	for name, role := range map[string]auth.Role{
		"Ann": auth.Admin, "Mo": auth.Moderator, "Mia": auth.Moderator, "Pat": auth.Player, "Pia": auth.Player,
	} {
		v := w.Visitor()
		v.SignUp(name)
		people[name] = v
		r, err := w.Accounts.User(t.Context(), name)
		if err == nil {
			err = w.Accounts.SetRole(t.Context(), r.ID, role)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		who, what, whom string
		body            any
		status          int
	}{
		{"Pat", "close", "Pia", admin.Reason{}, 403},
		{"Pat", "close", "Nobody", admin.Reason{}, 403},
		{"Mo", "close", "Mia", admin.Reason{}, 403},
		{"Mo", "close", "Ann", admin.Reason{}, 403},
		{"Mo", "role", "Pat", moderation.ActOn{Value: "moderator"}, 403},
		{"Mo", "close", "nobody", admin.Reason{}, 404},
		{"Mo", "close", "pia", admin.Reason{Reason: "spam"}, 200},
		{"Mo", "mute", "pat", moderation.ActOn{Value: w.Clock.Now().Add(account.Idle).Format(time.RFC3339)}, 200},
		{"Ann", "role", "ann", moderation.ActOn{Value: "player"}, 403},
		{"Ann", "role", "Mia", moderation.ActOn{Value: "admin"}, 200},
		{"Mia", "role", "Mo", moderation.ActOn{Value: "player"}, 200},
		{"Mo", "reopen", "pia", admin.Reason{}, 403},
		{"Ann", "role", "Pat", moderation.ActOn{Value: "king"}, 422},
	} {
		if r, text := people[c.who].Request(http.MethodPut, "/api/admin/users/"+c.whom+"/"+c.what,
			c.body); r.StatusCode != c.status {
			t.Errorf("%s: %s %s: %d, %s", c.who, c.what, c.whom, r.StatusCode, text)
		}
	}
	var me guests.Me
	people["Pia"].Ask(http.MethodGet, "/api/me", nil, &me)
	if me.Account != nil {
		t.Error("a closed account is signed in")
	}
	if r, text := people["Pia"].Request(http.MethodPost, "/api/signin",
		account.SignIn{Name: "Pia", Password: servertest.Password}); r.StatusCode != http.StatusForbidden ||
		!strings.Contains(text, problem.CodeClosed) {
		t.Errorf("a closed account signs in: %d, %s", r.StatusCode, text)
	}
	people["Pat"].Ask(http.MethodGet, "/api/me", nil, &me)
	if me.Account == nil || me.Account.Muted == 0 {
		t.Errorf("Pat is %+v", me.Account)
	}
	var list moderation.Users
	people["Ann"].Ask(http.MethodGet, "/api/admin/users?text=I&limit=1", nil, &list)
	if len(list.Users) != 1 || list.Users[0].Name != "Mia" || list.Next != "mia" {
		t.Errorf("the users are %+v", list)
	}
	var log []moderation.LogEntry
	people["Ann"].Ask(http.MethodGet, "/api/admin/log?limit=3", nil, &log)
	if len(log) != 3 || log[0].Operator != "Mia" || log[0].Account != "mo" || log[0].Detail != "player" ||
		log[2].Action != "mute" {
		t.Errorf("the log is %+v", log)
	}
	for _, path := range []string{"users", "log"} {
		if r, _ := people["Pat"].Request(http.MethodGet, "/api/admin/"+path, nil); r.StatusCode != http.StatusForbidden {
			t.Errorf("a player reads /api/admin/%s: %d", path, r.StatusCode)
		}
	}
	w.Clock.Advance(account.Freshness)
	if r, text := people["Mia"].Request(http.MethodPut, "/api/admin/users/pia/reopen",
		admin.Reason{}); r.StatusCode != http.StatusForbidden || !strings.Contains(text, problem.CodeConfirm) {
		t.Errorf("without a fresh proof: %d, %s", r.StatusCode, text)
	}
	people["Mia"].Ask(http.MethodPost, "/api/account/confirm", account.Password{Password: servertest.Password}, nil)
	people["Mia"].Ask(http.MethodPut, "/api/admin/users/pia/reopen", admin.Reason{}, nil)
	people["Pia"].Ask(http.MethodPost, "/api/signin", account.SignIn{Name: "Pia", Password: servertest.Password}, nil)
}
