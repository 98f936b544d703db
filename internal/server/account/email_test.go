package account_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/mail"
)

// letterbox keeps the letters of a test.
type letterbox struct{ got []mail.Message }

// Send implements mail.Sender.
func (b *letterbox) Send(_ context.Context, _ string, m mail.Message) error {
	b.got = append(b.got, m)
	return nil
}

func TestEmail(t *testing.T) {
	d := open(t)()
	now, post := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), &letterbox{}
	clock := func() time.Time { return now }
	box := mail.NewOutbox(mail.Options{DB: d, Sender: post, Now: clock})
	s, err := account.NewService(account.Options{
		Store: &account.Store{DB: d}, Params: cheap,
		Now: clock, Mail: box, Base: "https://wane.example",
	})
	if err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	wants := func(err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	// next returns the only new letter, and the secret of its link.
	next := func(to, subject string) (secret string) {
		t.Helper()
		must(box.Flush(t.Context()))
		if len(post.got) != 1 || post.got[0].To != to || !strings.Contains(post.got[0].Subject, subject) {
			t.Fatalf("the letters are %+v, want one to %s about %s", post.got, to, subject)
		}
		_, secret, _ = strings.Cut(post.got[0].Text, "https://wane.example/signin#")
		secret, _, _ = strings.Cut(secret, "\n")
		_, secret, _ = strings.Cut(secret, "=")
		post.got = nil
		return secret
	}
	silence := func() {
		t.Helper()
		must(box.Flush(t.Context()))
		if len(post.got) != 0 {
			t.Errorf("the letters are %+v", post.got)
		}
	}
	client := account.Client{Address: "here", Device: "Firefox on Linux"}
	ann, err := s.SignUp(t.Context(), "guest-a", "Ann", "four random words", client)
	must(err)
	ben, err := s.SignUp(t.Context(), "guest-b", "Ben", "four random words", client)
	must(err)

	// An account without a confirmed address cannot be recovered by mail, nor one that does not exist: the
	// answers are the same.
	must(s.SetEmail(t.Context(), &ann.Identity, "ann@example.org", "de-AT"))
	secret := next("ann@example.org", "Bestätige")
	for _, who := range []string{"Ann", "ann@example.org", "Eve", "eve@example.org", "x@y"} {
		must(s.RequestReset(t.Context(), who, "en", client))
	}
	silence()
	address, err := s.ConfirmEmail(t.Context(), secret)
	if must(err); address != "ann@example.org" {
		t.Errorf("the address is %s", address)
	}
	_, err = s.ConfirmEmail(t.Context(), secret)
	wants(err, account.ErrExpired)

	// No other account gets the address.
	must(s.SetEmail(t.Context(), &ben.Identity, "ann@example.org", ""))
	_, err = s.ConfirmEmail(t.Context(), next("ann@example.org", "Confirm"))
	if invalid := (*account.InvalidError)(nil); !errors.As(err, &invalid) {
		t.Errorf("an address of two accounts: %v", err)
	}
	for _, bad := range []string{"", "ann", "Ann <a@b.example>"} {
		if invalid := (*account.InvalidError)(nil); !errors.As(s.SetEmail(t.Context(), &ben.Identity, bad, ""), &invalid) {
			t.Errorf("%q is no address", bad)
		}
	}

	// A link gives a new password, once, and ends what there was.
	must(s.RequestReset(t.Context(), "ann", "en", client))
	secret = next("ann@example.org", "A new password")
	if _, err := s.ResetPassword(t.Context(), secret, "short", client); err == nil {
		t.Error("a weak password is taken")
	}
	if _, err := s.ResetPassword(t.Context(), secret, "xxann4567890", client); err != nil {
		t.Error(err)
	}
	next("ann@example.org", "Passwort") // in the account's language
	_, err = s.ResetPassword(t.Context(), secret, "four other words", client)
	wants(err, account.ErrExpired)
	_, err = s.Session(t.Context(), ann.Secret)
	wants(err, auth.ErrNotFound)
	must(s.RequestReset(t.Context(), "ann@example.org", "en", account.Client{Address: "elsewhere"}))
	secret = next("ann@example.org", "A new password")
	now = now.Add(time.Hour)
	_, err = s.ResetPassword(t.Context(), secret, "four other words", client)
	wants(err, account.ErrExpired)

	// A new password makes links void that someone else may have asked for.
	taken, err := s.SignIn(t.Context(), "Ann", "xxann4567890", client)
	must(err)
	must(s.SetEmail(t.Context(), &taken.Identity, "thief@example.org", ""))
	link := next("thief@example.org", "Confirm")
	must(s.SetEmail(t.Context(), &taken.Identity, "thief@example.org", "")) // a letter that is still to be sent
	_, err = s.ChangePassword(t.Context(), &taken.Identity, "xxann4567890")
	must(err)
	next("ann@example.org", "Passwort")
	_, err = s.ConfirmEmail(t.Context(), link)
	wants(err, account.ErrExpired)

	// The former address hears of another one, also without one.
	in, err := s.SignIn(t.Context(), "Ann", "xxann4567890", client)
	must(err)
	must(s.SetEmail(t.Context(), &in.Identity, "new@example.org", "en"))
	_, err = s.ConfirmEmail(t.Context(), next("new@example.org", "Confirm"))
	must(err)
	next("ann@example.org", "andere")
	must(s.RemoveEmail(t.Context(), &in.Identity))
	next("new@example.org", "another")
	now = now.Add(account.Freshness)
	wants(s.SetEmail(t.Context(), &in.Identity, "new@example.org", "en"), account.ErrStale)
	wants(s.RemoveEmail(t.Context(), &in.Identity), account.ErrStale)

	// Many requests must wait.
	var wait *account.WaitError
	for range 10 {
		err = s.RequestReset(t.Context(), "cy", "en", account.Client{Address: "there"})
	}
	if !errors.As(err, &wait) {
		t.Errorf("many requests: %v", err)
	}
}
