package account

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/auth"
)

// App is a program's request for a token by OAuth 2 with PKCE (RFC 6749 and 7636): the query of the page /oauth.
type App struct {
	Client    string `query:"client_id" maxLength:"60" doc:"what the program calls itself"`
	Redirect  string `query:"redirect_uri" maxLength:"1000" doc:"where the browser goes with the answer"`
	Response  string `query:"response_type" maxLength:"20" doc:"code"`
	Method    string `query:"code_challenge_method" maxLength:"20" doc:"S256"`
	Challenge string `query:"code_challenge" maxLength:"100" doc:"the SHA-256 of the program's secret, in base64url"`
	Scope     string `query:"scope" maxLength:"500" doc:"scopes, separated by spaces"`
	State     string `query:"state" maxLength:"2000" doc:"comes back with the answer"`
}

const (
	appKind = "app"       // of the ticket that a code stands for
	appTime = time.Minute // that a program has to exchange a code
	// appTokens is how many tokens of an account one program may have: on as many devices.
	appTokens = 5
)

// s256 is a challenge: a SHA-256 in base64url.
var s256 = regexp.MustCompile(`^[\w-]{43}$`)

// approval is what a person may approve of a request: a token with a name, by which people know it, and its scopes.
type approval struct {
	App
	Scopes []auth.Scope
	Name   string
	host   string // or the scheme of a program on the user's device
}

// check checks the request of a program. It leaves out scopes that there are not, as OAuth has it.
func (a *App) check() (r approval, err error) {
	r.App = *a
	if r.host, err = a.host(); err != nil {
		return r, err
	}
	for _, name := range strings.Fields(a.Scope) {
		scope := auth.Scope(name)
		if slices.Contains(auth.Scopes, scope) && scope != auth.EngineWork && !slices.Contains(r.Scopes, scope) {
			r.Scopes = append(r.Scopes, scope)
		}
	}
	if r.Name, err = checkLabel(a.Client); err != nil {
		return r, invalid("the parameter client_id: %v", err)
	}
	if r.Name != r.host {
		r.Name = message.Clip(r.Name+" ("+r.host+")", maxLabel)
	}
	switch {
	case a.Response != "code":
		return r, invalid("the parameter response_type: expected code")
	case a.Method != "S256":
		return r, invalid("the parameter code_challenge_method: expected S256")
	case !s256.MatchString(a.Challenge):
		return r, invalid("the parameter code_challenge: expected the SHA-256 of the verifier, 43 characters of base64url")
	}
	return r, nil
}

// host returns who gets the answer: the host of a page, or the scheme of a program on the user's device.
func (a *App) host() (string, error) {
	u, err := url.Parse(a.Redirect)
	if err == nil && u.IsAbs() && u.Fragment == "" && !strings.ContainsFunc(u.Host, notASCII) {
		name := u.Hostname()
		here := name == "localhost" || net.ParseIP(name).IsLoopback()
		switch {
		case name != "" && (u.Scheme == "https" || u.Scheme == "http" && here):
			return u.Host, nil
		case strings.Contains(u.Scheme, "."): // as RFC 8252 asks
			return u.Scheme, nil
		}
	}
	return "", invalid("the parameter redirect_uri: expected an address with https, http for the user's own device, " +
		"or the program's own scheme such as com.example.app; in ASCII and without a fragment")
}

// notASCII reports whether a letter may look like another one.
func notASCII(r rune) bool { return r > unicode.MaxASCII }

// location returns where the browser goes with an answer.
func (a *App) location(key, value string) string {
	u, err := url.Parse(a.Redirect)
	if err != nil {
		panic("account: " + err.Error()) // it was checked
	}
	q := u.Query()
	q.Set(key, value)
	if a.State != "" {
		q.Set("state", a.State)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// Authorize approves the request of a program for the person of a session, and returns the redirect with a code, which
// is valid for a minute. It needs a fresh proof: the program's token outlives the session.
func (s *Service) Authorize(ctx context.Context, i *auth.Identity, a *App) (location string, err error) {
	r, err := a.check()
	if err != nil {
		return "", err
	}
	if err := s.fresh(i); err != nil {
		return "", err
	}
	list, err := s.o.Store.Tokens(ctx, i.Account.ID)
	if err != nil {
		return "", err
	}
	own := 0
	for _, t := range list {
		if t.Name == r.Name {
			own++
		}
	}
	if own < appTokens && len(list) >= maxTokens { // else the new token replaces one
		return "", ErrMany // while the person can do something about it
	}
	data, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	code, hash := newSecret("")
	t := &Ticket{Hash: hash, Kind: appKind, Account: i.Account.ID, Data: data, Expires: s.now().Add(appTime)}
	return a.location("code", code), s.o.Store.PutTicket(ctx, t)
}

// ErrGrant says that a code gives no token.
var ErrGrant = errors.New("the code is invalid, expired or issued to another client")

// Exchange returns the token for the code of a program, and the secret. A code is valid once. It returns ErrGrant if
// the code is not that of the client, the address and the verifier, or if the account is closed or gone.
func (s *Service) Exchange(
	ctx context.Context, code, client, redirect, verifier string,
) (granted *Token, secret string, err error) {
	t, err := s.o.Store.TakeTicket(ctx, appKind, hashSecret(code), s.now())
	if err != nil {
		return nil, "", grantError(err)
	}
	var a approval
	if err := json.Unmarshal(t.Data, &a); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256([]byte(verifier))
	if a.Client != client || a.Redirect != redirect || a.Challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
		return nil, "", ErrGrant
	}
	of, err := s.o.Store.Account(ctx, t.Account)
	if err != nil {
		return nil, "", grantError(err)
	}
	if !of.Closed.IsZero() {
		return nil, "", ErrGrant
	}
	granted, secret = s.newToken(of.Account, a.Name, a.Scopes)
	ended, err := s.o.Store.AddTokenOf(ctx, granted, maxTokens, appTokens)
	for _, id := range ended {
		s.changed(ctx, Change{Account: of.ID, Ended: id})
	}
	return granted, secret, grantError(err)
}

// grantError is ErrGrant where there is no such code or account, or no room for a token.
func grantError(err error) error {
	if errors.Is(err, auth.ErrNotFound) || errors.Is(err, ErrMany) {
		return ErrGrant
	}
	return err
}
