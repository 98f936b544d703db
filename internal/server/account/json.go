package account

import (
	"encoding/json"

	"github.com/wane-chess/wane/internal/server/guests"
)

// SignUp makes a guest an account (POST /api/signup).
type SignUp struct {
	Name     string `json:"name" maxLength:"100" doc:"2 to 20 letters, digits, hyphens and underscores"`
	Password string `json:"password" maxLength:"1000" doc:"at least 10 characters"`
}

// SignIn begins a session (POST /api/signin).
type SignIn struct {
	Name     string `json:"name" maxLength:"100"`
	Password string `json:"password" maxLength:"1000"`
}

// Email is an account's confirmed e-mail address (GET /api/account/email).
type Email struct {
	Email string `json:"email" doc:"empty: there is none"`
}

// NewEmail asks for a link to confirm an address (PUT /api/account/email).
type NewEmail struct {
	Email    string `json:"email" maxLength:"300"`
	Language string `json:"language,omitempty" maxLength:"20" doc:"of letters: de or en"`
}

// Secret is that of a link in a letter (POST /api/email/confirm).
type Secret struct {
	Secret string `json:"secret" maxLength:"100"`
}

// ResetRequest asks for a letter with a link to a new password (POST /api/recover/letter).
type ResetRequest struct {
	Who      string `json:"who" maxLength:"300" doc:"the name of the account, or its e-mail address"`
	Language string `json:"language,omitempty" maxLength:"20" doc:"of the letter: de or en"`
}

// Reset sets a new password by the link in a letter (POST /api/recover/link).
type Reset struct {
	Secret   string `json:"secret" maxLength:"100"`
	Password string `json:"password" maxLength:"1000"`
}

// Sent says whether the server sends e-mail, or that it will send a letter, if there is reason to.
type Sent struct {
	Mail bool `json:"mail"`
}

// DeleteAccount deletes an account (POST /api/account/delete).
type DeleteAccount struct {
	Name string `json:"name" maxLength:"100" doc:"the name of the account, typed by its owner"`
}

// Recover begins a session with a recovery code, and sets a new password (POST /api/recover).
type Recover struct {
	Name     string `json:"name" maxLength:"100"`
	Code     string `json:"code" maxLength:"100" doc:"a recovery code; it is used up"`
	Password string `json:"password" maxLength:"1000" doc:"the new one, at least 10 characters"`
}

// Password is a password (POST /api/account/confirm, PUT /api/account/password).
type Password struct {
	Password string `json:"password" maxLength:"1000"`
}

// SignedInView is the answer to what begins a session. The session's cookie comes with it.
type SignedInView struct {
	Me    guests.Me `json:"me"`
	Codes []string  `json:"codes,omitempty" doc:"recovery codes of a new account; they are not shown again"`
}

// Codes are recovery codes (POST /api/account/codes).
type Codes struct {
	Codes []string `json:"codes" doc:"each is valid once; they are not shown again, and older ones are not valid any more"`
}

// Settings are what an account's own client may know (GET /api/account/settings).
type Settings struct {
	Account  guests.MyAccount `json:"account"`
	Password bool             `json:"password" doc:"it has a password"`
	Codes    int              `json:"codes" doc:"recovery codes that are left"`
	Email    string           `json:"email,omitempty" doc:"a confirmed e-mail address"`
	Mail     bool             `json:"mail,omitempty" doc:"the server sends e-mail"`
	Digest   string           `json:"digest,omitempty" enum:"never,daily,weekly" doc:"how often unread notifications come by e-mail, if the server sends any"`
	// Fresh is until when the session may do what is dangerous.
	Fresh int64 `json:"fresh" doc:"until when the session may do what is dangerous; in the past: POST /api/account/confirm first"`
}

// SessionView is a device that is signed in (GET /api/account/sessions).
type SessionView struct {
	ID      string `json:"id"`
	Device  string `json:"device" doc:"such as Firefox on Linux"`
	Created int64  `json:"created"`
	Used    int64  `json:"used" doc:"the last use, to an hour"`
	Current bool   `json:"current,omitempty" doc:"the session of this request"`
}

// Ended says how many sessions were ended.
type Ended struct {
	Ended int `json:"ended"`
}

// NewToken makes a personal token (POST /api/account/tokens).
type NewToken struct {
	Name   string   `json:"name" maxLength:"200" doc:"what the token is for, 1 to 60 characters"`
	Scopes []string `json:"scopes" maxItems:"20" enum:"bot:play,board:play,challenge:read,challenge:write,follow:read,follow:write,study:read,study:write,email:read,notify:read,puzzle:read,puzzle:write,tournament:write,engine:work" doc:"what it allows"`
}

// AppView is a program that asks for a token (GET /api/account/app).
type AppView struct {
	Name   string   `json:"name" doc:"what the program calls itself"`
	Host   string   `json:"host" doc:"where the answer goes: a host, or the scheme of a program on the device"`
	Scopes []string `json:"scopes" doc:"what it wants to do"`
	Denied string   `json:"denied" doc:"where the browser goes if the person says no"`
}

// Authorized is where the browser goes with the code for a program (POST /api/account/app).
type Authorized struct {
	Location string `json:"location"`
}

// TokenView is a personal token without its secret (GET /api/account/tokens).
type TokenView struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Scopes  []string `json:"scopes"`
	Created int64    `json:"created"`
	Used    int64    `json:"used,omitempty" doc:"the last use, to a day; 0: never"`
}

// MadeToken is a new token.
type MadeToken struct {
	TokenView
	Secret string `json:"secret" doc:"for the header Authorization: Bearer …; it is not shown again"`
}

// CeremonyView is one of passkeys that has begun. It lasts five minutes.
type CeremonyView struct {
	Ceremony string          `json:"ceremony" doc:"send it back to finish"`
	Options  json.RawMessage `json:"options" doc:"for PublicKeyCredential.parseCreationOptionsFromJSON or …RequestOptionsFromJSON"`
}

// AddPasskey finishes to add a passkey (POST /api/passkeys/register/finish).
type AddPasskey struct {
	Ceremony   string          `json:"ceremony" maxLength:"100"`
	Name       string          `json:"name" maxLength:"200" doc:"of the passkey, 1 to 60 characters"`
	Credential json.RawMessage `json:"credential" doc:"what navigator.credentials.create returns, as its toJSON writes it"`
}

// UsePasskey finishes to sign in (POST /api/passkeys/signin/finish).
type UsePasskey struct {
	Ceremony   string          `json:"ceremony" maxLength:"100"`
	Credential json.RawMessage `json:"credential" doc:"what navigator.credentials.get returns, as its toJSON writes it"`
}

// PasskeyView is a passkey of an account (GET /api/account/passkeys).
type PasskeyView struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Created int64  `json:"created"`
	Used    int64  `json:"used,omitempty" doc:"0: never"`
}

// Label is the name that a person gives something.
type Label struct {
	Name string `json:"name" maxLength:"200" doc:"1 to 60 characters"`
}
