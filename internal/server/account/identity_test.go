package account_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
)

// node returns a node with a handle of its own, which calls watch once, before the first statement with a beginning.
func (w *world) node(beginning string, watch func()) *account.Service {
	w.Helper()
	d := w.open()
	var seen atomic.Bool
	d.Watch = func(text string, _ []any) {
		if strings.HasPrefix(text, beginning) && !seen.Swap(true) {
			watch()
		}
	}
	s, err := account.NewService(account.Options{
		Store: &account.Store{DB: d}, Params: cheap, Now: func() time.Time { return w.now },
	})
	w.must(err)
	return s
}

// An identity that a node reads while its session ends is not kept, on the node that ends it and on another.
func TestReadWhileEnding(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(w *world, node *account.Service, poll func(context.Context) error, i *auth.Identity) error
	}{
		{"Here", func(w *world, node *account.Service, _ func(context.Context) error, i *auth.Identity) error {
			return node.SignOut(w.Context(), i)
		}},
		{"There", func(w *world, _ *account.Service, poll func(context.Context) error, i *auth.Identity) error {
			return errors.Join(w.SignOut(w.Context(), i), poll(w.Context()))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			in := w.join("guest-1", "Ann")
			read, ended := make(chan struct{}), make(chan struct{})
			node := w.node("SELECT * FROM accounts WHERE id =", func() { // the session has been read
				close(read)
				<-ended
			})
			poll := node.Poller()
			w.must(poll(t.Context()))
			done := make(chan error)
			go func() {
				_, err := node.Session(t.Context(), in.Secret)
				done <- err
			}()
			<-read
			w.must(c.end(w, node, poll, &in.Identity))
			close(ended)
			w.must(<-done) // it was asked before
			_, err := node.Session(t.Context(), in.Secret)
			w.wantError(err, auth.ErrNotFound)
		})
	}
}

// A node that runs hears of what ends on another, and looks for it often enough.
func TestRunHears(t *testing.T) {
	w := newWorld(t)
	in := w.join("guest-1", "Ann")
	looked, ended := make(chan struct{}), make(chan struct{})
	node := w.node("SELECT * FROM account_changes WHERE seq >", func() { close(looked) }) // the second time
	node.Watch(&in.Identity, func() { close(ended) })
	stop := jobtest.Run(t, node.Jobs)
	<-looked
	w.must(w.SignOut(t.Context(), &in.Identity))
	<-ended
	stop()
	if account.PollEvery > 500*time.Millisecond {
		t.Errorf("a node looks every %v, which makes it late within a second", account.PollEvery)
	}
}

// Still does not believe what a node remembers.
func TestStill(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Ann")
	_, secret, err := w.NewToken(ctx, &in.Identity, "bot", nil)
	w.must(err)
	i, err := w.other.Session(ctx, in.Secret)
	w.must(err)
	k, err := w.other.Token(ctx, secret)
	w.must(err)
	for _, was := range []*auth.Identity{i, k, &in.Identity} {
		now, err := w.other.Still(ctx, was)
		w.must(err)
		if now.Session != was.Session || now.Token != was.Token || now.Account.ID != "guest-1" {
			t.Errorf("%+v is still %+v", was, now)
		}
	}
	w.must(w.SetRole(ctx, "guest-1", auth.Admin))
	if now, err := w.other.Still(ctx, i); err != nil || now.Account.Role != auth.Admin {
		t.Errorf("with another role: %+v, %v", now, err)
	}
	w.must(w.DeleteToken(ctx, &in.Identity, k.Token))
	_, err = w.other.Token(ctx, secret) // remembered
	w.must(err)
	_, err = w.other.Still(ctx, k)
	w.wantError(err, auth.ErrNotFound)
	again, err := w.Confirm(ctx, &in.Identity, password, here)
	w.must(err)
	_, err = w.other.Still(ctx, i) // the secret is another one: what was sent with the former is not fresh now
	w.wantError(err, auth.ErrNotFound)
	w.must(w.SetRole(ctx, "guest-1", auth.Player))
	w.must(w.Close(ctx, "guest-1"))
	_, err = w.other.Still(ctx, &again.Identity)
	w.wantError(err, auth.ErrNotFound)
}

// Who signs in while the password changes is out, too.
func TestSignInRace(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Ann")
	node := w.node("SELECT EXISTS (SELECT 1 FROM places", func() { // the account has been read
		_, err := w.ChangePassword(ctx, &in.Identity, "other words than before")
		w.must(err)
	})
	_, err := node.SignIn(ctx, "Ann", password, here)
	w.wantError(err, account.ErrConflict)
	if list, err := w.Sessions(ctx, &in.Identity); err != nil || len(list) != 1 {
		t.Errorf("the sessions are %+v, %v", list, err)
	}
}

// A recovery code is used up only with a new password.
func TestCodeLasts(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Annabelle")
	node := w.other
	_, err := node.Recover(ctx, "Annabelle", in.Codes[0], "Annabelle-12", here)
	if invalid := (*account.InvalidError)(nil); !errors.As(err, &invalid) {
		t.Errorf("a password like the name: %v", err)
	}
	w.exec("CREATE TRIGGER away BEFORE DELETE ON recovery_codes BEGIN SELECT RAISE(ABORT, 'away'); END")
	_, err = node.Recover(ctx, "Annabelle", in.Codes[0], "other words than before", here)
	if err == nil || !strings.Contains(err.Error(), "away") {
		t.Errorf("the error is %v", err)
	}
	w.exec("DROP TRIGGER away")
	w.must(w.Close(ctx, "guest-1"))
	_, err = node.Recover(ctx, "Annabelle", in.Codes[0], "other words than before", here)
	w.wantError(err, account.ErrClosed)
	w.must(w.Reopen(ctx, "guest-1"))
	// It proves itself, also to who is signed in with a session that ends by it.
	back, err := node.Recover(auth.WithIdentity(ctx, &in.Identity), "Annabelle", in.Codes[0], "other words than before",
		here)
	w.must(err)
	_, err = node.Session(ctx, back.Secret)
	w.must(err)
	_, err = node.Recover(ctx, "Annabelle", in.Codes[0], "and other words again", here)
	w.wantError(err, account.ErrWrong)
}
