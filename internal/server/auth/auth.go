// Package auth says from which account a request comes, and what it may do.
//
// A person is signed in by a session, which may do everything that the account may; a program has a token, which may do
// what its scopes say. The context of a request carries its Identity, and the guard of package account keeps each
// transaction from the database that comes from a session or token which has ended meanwhile. Moves, new games and chat
// have no such guard: they are stored in groups, for many identities at once.
package auth

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
)

// ErrNotFound says that there is no such account, session, token or credential.
var ErrNotFound = errors.New("there is no such account")

// ErrForbidden says that the role of an account does not allow something.
var ErrForbidden = errors.New("your role does not allow this")

// ErrEnded says that the identity of a context is not valid any more.
var ErrEnded = errors.New("your session or token has ended: sign in again")

// Role is what an account may do on the server. Each role may do what those before it may.
type Role string

// The roles.
const (
	Player    Role = "player"
	Moderator Role = "moderator" // answers reports, mutes and closes accounts
	Admin     Role = "admin"     // gives roles
)

// Roles are all roles, the weakest first.
var Roles = []Role{Player, Moderator, Admin}

// AtLeast reports whether a role may do what another may.
func (r Role) AtLeast(other Role) bool { return slices.Index(Roles, r) >= slices.Index(Roles, other) }

// Account is a player who has signed up.
type Account struct {
	// ID is the player's ID in games (livegame.Player.Guest). It is secret: others see
	// guests.PublicID of it, and the name.
	ID string
	// Name is unique on the server; its Key is, too.
	Name    string
	Role    Role
	Bot     bool   // a program plays; it does not become a person again
	Title   string // such as GM; "": none
	Created time.Time
	// Closed is when the account was closed, and Muted until when it may not chat; zero: it is
	// neither.
	Closed, Muted time.Time
	// Seq counts the changes of the account, from 1.
	Seq int
}

// Key returns the public ID of the account, which is in the addresses of its pages: the name
// without capital letters.
func (a *Account) Key() string { return Key(a.Name) }

// Person shows the account as everyone sees it.
func (a *Account) Person() livegame.Person {
	return livegame.Person{Name: a.Name, Account: true, Bot: a.Bot, Title: a.Title}
}

// Key returns the public ID of the account with a name; empty: no account can have the name.
func Key(name string) string { return names.Key(name) }

// Identity is the proof that a request comes from an account.
type Identity struct {
	Account Account
	// Session is the ID of the session; empty: the request carries a token, whose ID is Token.
	Session, Token string
	// Scopes are what a token allows; those of a session are nil.
	Scopes []Scope
	// Fresh is until when the session may do what is dangerous, because the password or the
	// passkey was just checked.
	Fresh time.Time

	Hash string // of the secret of the session or token
}

// May reports whether an identity may do what a scope stands for. A session may do everything.
func (i *Identity) May(s Scope) bool { return i.Session != "" || slices.Contains(i.Scopes, s) }

// Is reports whether two identities are proved by the same session or token. Both may be nil: then they are not.
func (i *Identity) Is(other *Identity) bool {
	return i != nil && other != nil && i.Session == other.Session && i.Token == other.Token
}

// Scope is something that a token may allow. Scopes have the names that Lichess gives them.
type Scope string

// The scopes.
const (
	BotPlay        Scope = "bot:play"        // play as a bot, and become one
	BoardPlay      Scope = "board:play"      // play as a person, from a board or a program
	ChallengeRead  Scope = "challenge:read"  // see incoming challenges
	ChallengeWrite Scope = "challenge:write" // create, accept and decline challenges
	FollowRead     Scope = "follow:read"     // see whom the account follows
	FollowWrite    Scope = "follow:write"    // follow and block players
	StudyRead      Scope = "study:read"
	StudyWrite     Scope = "study:write"
	EmailRead      Scope = "email:read"
	NotifyRead     Scope = "notify:read"  // read notifications, as a feed
	PuzzleRead     Scope = "puzzle:read"  // see ratings and attempts at puzzles
	PuzzleWrite    Scope = "puzzle:write" // solve and publish puzzles
	// TournamentWrite: create, join and leave tournaments.
	TournamentWrite Scope = "tournament:write"
	EngineWork      Scope = "engine:work" // compute moves and reviews for the server; only admins give it
)

// Scopes are all scopes.
var Scopes = []Scope{BotPlay, BoardPlay, ChallengeRead, ChallengeWrite, FollowRead, FollowWrite, StudyRead, StudyWrite,
	EmailRead, NotifyRead, PuzzleRead, PuzzleWrite, TournamentWrite, EngineWork}

// ScopeNames returns scopes as texts.
func ScopeNames(list []Scope) []string {
	names := make([]string, len(list))
	for i, scope := range list {
		names[i] = string(scope)
	}
	return names
}

type identityKey struct{}

// WithIdentity returns a context for the work that an identity asks for. Each transaction of a store that gets
// the context fails with ErrEnded once the session or token, the account or its role has ended. A nil identity
// lifts that: the work does not depend on one.
func WithIdentity(ctx context.Context, i *Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, i)
}

// IdentityOf returns the identity that asks for the work of a context; nil: none.
func IdentityOf(ctx context.Context) *Identity {
	i, _ := ctx.Value(identityKey{}).(*Identity)
	return i
}

// Detached returns a context without end and identity, for work that a request begins and others use, such as
// what fills a cache or stores the messages of many.
func Detached(ctx context.Context) context.Context {
	return WithIdentity(context.WithoutCancel(ctx), nil)
}
