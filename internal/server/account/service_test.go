package account_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// password is one that is strong enough.
const password = "four random words of a test"

var cheap = argon2id.Params{Memory: 8, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// world is two nodes with one database, whose clock the test sets.
type world struct {
	*testing.T
	*account.Service
	other *account.Service
	open  func() *db.DB // a handle
	now   time.Time
}

// open returns a function that opens handles of a database.
func open(t *testing.T) func() *db.DB {
	address := dbtest.Migrated["SQLite"](t)
	return func() *db.DB {
		d, err := db.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		d.Guard = auth.Check
		t.Cleanup(func() { _ = d.Close() })
		return d
	}
}

// exec changes the database.
func (w *world) exec(statement string) {
	w.Helper()
	_, err := w.open().Exec(w.Context(), statement)
	w.must(err)
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, open: open(t), now: time.Now()}
	node := func() *account.Service {
		s, err := account.NewService(account.Options{
			Store: &account.Store{DB: w.open()}, Params: cheap, Now: func() time.Time { return w.now },
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	w.Service, w.other = node(), node()
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) wantError(err, want error) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Errorf("the error is %v, want %v", err, want)
	}
}

var here = account.Client{Address: "here", Device: "Firefox on Linux"}

// join makes an account.
func (w *world) join(guest, name string) *account.SignedIn {
	w.Helper()
	in, err := w.SignUp(w.Context(), guest, name, password, here)
	w.must(err)
	return in
}

func TestSignUp(t *testing.T) {
	w := newWorld(t)
	in := w.join("guest-1", "Ann")
	if len(in.Codes) != 10 || len(in.Codes[0]) != len("k7f2-9xq1-0000-0000-0000-0000") ||
		in.Identity.Account.ID != "guest-1" || in.Identity.Account.Key() != "ann" || len(in.Secret) != 43 {
		t.Errorf("signed up: %+v", in)
	}
	for _, c := range []struct{ name, password, want string }{
		{"A", password, "1 characters"},
		{"Ben", "short", "5 characters"},
		{"Ben", "password123", "tried first"},
		{"Ben", "Password123!!", "tried first"},
		{"Ben", "abcdefghijklmnop", "tried first"},
		{"Ben", "11112222111122", "tried first"},
		{"Benedictus", "benedictus1", "hardly more"},
		{"Ben", strings.Repeat("long words ", 20), "at most 128"},
		{"Ben", "a\x00b of words", "cannot be typed"},
	} {
		_, err := w.SignUp(t.Context(), "guest-2", c.name, c.password, here)
		if invalid := (*account.InvalidError)(nil); !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %q: %v", c.name, c.password, err)
		}
	}
	for _, name := range []string{"ann", "АNN", "Ann_"} {
		_, err := w.SignUp(t.Context(), "guest-2", name, password, here)
		w.wantError(err, account.ErrTaken)
	}
	_, err := w.SignUp(t.Context(), "guest-1", "Other", password, here)
	w.wantError(err, account.ErrConflict)
	for guest, want := range map[string]bool{"guest-1": true, "guest-2": false} {
		if claimed, err := w.other.Claimed(t.Context(), guest); err != nil || claimed != want {
			t.Errorf("%s is claimed: %v, %v", guest, claimed, err)
		}
	}
}

// A wrong name and a wrong password have one answer, and wrong attempts make the next ones wait.
func TestGuessing(t *testing.T) {
	w := newWorld(t)
	w.join("guest-1", "Ann")
	if in, err := w.SignIn(t.Context(), " ANN ", password, here); err != nil || in.Identity.Account.Name != "Ann" {
		t.Errorf("signed in: %+v, %v", in, err)
	}
	// Full-width letters are the same password.
	if _, err := w.SignIn(t.Context(), "Ann", strings.Replace(password, "four", "ｆour", 1),
		here); !errors.Is(err, account.ErrWrong) {
		t.Errorf("another spelling: %v", err)
	}
	if _, err := w.SignIn(t.Context(), "Ann", password, here); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"Ann", "Nobody", "not a name!"} {
		for i := range 5 {
			_, err := w.SignIn(t.Context(), name, "wrong", here)
			if !errors.Is(err, account.ErrWrong) {
				t.Errorf("%s, attempt %d: %v", name, i, err)
			}
		}
		for i, want := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
			_, err := w.SignIn(t.Context(), name, password, here)
			wait := (*account.WaitError)(nil)
			if !errors.As(err, &wait) || wait.For != want {
				t.Errorf("%s, wait %d: %v", name, i, err)
			}
			w.now = w.now.Add(want)
			_, err = w.SignIn(t.Context(), name, "wrong", here)
			w.wantError(err, account.ErrWrong)
		}
	}
	if _, err := w.SignIn(t.Context(), "Ann", password, account.Client{Address: "elsewhere"}); err != nil {
		t.Errorf("elsewhere the owner waits: %v", err)
	}
	// A school has one address: that many of its people sign in is no guessing.
	for i := range 40 {
		if _, err := w.SignIn(t.Context(), "Ann", password, account.Client{Address: "school"}); err != nil {
			t.Fatalf("sign-in %d from one address: %v", i+1, err)
		}
	}
	if wait := (account.Attempts{Free: 5}).Wait(5000, w.now, w.now); wait != 15*time.Minute {
		t.Errorf("the longest wait is %v", wait)
	}
}

// A session lasts while it is used, and ends everywhere when it is revoked.
func TestSessionLife(t *testing.T) {
	w := newWorld(t)
	first := w.join("guest-1", "Ann")
	second, err := w.SignIn(t.Context(), "Ann", password, account.Client{Address: "phone", Device: "Safari on an iPhone"})
	w.must(err)
	ctx := t.Context()
	for range 3 {
		w.now = w.now.Add(29 * 24 * time.Hour)
		w.Forget()
		i, err := w.Session(ctx, first.Secret)
		w.must(err)
		if i.Account.ID != "guest-1" || i.Session != first.Identity.Session || w.now.Before(i.Fresh) {
			t.Errorf("the session is %+v", i)
		}
	}
	_, err = w.Session(ctx, second.Secret)
	w.wantError(err, auth.ErrNotFound)
	i := &first.Identity
	if list, err := w.Sessions(ctx, i); err != nil || len(list) != 1 || list[0].Device != "Firefox on Linux" {
		t.Errorf("the sessions are %+v, %v", list, err)
	}

	second, err = w.SignIn(ctx, "Ann", password, here)
	w.must(err)
	_, err = w.other.Session(ctx, second.Secret)
	w.must(err)
	ended := make(chan string, 9)
	watch := func(s *account.Service, name string, i auth.Identity) func() {
		return s.Watch(&i, func() { ended <- name })
	}
	watch(w.Service, "here", second.Identity)
	watch(w.other, "there", second.Identity)
	watch(w.other, "first", first.Identity)
	watch(w.other, "stopped", second.Identity)()
	poll := w.other.Poller()
	w.must(poll(ctx))
	if n, err := w.EndSessions(ctx, i, second.Identity.Session); err != nil || n != 1 || len(ended) != 1 ||
		<-ended != "here" {
		t.Errorf("%d sessions end, %v", n, err)
	}
	_, err = w.Session(ctx, second.Secret)
	w.wantError(err, auth.ErrNotFound)
	w.must(poll(ctx))
	if len(ended) != 1 || <-ended != "there" {
		t.Error("the other node did not hear of the end")
	}
	_, err = w.other.Session(ctx, second.Secret)
	w.wantError(err, auth.ErrNotFound)
	_, err = w.EndSessions(ctx, i, second.Identity.Session)
	w.wantError(err, auth.ErrNotFound)
	w.must(w.SignOut(ctx, i))
	w.must(poll(ctx))
	if len(ended) != 1 || <-ended != "first" {
		t.Error("a sign-out ends nothing on the other node")
	}
	_, err = w.Session(ctx, first.Secret)
	w.wantError(err, auth.ErrNotFound)
	w.now = w.now.Add(time.Hour)
}

// A session ends a year after its beginning, however it is used.
func TestLongestSession(t *testing.T) {
	w := newWorld(t)
	in := w.join("guest-1", "Ann")
	end := w.now.Add(account.Longest)
	for w.now = w.now.Add(29 * 24 * time.Hour); w.now.Before(end); w.now = w.now.Add(29 * 24 * time.Hour) {
		w.Forget()
		_, err := w.Session(t.Context(), in.Secret)
		w.must(err)
	}
	w.now = end
	w.Forget()
	_, err := w.Session(t.Context(), in.Secret)
	w.wantError(err, auth.ErrNotFound)
}

// Connections of an account that may have been closed end if a node cannot see whether it was.
func TestBlindNode(t *testing.T) {
	w := newWorld(t)
	in := w.join("guest-1", "Ann")
	node := w.other
	ended := false
	node.Watch(&in.Identity, func() { ended = true })
	poll := node.Poller()
	var changed []string
	node.WhenChanged(func(account string) { changed = append(changed, account) })
	w.must(poll(t.Context()))
	w.must(w.BecomeBot(t.Context(), "guest-1"))
	w.exec("ALTER TABLE accounts RENAME TO hidden")
	w.must(poll(t.Context()))
	if !slices.Contains(changed, "guest-1") {
		t.Errorf("the node hears of changes of %q", changed)
	}
	if !ended {
		t.Error("the connection goes on")
	}
}

// A title ends what was signed in without it, so that all later requests carry it. A program has none.
func TestTitle(t *testing.T) {
	w := newWorld(t)
	in := w.join("guest-1", "Ann")
	ended := false
	w.Watch(&in.Identity, func() { ended = true })
	act := func(name, value string) (string, error) {
		i := slices.IndexFunc(account.Actions, func(a account.Action) bool { return a.Name == name })
		return w.Act(t.Context(), account.Actions[i], "guest-1", value, "because")
	}
	title := func(value string) error {
		_, err := act("title", value)
		return err
	}
	var invalid *account.InvalidError
	for _, value := range []string{"BOT", "MOD", "gm", "MASTER", "G M", " GM", "GM\n<", "Ä"} {
		if err := title(value); !errors.As(err, &invalid) {
			t.Errorf("the title %q: %v", value, err)
		}
	}
	w.must(title("GM"))
	a, err := w.Find(t.Context(), "ann")
	w.must(err)
	if p := a.Person(); p.Title != "GM" || p.Shown() != "GM Ann" || p.TitleTag() != "GM" || !ended {
		t.Errorf("%+v, ended: %t", p, ended)
	}
	w.must(w.BecomeBot(t.Context(), "guest-1"))
	a, err = w.Find(t.Context(), "ann")
	w.must(err)
	if p := a.Person(); p.Title != "" || p.Shown() != "Ann" || p.TitleTag() != "BOT" {
		t.Errorf("a program is %+v", p)
	}
	if err := title("GM"); !errors.As(err, &invalid) {
		t.Errorf("a title of a program: %v", err)
	}
	w.must(title("none"))
	for _, c := range [][3]string{ // an action, its value, and what the log says
		{"mute", "2040-01-31T12:00:00+02:00", "until 2040-01-31T10:00:00Z because"}, {"unmute", "", "because"},
		{"mute", "", ""}, {"mute", " ", ""}, {"mute", "tomorrow", ""}, {"unmute", "now", ""}, {"close", "Ben", ""},
		{"role", "", ""}, {"role", "king", ""}, {"title", "none", "none because"}, {"close", "", "because"},
	} {
		detail, err := act(c[0], c[1])
		if errors.As(err, &invalid) != (c[2] == "") || err == nil && detail != c[2] {
			t.Errorf("%s %q: %q, %v; want %q", c[0], c[1], detail, err, c[2])
		}
	}
}

// Tokens are made by who has just proven to be the person, and may do what they say.
func TestTokenLife(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Ann")
	k, secret, err := w.NewToken(ctx, &in.Identity, " my  bot ", []auth.Scope{auth.BotPlay, auth.BotPlay})
	w.must(err)
	if !strings.HasPrefix(secret, "wane_") || k.Name != "my bot" {
		t.Errorf("the token is %s, %+v", secret, k)
	}
	i, err := w.other.Token(ctx, secret)
	w.must(err)
	if i.Session != "" || i.Token != k.ID || !i.May(auth.BotPlay) || i.May(auth.BoardPlay) {
		t.Errorf("the identity is %+v", i)
	}
	for name, scopes := range map[string][]auth.Scope{"": nil, "x\x00": nil, "x": {"web:login"}} {
		_, _, err := w.NewToken(ctx, &in.Identity, name, scopes)
		if invalid := (*account.InvalidError)(nil); !errors.As(err, &invalid) {
			t.Errorf("%q, %v: %v", name, scopes, err)
		}
	}
	_, _, err = w.NewToken(ctx, i, "by a token", nil)
	w.wantError(err, account.ErrStale)
	w.now = w.now.Add(account.Freshness)
	_, _, err = w.NewToken(ctx, &in.Identity, "late", nil)
	w.wantError(err, account.ErrStale)
	w.must(w.DeleteToken(ctx, &in.Identity, k.ID))
	_, err = w.Token(ctx, secret)
	w.wantError(err, auth.ErrNotFound)
	_, err = w.Token(ctx, in.Secret)
	w.wantError(err, auth.ErrNotFound)
}

// What is dangerous needs a fresh proof, which replaces the session's secret.
func TestConfirm(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Ann")
	w.now = w.now.Add(time.Hour)
	_, err := w.ChangePassword(ctx, &in.Identity, "other words than before")
	w.wantError(err, account.ErrStale)
	_, err = w.NewCodes(ctx, &in.Identity)
	w.wantError(err, account.ErrStale)
	_, err = w.Confirm(ctx, &in.Identity, "wrong", here)
	w.wantError(err, account.ErrWrong)
	_, err = w.Session(ctx, in.Secret)
	w.must(err)
	again, err := w.Confirm(ctx, &in.Identity, password, here)
	w.must(err)
	if again.Identity.Session != in.Identity.Session || again.Secret == in.Secret {
		t.Errorf("confirmed: %+v", again)
	}
	_, err = w.Session(ctx, in.Secret)
	w.wantError(err, auth.ErrNotFound)
	elsewhere, err := w.SignIn(ctx, "Ann", password, here)
	w.must(err)
	if n, err := w.ChangePassword(ctx, &again.Identity, "other words than before"); err != nil || n != 1 {
		t.Errorf("%d other sessions end, %v", n, err)
	}
	_, err = w.Session(ctx, elsewhere.Secret)
	w.wantError(err, auth.ErrNotFound)
	_, err = w.Session(ctx, again.Secret)
	w.must(err)
	_, err = w.SignIn(ctx, "Ann", password, here)
	w.wantError(err, account.ErrWrong)

	// A recovery code works once, however it is typed, and a weak password does not use it up.
	code := strings.ToUpper(strings.ReplaceAll(in.Codes[3], "-", " "))
	_, err = w.Recover(ctx, "ann", code, "weak", here)
	if invalid := (*account.InvalidError)(nil); !errors.As(err, &invalid) {
		t.Error(err)
	}
	_, key, err := w.NewToken(ctx, &again.Identity, "bot", []auth.Scope{auth.BotPlay})
	w.must(err)
	back, err := w.Recover(ctx, "ann", code, password, here)
	w.must(err)
	_, err = w.Token(ctx, key)
	w.wantError(err, auth.ErrNotFound)
	_, err = w.Session(ctx, again.Secret)
	w.wantError(err, auth.ErrNotFound)
	for _, name := range []string{"ann", "nobody"} {
		_, err = w.Recover(ctx, name, code, password, here)
		w.wantError(err, account.ErrWrong)
	}
	if d, err := w.Describe(ctx, &back.Identity); err != nil || d != (account.Description{Password: true, Codes: 9}) {
		t.Errorf("%+v, %v", d, err)
	}
	codes, err := w.NewCodes(ctx, &back.Identity)
	w.must(err)
	_, err = w.Recover(ctx, "ann", in.Codes[4], password, here)
	w.wantError(err, account.ErrWrong)
	_, err = w.Recover(ctx, "ann", codes[0], password, here)
	w.must(err)
}

// A password is hashed again when the work for it has grown.
func TestRehash(t *testing.T) {
	db := &account.Store{DB: open(t)()}
	more := cheap
	more.Iterations = 2
	var last string
	for i, params := range []argon2id.Params{cheap, more, more} {
		s, err := account.NewService(account.Options{Store: db, Params: params})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			_, err = s.SignUp(t.Context(), "ann", "Ann", password, here)
		} else {
			_, err = s.SignIn(t.Context(), "Ann", password, here)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := db.Account(context.Background(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		if (r.Password == last) != (i == 2) {
			t.Errorf("after sign-in %d the hash is %s, before it was %s", i, r.Password, last)
		}
		last = r.Password
	}
}

// Guesses from many addresses make strangers wait, but not the owner where the account was used before.
func TestGuessingFromEverywhere(t *testing.T) {
	w := newWorld(t)
	w.join("guest-1", "Ann")
	home := account.Client{Address: "home"}
	if _, err := w.SignIn(t.Context(), "Ann", password, home); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		_, _ = w.SignIn(t.Context(), "Ann", "wrong", account.Client{Address: fmt.Sprint("bot ", i)})
	}
	wait := (*account.WaitError)(nil)
	if _, err := w.SignIn(t.Context(), "Ann", password, account.Client{Address: "abroad"}); !errors.As(err, &wait) {
		t.Errorf("a new address: %v", err)
	}
	if _, err := w.SignIn(t.Context(), "Ann", password, home); err != nil {
		t.Errorf("at home: %v", err)
	}
}
