package reports_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/chat"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/reports"
)

// world is a game of Ann and Ben, which Cy watches, with its chat; and what the service does.
type world struct {
	reports.Store
	*testing.T
	sum     livegame.Summary
	said    []chat.Message
	stored  []reports.Report
	open    int
	decided int
	done    []string
}

func (w *world) Summary(_ context.Context, id livegame.ID) (livegame.Summary, error) {
	if id != w.sum.ID {
		return livegame.Summary{}, livegame.ErrNotFound
	}
	return w.sum, nil
}

func (w *world) Said(_ context.Context, _ livegame.ID, room chat.Room, after, _ int) (list []chat.Message, _ error) {
	for _, m := range w.said {
		if m.Room == room && m.Seq > after {
			list = append(list, m)
		}
	}
	return list, nil
}

func (w *world) AddReport(_ context.Context, r reports.Report) (reports.Report, error) {
	w.stored = append(w.stored, r)
	return r, nil
}

func (w *world) OpenReports(context.Context, string, int64) (int, error) { return w.open, nil }

func (w *world) Decide(
	_ context.Context, id string, upTo int64, o reports.Outcome, by string, _ time.Time, entry func(int) admin.Entry,
) error {
	w.done = append(w.done, fmt.Sprintf("decide %s %d %s %s", id, upTo, o, by))
	if w.decided == 0 {
		return reports.ErrDecided
	}
	return w.Log(context.Background(), entry(w.decided))
}

func (w *world) Close(_ context.Context, id string) error {
	w.done = append(w.done, "close "+id)
	return nil
}

func (w *world) Mute(_ context.Context, id string, until time.Time) error {
	w.done = append(w.done, fmt.Sprintf("mute %s %s", id, until.UTC().Format(time.RFC3339)))
	return nil
}

func (w *world) Log(_ context.Context, e admin.Entry) error {
	w.done = append(w.done, fmt.Sprintf("log %s %s %s %s", e.Operator, e.Action, e.Account, e.Detail))
	return nil
}

func newWorld(t *testing.T) (*world, *reports.Service) {
	w := &world{T: t, sum: livegame.Summary{
		Header: livegame.Header{ID: "Game00000001"}, Status: livegame.Live,
		Seats: [2]livegame.Player{{Guest: "ann"}, {Guest: "ben"}},
	}}
	for i := range 30 {
		w.said = append(w.said, chat.Message{
			Room: chat.Players, Seq: i + 1, Author: []string{"ann", "ben"}[i%2], Name: "name", Text: fmt.Sprint("text ", i+1),
			Hidden: i == 19,
		})
	}
	w.said = append(w.said, chat.Message{Room: chat.Spectators, Seq: 1, Author: "cy", Text: "from outside"})
	return w, reports.New(reports.Options{
		Store: w, Chat: w, Games: w, Now: func() time.Time { return time.UnixMilli(5000) },
	})
}

func numbers(list []reports.Message) (out []string) {
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
	w, s := newWorld(t)
	r, err := s.Report(t.Context(), "ann", "ben",
		reports.Draft{Reason: reports.Insult, Text: " rude ", Game: "Game00000001", Room: chat.Players, Seq: 20})
	if err != nil {
		t.Fatal(err)
	}
	got := numbers(r.Messages)
	if len(got) != 16 || got[0] != "players 10 theirs" || got[10] != "players 20 theirs reported" ||
		got[15] != "players 25" || r.Messages[10].Text != "text 20" || r.Text != "rude" || r.At.UnixMilli() != 5000 {
		t.Errorf("%+v: %q", r, got)
	}
	if r, err = s.Report(t.Context(), "ann", "ben",
		reports.Draft{Reason: reports.Spam, Game: "Game00000001"}); err != nil || len(r.Messages) != 15 ||
		r.Messages[14].Seq != 30 {
		t.Errorf("of the game: %q, %v", numbers(r.Messages), err)
	}
	if r, err = s.Report(t.Context(), "dan", "ben",
		reports.Draft{Reason: reports.Cheating, Game: "Game00000001"}); err != nil || len(r.Messages) != 0 {
		t.Errorf("a spectator copies %q of the players, %v", numbers(r.Messages), err)
	}
	if r, err = s.Report(t.Context(), "dan", "cy",
		reports.Draft{Reason: reports.Spam, Game: "Game00000001", Room: chat.Spectators, Seq: 1}); err != nil ||
		len(r.Messages) != 1 {
		t.Errorf("of spectators: %q, %v", numbers(r.Messages), err)
	}
	if len(w.stored) != 4 {
		t.Errorf("%d reports are stored", len(w.stored))
	}
}

func TestRefused(t *testing.T) {
	w, s := newWorld(t)
	for _, c := range []struct {
		from, about string
		d           reports.Draft
		want        string
	}{
		{"ann", "ann", reports.Draft{Reason: reports.Spam}, "yourself"},
		{"ann", "ben", reports.Draft{}, "Choose a reason"},
		{"ann", "ben", reports.Draft{Reason: "ugly"}, "Choose a reason"},
		{"ann", "ben", reports.Draft{Reason: reports.Other, Text: " "}, "in a few words"},
		{"ann", "ben", reports.Draft{Reason: reports.Spam, Text: strings.Repeat("ä", reports.MaxText+1)}, "at most 500"},
		{"ann", "ben", reports.Draft{Reason: reports.Spam, Text: "\xff"}, "at most 500"},
		{"ann", "ben", reports.Draft{Reason: reports.Spam, Seq: 1}, "no such message"},
		{"ann", "ben", reports.Draft{Reason: reports.Spam, Game: "Game00000001", Room: chat.Players, Seq: -1},
			"no such message"},
		{"ann", "ben", reports.Draft{Reason: reports.Spam, Game: "Game00000001", Room: chat.Players, Seq: 1},
			"no such message"}, // Ann's own
		{"ann", "ben", reports.Draft{Reason: reports.Spam, Game: "Game00000001", Room: chat.Players, Seq: 99},
			"no such message"},
		{"ann", "cy", reports.Draft{Reason: reports.Spam, Game: "Game00000001", Room: chat.Spectators, Seq: 1},
			"no such message"}, // players do not read it yet
		{"dan", "ben", reports.Draft{Reason: reports.Spam, Game: "Game00000001", Room: chat.Players, Seq: 2},
			"no such message"},
	} {
		_, err := s.Report(t.Context(), c.from, c.about, c.d)
		var refused *livegame.Error
		if !errors.As(err, &refused) || !strings.Contains(refused.Message, c.want) {
			t.Errorf("%s on %s, %+v: %v, want %q", c.from, c.about, c.d, err, c.want)
		}
	}
	_, err := s.Report(t.Context(), "ann", "ben", reports.Draft{Reason: reports.Spam, Game: "Game00000002"})
	if !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("no game: %v", err)
	}
	if len(w.stored) > 0 {
		t.Errorf("stored: %+v", w.stored)
	}
}

// What was decided is done before the reports are closed, and noted once.
func TestDecide(t *testing.T) {
	ben := &account.Record{Account: account.Account{ID: "ben", Name: "Ben"}}
	for _, c := range []struct {
		open, decided int
		outcome       reports.Outcome
		err           error
		want          string
	}{
		{0, 0, reports.Closed, reports.ErrDecided, ""},
		{2, 2, reports.Dismissed, nil, "decide ben 7 dismissed mod; log mod reports ben 2: dismissed why"},
		{
			2, 2, reports.Muted, nil,
			"mute ben 1970-01-01T00:00:09Z; decide ben 7 muted mod; log mod reports ben 2: muted until 1970-01-01T00:00:09Z why",
		},
		{1, 1, reports.Closed, nil, "close ben; decide ben 7 closed mod; log mod reports ben 1: closed why"},
		// Another moderator was first in the last moment.
		{1, 0, reports.Closed, reports.ErrLate, "close ben; decide ben 7 closed mod; log mod reports ben 0: closed why"},
		{1, 0, reports.Dismissed, reports.ErrDecided, "decide ben 7 dismissed mod"},
	} {
		w, s := newWorld(t)
		w.open, w.decided = c.open, c.decided
		err := s.Decide(t.Context(), w, w,
			reports.Decision{Account: ben, UpTo: 7, Outcome: c.outcome, Until: time.UnixMilli(9000), Why: "why", By: "mod"})
		if got := strings.Join(w.done, "; "); !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || got != c.want {
			t.Errorf("%+v: %v, did %q", c, err, got)
		}
	}
}
