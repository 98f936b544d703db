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
	"errors"
	"slices"
	"time"
)

// Errors of stores and of the service.
var (
	// ErrNotFound: there is no such account, session, token or credential.
	ErrNotFound = errors.New("there is no such account")
	// ErrTaken: another account has the name, or one that looks like it.
	ErrTaken = errors.New("the name is taken")
	// ErrConflict: the account has changed since it was read.
	ErrConflict = errors.New("the account has changed")
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
	// Name is unique on the server; Key of it is, too.
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

// Identity is the proof that a request comes from an account.
type Identity struct {
	Account Account
	// Session is the ID of the session; empty: the request carries a token.
	Session string
	// Scopes are what a token allows; those of a session are nil.
	Scopes []Scope
	// Fresh is until when the session may do what is dangerous, because the password or the
	// passkey was just checked.
	Fresh time.Time
}

// May reports whether an identity may do what a scope stands for. A session may do everything.
func (i *Identity) May(s Scope) bool { return i.Session != "" || slices.Contains(i.Scopes, s) }

// Scope is something that a token may allow. Scopes have the names that Lichess gives them.
type Scope string

// The scopes.
const (
	BotPlay        Scope = "bot:play"        // play as a bot, and become one
	BoardPlay      Scope = "board:play"      // play as a person, from a board or a program
	ChallengeRead  Scope = "challenge:read"  // see incoming challenges
	ChallengeWrite Scope = "challenge:write" // create, accept and decline challenges
	FollowWrite    Scope = "follow:write"    // follow and block players
	StudyRead      Scope = "study:read"
	StudyWrite     Scope = "study:write"
	EmailRead      Scope = "email:read"
)

// Scopes are all scopes.
var Scopes = []Scope{BotPlay, BoardPlay, ChallengeRead, ChallengeWrite, FollowWrite, StudyRead, StudyWrite, EmailRead}
