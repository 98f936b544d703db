package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// letterbox keeps the messages of a test.
type letterbox struct {
	mu  sync.Mutex
	got []mail.Message
}

func (b *letterbox) Send(_ context.Context, _ string, m mail.Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = append(b.got, m)
	return nil
}

// people are name, address and language by ID.
type people map[string][3]string

func (p people) Addressee(_ context.Context, id string) (name, address, language string, err error) {
	return p[id][0], p[id][1], p[id][2], nil
}

// Digests of two nodes come once, name what is unread when they are sent, and end by their link.
func TestDigests(t *testing.T) {
	d := dbtest.Open(t)
	store := New(Options{DB: d})
	now, post := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), &letterbox{}
	clock := func() time.Time { return now }
	who := people{"ann": {"Ann", "ann@example.org", "de"}, "ben": {"Ben", "ben@example.org", "en"}, "cy": {"Cy", "", "en"}}
	var boxes [2]*mail.Outbox
	var nodes [2]*Digester
	for i := range nodes {
		boxes[i] = mail.NewOutbox(mail.Options{DB: d, Sender: post, Now: clock})
		nodes[i] = NewDigester(DigestOptions{
			DB: d, Mail: boxes[i], People: who, Base: "https://wane.example", Now: clock,
		})
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// round has both nodes look at the same time, and returns what is sent.
	round := func() []mail.Message {
		t.Helper()
		var wg sync.WaitGroup
		for i := range nodes {
			wg.Go(func() {
				if err := errors.Join(nodes[i].Sweep(t.Context()), boxes[i].Flush(t.Context())); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		must(boxes[0].Flush(t.Context()))
		got := post.got
		post.got = nil
		return got
	}
	tell := func(player string, list ...Notification) {
		t.Helper()
		for i := range list {
			list[i].Player, list[i].At = player, now
			list[i].ID = fmt.Sprint(list[i].Kind, "/", list[i].Game, "/", now.UnixMilli())
		}
		_, err := store.put(t.Context(), list)
		must(err)
	}
	turn := func(game livegame.ID) Notification {
		return Notification{Kind: Turn, Game: game, Name: "Zoë"}
	}

	tell("ann", turn("Game00000000")) // before the player wants any
	now = now.Add(time.Minute)
	for _, player := range []string{"ann", "ben"} {
		must(nodes[0].Choose(t.Context(), player, Daily))
	}
	if err := nodes[0].Choose(t.Context(), "cy", Daily); !errors.Is(err, ErrNoAddress) {
		t.Errorf("a digest without an address: %v", err)
	}
	tell("ann", turn("Game00000001"), Notification{Kind: Followed, Name: "Dora"})
	if got := round(); len(got) != 0 {
		t.Errorf("at once: %+v", got)
	}
	now = now.Add(time.Hour + time.Millisecond)
	tell("ann", turn("Game00000001")) // the same game again: it is named once
	tell("ben", turn("Game00000002"))
	got := round()
	if len(got) != 1 || got[0].To != "ann@example.org" || got[0].Subject != "2 neue Benachrichtigungen" ||
		strings.Contains(got[0].Text, "Game00000000") {
		t.Fatalf("the messages are %+v", got)
	}
	text := got[0].Text
	for _, part := range []string{
		"Hallo Ann,", "Du bist am Zug gegen Zoë.\nhttps://wane.example/game/Game00000001\n",
		"Dora folgt dir.\nhttps://wane.example/@/Dora\n", "höchstens einmal am Tag", "https://wane.example/signin#digest=",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
	_, secret, _ := strings.Cut(strings.TrimSpace(text), "#digest=")
	if got[0].Unsubscribe != "https://wane.example/api/unsubscribe?secret="+secret {
		t.Errorf("the link is %s, the secret %s", got[0].Unsubscribe, secret)
	}

	// Ben reads it before the message is made: there is nothing to send. Ann gets no second one within a day.
	now = now.Add(time.Hour)
	must(nodes[0].Sweep(t.Context()))
	_, err := store.read(t.Context(), "ben", "", "")
	must(err)
	tell("ann", turn("Game00000003"))
	now = now.Add(22 * time.Hour)
	if got := round(); len(got) != 0 {
		t.Errorf("too early: %+v", got)
	}
	now = now.Add(2 * time.Hour)
	tell("ben", turn("Game00000004"))
	if got := round(); len(got) != 1 || got[0].Subject != "1 neue Benachrichtigung" ||
		!strings.Contains(got[0].Text, "Game00000003") || strings.Contains(got[0].Text, "Game00000001") {
		t.Errorf("a day later: %+v", got)
	}

	// The link ends them, as the settings do. Choosing them again does not make them more frequent.
	ended, err := nodes[1].End(t.Context(), secret)
	if must(err); !ended {
		t.Error("the link ends nothing")
	}
	tell("ann", turn("Game00000005"))
	now = now.Add(7 * 24 * time.Hour)
	if got := round(); len(got) != 1 || got[0].To != "ben@example.org" || got[0].Subject != "1 new notification" {
		t.Errorf("after the end: %+v", got)
	}
	every, err := nodes[0].Frequency(t.Context(), "ann")
	if must(err); every != string(Never) {
		t.Errorf("Ann gets them %s", every)
	}
	must(nodes[0].Choose(t.Context(), "ann", Weekly))
	if ended, err := nodes[0].End(t.Context(), secret); !ended || err != nil {
		t.Errorf("the link of an earlier message, chosen again: %v, %v", ended, err)
	}
	tell("ben", turn("Game00000006"))
	must(nodes[0].Choose(t.Context(), "ben", Never))
	must(nodes[0].Choose(t.Context(), "ben", Weekly))
	tell("ben", turn("Game00000007"))
	now = now.Add(WeeklyTime - time.Hour)
	if got := round(); len(got) != 0 {
		t.Errorf("within a week: %+v", got)
	}
	delete(who, "ben") // the account is closed
	now = now.Add(time.Hour)
	if got := round(); len(got) != 0 {
		t.Errorf("without an address: %+v", got)
	}

	silent := NewDigester(DigestOptions{DB: d, People: who})
	if err := silent.Choose(t.Context(), "ann", Daily); !errors.Is(err, ErrNoDigests) {
		t.Errorf("without a mail server: %v", err)
	}
}

func TestSentences(t *testing.T) {
	seen := map[string]bool{}
	for _, language := range []string{"en", "de"} {
		for _, kind := range Kinds {
			named := Notification{Kind: kind, Name: "Zoë"}.Sentence(language)
			level := Notification{Kind: kind, Name: "Zoë", Level: 3}.Sentence(language)
			guest := Notification{Kind: kind}.Sentence(language)
			if !strings.Contains(named, "Zoë") || !strings.Contains(level, "3") || strings.Contains(guest, "{") || seen[named] {
				t.Errorf("%s: %q, %q, %q", kind, named, level, guest)
			}
			seen[named] = true
		}
		for _, result := range []string{"won", "lost", "drawn"} {
			text := Notification{Kind: Ended, Result: result, Name: "Zoë"}.Sentence(language)
			if seen[text] {
				t.Errorf("%s: %q", result, text)
			}
			seen[text] = true
		}
	}
	if got := (Notification{Kind: "dance"}).Sentence("fr"); got != "Something has happened in one of your games." {
		t.Errorf("a new kind: %q", got)
	}
}
