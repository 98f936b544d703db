package api_test

import (
	"archive/zip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/live/server/servertest"
)

// The file has all data of an account, and no secret.
func TestExport(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann := w.Visitor()
	if r, _ := ann.Request(http.MethodGet, "/api/account/export", nil); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("a guest gets %d", r.StatusCode)
	}
	ann.SignUp("Ann")
	secret := ann.NewToken("board:play")
	r, text := ann.Request(http.MethodGet, "/api/account/export", nil)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/zip" || !strings.Contains(r.Header.Get("Content-Disposition"), "wane-data.zip") {
		t.Fatalf("%d %v", r.StatusCode, r.Header)
	}
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(content)
		if strings.Contains(files[f.Name], secret) || strings.Contains(files[f.Name], "argon2id") {
			t.Errorf("%s has a secret", f.Name)
		}
	}
	for name, want := range map[string]string{"README.txt": "your data", "account.json": `"name": "Ann"`, "tokens.json": `"board:play"`, "sessions.json": "device", "messages.json": "[]", "rating-changes.json": "[]"} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s lacks %q: %s", name, want, files[name])
		}
	}
}
