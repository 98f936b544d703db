package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/reports"
)

// testReports stores reports, decides them on two nodes, and forgets them.
func testReports(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	for _, name := range []string{"ann", "ben", "cy", "eve"} {
		join(t, s, name, name+"-name")
	}
	report := func(from, about string, reason reports.Reason, ms int) reports.Report {
		t.Helper()
		r, err := s.AddReport(background,
			reports.Report{At: at(ms), Reporter: from, Reported: about, Reason: reason, Text: "Zoë 🐈'; --"})
		must(t, err)
		if r.ID == 0 {
			t.Error("a report without an ID")
		}
		return r
	}
	full := reports.Report{
		At: at(1), Reporter: "ann", Reported: "eve", Reason: reports.Insult, Text: "rude",
		Game: "Reports00001", Messages: []reports.Message{
			{Room: chat.Players, Seq: 3, At: at(0).UTC(), Name: "eve", Text: "fie", Theirs: true, Reported: true},
			{Room: chat.Players, Seq: 4, At: at(1).UTC(), Name: "ann", Preset: "bye"},
		},
	}
	first, err := s.AddReport(background, full)
	must(t, err)
	full.ID = first.ID
	if _, err := other.AddReport(background, full); !errors.Is(err, reports.ErrOpen) {
		t.Errorf("a second report: %v", err)
	}
	if _, err := s.AddReport(background,
		reports.Report{At: at(1), Reporter: "gone", Reported: "eve"}); !errors.Is(err, account.ErrNotFound) {
		t.Errorf("a reporter who does not exist: %v", err)
	}
	if _, err := s.AddReport(background,
		reports.Report{At: at(1), Reporter: "ben", Reported: "eve", Text: "\x00"}); err == nil {
		t.Error("a text with a zero byte is stored")
	}
	second := report("ben", "eve", reports.Cheating, 2)
	report("eve", "ann", reports.Spam, 3)
	report("ann", "cy", reports.Spam, 4)
	cases := func(limit, all int, want ...reports.Case) {
		t.Helper()
		list, n, err := other.Cases(background, limit)
		if err != nil || n != all || !reflect.DeepEqual(list, want) {
			t.Errorf("cases %+v of %d, %v; want %+v of %d", list, n, err, want, all)
		}
	}
	cases(2, 3, reports.Case{
		Account: "eve", Reports: 2, Reasons: []reports.Reason{reports.Cheating, reports.Insult}, First: at(1), Last: at(2),
	},
		reports.Case{Account: "ann", Reports: 1, Reasons: []reports.Reason{reports.Spam}, First: at(3), Last: at(3)})

	onEve := func(limit int, want ...reports.Report) {
		t.Helper()
		list, err := other.ReportsOn(background, "eve", limit)
		if err != nil || len(list)+len(want) > 0 && !reflect.DeepEqual(list, want) {
			t.Errorf("%+v, %v; want %+v", list, err, want)
		}
	}
	onEve(9, second, full)
	onEve(1, second)

	// What arrives while a moderator reads stays open.
	third := report("cy", "eve", reports.Other, 5)
	if n, err := other.OpenReports(background, "eve", second.ID); err != nil || n != 2 {
		t.Errorf("%d open, %v", n, err)
	}
	decided := 0
	entry := func(n int) admin.Entry {
		decided = n
		return admin.Entry{At: at(6), Operator: "mod", Action: admin.ReportsDecided, Account: "eve", Detail: fmt.Sprint(n)}
	}
	if err := s.Decide(background, "eve", second.ID, reports.Muted, "mod", at(6), entry); err != nil || decided != 2 {
		t.Errorf("%d decided, %v", decided, err)
	}
	if log, err := s.Entries(background, admin.LogQuery{Account: "eve", Limit: 9}); err != nil || len(log) != 1 ||
		log[0].Detail != "2" {
		t.Errorf("the log is %+v, %v", log, err)
	}
	if err := other.Decide(background, "eve", second.ID, reports.Closed, "late", at(7),
		entry); !errors.Is(err, reports.ErrDecided) {
		t.Errorf("a second decision: %v", err)
	}
	full.Decided, full.Outcome, full.By = at(6), reports.Muted, "mod"
	second.Decided, second.Outcome, second.By = at(6), reports.Muted, "mod"
	onEve(9, third, second, full)
	again := report("ann", "eve", reports.Insult, 8) // the first one is decided

	must(t, s.DeleteAccount(background, "ben"))
	second.Reporter = ""
	onEve(9, again, third, second, full)
	must(t, s.ForgetReports(background, at(6)))
	onEve(9, again, third, second, full)
	must(t, s.ForgetReports(background, at(7)))
	onEve(9, again, third)
	must(t, s.DeleteAccount(background, "eve"))
	onEve(9)
	cases(9, 2,
		reports.Case{Account: "ann", Reports: 1, Reasons: []reports.Reason{reports.Spam}, First: at(3), Last: at(3)},
		reports.Case{Account: "cy", Reports: 1, Reasons: []reports.Reason{reports.Spam}, First: at(4), Last: at(4)})
	for i := range reports.MaxOpen {
		_, err = s.AddReport(background, reports.Report{
			At: at(9).Add(time.Duration(i)), Reporter: "cy", Reported: fmt.Sprint("someone", i), Reason: reports.Spam,
		})
		must(t, err)
	}
	_, err = other.AddReport(background, reports.Report{At: at(9), Reporter: "cy", Reported: "ann", Reason: reports.Spam})
	if !errors.Is(err, reports.ErrMany) {
		t.Errorf("too many reports: %v", err)
	}
}
