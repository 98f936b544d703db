package guests

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
)

// SecretName is the name of the secret that New takes, in the database.
const SecretName = "guests"

const (
	cookieAge     = 365 * 24 * time.Hour // after the last visit
	cookieRenewal = 7 * 24 * time.Hour   // the age at which a cookie is replaced
)

// Guest is a person without an account. The cookie is signed, so that no one can
// claim another guest's seat.
type Guest struct {
	ID     string `json:"g"` // secret: seats are bound to it, and only the cookie and the server know it
	Name   string `json:"n"`
	Issued int64  `json:"i"` // when the cookie was given, seconds since 1970
	Rules  int    `json:"r"` // the names.Rules that the name obeys
}

// Guests gives and reads the cookies of guests.
type Guests struct {
	cookie    []byte // key of cookies
	public    []byte // key of public IDs
	games     []byte // key of the IDs of games
	commands  []byte // key of the IDs of commands
	addresses []byte // key of the hashes of addresses
	alwaysTLS bool   // the base URL is https
	now       func() time.Time
}

// New derives its keys from one secret, which all nodes share. With
// alwaysTLS, all cookies are secure, even if a request came without TLS.
func New(secret []byte, alwaysTLS bool, now func() time.Time) *Guests {
	key := func(purpose string) []byte { return mac(secret, purpose) }
	return &Guests{
		cookie: key("cookie"), public: key("public"), games: key("games"), commands: key("commands"),
		addresses: key("addresses"),
		alwaysTLS: alwaysTLS, now: now,
	}
}

func mac(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		// The length keeps "ab", "c" apart from "a", "bc".
		_ = binary.Write(h, binary.BigEndian, uint32(len(p)))
		h.Write([]byte(p))
	}
	return h.Sum(nil)
}

// PublicID returns the ID that others see: the same on every node, and of no use
// for making a cookie.
func (gs *Guests) PublicID(id string) string {
	if id == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(mac(gs.public, id)[:9])
}

// Tag returns six letters and digits that tell guests with the same name apart, "" for no
// guest. A guest chooses the name, but not the tag, and keeps it with the cookie. The same
// tag again takes about a billion new guests.
func (gs *Guests) Tag(id string) string {
	if id == "" {
		return ""
	}
	return names.Letters.EncodeToString(mac(gs.public, "tag", id))[:6]
}

// GameID returns the ID of the game that a guest creates with a request ID, so
// that a request sent twice makes one game. Random is a bit that depends on both,
// for a random color.
func (gs *Guests) GameID(guest, request string) (id livegame.ID, random bool) {
	sum := mac(gs.games, guest, request)
	return livegame.DeriveID([24]byte(sum)), sum[24]&1 == 1
}

// CommandID returns the ID that a guest's command has in a game. If two guests
// choose the same ID, these still differ, and no guest can guess another's.
func (gs *Guests) CommandID(guest, id string) string {
	return base64.RawURLEncoding.EncodeToString(mac(gs.commands, guest, id)[:18])
}

// AddressID returns a hash of a visit's address: the same on every node, and of no use for
// finding the address.
func (gs *Guests) AddressID(v *Visit) string {
	if v.Address == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(mac(gs.addresses, v.Address)[:12])
}

// cookieName returns the name of the cookie. With the prefix, browsers accept it
// only from this host and over TLS.
func (gs *Guests) cookieName(secure bool) string {
	if secure {
		return "__Host-wane"
	}
	return "wane"
}

// Secure reports whether the client reaches the server over TLS.
func (gs *Guests) Secure(r *http.Request) bool {
	return gs.alwaysTLS || VisitOf(r.Context()).Secure
}

// Read returns the guest of a request's cookie; false without a valid one.
func (gs *Guests) Read(r *http.Request) (Guest, bool) {
	name := gs.cookieName(gs.Secure(r))
	c, err := r.Cookie(name)
	if err != nil {
		return Guest{}, false
	}
	return gs.open(name, c.Value)
}

// Session returns the secret of the session in a request's cookie; "" without one.
func (gs *Guests) Session(r *http.Request) string {
	c, err := r.Cookie(gs.sessionCookieName(gs.Secure(r)))
	if err != nil {
		return ""
	}
	return c.Value
}

// SessionCookie makes the cookie of a session, which lasts for a time; an empty secret makes the
// browser forget it.
func (gs *Guests) SessionCookie(r *http.Request, secret string, age time.Duration) *http.Cookie {
	secure := gs.Secure(r)
	c := &http.Cookie{
		Name: gs.sessionCookieName(secure), Value: secret, Path: "/", MaxAge: int(age.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}
	if secret == "" {
		c.MaxAge = -1
	}
	return c
}

func (gs *Guests) sessionCookieName(secure bool) string { return gs.cookieName(secure) + "-session" }

// Greet returns the guest of a request. It makes a newcomer a guest and renews an
// old cookie. A name from before the present rules is checked once. With again, the cookie is
// not that of a guest any more.
func (gs *Guests) Greet(w http.ResponseWriter, r *http.Request, again bool) (Guest, error) {
	g, known := gs.Read(r)
	known = known && !again
	unchecked := known && g.Rules != names.Rules
	if !known {
		g = Guest{ID: rand.Text(), Name: names.Invent()}
	} else if unchecked {
		if _, err := names.CheckNickname(g.Name); err != nil {
			g.Name = names.Invent()
		}
	}
	if !known || unchecked || gs.now().Sub(time.Unix(g.Issued, 0)) > cookieRenewal {
		c, err := gs.Cookie(r, &g)
		if err != nil {
			return Guest{}, err
		}
		http.SetCookie(w, c)
	}
	return g, nil
}

// Age returns how long ago a guest's cookie was given. It is renewed with a new name, and once
// a week.
func (gs *Guests) Age(g Guest) time.Duration { return gs.now().Sub(time.Unix(g.Issued, 0)) }

// Cookie makes the cookie of a guest, whose name obeys names.CheckNickname.
func (gs *Guests) Cookie(r *http.Request, g *Guest) (*http.Cookie, error) {
	g.Issued, g.Rules = gs.now().Unix(), names.Rules
	secure := gs.Secure(r)
	name := gs.cookieName(secure)
	value, err := gs.seal(name, g)
	if err != nil {
		return nil, fmt.Errorf("make the cookie of a guest: %w", err)
	}
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(cookieAge.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}, nil
}
