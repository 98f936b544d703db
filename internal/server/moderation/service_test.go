package moderation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// world is a game of Ann and Ben, which Cy watches, with its chat; and what the service does with accounts.
type world struct {
	*testing.T
	*Service
	Accounts
	said []chat.Message
	done []string
}

func (w *world) Readable(_ context.Context, id chat.Place, r chat.Reader) ([]chat.RoomName, error) {
	switch {
	case id != "games/Game00000001":
		return nil, livegame.ErrNotFound
	case r.ID == "ann" || r.ID == "ben":
		return []chat.RoomName{chat.Players}, nil
	}
	return []chat.RoomName{chat.Spectators}, nil
}

func (w *world) Written(
	_ context.Context, _ chat.Place, _ chat.Reader, room chat.RoomName, after, _ int,
) (list []chat.Message, _ error) {
	for _, m := range w.said {
		if m.Room == room && m.Seq > after {
			list = append(list, m)
		}
	}
	return list, nil
}

// open returns how many reports on Ben are open.
func (w *world) open() int {
	w.Helper()
	n, err := w.countOpen(w.Context(), "ben", 99)
	if err != nil {
		w.Fatal(err)
	}
	return n
}

func (w *world) Close(_ context.Context, id string) error {
	w.done = append(w.done, fmt.Sprintf("close %s, %d open", id, w.open()))
	return nil
}

func (w *world) Mute(_ context.Context, id string, until time.Time) error {
	w.done = append(w.done, fmt.Sprintf("mute %s %s, %d open", id, until.UTC().Format(time.RFC3339), w.open()))
	return nil
}

func newWorld(t *testing.T) *world {
	w := &world{T: t}
	for i := range 30 {
		w.said = append(w.said, chat.Message{
			Room: chat.Players, Seq: i + 1, Author: []string{"ann", "ben"}[i%2],
			Person: livegame.Person{Name: "name"}, Text: fmt.Sprint("text ", i+1),
			Hidden: i == 19,
		})
	}
	w.said = append(w.said, chat.Message{Room: chat.Spectators, Seq: 1, Author: "cy", Text: "from outside"})
	d := dbtest.Open(t)
	dbtest.Join(t, d, "ann", "ben", "cy", "dan", "eve")
	w.Service = New(Options{
		DB: d, Accounts: w, Chat: w, Now: func() time.Time { return time.UnixMilli(5000) },
	})
	return w
}

// reports stores a report and returns it.
func (w *world) reports(from, about string, d NewReport) (Report, error) {
	w.Helper()
	if err := w.report(w.Context(), from, about, d); err != nil {
		return Report{}, err
	}
	list, err := w.On(w.Context(), about, 1)
	if err != nil {
		w.Fatal(err)
	}
	return list[0], nil
}

func numbers(list []ReportMessage) (out []string) {
	for _, m := range list {
		text := fmt.Sprintf("%s %d", m.Room, m.Seq)
		if m.Theirs {
			text += " theirs"
		}
		if m.Reported {
			text += " reported"
		}
		out = append(out, text)
	}
	return out
}

// A report copies what was written, as far as the reporter could read it.
func TestEvidence(t *testing.T) {
	w := newWorld(t)
	r, err := w.reports("ann", "ben",
		NewReport{Reason: Insult, Text: " rude ", Place: "games/Game00000001", Room: chat.Players, Seq: 20})
	if err != nil {
		t.Fatal(err)
	}
	got := numbers(r.Messages)
	if len(got) != 16 || got[0] != "players 10 theirs" || got[10] != "players 20 theirs reported" ||
		got[15] != "players 25" || r.Messages[10].Text != "text 20" || r.Text != "rude" || r.At != 5000 {
		t.Errorf("%+v: %q", r, got)
	}
	if r, err = w.reports("ben", "ann", NewReport{Reason: Spam, Place: "games/Game00000001"}); err != nil ||
		len(r.Messages) != 15 || r.Messages[14].Seq != 29 {
		t.Errorf("of the game: %q, %v", numbers(r.Messages), err)
	}
	if r, err = w.reports("dan", "ben", NewReport{Reason: Cheating, Place: "games/Game00000001"}); err != nil ||
		len(r.Messages) != 0 {
		t.Errorf("a spectator copies %q of the players, %v", numbers(r.Messages), err)
	}
	if r, err = w.reports("dan", "cy",
		NewReport{Reason: Spam, Place: "games/Game00000001", Room: chat.Spectators, Seq: 1}); err != nil ||
		len(r.Messages) != 1 {
		t.Errorf("of spectators: %q, %v", numbers(r.Messages), err)
	}
	if r, err = w.reports("eve", "cy", NewReport{Reason: Spam, Page: "/tournaments/friday"}); err != nil ||
		len(r.Messages) != 1 || r.Messages[0] != (ReportMessage{At: 5000, Reported: true, Page: "/tournaments/friday"}) {
		t.Errorf("of a page: %+v, %v", r.Messages, err)
	}
}

func TestRefused(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		from, about string
		d           NewReport
		want        string
	}{
		{"ann", "ann", NewReport{Reason: Spam}, "yourself"},
		{"ann", "ben", NewReport{}, "Choose a reason"},
		{"ann", "ben", NewReport{Reason: "ugly"}, "Choose a reason"},
		{"ann", "ben", NewReport{Reason: Other, Text: " "}, "in a few words"},
		{"ann", "ben", NewReport{Reason: Spam, Text: strings.Repeat("ä", maxText+1)}, "at most 500"},
		{"ann", "ben", NewReport{Reason: Spam, Text: "\xff"}, "at most 500"},
		{"ann", "ben", NewReport{Reason: Spam, Seq: 1}, "no such message"},
		{"ann", "ben", NewReport{Reason: Spam, Place: "games/Game00000001", Room: chat.Players, Seq: -1}, "no such message"},
		// Ann's own
		{"ann", "ben", NewReport{Reason: Spam, Place: "games/Game00000001", Room: chat.Players, Seq: 1}, "no such message"},
		{"ann", "ben", NewReport{Reason: Spam, Place: "games/Game00000001", Room: chat.Players, Seq: 99}, "no such message"},
		// players do not read it yet
		{"ann", "cy", NewReport{Reason: Spam, Place: "games/Game00000001", Room: chat.Spectators, Seq: 1}, "no such message"},
		{"dan", "ben", NewReport{Reason: Spam, Place: "games/Game00000001", Room: chat.Players, Seq: 2}, "no such message"},
	} {
		_, err := w.reports(c.from, c.about, c.d)
		var refused *livegame.Error
		if !errors.As(err, &refused) || !strings.Contains(refused.Message, c.want) {
			t.Errorf("%s on %s, %+v: %v, want %q", c.from, c.about, c.d, err, c.want)
		}
	}
	if _, err := w.reports("ann", "ben", NewReport{Reason: Spam, Place: "games/Game00000002"}); !errors.Is(err,
		livegame.ErrNotFound) {
		t.Errorf("no game: %v", err)
	}
	if out, err := w.Cases(t.Context(), "", 9); err != nil || out.Open > 0 {
		t.Errorf("stored: %+v, %v", out, err)
	}
}

// What was decided is done before the reports are closed, and noted once.
func TestDecide(t *testing.T) {
	ben := &account.Record{Account: auth.Account{ID: "ben", Name: "Ben"}}
	for _, c := range []struct {
		open    int
		late    bool // another moderator is first in the last moment
		outcome Outcome
		err     error
		want    string
	}{
		{0, false, Closed, errDecided, ""},
		{2, false, Dismissed, nil, "2: dismissed why"},
		{2, false, Muted, nil, "mute ben 1970-01-01T00:00:09Z, 2 open; 2: muted until 1970-01-01T00:00:09Z why"},
		{1, false, Closed, nil, "close ben, 1 open; 1: closed why"},
		{1, true, Closed, errLate, "close ben, 1 open; 1: first; 0: closed why"},
		{1, true, Dismissed, errDecided, "1: first"},
	} {
		w := newWorld(t)
		for i := range c.open {
			if _, err := w.reports([]string{"ann", "dan"}[i], "ben", NewReport{Reason: Spam}); err != nil {
				t.Fatal(err)
			}
		}
		if now := w.o.Now; c.late {
			w.o.Now = func() time.Time {
				if err := w.decide(t.Context(), "ben", Decision{UpTo: 7, Outcome: Closed}, "other", now(),
					func(n int) admin.Entry {
						return admin.Entry{
							Operator: "mod", Action: admin.ReportsDecided, Account: "ben", Detail: fmt.Sprint(n, ": first"),
						}
					}); err != nil {
					t.Error(err)
				}
				return now()
			}
		}
		err := w.Decide(t.Context(), ben,
			Decision{Reason: admin.Reason{Reason: "why"}, UpTo: 7, Outcome: c.outcome, Until: 9000}, "mod")
		log, failed := w.entries(t.Context(), admin.LogQuery{Account: "ben", Limit: 9})
		if failed != nil {
			t.Fatal(failed)
		}
		for i := len(log) - 1; i >= 0; i-- {
			if log[i].Operator != "mod" || log[i].Action != admin.ReportsDecided {
				t.Errorf("the log has %+v", log[i])
			}
			w.done = append(w.done, log[i].Detail)
		}
		if got := strings.Join(w.done, "; "); !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || got != c.want ||
			w.open() != 0 {
			t.Errorf("%+v: %v, did %q", c, err, got)
		}
	}
}
