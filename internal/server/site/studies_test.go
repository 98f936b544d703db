package site_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/servertest"
)

// Two devices of an account change a study: no change overwrites another one. Other accounts, guests
// and tokens without the scope do not see it.
func TestStudies(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, ben, guest := w.Visitor(), w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	ben.SignUp("Ben")
	const path = "/api/account/studies/one"
	study := map[string]any{
		"name": "Mine", "variant": "shrink", "title": "Shrink Chess", "created": 1, "changed": 2, "moves": 3,
		"content": map[string]any{"packed": []int{1, 2}},
	}
	status := func(want int, v *servertest.Visitor, method, path string, body any, headers ...string) servertest.Reply {
		t.Helper()
		reply, text := v.Request(method, path, body, headers...)
		if reply.StatusCode != want {
			t.Errorf("%s %s: status %d, want %d: %s", method, path, reply.StatusCode, want, text)
		}
		return reply
	}
	status(401, guest, http.MethodGet, "/api/account/studies", nil)
	status(428, ann, http.MethodPut, path, study)
	first := status(200, ann, http.MethodPut, path, study, "If-None-Match", "*").Header.Get("ETag")
	status(200, ann, http.MethodPut, path, study, "If-None-Match", "*") // the first answer was lost
	study["name"] = "Yours"
	status(412, ann, http.MethodPut, path, study, "If-None-Match", "*")
	second := status(200, ann, http.MethodPut, path, study, "If-Match", first).Header.Get("ETag")
	study["moves"] = 4
	status(412, ann, http.MethodPut, path, study, "If-Match", first)
	status(412, ann, http.MethodDelete, path, nil, "If-Match", first)
	status(422, ann, http.MethodPut, path, map[string]any{"name": "x"}, "If-Match", second)
	status(404, ben, http.MethodGet, path, nil)

	reply, text := ann.Request(http.MethodGet, path, nil, "Accept-Encoding", "gzip")
	if reply.StatusCode != http.StatusOK ||
		reply.Header.Get("Content-Encoding") == "" && reply.Header.Get("ETag") != second {
		t.Errorf("status %d, version %s, want %s: %s", reply.StatusCode, reply.Header.Get("ETag"), second, text)
	}
	var got struct {
		Name, Version string
		Moves         int
		Content       json.RawMessage
	}
	ann.Ask(http.MethodGet, path, nil, &got)
	if got.Name != "Yours" || got.Moves != 3 || `"`+got.Version+`"` != second ||
		string(got.Content) != `{"packed":[1,2]}` {
		t.Errorf("the study is %+v, %s", got, got.Content)
	}
	// Large studies cost more than one request.
	large := map[string]any{
		"name": "Large", "variant": "shrink", "title": "Shrink Chess", "created": 1, "changed": 2, "moves": 3,
		"content": map[string]any{"packed": strings.Repeat("x", 1<<20)},
	}
	status(200, ben, http.MethodPut, path, large, "If-None-Match", "*")
	for i, want := range []int{200, 200, 200, 200, 429} {
		if r, _ := ben.Request(http.MethodGet, path, nil); r.StatusCode != want {
			t.Errorf("large study, request %d: status %d, want %d", i+1, r.StatusCode, want)
		}
	}
	reader, other := ann.NewToken("study:read"), ann.NewToken("board:play")
	status(200, guest, http.MethodGet, path, nil, "Authorization", "Bearer "+reader)
	status(403, guest, http.MethodGet, path, nil, "Authorization", "Bearer "+other)
	status(403, guest, http.MethodDelete, path, nil, "Authorization", "Bearer "+reader, "If-Match", second)

	var list struct {
		Studies []struct{ ID, Version string }
	}
	ann.Ask(http.MethodGet, "/api/account/studies", nil, &list)
	if len(list.Studies) != 1 || list.Studies[0].ID != "one" || `"`+list.Studies[0].Version+`"` != second {
		t.Errorf("the list is %+v", list)
	}
	for range 2 {
		status(204, ann, http.MethodDelete, path, nil, "If-Match", second)
	}
	ann.Ask(http.MethodGet, "/api/account/studies", nil, &list)
	if len(list.Studies) != 0 {
		t.Errorf("a deleted study is listed: %+v", list)
	}
}
