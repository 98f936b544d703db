package account

import (
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
)

// Record is an account with what only the server knows of it.
type Record struct {
	auth.Account
	Skeleton string // of the name; see names.Skeleton
	Password string // as argon2id makes it; empty: none
	Handle   []byte // by which passkeys know the account; random
	Email    string // confirmed; empty: none
	Language string // of e-mail: "de" or "en"; empty: English
}

// Session is a device on which a person is signed in.
type Session struct {
	ID      string
	Account string // ID
	Hash    string // of the secret
	Device  string // such as "Firefox on Linux"
	Created time.Time
	Used    time.Time // at most an hour ago if it is in use
	Fresh   time.Time // see Identity
}

// Token is a key of a program.
type Token struct {
	ID      string
	Account string // ID
	Hash    string // of the secret
	Name    string
	Scopes  []auth.Scope
	Created time.Time
	Used    time.Time // on some day; zero: never
}

// Passkey is a credential of WebAuthn.
type Passkey struct {
	ID      []byte // of the credential
	Account string // ID
	Name    string
	Data    []byte // the credential as package webauthn writes it
	Created time.Time
	Used    time.Time // zero: never
}

// Ticket is something that is valid once, for a time: the state of a ceremony, or a link in a
// letter.
type Ticket struct {
	Hash    string // of the secret that names it
	Kind    string
	Account string // ID; empty: not known yet
	Data    []byte
	Expires time.Time
}

// Replacement is what comes with a new password.
type Replacement struct {
	// Code and Ticket are hashes of a recovery code and a ticket of the account that are used up; empty: none. If they
	// are not there, nothing is changed, and the error is ErrNotFound.
	Code, Ticket string
	Keep         string   // ID of the session that does not end
	Tokens       bool     // tokens end, too
	Begin        *Session // nil: none
	// Letters is the kind of letters to the account that are not sent any more. Its tickets are void in any case: who
	// has asked for them may be who is kept out now.
	Letters string
}

// Change says that what nodes keep of an account is not valid any more.
type Change struct {
	Seq     int64
	Account string // ID
	// Ended is the ID of a session or token that has ended, or GuestClaimed; empty: the account has changed.
	Ended string
}

// GuestClaimed is Ended of a Change; it says that its Account is a guest who has become an account's.
const GuestClaimed = "claimed"

// Page selects accounts.
type Page struct {
	Text   string    // a part of the key; empty: any
	Prefix string    // how the key begins; empty: any
	Role   auth.Role // empty: any
	Closed bool      // only closed ones
	After  string    // only keys after this one
	Limit  int
}
