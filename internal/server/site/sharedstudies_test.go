package site_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

func ptr[T any](v T) *T { return &v }

// newStudy returns a study with a chapter of Shrink Chess.
func newStudy(id livegame.ID, visibility sharedstudy.Visibility) sharedstudy.NewSharedStudy {
	return sharedstudy.NewSharedStudy{
		ID: id, Name: "  A study <b>", Topics: []string{"Endings", "endings"}, Visibility: visibility,
		Chapters: []sharedstudy.NewChapter{
			{Chapter: "one", Head: sharedstudy.HeadEdit{Name: ptr("First"), Variant: "shrink"}},
		},
	}
}

// change sends commands, none of which may be rejected.
func change(v *servertest.Visitor, id string, since int, list ...sharedstudy.Command) (out sharedstudy.Answer) {
	v.T.Helper()
	v.Ask(http.MethodPost, "/api/studies/"+id+"/commands", sharedstudy.Commands{Since: since, Commands: list}, &out)
	for i, why := range out.Rejected {
		if why != "" {
			v.T.Errorf("command %d is rejected: %s", i, why)
		}
	}
	return out
}

// Moderators hide a study that its owner cannot publish again, and read it; the log has it.
func TestModeratedStudy(t *testing.T) {
	_, mod, ann, ben, _ := newOpenings(t)
	ann.Ask(http.MethodPost, "/api/studies", newStudy("hidden", sharedstudy.Public), nil)
	set := func(v *servertest.Visitor, e sharedstudy.SettingsEdit) string {
		var out sharedstudy.Answer
		v.Ask(http.MethodPost, "/api/studies/hidden/commands",
			sharedstudy.Commands{Commands: []sharedstudy.Command{{Kind: "settings", Settings: &e}}}, &out)
		return strings.Join(out.Rejected, "")
	}
	if why := set(ben, sharedstudy.SettingsEdit{Hidden: ptr(true)}); !strings.HasPrefix(why, "Only the owner") {
		t.Errorf("a player hides a study: %q", why)
	}
	if why := set(mod, sharedstudy.SettingsEdit{Hidden: ptr(true)}); why != "" {
		t.Errorf("a moderator cannot hide a study: %s", why)
	}
	if why := set(ann, sharedstudy.SettingsEdit{Visibility: ptr(sharedstudy.Public)}); !strings.HasPrefix(why,
		"Moderators have hidden this study.") {
		t.Errorf("the owner publishes a hidden study: %q", why)
	}
	refuses(t, ben, http.StatusNotFound, "private", http.MethodGet, "/api/studies/hidden", nil)
	var read sharedstudy.SharedStudy
	mod.Ask(http.MethodGet, "/api/studies/hidden", nil, &read)
	if !read.Settings.Hidden || read.Settings.Visibility != "private" || !read.Mine.Moderate {
		t.Errorf("a moderator reads %+v", read)
	}
	var news sharedstudy.NewsView
	mod.Ask(http.MethodGet, "/api/studies/hidden/events", nil, &news)
	if why := set(mod, sharedstudy.SettingsEdit{Hidden: ptr(false)}); why != "" {
		t.Errorf("a moderator cannot lift it: %s", why)
	}
	refuses(t, mod, http.StatusNotFound, "private", http.MethodGet, "/api/studies/hidden", nil)
	if why := set(ann, sharedstudy.SettingsEdit{Visibility: ptr(sharedstudy.Public)}); why != "" {
		t.Errorf("the owner cannot publish: %s", why)
	}
	var log []moderation.LogEntry
	mod.Ask(http.MethodGet, "/api/admin/log?limit=2", nil, &log)
	if len(log) != 2 || log[1].Action != "hide study" || log[0].Action != "unhide study" || log[0].Operator != "Mia" ||
		log[0].Account != "ann" {
		t.Errorf("the log has %+v", log)
	}
}

// Two people edit a study; a third reads it and comments.
func TestSharedStudy(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	guest, ann, ben, cid := w.Visitor(), w.Visitor(), w.Visitor(), w.Visitor()
	for name, v := range map[string]*servertest.Visitor{"Ann": ann, "Ben": ben, "Cid": cid} {
		v.SignUp(name)
	}
	n := newStudy("study-of-ann", sharedstudy.Private)
	refuses(t, guest, http.StatusUnauthorized, "sign in", http.MethodPost, "/api/studies", n)
	for want, edit := range map[string]func(*sharedstudy.NewSharedStudy){
		"at least one chapter": func(n *sharedstudy.NewSharedStudy) { n.Chapters = nil },
		"0 characters":         func(n *sharedstudy.NewSharedStudy) { n.Name = " " },
		"older than a day":     func(n *sharedstudy.NewSharedStudy) { n.Visibility = "public" },
		"unknown game":         func(n *sharedstudy.NewSharedStudy) { n.Chapters[0].Head.Variant = "checkers" },
		"cannot be read":       func(n *sharedstudy.NewSharedStudy) { n.PGN = "1. e4 e4" },
	} {
		bad := newStudy("bad", sharedstudy.Private)
		edit(&bad)
		refuses(t, ann, http.StatusUnprocessableEntity, want, http.MethodPost, "/api/studies", bad)
	}
	var made sharedstudy.SharedStudy
	for range 2 { // sent again
		ann.Ask(http.MethodPost, "/api/studies", n, &made)
	}
	if made.Settings.Name != "A study <b>" || len(made.Settings.Topics) != 1 || made.Chapter != "one" ||
		made.Chapters[0].Title != "Shrink Chess" || !made.Mine.Edit || made.Mine.Role != "owner" || made.Seq != 3 {
		t.Errorf("a new study: %+v", made)
	}
	refuses(t, ben, http.StatusUnprocessableEntity, "this ID", http.MethodPost, "/api/studies", n)
	refuses(t, ben, http.StatusNotFound, "private", http.MethodGet, "/api/studies/study-of-ann", nil)
	refuses(t, ben, http.StatusNotFound, "private", http.MethodGet, "/api/studies/study-of-ann/events", nil)
	ranked := newStudy("ranked", sharedstudy.Private)
	ranked.PGN, ranked.Variant, ranked.Chapters = "[White \"Ann\"]\n\n*\n", "diminuendo:pbnrqk+qk", nil
	var of sharedstudy.SharedStudy
	ann.Ask(http.MethodPost, "/api/studies", ranked, &of)
	if c := of.Chapters[0]; c.Variant != "diminuendo:pbnrqk+qk" || len(c.Tags) != 1 {
		t.Errorf("a study of a PGN without a variant has the chapter %+v", c)
	}
	refuses(t, guest, http.StatusNotFound, "private", http.MethodGet, "/api/studies/study-of-ann/pgn", nil)

	play := sharedstudy.Command{Kind: "line", Base: 3, Chapter: "one", Moves: []string{"e2e4", "e7e5"}}
	got := change(ann, "study-of-ann", 3, sharedstudy.Command{Kind: "role", Player: "ben", Role: "contributor"}, play)
	if len(got.Events) != 2 || got.Events[1].Moves[0].SAN != "e4" || got.People[1].Name != "Ben" ||
		got.People[1].Role != "contributor" {
		t.Errorf("answer: %+v", got)
	}
	var answer sharedstudy.Answer
	ben.Ask(http.MethodPost, "/api/studies/study-of-ann/commands",
		sharedstudy.Commands{Since: 5, Commands: []sharedstudy.Command{
			{Kind: "settings", Settings: &sharedstudy.SettingsEdit{Name: ptr("Mine")}},
			{Kind: "role", Player: "nobody-here", Role: "reader"},
			{Kind: "comment", Chapter: "one", Path: []string{"e2e4"}, Comment: &sharedstudy.TextEdit{Text: "best"}},
		}}, &answer)
	if !strings.HasPrefix(answer.Rejected[0], "Only the owner") || answer.Rejected[1] == "" || answer.Rejected[2] != "" ||
		len(answer.Events) != 1 {
		t.Errorf("answer: %+v", answer)
	}
	var news sharedstudy.NewsView
	refuses(t, ann, http.StatusUnprocessableEntity, "path", http.MethodGet,
		"/api/studies/study-of-ann/events?since=5&tab=tab1&path=read+this", nil)
	ann.Ask(http.MethodGet, "/api/studies/study-of-ann/events?since=5&tab=tab1&chapter=one&path=e2e4", nil, &news)
	if len(news.Events) != 1 || news.Events[0].Note.Comments[0].Text != "best" || news.Events[0].By != 2 {
		t.Errorf("news: %+v", news)
	}

	// Public: others read it, and may comment once their accounts are old enough.
	w.Clock.Advance(25 * time.Hour)
	change(ann, "study-of-ann", 0,
		sharedstudy.Command{Kind: "settings", Settings: &sharedstudy.SettingsEdit{Visibility: ptr(sharedstudy.Public)}})
	var read sharedstudy.SharedStudy
	guest.Ask(http.MethodGet, "/api/studies/study-of-ann", nil, &read)
	if read.Mine.Comment || read.Mine.Edit || len(read.Tree) != 3 || read.Tree[1].Comments[0].By != 2 {
		t.Errorf("a guest reads: %+v", read)
	}
	refuses(t, guest, http.StatusNotFound, "no such chapter", http.MethodGet, "/api/studies/study-of-ann?chapter=x", nil)
	change(cid, "study-of-ann", 0, sharedstudy.Command{
		Kind: "comment", Chapter: "one", Path: []string{"e2e4"}, Comment: &sharedstudy.TextEdit{Text: "I read this"},
	})

	// PGN out and in.
	_, pgn := guest.Request(http.MethodGet, "/api/studies/study-of-ann/pgn", nil)
	_, one := guest.Request(http.MethodGet, "/api/studies/study-of-ann/chapters/one/pgn", nil)
	if !strings.Contains(pgn, `[ChapterName "First"]`) || !strings.Contains(pgn, "{Ben: best Cid: I read this}") ||
		one != pgn {
		t.Errorf("PGN: %s", pgn)
	}
	refuses(t, cid, http.StatusUnprocessableEntity, "no game", http.MethodPost, "/api/studies/study-of-ann/import",
		sharedstudy.ImportChapters{})
	_, body := ann.Request(http.MethodPost, "/api/studies/study-of-ann/import",
		sharedstudy.ImportChapters{PGN: "1. e4 e4 *\n\n1. d4 d4 *\n", Variant: "chess"})
	var unread problem.Problem
	if err := json.Unmarshal([]byte(body), &unread); err != nil || unread.LeftOut == nil ||
		len(unread.LeftOut.Skipped) != 2 || unread.LeftOut.Skipped[1].Line != 3 {
		t.Errorf("no game can be read: %v, %s", err, body)
	}
	others := "\n[Event \"Other\"]\n\n1. e4 N *\n\n[Event \"Faulty\"]\n\n1. e4 e4 *\n"
	for range 2 { // sent again
		ann.Ask(http.MethodPost, "/api/studies/study-of-ann/import",
			sharedstudy.ImportChapters{PGN: pgn + others, Variant: "chess", Mode: "find"}, &answer)
	}
	line := strings.Count(pgn, "\n") + 4
	left := answer.LeftOut
	if left == nil || len(left.Skipped) != 1 || len(left.Warnings) != 1 || left.Warnings[0].Line != line {
		t.Fatalf("left out: %+v", left)
	}
	if p := left.Skipped[0]; p.Line != line+4 || p.Column != 7 || p.Text != "e4" || p.Wrong == "" || p.Game != nil {
		t.Errorf("left out: %+v", p)
	}
	ann.Ask(http.MethodGet, "/api/studies/study-of-ann", nil, &read)
	if len(read.Chapters) != 3 || read.Chapters[2].Variant != "chess" || read.Chapters[1].Mode != "find" {
		t.Errorf("imported: %+v", read.Chapters)
	}

	// Lists.
	for query, want := range map[string]int{"": 1, "?topic=Endings": 1, "?topic=other": 0, "?q=FIRST+ann": 1,
		"?q=second": 0, "?variant=shrink": 1, "?owner=ann": 1, "?owner=cid": 0} {
		var list sharedstudy.SharedStudies
		guest.Ask(http.MethodGet, "/api/studies"+query, nil, &list)
		if len(list.Studies) != want {
			t.Errorf("%s: %+v", query, list)
		}
	}
	var list sharedstudy.SharedStudies
	if ben.Ask(http.MethodGet, "/api/studies?list=shared", nil, &list); len(list.Studies) != 1 ||
		list.Studies[0].Owner.Name != "Ann" {
		t.Errorf("shared with Ben: %+v", list)
	}
	var topics []sharedstudy.Topic
	if guest.Ask(http.MethodGet, "/api/studies/topics?q=EN", nil, &topics); len(topics) != 1 || topics[0].Studies != 1 {
		t.Errorf("topics: %+v", topics)
	}
	refuses(t, guest, http.StatusUnauthorized, "Sign in", http.MethodGet, "/api/studies?list=mine", nil)
	refuses(t, guest, http.StatusNotFound, "", http.MethodGet, "/api/studies?owner=zoe", nil)

	// A copy, and the end.
	var copied sharedstudy.SharedStudy
	for range 2 {
		cid.Ask(http.MethodPost, "/api/studies/study-of-ann/clone", sharedstudy.CloneStudy{ID: "copy"}, &copied)
	}
	if copied.Mine.Role != "owner" || copied.Settings.Visibility != "private" || len(copied.Chapters) != 3 {
		t.Errorf("a copy: %+v", copied)
	}
	refuses(t, cid, http.StatusUnprocessableEntity, "Only the owner", http.MethodDelete, "/api/studies/study-of-ann", nil)
	if r, body := ann.Request(http.MethodDelete, "/api/studies/study-of-ann", nil); r.StatusCode != http.StatusNoContent {
		t.Errorf("deletion: %d %s", r.StatusCode, body)
	}
	refuses(t, ann, http.StatusNotFound, "no such study", http.MethodGet, "/api/studies/study-of-ann", nil)
}
