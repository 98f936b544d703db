package account_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/studies"
)

// actor is an account with everything that can end, and one that it governs.
type actor struct {
	*account.Record
	session *account.Session
	token   *account.Token
	passkey *account.Passkey
	ticket  *account.Ticket
	target  *account.Record
}

// newActor makes an admin with a number.
func newActor(t *testing.T, s node, n int) *actor {
	t.Helper()
	id := fmt.Sprint("actor", n)
	begin := func(id string, role auth.Role) (*account.Record, *account.Session) {
		r, session, codes := accountOf(id, id)
		r.Skeleton, r.Role = id, role
		must(t, s.CreateAccount(background, r, session, codes))
		return r, session
	}
	a := &actor{
		token:   &account.Token{ID: id + "-token", Account: id, Hash: id + "-token", Name: "t", Created: at(1)},
		passkey: &account.Passkey{ID: []byte(id + "-passkey"), Account: id, Data: []byte{}, Created: at(1)},
		ticket:  &account.Ticket{Hash: id + "-ticket", Kind: "test", Account: id, Data: []byte{}, Expires: at(100)},
	}
	a.Record, a.session = begin(id, auth.Admin)
	a.target, _ = begin(id+"-target", auth.Player)
	must(t, s.AddToken(background, a.token, 9))
	must(t, s.AddPasskey(background, a.passkey, 9))
	must(t, s.PutTicket(background, a.ticket))
	return a
}

// identity returns the identity of the actor's session or token.
func (a *actor) identity(token bool) *auth.Identity {
	i := &auth.Identity{Account: a.Account, Session: a.session.ID}
	if token {
		i.Session, i.Token = "", a.token.ID
	}
	return i
}

// writes are the methods of account.Store that change something, as an actor calls them.
var writes = map[string]func(context.Context, node, *actor) error{
	"CreateAccount": func(ctx context.Context, s node, a *actor) error {
		r, session, codes := accountOf(a.ID+"-new", a.ID+"-new")
		r.Skeleton = r.ID
		return s.CreateAccount(ctx, r, session, codes)
	},
	"UpdateAccount": func(ctx context.Context, s node, a *actor) error {
		r := *a.target
		r.Seq, r.Role = 2, auth.Admin
		return s.UpdateAccount(ctx, &r)
	},
	"BeginDeletion": func(ctx context.Context, s node, a *actor) error {
		return s.BeginDeletion(ctx, a.target.ID, at(9))
	},
	"DeleteAccount": func(ctx context.Context, s node, a *actor) error { return s.DeleteAccount(ctx, a.target.ID) },
	"Claim": func(ctx context.Context, s node, a *actor) error {
		claimed, err := s.Claim(ctx, a.ID+"-guest", a.target.ID, at(9))
		if err == nil && !claimed {
			err = errors.New("nothing is claimed")
		}
		return err
	},
	"TakeClaims": func(ctx context.Context, s node, _ *actor) error {
		_, err := s.TakeClaims(ctx, at(5), at(6), 1)
		return err
	},
	"SettleClaim": func(ctx context.Context, s node, a *actor) error { return s.SettleClaim(ctx, a.ID) },
	"AddSession": func(ctx context.Context, s node, a *actor) error {
		more := &account.Session{ID: a.ID + "-more", Account: a.ID, Hash: a.ID + "-more", Created: at(3)}
		return s.AddSession(ctx, more, a.Password)
	},
	"UpdateSession": func(ctx context.Context, s node, a *actor) error {
		next := *a.session
		next.Fresh = at(99)
		return s.UpdateSession(ctx, &next, next.Hash)
	},
	"EndSessions": func(ctx context.Context, s node, a *actor) error {
		_, err := s.EndSessions(ctx, a.target.ID, "", "")
		return err
	},
	"AddToken": func(ctx context.Context, s node, a *actor) error {
		return s.AddToken(ctx, &account.Token{ID: a.ID + "-more", Account: a.ID, Hash: a.ID + "-more", Created: at(3)}, 9)
	},
	"AddTokenOf": func(ctx context.Context, s node, a *actor) error {
		k := &account.Token{ID: a.ID + "-one", Account: a.ID, Hash: a.ID + "-one", Name: "app", Created: at(3)}
		_, err := s.AddTokenOf(ctx, k, 9, 1)
		return err
	},
	"UseToken":    func(ctx context.Context, s node, a *actor) error { return s.UseToken(ctx, a.token.ID, at(9)) },
	"DeleteToken": func(ctx context.Context, s node, a *actor) error { return s.DeleteToken(ctx, a.ID, a.token.ID) },
	"PutCodes":    func(ctx context.Context, s node, a *actor) error { return s.PutCodes(ctx, a.ID, []string{"new"}) },
	"ReplacePassword": func(ctx context.Context, s node, a *actor) error {
		r, err := s.Account(background, a.target.ID)
		if err == nil {
			r.Seq++
			_, err = s.ReplacePassword(ctx, r, account.Replacement{Code: a.target.ID + "-a", Begin: &account.Session{
				ID: a.ID + "-more", Account: r.ID, Hash: a.ID + "-more", Created: at(3),
			}})
		}
		return err
	},
	"AddPasskey": func(ctx context.Context, s node, a *actor) error {
		p := &account.Passkey{ID: []byte(a.ID + "-more"), Account: a.ID, Data: []byte{}, Created: at(3)}
		return s.AddPasskey(ctx, p, 9)
	},
	"UpdatePasskey": func(ctx context.Context, s node, a *actor) error {
		next := *a.passkey
		next.Name = "renamed"
		return s.UpdatePasskey(ctx, &next)
	},
	"DeletePasskey": func(ctx context.Context, s node, a *actor) error {
		return s.DeletePasskey(ctx, a.ID, a.passkey.ID)
	},
	"PutTicket": func(ctx context.Context, s node, a *actor) error {
		more := &account.Ticket{Hash: a.ID + "-more", Kind: "test", Account: a.ID, Data: []byte{}, Expires: at(9)}
		return s.PutTicket(ctx, more)
	},
	"TakeTicket": func(ctx context.Context, s node, a *actor) error {
		_, err := s.TakeTicket(ctx, "test", a.ticket.Hash, at(5))
		return err
	},
	"Attempt": func(ctx context.Context, s node, a *actor) error {
		_, err := s.Attempt(ctx, []account.Attempts{{Key: a.ID}}, at(5))
		return err
	},
	"Succeeded": func(ctx context.Context, s node, a *actor) error {
		return s.Succeeded(ctx, []string{a.ID}, "nothing")
	},
	"PutPlace": func(ctx context.Context, s node, a *actor) error { return s.PutPlace(ctx, a.ID, "home", at(5)) },
	"Sweep": func(ctx context.Context, s node, a *actor) error {
		old := &account.Ticket{Hash: a.ID + "-old", Kind: "test", Account: a.ID, Data: []byte{}, Expires: at(-1)}
		if err := s.PutTicket(background, old); err != nil {
			return err
		}
		return s.Sweep(ctx, at(0))
	},
}

// reads are the methods of account.Store that change nothing.
var reads = []string{"Account", "AccountByKey", "AccountByHandle", "AccountByEmail", "Accounts", "Resembles", "Claimed",
	"Session", "Sessions", "Token", "Tokens", "Codes", "HasCode", "Passkeys", "Ticket", "KnownPlace", "Changes",
	"Export", "Deleting"}

// ends are the ways in which an identity ends.
var ends = []struct {
	name  string
	token bool // the identity is that of the token
	end   func(node, *actor) error
}{
	{"SessionEnded", false, func(s node, a *actor) error {
		_, err := s.EndSessions(background, a.ID, a.session.ID, "")
		return err
	}},
	{"TokenDeleted", true, func(s node, a *actor) error { return s.DeleteToken(background, a.ID, a.token.ID) }},
	{"RoleRemoved", false, func(s node, a *actor) error { return a.change(s, auth.Moderator, false) }},
	{"RoleOfTokenRemoved", true, func(s node, a *actor) error { return a.change(s, auth.Player, false) }},
	{"AccountClosed", false, func(s node, a *actor) error { return a.change(s, auth.Admin, true) }},
	{"DeletionBegun", false, func(s node, a *actor) error { return s.BeginDeletion(background, a.ID, at(9)) }},
}

// change changes the actor's account.
func (a *actor) change(s node, role auth.Role, closed bool) error {
	r := *a.Record
	r.Seq, r.Role = r.Seq+1, role
	if closed {
		r.Closed = at(9)
	}
	return s.UpdateAccount(background, &r)
}

// TestEnded calls everything that changes accounts for identities that have ended in each way, and for valid ones.
func TestEnded(t *testing.T) { each(t, testEnded) }

func testEnded(t *testing.T, open func() node) {
	s, other := open(), open()
	all := map[string]bool{}
	for _, name := range reads {
		all[name] = true
	}
	for name := range writes {
		all[name] = true
	}
	for kind, i := reflect.TypeFor[*account.Store](), 0; i < kind.NumMethod(); i++ {
		if name := kind.Method(i).Name; !all[name] {
			t.Errorf("the method %s of account.Store is neither among writes nor among reads", name)
		}
	}
	n := 0
	for name, write := range writes {
		for _, token := range []bool{false, true} {
			n++
			a := newActor(t, s, n)
			if err := write(auth.WithIdentity(background, a.identity(token)), s, a); err != nil {
				t.Errorf("%s for a valid identity, a token's %v: %v", name, token, err)
			}
		}
		for _, c := range ends {
			n++
			a := newActor(t, s, n)
			must(t, c.end(other, a))
			before := a.state(t, s)
			if err := write(auth.WithIdentity(background, a.identity(c.token)), s, a); !errors.Is(err, auth.ErrEnded) {
				t.Errorf("%s, %s: the error is %v, want %v", name, c.name, err, auth.ErrEnded)
			}
			if after := a.state(t, other); !reflect.DeepEqual(before, after) {
				t.Errorf("%s, %s: before %+v, after %+v", name, c.name, before, after)
			}
		}
	}
	// Other stores check it, too.
	a := newActor(t, s, n+1)
	_, err := s.EndSessions(background, a.ID, a.session.ID, "")
	must(t, err)
	ended := auth.WithIdentity(background, a.identity(false))
	kept := studies.New(s.DB)
	_, _, err = kept.Save(ended, a.ID, studies.Info{ID: "one"}, []byte("{}"), "")
	wantError(t, err, auth.ErrEnded)
	wantError(t, admin.Log(ended, s.DB, admin.Entry{Operator: a.Name, Action: "close account", At: at(1)}),
		auth.ErrEnded)
	list, err := kept.List(background, a.ID)
	if err != nil || len(list) != 0 {
		t.Errorf("the studies are %+v, %v", list, err)
	}
}

// state returns all that is stored of an actor and its target.
func (a *actor) state(t *testing.T, s node) (all []any) {
	t.Helper()
	add := func(thing any, err error) {
		t.Helper()
		if !errors.Is(err, auth.ErrNotFound) {
			must(t, err)
		}
		all = append(all, thing)
	}
	for _, id := range []string{a.ID, a.target.ID, a.ID + "-new"} {
		thing, err := s.Account(background, id)
		add(thing, err)
		sessions, err := s.Sessions(background, id)
		add(sessions, err)
		tokens, err := s.Tokens(background, id)
		add(tokens, err)
		passkeys, err := s.Passkeys(background, id)
		add(passkeys, err)
		codes, err := s.Codes(background, id)
		add(codes, err)
		known, err := s.KnownPlace(background, id, "home")
		add(known, err)
	}
	claimed, err := s.Claimed(background, a.ID+"-guest")
	add(claimed, err)
	changes, err := s.Changes(background, -1, 1)
	add(changes, err)
	return all
}

// TestEndedRace has a session make tokens, passkeys and admins as fast as it can while another one changes the
// password and ends it: once that has returned, nothing is added any more.
func TestEndedRace(t *testing.T) { each(t, testEndedRace) }

func testEndedRace(t *testing.T, open func() node) {
	s := open()
	const rounds = 25
	for round := range rounds {
		a := newActor(t, s, round)
		thief := &account.Session{ID: a.ID + "-thief", Account: a.ID, Hash: a.ID + "-thief", Created: at(2), Used: at(2)}
		must(t, s.AddSession(background, thief, a.Password))
		ctx := auth.WithIdentity(background, &auth.Identity{Account: a.Account, Session: thief.ID})
		var all sync.WaitGroup
		begun := make(chan struct{}, 3)
		for kind, add := range map[string]func(id string) error{
			"token": func(id string) error {
				return s.AddToken(ctx, &account.Token{ID: id, Account: a.ID, Hash: id, Created: at(3)}, 1e6)
			},
			"passkey": func(id string) error {
				return s.AddPasskey(ctx, &account.Passkey{ID: []byte(id), Account: a.ID, Data: []byte{}, Created: at(3)}, 1e6)
			},
			"role": func(string) error {
				r, err := s.Account(background, a.target.ID)
				must(t, err)
				r.Role = auth.Roles[r.Seq%len(auth.Roles)]
				r.Seq++
				return s.UpdateAccount(ctx, r)
			},
		} {
			all.Go(func() {
				for i := 0; ; i++ {
					err := add(fmt.Sprintf("%s-%s-%d", a.ID, kind, i))
					if i == 0 {
						begun <- struct{}{}
					}
					if err != nil {
						wantError(t, err, auth.ErrEnded)
						return
					}
				}
			})
		}
		for range 3 {
			<-begun
		}
		owner := auth.WithIdentity(background, a.identity(false))
		r := *a.Record
		r.Seq, r.Password = 2, "another"
		if round%2 == 0 { // the owner is signed in, or has a code
			_, err := s.ReplacePassword(owner, &r, account.Replacement{Keep: a.session.ID})
			must(t, err)
		} else {
			_, err := s.ReplacePassword(background, &r, account.Replacement{Code: a.ID + "-a", Tokens: true})
			must(t, err)
		}
		before := a.state(t, s)
		if tokens, err := s.Tokens(background, a.ID); round%2 == 1 && (err != nil || len(tokens) > 0) {
			t.Errorf("round %d: with a code the tokens %+v survive, %v", round, tokens, err)
		}
		all.Wait()
		if after := a.state(t, s); !reflect.DeepEqual(before, after) {
			t.Fatalf("round %d: after the end there were %+v, later %+v", round, before, after)
		}
	}
}
