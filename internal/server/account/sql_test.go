package account_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// at returns the time ms milliseconds after the start of the tests.
func at(ms int) time.Time {
	return time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(ms) * time.Millisecond)
}

var background = context.Background()

// node is one of the nodes of a database.
type node struct {
	*account.Store
	games *gamestore.Store
}

// each runs a test on databases of both kinds.
func each(t *testing.T, test func(t *testing.T, open func() node)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(t, func() node {
			d := open()
			s := gamestore.New(d)
			t.Cleanup(func() { _ = s.Close() })
			return node{&account.Store{DB: d}, s}
		})
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

// accountOf returns an account with a session and two recovery codes.
func accountOf(id, name string) (*account.Record, *account.Session, []string) {
	r := &account.Record{
		Account:  auth.Account{ID: id, Name: name, Role: auth.Player, Created: at(1), Seq: 1},
		Skeleton: names.Skeleton(name), Password: "$argon2id$" + id, Handle: []byte("handle of " + id),
	}
	return r, &account.Session{
		ID: id + "-first", Account: id, Hash: id + "-hash", Device: "Firefox 🦊", Created: at(1), Used: at(1), Fresh: at(2),
	}, []string{id + "-a", id + "-b"}
}

// join stores an account.
func join(t *testing.T, s node, id, name string) (*account.Record, *account.Session) {
	t.Helper()
	r, session, codes := accountOf(id, name)
	must(t, s.CreateAccount(background, r, session, codes))
	return r, session
}

// TestStoredAccounts creates, finds, changes and deletes accounts.
func TestStoredAccounts(t *testing.T) { each(t, testStoredAccounts) }

func testStoredAccounts(t *testing.T, open func() node) {
	s, other := open(), open()
	ann, session := join(t, s, "ann", "Ann_L")
	for _, c := range []struct {
		id, name string
		want     error
	}{{"ann", "Other", account.ErrConflict}, {"eve", "ann_l", account.ErrTaken}, {"eve", "AnnI", account.ErrTaken}} {
		r, session, codes := accountOf(c.id, c.name)
		wantError(t, s.CreateAccount(background, r, session, codes), c.want)
	}
	_, err := other.Claimed(background, "eve")
	wantError(t, err, auth.ErrNotFound)
	join(t, s, "ben", "Ben")
	find := func(want *account.Record) {
		t.Helper()
		for name, find := range map[string]func() (*account.Record, error){
			"ID":      func() (*account.Record, error) { return other.Account(background, want.ID) },
			"key":     func() (*account.Record, error) { return other.AccountByKey(background, want.Key()) },
			"handle":  func() (*account.Record, error) { return other.AccountByHandle(background, want.Handle) },
			"session": func() (*account.Record, error) { _, r, err := other.Session(background, session.Hash); return r, err },
		} {
			if got, err := find(); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("by %s: %+v, %v; want %+v", name, got, err, want)
			}
		}
	}
	find(ann)
	for guest, want := range map[string]bool{"ann": true, "eve": false} { // without a game
		if active, err := other.games.Active(background, guest, at(9)); err != nil || active != want {
			t.Errorf("%s is active: %v, %v", guest, active, err)
		}
	}
	_, err = s.AccountByEmail(background, "")
	wantError(t, err, auth.ErrNotFound)
	for skeleton, want := range map[string]bool{
		ann.Skeleton: true, names.Skeleton("ANN-L"): true, names.Skeleton("Anna"): false,
	} {
		if found, err := s.Resembles(background, skeleton); err != nil || found != want {
			t.Errorf("an account resembles %q: %v, %v", skeleton, found, err)
		}
	}

	changed := *ann
	changed.Seq, changed.Role, changed.Bot, changed.Closed, changed.Muted = 2, auth.Moderator, true, at(5), at(6)
	changed.Password, changed.Email, changed.Language, changed.Title = "new", "ann@example.org", "de", "GM"
	must(t, s.UpdateAccount(background, &changed))
	wantError(t, s.UpdateAccount(background, &changed), account.ErrConflict)
	find(&changed)
	if got, err := s.AccountByEmail(background, "ann@example.org"); err != nil || got.ID != "ann" {
		t.Errorf("by e-mail: %+v, %v", got, err)
	}
	ben, err := s.Account(background, "ben")
	must(t, err)
	ben.Seq, ben.Email = 2, "ann@example.org"
	wantError(t, s.UpdateAccount(background, ben), account.ErrTaken)

	join(t, s, "cy", "Cy-100")
	for _, c := range []struct {
		page account.Page
		want []string
	}{
		{account.Page{Limit: 2}, []string{"ann_l", "ben"}},
		{account.Page{Limit: 2, After: "ben"}, []string{"cy-100"}},
		{account.Page{Limit: 9, Text: "_"}, []string{"ann_l"}},
		{account.Page{Limit: 9, Text: "%"}, nil},
		{account.Page{Limit: 9, Prefix: "ann_"}, []string{"ann_l"}},
		{account.Page{Limit: 9, Prefix: "a_n"}, nil},
		{account.Page{Limit: 9, Prefix: "cy-"}, []string{"cy-100"}},
		{account.Page{Limit: 9, Prefix: "y"}, nil},
		{account.Page{Limit: 9, Role: auth.Moderator}, []string{"ann_l"}},
		{account.Page{Limit: 9, Closed: true}, []string{"ann_l"}},
	} {
		list, err := other.Accounts(background, c.page)
		must(t, err)
		var got []string
		for _, r := range list {
			got = append(got, r.Key())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v lists %v, want %v", c.page, got, c.want)
		}
	}

	for id, want := range map[string]bool{"none": false, "ann": true} {
		if claimed, err := s.Claim(background, "old phone", id, at(9)); err != nil || claimed != want {
			t.Errorf("%s claims: %v, %v", id, claimed, err)
		}
		if claimed, err := s.Claim(background, "ann", id, at(9)); err != nil || claimed {
			t.Errorf("%s claims an account: %v, %v", id, claimed, err)
		}
	}
	if claimed, err := other.Claim(background, "old phone", "ben", at(9)); err != nil || claimed {
		t.Errorf("a guest is claimed twice: %v, %v", claimed, err)
	}
	for guest, want := range map[string]string{"ann": "ann", "old phone": "ann", "ben": "ben"} {
		if got, err := other.Claimed(background, guest); err != nil || got != want {
			t.Errorf("%s is claimed by %q, %v", guest, got, err)
		}
	}
	if n, err := s.Codes(background, "ann"); err != nil || n != 2 {
		t.Errorf("%d codes, %v", n, err)
	}
	for code, want := range map[[2]string]bool{{"ann", "ann-a"}: true, {"ann", "x"}: false, {"ben", "ann-b"}: false} {
		if known, err := other.HasCode(background, code[0], code[1]); err != nil || known != want {
			t.Errorf("%s has the code %s: %v, %v", code[0], code[1], known, err)
		}
	}
	must(t, s.PutCodes(background, "ann", []string{"x"}))
	if n, err := s.Codes(background, "ann"); err != nil || n != 1 {
		t.Errorf("%d codes, %v", n, err)
	}

	must(t, s.AddToken(background, &account.Token{ID: "t", Account: "ann", Hash: "t", Created: at(1)}, 9))
	must(t, s.AddPasskey(background, &account.Passkey{ID: []byte{1}, Account: "ann", Data: []byte{}, Created: at(1)}, 9))
	mailed := account.Ticket{Hash: "k", Kind: "mail", Account: "ann", Data: []byte{}, Expires: at(9)}
	must(t, s.PutTicket(background, &mailed))
	must(t, s.DeleteAccount(background, "ann"))
	wantError(t, s.DeleteAccount(background, "ann"), auth.ErrNotFound)
	_, err = other.Account(background, "ann")
	wantError(t, err, auth.ErrNotFound)
	_, _, err = other.Session(background, session.Hash)
	wantError(t, err, auth.ErrNotFound)
	_, _, err = other.Token(background, "t")
	wantError(t, err, auth.ErrNotFound)
	for _, guest := range []string{"ann", "old phone"} {
		if got, err := other.Claimed(background, guest); err != nil || got != "" {
			t.Errorf("after the deletion %s is claimed by %q, %v", guest, got, err)
		}
	}
	_, err = other.TakeTicket(background, "mail", "k", at(1))
	wantError(t, err, auth.ErrNotFound)
	r, first, codes := accountOf("other", "Ann_L") // the name stays reserved
	wantError(t, s.CreateAccount(background, r, first, codes), account.ErrTaken)
}

// TestStoredAccountRace has many guests take one name, and one guest many names, at once.
func TestStoredAccountRace(t *testing.T) { each(t, testStoredAccountRace) }

func testStoredAccountRace(t *testing.T, open func() node) {
	stores := []node{open(), open()}
	for _, c := range []struct {
		id, name func(i int) string
		want     error
	}{
		{func(i int) string { return fmt.Sprint("guest", i) }, func(int) string { return "Ann" }, account.ErrTaken},
		{func(int) string { return "one" }, func(i int) string { return fmt.Sprint("Name", i) }, account.ErrConflict},
	} {
		var wg sync.WaitGroup
		results := make([]error, 8)
		for i := range results {
			wg.Go(func() {
				r, session, codes := accountOf(c.id(i), c.name(i))
				session.ID, session.Hash, r.Handle = fmt.Sprint(r.Name, i), fmt.Sprint(r.Name, i), fmt.Append(nil, r.Name, i)
				results[i] = stores[i%2].CreateAccount(background, r, session, codes)
			})
		}
		wg.Wait()
		made := 0
		for _, err := range results {
			if err == nil {
				made++
			} else if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		}
		if made != 1 {
			t.Errorf("%d accounts were made, want 1", made)
		}
	}
}

// changesOf returns the changes after a number.
func changesOf(t *testing.T, s node, after int64) (list []account.Change) {
	t.Helper()
	list, err := s.Changes(background, after, 100)
	must(t, err)
	for i := range list {
		list[i].Seq = 0
	}
	return list
}

// TestStoredSessions begins, uses and ends sessions.
func TestStoredSessions(t *testing.T) { each(t, testStoredSessions) }

func testStoredSessions(t *testing.T, open func() node) {
	s, other := open(), open()
	ann, first := join(t, s, "ann", "Ann")
	_, bens := join(t, s, "ben", "Ben")
	var last int64
	if list, err := s.Changes(background, -1, 1); err != nil {
		t.Fatal(err)
	} else if len(list) > 0 {
		last = list[0].Seq
	}
	second := &account.Session{ID: "second", Account: "ann", Hash: "second", Created: at(3), Used: at(3)}
	third := &account.Session{ID: "third", Account: "ann", Hash: "third", Created: at(4), Used: at(4)}
	must(t, s.AddSession(background, second, ann.Password))
	must(t, s.AddSession(background, third, ann.Password))
	late := &account.Session{ID: "late", Account: "ann", Hash: "late", Created: at(5)}
	wantError(t, s.AddSession(background, late, "the password of before"), account.ErrConflict)
	first.Hash, first.Used, first.Fresh = "renewed", at(5), at(9)
	must(t, s.UpdateSession(background, first, "ann-hash"))
	wantError(t, other.UpdateSession(background, &account.Session{ID: first.ID, Hash: "ann-hash"}, "ann-hash"),
		auth.ErrNotFound) // it read the session before
	_, _, err := other.Session(background, "ann-hash")
	wantError(t, err, auth.ErrNotFound)
	if got, _, err := other.Session(background, "renewed"); err != nil || !reflect.DeepEqual(got, first) {
		t.Errorf("the session is %+v, %v", got, err)
	}
	if got, err := other.Sessions(background, "ann"); err != nil ||
		!reflect.DeepEqual(got, []*account.Session{first, third, second}) {
		t.Errorf("the sessions are %+v, %v", got, err)
	}
	for _, c := range []struct {
		account, only, except string
		want                  int
	}{{"ben", "second", "", 0}, {"ann", "second", "ann-first", 1}, {"ann", "second", "", 0}, {"ann", "", "ann-first", 1}} {
		if n, err := s.EndSessions(background, c.account, c.only, c.except); err != nil || n != c.want {
			t.Errorf("%+v ends %d, %v", c, n, err)
		}
	}
	want := []account.Change{{Account: "ann", Ended: "second"}, {Account: "ann", Ended: "third"}}
	if got := changesOf(t, other, last); !reflect.DeepEqual(got, want) {
		t.Errorf("the changes are %+v", got)
	}
	wantError(t, s.UpdateSession(background, second, second.Hash), auth.ErrNotFound)
	must(t, s.Sweep(background, bens.Used.Add(account.Idle+time.Millisecond)))
	if _, _, err := other.Session(background, bens.Hash); !errors.Is(err, auth.ErrNotFound) {
		t.Errorf("a session that was not used is there: %v", err)
	}
	if _, _, err := other.Session(background, "renewed"); err != nil {
		t.Errorf("a session in use is swept: %v", err)
	}
}

// TestStoredReplacePassword replaces a password: what it costs is used up only if it is replaced, and what it ends has
// ended.
func TestStoredReplacePassword(t *testing.T) { each(t, testStoredReplacePassword) }

func testStoredReplacePassword(t *testing.T, open func() node) {
	s, other := open(), open()
	r, first := join(t, s, "ann", "Ann")
	second := &account.Session{ID: "second", Account: "ann", Hash: "second", Created: at(3), Used: at(3)}
	must(t, s.AddSession(background, second, r.Password))
	must(t, s.AddToken(background, &account.Token{ID: "t", Account: "ann", Hash: "t", Created: at(1)}, 9))
	link := &account.Ticket{Hash: "link", Kind: "reset", Account: "ann", Data: []byte{}, Expires: at(9)}
	must(t, s.PutTicket(background, link))
	for _, kind := range []string{"email", "security"} {
		must(t, s.DB.Write(background, func(ctx context.Context, t db.Tx) error {
			return mail.Put(ctx, t, mail.Job{ID: kind, Kind: kind, Account: "ann", Data: []byte("{}"), Due: at(1)})
		}))
	}
	if got, err := other.Ticket(background, "reset", "link", at(8)); err != nil || !reflect.DeepEqual(got, link) {
		t.Errorf("the ticket is %+v, %v", got, err)
	}
	_, err := other.Ticket(background, "reset", "link", at(9))
	wantError(t, err, auth.ErrNotFound)

	before := *r
	r.Seq, r.Password = 2, "new"
	for _, with := range []account.Replacement{{Code: "x"}, {Code: "ann-a", Ticket: "x"}, {Ticket: "link", Code: "x"}} {
		_, err := s.ReplacePassword(background, r, with)
		wantError(t, err, auth.ErrNotFound)
	}
	late := *r
	late.Seq = 7
	_, err = s.ReplacePassword(background, &late, account.Replacement{Code: "ann-a"})
	wantError(t, err, account.ErrConflict)
	if got, err := other.Account(background, "ann"); err != nil || !reflect.DeepEqual(got, &before) {
		t.Errorf("after failures the account is %+v, %v", got, err)
	}
	if n, err := other.Codes(background, "ann"); err != nil || n != 2 {
		t.Errorf("after failures there are %d codes, %v", n, err)
	}

	next := &account.Session{ID: "next", Account: "ann", Hash: "next", Created: at(4), Used: at(4)}
	ended, err := s.ReplacePassword(background, r, account.Replacement{
		Code: "ann-a", Ticket: "link", Tokens: true, Begin: next, Keep: first.ID, Letters: "email",
	})
	if slices.Sort(ended); err != nil || !slices.Equal(ended, []string{"second", "t"}) {
		t.Errorf("%q end, %v", ended, err)
	}
	if got, err := other.Sessions(background, "ann"); err != nil ||
		!reflect.DeepEqual(got, []*account.Session{next, first}) {
		t.Errorf("the sessions are %+v, %v", got, err)
	}
	if got, err := other.Tokens(background, "ann"); err != nil || len(got) != 0 {
		t.Errorf("the tokens are %+v, %v", got, err)
	}
	_, err = other.Ticket(background, "reset", "link", at(5))
	wantError(t, err, auth.ErrNotFound)
	if known, err := other.HasCode(background, "ann", "ann-a"); err != nil || known {
		t.Errorf("the code is there: %v, %v", known, err)
	}
	letters, err := db.All[string](background, other.DB,
		"SELECT kind FROM outbox WHERE account = $1 AND account <> ''", "ann")
	if err != nil || !slices.Equal(letters, []string{"security"}) {
		t.Errorf("the letters are %q, %v", letters, err)
	}
	changes := changesOf(t, other, 0)
	for _, ended := range []string{"", "second", "t"} {
		if !slices.Contains(changes, account.Change{Account: "ann", Ended: ended}) {
			t.Errorf("the changes are %+v", changes)
		}
	}
}

// TestStoredTokens makes, uses and revokes tokens.
func TestStoredTokens(t *testing.T) { each(t, testStoredTokens) }

func testStoredTokens(t *testing.T, open func() node) {
	s, other := open(), open()
	join(t, s, "ann", "Ann")
	a := &account.Token{
		ID: "a", Account: "ann", Hash: "a", Name: "my bot 🤖", Scopes: []auth.Scope{auth.BotPlay, auth.EmailRead},
		Created: at(1),
	}
	b := &account.Token{ID: "b", Account: "ann", Hash: "b", Name: "other", Created: at(2)}
	must(t, s.AddToken(background, a, 2))
	must(t, s.AddToken(background, b, 2))
	wantError(t, s.AddToken(background, &account.Token{ID: "c", Account: "ann", Hash: "c"}, 2), account.ErrMany)
	wantError(t, s.AddToken(background, &account.Token{ID: "c", Account: "nobody", Hash: "c"}, 2), auth.ErrNotFound)
	must(t, s.UseToken(background, "a", at(7)))
	a.Used = at(7)
	if got, err := other.Tokens(background, "ann"); err != nil || !reflect.DeepEqual(got, []*account.Token{b, a}) {
		t.Errorf("the tokens are %+v, %v", got, err)
	}
	if got, r, err := other.Token(background, "a"); err != nil || !reflect.DeepEqual(got, a) || r.Name != "Ann" {
		t.Errorf("the token is %+v of %+v, %v", got, r, err)
	}
	wantError(t, s.DeleteToken(background, "ben", "a"), auth.ErrNotFound)
	must(t, s.DeleteToken(background, "ann", "a"))
	_, _, err := other.Token(background, "a")
	wantError(t, err, auth.ErrNotFound)
	if got := changesOf(t, other, 0); !slices.Contains(got, account.Change{Account: "ann", Ended: "a"}) {
		t.Errorf("the changes are %+v", got)
	}
}

// TestStoredPasskeys adds, changes and removes passkeys; the last way to sign in stays.
func TestStoredPasskeys(t *testing.T) { each(t, testStoredPasskeys) }

func testStoredPasskeys(t *testing.T, open func() node) {
	s, other := open(), open()
	r, _ := join(t, s, "ann", "Ann")
	join(t, s, "ben", "Ben")
	a := &account.Passkey{ID: []byte{0, 1}, Account: "ann", Name: "phone", Data: []byte("{}"), Created: at(1)}
	b := &account.Passkey{ID: []byte{0, 2}, Account: "ann", Name: "key 🔑", Data: []byte("{}"), Created: at(2)}
	must(t, s.AddPasskey(background, a, 2))
	wantError(t, s.AddPasskey(background, &account.Passkey{ID: a.ID, Account: "ben", Data: []byte{}}, 2), account.ErrTaken)
	must(t, s.AddPasskey(background, b, 2))
	wantError(t, s.AddPasskey(background, &account.Passkey{ID: []byte{3}, Account: "ann", Data: []byte{}}, 2),
		account.ErrMany)
	b.Name, b.Data, b.Used = "new", []byte(`{"n":2}`), at(8)
	must(t, s.UpdatePasskey(background, b))
	if got, err := other.Passkeys(background, "ann"); err != nil || !reflect.DeepEqual(got, []*account.Passkey{a, b}) {
		t.Errorf("the passkeys are %+v, %v", got, err)
	}
	wantError(t, s.DeletePasskey(background, "ben", a.ID), auth.ErrNotFound)
	r.Seq, r.Password = 2, ""
	must(t, s.UpdateAccount(background, r))
	results := make([]error, 2)
	var wg sync.WaitGroup
	for i, id := range [][]byte{a.ID, b.ID} {
		wg.Go(func() { results[i] = []node{s, other}[i].DeletePasskey(background, "ann", id) })
	}
	wg.Wait()
	if (results[0] == nil) == (results[1] == nil) || !errors.Is(errors.Join(results...), account.ErrLast) {
		t.Errorf("of two passkeys without a password these are deleted: %v", results)
	}
}

// TestStoredTickets takes tickets, each once.
func TestStoredTickets(t *testing.T) { each(t, testStoredTickets) }

func testStoredTickets(t *testing.T, open func() node) {
	s, other := open(), open()
	ticket := &account.Ticket{Hash: "k", Kind: "mail", Account: "ann", Data: []byte{0, 255}, Expires: at(9)}
	must(t, s.PutTicket(background, ticket))
	must(t, s.PutTicket(background, &account.Ticket{Hash: "late", Kind: "mail", Data: []byte{}, Expires: at(3)}))
	for _, c := range []struct {
		kind, hash string
		now        time.Time
	}{{"other", "k", at(1)}, {"mail", "x", at(1)}, {"mail", "k", at(9)}, {"mail", "late", at(4)}} {
		_, err := s.TakeTicket(background, c.kind, c.hash, c.now)
		wantError(t, err, auth.ErrNotFound)
	}
	results := make([]error, 4)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() {
			got, err := []node{s, other}[i%2].TakeTicket(background, "mail", "k", at(8))
			if results[i] = err; err == nil && !reflect.DeepEqual(got, ticket) {
				t.Errorf("the ticket is %+v", got)
			}
		})
	}
	wg.Wait()
	taken := 0
	for _, err := range results {
		if err == nil {
			taken++
		} else {
			wantError(t, err, auth.ErrNotFound)
		}
	}
	if taken != 1 {
		t.Errorf("a ticket is taken %d times", taken)
	}
}

// TestStoredAttempts counts attempts: after some, each must wait longer.
func TestStoredAttempts(t *testing.T) { each(t, testStoredAttempts) }

func testStoredAttempts(t *testing.T, open func() node) {
	s, other := open(), open()
	now := at(0)
	list := []account.Attempts{{Key: "name", Free: 2}, {Key: "address", Free: 5}}
	for i, want := range []time.Duration{0, 0, time.Second, 2 * time.Second} {
		wait, err := []node{s, other}[i%2].Attempt(background, list, now)
		if err != nil || wait != want {
			t.Errorf("attempt %d waits %v, %v; want %v", i, wait, err, want)
		}
		if wait > 0 { // it did not count
			now = now.Add(wait)
			if wait, err = s.Attempt(background, list, now); err != nil || wait != 0 {
				t.Errorf("after the wait it waits %v, %v", wait, err)
			}
		}
	}
	if wait, err := s.Attempt(background, list[1:], now); err != nil || wait != 0 {
		t.Errorf("another name waits %v, %v", wait, err)
	}
	if wait, err := s.Attempt(background, list[1:], now); err != nil || wait == 0 {
		t.Errorf("an address with many attempts waits %v, %v", wait, err)
	}
	must(t, s.Succeeded(background, []string{"name"}, "nothing"))
	if wait, err := s.Attempt(background, list[:1], now); err != nil || wait != 0 {
		t.Errorf("after a success it waits %v, %v", wait, err)
	}
	if wait, err := s.Attempt(background, list[1:], now.Add(account.Memory+time.Second)); err != nil || wait != 0 {
		t.Errorf("after a day it waits %v, %v", wait, err)
	}
}
