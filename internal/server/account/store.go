package account

import (
	"context"
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

// Store keeps accounts. It may be used by many goroutines and nodes. Methods that find nothing
// return ErrNotFound.
type Store interface {
	// CreateAccount stores a new account with its first session and hashes of recovery codes. The ID
	// is that of a guest, who is then claimed. The error is ErrTaken if another account has the name
	// or one that looks like it, and ErrConflict if the guest is claimed.
	CreateAccount(ctx context.Context, r *Record, s *Session, codes []string) error
	// Account returns an account by its ID, AccountByKey by the key of its name, AccountByHandle by its
	// handle and AccountByEmail by its e-mail address.
	Account(ctx context.Context, id string) (*Record, error)
	AccountByKey(ctx context.Context, key string) (*Record, error)
	AccountByHandle(ctx context.Context, handle []byte) (*Record, error)
	AccountByEmail(ctx context.Context, email string) (*Record, error)
	// Accounts lists accounts, ordered by key.
	Accounts(ctx context.Context, p Page) ([]*Record, error)
	// Resembles reports whether the name of an account has a skeleton.
	Resembles(ctx context.Context, skeleton string) (bool, error)
	// UpdateAccount stores a changed account. Its Seq must be one more than the stored one; otherwise
	// the error is ErrConflict. ErrTaken: another account has the e-mail address.
	UpdateAccount(ctx context.Context, r *Record) error
	// ReplacePassword stores an account with a new password as UpdateAccount does, and in the same transaction ends
	// and begins what comes with that. It returns the IDs of sessions and tokens that have ended.
	ReplacePassword(ctx context.Context, r *Record, with Replacement) (ended []string, err error)
	// BeginDeletion closes an account for good: no session, token, passkey or code is left, and package
	// adopt deletes the rest.
	BeginDeletion(ctx context.Context, id string, at time.Time) error
	// DeleteAccount deletes an account and all that belongs to it. Its guests stay claimed, and no account
	// gets a name that looks like its.
	DeleteAccount(ctx context.Context, id string) error

	// Claim binds a guest to an account, unless the guest is bound or the account is deleted, and says
	// whether it did. Until the account has the guest's games, the claim is due at a time: see package
	// adopt. Claimed returns the account's ID; "" after its deletion.
	Claim(ctx context.Context, guest, account string, due time.Time) (bool, error)
	Claimed(ctx context.Context, guest string) (account string, err error)

	// AddSession stores a session of an account that is open and has a password, given by what is stored of it;
	// otherwise the error is ErrConflict. Session finds one by the hash of its secret, with its account.
	// UpdateSession changes the hash, use and freshness of one that has a hash: a secret that was
	// replaced meanwhile does not return.
	AddSession(ctx context.Context, s *Session, password string) error
	Session(ctx context.Context, hash string) (*Session, *Record, error)
	Sessions(ctx context.Context, account string) ([]*Session, error)
	UpdateSession(ctx context.Context, s *Session, hash string) error
	// EndSessions ends sessions of an account: the one with an ID, or with "" all except another.
	EndSessions(ctx context.Context, account, only, except string) (int, error)

	// AddToken stores a token, unless the account has most of them; then the error is ErrMany. Token
	// finds one by the hash of its secret, with its account.
	AddToken(ctx context.Context, t *Token, most int) error
	Token(ctx context.Context, hash string) (*Token, *Record, error)
	Tokens(ctx context.Context, account string) ([]*Token, error)
	UseToken(ctx context.Context, id string, at time.Time) error
	DeleteToken(ctx context.Context, account, id string) error

	// PutCodes replaces the hashes of an account's recovery codes. HasCode reports whether one is there.
	PutCodes(ctx context.Context, account string, hashes []string) error
	HasCode(ctx context.Context, account, hash string) (bool, error)
	Codes(ctx context.Context, account string) (int, error)

	// AddPasskey stores a passkey, as AddToken does; ErrTaken: it is known. UpdatePasskey changes its
	// name, data and use.
	AddPasskey(ctx context.Context, p *Passkey, most int) error
	Passkeys(ctx context.Context, account string) ([]*Passkey, error)
	UpdatePasskey(ctx context.Context, p *Passkey) error
	// DeletePasskey deletes a passkey, unless it is the last one and the account has no password; then
	// the error is ErrLast.
	DeletePasskey(ctx context.Context, account string, id []byte) error

	// PutTicket stores a ticket. Ticket returns one that is still valid, TakeTicket also removes it.
	PutTicket(ctx context.Context, t *Ticket) error
	Ticket(ctx context.Context, kind, hash string, now time.Time) (*Ticket, error)
	TakeTicket(ctx context.Context, kind, hash string, now time.Time) (*Ticket, error)

	// Attempt counts an attempt for each key, unless that must wait: then it returns how long, and
	// counts nothing. Attempts are forgotten a day after the last one. Succeeded forgets those of
	// keys, and takes back one attempt of another key.
	Attempt(ctx context.Context, keys []Attempts, now time.Time) (time.Duration, error)
	Succeeded(ctx context.Context, keys []string, once string) error

	// PutPlace notes that an account was used from an address, given by a hash. KnownPlace reports whether
	// it was, not long ago.
	PutPlace(ctx context.Context, account, place string, at time.Time) error
	KnownPlace(ctx context.Context, account, place string) (bool, error)

	// Changes returns the changes after a number, at most limit; -1: only the last one.
	Changes(ctx context.Context, after int64, limit int) ([]Change, error)
	// Sweep deletes sessions that were not used since a time, tickets that have expired, attempts and
	// changes that are forgotten.
	Sweep(ctx context.Context, now time.Time) error
}
