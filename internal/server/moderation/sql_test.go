package moderation

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// Reports are stored, decided on two nodes, and forgotten.
func TestReports(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		var now time.Time
		o := Options{DB: open(), Now: func() time.Time { return now }}
		s := New(o)
		o.DB = open()
		other := New(o)
		at := func(ms int) time.Time { return time.UnixMilli(1000 + int64(ms)) }
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		forget := func(id string) {
			t.Helper()
			must(s.o.DB.Write(t.Context(), func(ctx context.Context, t db.Tx) error { return Data.Forget(ctx, t, id) }))
		}
		dbtest.Join(t, s.o.DB, "ann", "ben", "cy", "eve")
		onEve := func(limit int) []Report {
			t.Helper()
			list, err := other.On(t.Context(), "eve", limit)
			must(err)
			return list
		}
		report := func(from, about string, reason Reason, ms int) Report {
			t.Helper()
			must(s.add(t.Context(), from, about, &NewReport{Reason: reason, Text: "Zoë 🐈'; --"}, at(ms), nil))
			list, err := other.On(t.Context(), about, 1)
			if err != nil || len(list) != 1 || list[0].ID == 0 || list[0].Reporter == nil ||
				list[0].Reporter.Name != from || list[0].Text != "Zoë 🐈'; --" {
				t.Fatalf("%+v, %v", list, err)
			}
			return list[0]
		}
		said := []Message{
			{ReportMessage{
				Person: livegame.Person{Name: "eve"}, Room: chat.Players, Seq: 3, Text: "fie", Theirs: true, Reported: true,
			}, at(0).UTC()},
			{ReportMessage{Room: chat.Players, Seq: 4, Person: livegame.Person{Name: "ann"}, Preset: "bye"}, at(1).UTC()},
		}
		draft := &NewReport{Reason: Insult, Text: "rude", Place: "games/Reports00001"}
		must(s.add(t.Context(), "ann", "eve", draft, at(1), said))
		full := onEve(9)[0]
		want := Report{
			ID: full.ID, At: at(1).UnixMilli(), Reporter: &livegame.Person{Name: "ann", Account: true}, Reason: Insult,
			Text: "rude", Place: "games/Reports00001",
		}
		for _, m := range said {
			m.ReportMessage.At = m.At.UnixMilli()
			want.Messages = append(want.Messages, m.ReportMessage)
		}
		if !reflect.DeepEqual(full, want) {
			t.Errorf("%+v, want %+v", full, want)
		}
		if err := other.add(t.Context(), "ann", "eve", draft, at(1), said); !errors.Is(err, errOpen) {
			t.Errorf("a second report: %v", err)
		}
		if err := s.add(t.Context(), "gone", "eve", draft, at(1), nil); !errors.Is(err, auth.ErrNotFound) {
			t.Errorf("a reporter who does not exist: %v", err)
		}
		if err := s.add(t.Context(), "ben", "eve", &NewReport{Text: "\x00"}, at(1), nil); err == nil {
			t.Error("a text with a zero byte is stored")
		}
		second := report("ben", "eve", Cheating, 2)
		report("eve", "ann", Spam, 3)
		report("ann", "cy", Spam, 4)
		cases := func(but string, limit, all int, want ...Case) {
			t.Helper()
			out, err := other.Cases(t.Context(), but, limit)
			if err != nil || out.Open != all || !reflect.DeepEqual(out.Cases, want) {
				t.Errorf("cases %+v, %v; want %+v of %d", out, err, want, all)
			}
		}
		ms := func(n int) int64 { return at(n).UnixMilli() }
		ofEve := Case{
			Person: livegame.Person{Name: "eve", Account: true}, Reports: 2, Reasons: []Reason{Cheating, Insult},
			First: ms(1), Last: ms(2),
		}
		ofAnn := Case{
			Person: livegame.Person{Name: "ann", Account: true}, Reports: 1, Reasons: []Reason{Spam}, First: ms(3),
			Last: ms(3),
		}
		ofCy := Case{
			Person: livegame.Person{Name: "cy", Account: true}, Reports: 1, Reasons: []Reason{Spam}, First: ms(4),
			Last: ms(4),
		}
		cases("", 2, 3, ofEve, ofAnn)
		cases("ann", 2, 2, ofEve, ofCy) // as Ann sees them
		show := func(limit int, want ...Report) {
			t.Helper()
			if list := onEve(limit); len(list)+len(want) > 0 && !reflect.DeepEqual(list, want) {
				t.Errorf("%+v; want %+v", list, want)
			}
		}
		show(9, second, full)
		show(1, second)

		// What arrives while a moderator reads stays open.
		third := report("cy", "eve", Other, 5)
		if n, err := other.countOpen(t.Context(), "eve", second.ID); err != nil || n != 2 {
			t.Errorf("%d open, %v", n, err)
		}
		decided := 0
		entry := func(n int) admin.Entry {
			decided = n
			return admin.Entry{At: at(6), Operator: "mod", Action: admin.ReportsDecided, Account: "eve", Detail: fmt.Sprint(n)}
		}
		d := Decision{UpTo: second.ID, Outcome: Muted}
		if err := s.decide(t.Context(), "eve", d, "mod", at(6), entry); err != nil || decided != 2 {
			t.Errorf("%d decided, %v", decided, err)
		}
		if log, err := s.entries(t.Context(), admin.LogQuery{Account: "eve", Limit: 9}); err != nil || len(log) != 1 ||
			log[0].Detail != "2" || log[0].At != ms(6) {
			t.Errorf("the log is %+v, %v", log, err)
		}
		d.Outcome = Closed
		if err := other.decide(t.Context(), "eve", d, "late", at(7), entry); !errors.Is(err, errDecided) {
			t.Errorf("a second decision: %v", err)
		}
		full.Decided, full.Outcome, full.By = ms(6), Muted, "mod"
		second.Decided, second.Outcome, second.By = ms(6), Muted, "mod"
		show(9, third, second, full)
		again := report("ann", "eve", Insult, 8) // the first one is decided
		for _, e := range Data.Exports {
			rows, err := db.All[map[string]any](t.Context(), other.o.DB, e.Query, "ann")
			if got := fmt.Sprint(rows); err != nil || len(rows) != 3 || !strings.Contains(got, "games/Reports00001") {
				t.Errorf("ann gets %s, %v", got, err)
			}
		}

		forget("ben")
		second.Reporter = nil
		show(9, again, third, second, full)
		now = at(6).Add(keep)
		must(s.forget(t.Context()))
		show(9, again, third, second, full)
		now = at(7).Add(keep)
		must(s.forget(t.Context()))
		show(9, again, third)
		forget("eve")
		show(9)
		cases("", 9, 2, ofAnn, ofCy)
		for i := range maxOpen - 1 {
			report("cy", fmt.Sprint("someone", i), Spam, 9)
		}
		report("cy", "eve", Spam, 9)
		if err := other.add(t.Context(), "cy", "ann", &NewReport{Reason: Spam}, at(9), nil); !errors.Is(err, errMany) {
			t.Errorf("too many reports: %v", err)
		}
	})
}
