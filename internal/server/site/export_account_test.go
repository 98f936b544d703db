package site_test

import (
	"archive/zip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

// The file has all data of an account, and no secret.
func TestExport(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann := w.Visitor()
	if r, _ := ann.Request(http.MethodGet, "/api/account/export", nil); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("a guest gets %d", r.StatusCode)
	}
	ann.SignUp("Ann")
	ben := w.Visitor()
	ben.SignUp("Ben")
	ann.Ask(http.MethodPost, "/api/studies", newStudy("of-ann", sharedstudy.Private), nil)
	ben.Ask(http.MethodPost, "/api/studies", newStudy("of-ben", sharedstudy.Private), nil)
	say := func(text string) sharedstudy.Command {
		return sharedstudy.Command{
			Kind: "comment", Chapter: "one", Path: []string{"e2e4"}, Comment: &sharedstudy.TextEdit{Text: text},
		}
	}
	change(ben, "of-ben", 0, sharedstudy.Command{Kind: "role", Player: "ann", Role: "contributor"}, say("by Ben"))
	change(ann, "of-ann", 0, say("in my study"))
	change(ann, "of-ben", 0, say("in a study of Ben"))
	secret := ann.NewToken("board:play")
	r, text := ann.Request(http.MethodGet, "/api/account/export", nil)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/zip" ||
		!strings.Contains(r.Header.Get("Content-Disposition"), "wane-data.zip") {
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
	if text := files["study-comments.json"]; strings.Contains(text, "by Ben") ||
		strings.Contains(files["shared-studies/of-ann.pgn"], "by Ben") {
		t.Errorf("what others wrote: %s", text)
	}
	if text := files["study-comments.json"]; !strings.Contains(text, "in a study of Ben") ||
		!strings.Contains(text, `"line": "e4"`) || !strings.Contains(text, `"study": "of-ben"`) {
		t.Errorf("the comments: %s", text)
	}
	if _, theirs := files["shared-studies/of-ben.pgn"]; theirs {
		t.Error("the study of another account is there")
	}
	for name, want := range map[string]string{
		"study-comments.json": "in my study", "shared-studies/of-ann.pgn": "1. e4 {in my study}", "README.txt": "your data",
		"account.json": `"name": "Ann"`, "tokens.json": `"board:play"`, "sessions.json": "device", "messages.json": "[]",
		"rating-changes.json": "[]"} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s lacks %q: %s", name, want, files[name])
		}
	}
}
