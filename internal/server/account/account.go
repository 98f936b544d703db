// Package account is about players with an account: who they are, how they prove it, and what
// they may do.
//
// An account is optional. A guest who makes one keeps the ID, and with it all games. Its name is
// unique. A person signs in with a password or a passkey and has a session on each device. A
// program has a token, which allows only what its scopes say.
//
// The package stores no secret as it is: of sessions, tokens and recovery codes it keeps hashes,
// of passwords what argon2id makes of them.
package account

import (
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/names"
)

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
	Bot     bool // a program plays; it does not become a person again
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

	hash string // of the secret
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
