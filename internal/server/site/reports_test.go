package site_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// Players report others, and a moderator decides.
func TestReports(t *testing.T) {
	var people *account.Service
	with := servertest.WithAccounts(t)
	w := servertest.New(t, func(o *server.Options) {
		with(o)
		people = o.Accounts
	})
	mod, ann, eve, guest := w.Visitor(), w.Visitor(), w.Visitor(), w.Visitor()
	mod.SignUp("Mia")
	ann.SignUp("Ann")
	eve.SignUp("Eve")
	r, err := people.User(t.Context(), "mia")
	if err == nil {
		err = people.SetRole(t.Context(), r.ID, auth.Moderator)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(10 * time.Second) // nodes remember accounts for some seconds

	refused := func(v *servertest.Visitor, status int, want, method, path string, body any) {
		t.Helper()
		if r, answer := v.Request(method, path, body); r.StatusCode != status || !strings.Contains(answer, want) {
			t.Errorf("%s %s: status %d, want %d with %q: %s", method, path, r.StatusCode, status, want, answer)
		}
	}
	report := moderation.NewReport{
		Player: "eve", Reason: "cheating", Text: "She plays like an engine.", Page: "/tournaments/friday-1",
	}
	for _, page := range []string{"//example.com", "javascript:alert(1)", "/study/a?b", "friday"} {
		elsewhere := report
		elsewhere.Page = page
		refused(ann, http.StatusUnprocessableEntity, "page", http.MethodPost, "/api/reports", elsewhere)
	}
	refused(guest, http.StatusUnauthorized, "sign in", http.MethodPost, "/api/reports", report)
	refused(ann, http.StatusNoContent, "", http.MethodPost, "/api/reports", report)
	refused(ann, http.StatusConflict, "have your report", http.MethodPost, "/api/reports", report)
	refused(ann, http.StatusNotFound, "", http.MethodPost, "/api/reports",
		moderation.NewReport{Player: "no-one-here", Reason: "spam"})
	refused(eve, http.StatusUnprocessableEntity, "", http.MethodPost, "/api/reports",
		moderation.NewReport{Player: "ann", Reason: "ugly"})
	refused(eve, http.StatusConflict, "yourself", http.MethodPost, "/api/reports",
		moderation.NewReport{Player: "Eve", Reason: "spam"})
	refused(eve, http.StatusNoContent, "", http.MethodPost, "/api/reports",
		moderation.NewReport{Player: "Mia", Reason: "spam"})
	for _, path := range []string{"/api/admin/reports", "/api/admin/reports/eve"} {
		refused(ann, http.StatusForbidden, "", http.MethodGet, path, nil)
	}

	var cases moderation.Cases
	mod.Ask(http.MethodGet, "/api/admin/reports", nil, &cases)
	if cases.Open != 1 || len(cases.Cases) != 1 || cases.Cases[0].Name != "Eve" ||
		cases.Cases[0].Reasons[0] != "cheating" {
		t.Errorf("%+v", cases)
	}
	refused(mod, http.StatusForbidden, "", http.MethodGet, "/api/admin/reports/mia", nil) // others decide that
	var on moderation.ReportedUser
	mod.Ask(http.MethodGet, "/api/admin/reports/eve", nil, &on)
	if len(on.Reports) != 1 || on.Reports[0].Reporter == nil || on.Reports[0].Reporter.Name != "Ann" ||
		on.Reports[0].Text != report.Text ||
		len(on.Reports[0].Messages) != 1 || on.Reports[0].Messages[0].Page != report.Page ||
		on.UpTo != on.Reports[0].ID {
		t.Fatalf("%+v", on)
	}
	decision := moderation.Decision{UpTo: on.UpTo, Outcome: "muted", Reason: admin.Reason{Reason: "first time"}}
	refused(mod, http.StatusUnprocessableEntity, "until when", http.MethodPut, "/api/admin/reports/eve", decision)
	decision.Until = time.Now().Add(24 * time.Hour).UnixMilli()
	refused(ann, http.StatusForbidden, "", http.MethodPut, "/api/admin/reports/eve", decision)
	on = moderation.ReportedUser{}
	mod.Ask(http.MethodPut, "/api/admin/reports/eve", decision, &on)
	if on.UpTo != 0 || on.Reports[0].Outcome != "muted" || on.Reports[0].By != "Mia" || on.User.Muted != decision.Until ||
		len(on.Log) != 1 || !strings.Contains(on.Log[0].Detail, "first time") {
		t.Errorf("%+v", on)
	}
	refused(mod, http.StatusConflict, "Another moderator", http.MethodPut, "/api/admin/reports/eve", decision)
	refused(ann, http.StatusNoContent, "", http.MethodPost, "/api/reports", report)
	var entries []moderation.LogEntry
	mod.Ask(http.MethodGet, "/api/admin/log?account=Ann", nil, &entries)
	if len(entries) != 0 {
		t.Errorf("the log of Ann: %+v", entries)
	}
}
