package server

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gorilla/securecookie"
)

const (
	// cookieAge is how long a guest is remembered after his last visit.
	cookieAge = 365 * 24 * time.Hour
	// cookieRenewal is after how long a cookie is given anew.
	cookieRenewal = 7 * 24 * time.Hour
	// maxName is how many characters a name has at most.
	maxName = 24
)

// guest is a person without an account. His cookie is signed, so that nobody can
// claim another's seat.
type guest struct {
	ID     string `json:"g"` // the identity that seats are bound to; known to his cookie and to us
	Name   string `json:"n"`
	Issued int64  `json:"i"` // when the cookie was given, seconds since 1970
}

// guests gives and reads the cookies.
type guests struct {
	cookie    *securecookie.SecureCookie
	public    []byte // key of public ids
	games     []byte // key of the names of games
	commands  []byte // key of the ids of commands
	alwaysTLS bool   // the base URL is https
	now       func() time.Time
}

// newGuests derives its keys from one secret, which all nodes share.
func newGuests(secret []byte, alwaysTLS bool, now func() time.Time) *guests {
	key := func(purpose string) []byte { return mac(secret, purpose) }
	c := securecookie.New(key("cookie"), nil).SetSerializer(securecookie.JSONEncoder{}).MaxAge(int(cookieAge.Seconds())).MaxLength(1024)
	return &guests{cookie: c, public: key("public"), games: key("games"), commands: key("commands"), alwaysTLS: alwaysTLS, now: now}
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

// publicID is what others may know a guest by: the same everywhere, but nothing
// that a cookie could be made of.
func (gs *guests) publicID(id string) string {
	if id == "" {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(mac(gs.public, id)[:9])
}

// gameID names the game that a guest asks for under a number of his choice, so
// that asking twice makes one game. Its spare bits decide about what is random.
func (gs *guests) gameID(guest, request string) (id string, random bool) {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	sum := mac(gs.games, guest, request)
	high, low := binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])
	b := make([]byte, 12)
	for i := range b {
		from := &high
		if i%2 == 1 {
			from = &low
		}
		b[i] = letters[*from%62]
		*from /= 62
	}
	return string(b), sum[16]&1 == 1
}

// commandID is what a guest's command is called in a game. Ids that two guests
// happen to choose alike stay apart, and nobody can guess another's.
func (gs *guests) commandID(guest, id string) string {
	return base64.RawURLEncoding.EncodeToString(mac(gs.commands, guest, id)[:18])
}

// cookieName is what the cookie is called. With the prefix, browsers make sure
// that it came from this very host over an encrypted connection.
func (gs *guests) cookieName(secure bool) string {
	if secure {
		return "__Host-wane"
	}
	return "wane"
}

func (gs *guests) secure(r *http.Request) bool {
	return gs.alwaysTLS || visitOf(r.Context()).secure
}

// read returns who sent the request, if it says so and is right.
func (gs *guests) read(r *http.Request) (guest, bool) {
	name := gs.cookieName(gs.secure(r))
	c, err := r.Cookie(name)
	if err != nil {
		return guest{}, false
	}
	var g guest
	if err := gs.cookie.Decode(name, c.Value, &g); err != nil || g.ID == "" {
		return guest{}, false
	}
	return g, true
}

// greet returns who sent the request. A newcomer becomes a guest, and a cookie
// that is getting old is renewed.
func (gs *guests) greet(w http.ResponseWriter, r *http.Request) (guest, error) {
	g, known := gs.read(r)
	if !known {
		g = guest{ID: rand.Text(), Name: inventName()}
	}
	if !known || gs.now().Sub(time.Unix(g.Issued, 0)) > cookieRenewal {
		c, err := gs.give(r, &g)
		if err != nil {
			return guest{}, err
		}
		http.SetCookie(w, c)
	}
	return g, nil
}

// give makes the cookie for a guest.
func (gs *guests) give(r *http.Request, g *guest) (*http.Cookie, error) {
	g.Issued = gs.now().Unix()
	secure := gs.secure(r)
	name := gs.cookieName(secure)
	value, err := gs.cookie.Encode(name, g)
	if err != nil {
		return nil, fmt.Errorf("cannot make a cookie: %w", err)
	}
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(cookieAge.Seconds()),
		HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode,
	}, nil
}

// checkName returns a name as it will be shown, or says what is wrong with it.
func checkName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", fmt.Errorf("the name is not valid text; it can have 1 to %d letters, digits, signs and spaces", maxName)
	}
	name = strings.Join(strings.FieldsFunc(name, unicode.IsSpace), " ")
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return "", fmt.Errorf("the name is empty; it can have 1 to %d letters, digits, signs and spaces", maxName)
	case n > maxName:
		return "", fmt.Errorf("the name has %d characters; up to %d are possible", n, maxName)
	}
	visible := false
	for _, c := range name {
		switch {
		case !unicode.IsPrint(c) || unicode.Is(unicode.Mn, c) && !visible:
			return "", fmt.Errorf("the name has a character that cannot be shown (%U); letters, digits, signs and spaces are possible", c)
		case c != ' ':
			visible = true
		}
	}
	return name, nil
}
