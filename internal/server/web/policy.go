package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Policy says who may call a route and what that costs. Every field must be set, or Kit.Handler returns an error.
type Policy struct {
	Caller Caller
	Tokens Tokens
	Price  Price
	Body   Bytes
	Cache  Cache
	Stores Stores
}

// Caller is who may call a route.
type Caller int

// The callers.
const (
	_ Caller = iota
	// Anyone may call, and nobody asks who it is: there is no cookie, and the answer is the same for all.
	Anyone
	// Visitor is anyone, too; a session, a token or the cookie of a guest says who it is.
	Visitor
	// Player is a Visitor who has an ID: a newcomer becomes a guest, whose cookie comes with the answer.
	Player
	// Account is who is signed in, or sends a token of an account.
	Account
	// Moderator and Admin are signed in with an account that has the role.
	Moderator
	Admin
	// Worker is a program of an admin, which sends a token with the scope engine:work.
	Worker
	// Operator is who runs the server, such as a load balancer that asks whether it works. Anyone else may ask, too.
	Operator
)

// identified reports whether a route finds out who calls.
func (c Caller) identified() bool { return c != Anyone && c != Operator }

// Tokens are the tokens that may call a route.
type Tokens struct{ text string }

var (
	// NoToken means that only sessions and, where the caller may be one, guests call the route.
	NoToken = Tokens{"none"}
	// AnyToken is for what is public, or concerns nobody.
	AnyToken = Tokens{"any"}
)

// Playing are the tokens of programs that play.
var Playing = Scopes(auth.BoardPlay, auth.BotPlay)

// Scopes returns the tokens that have one of some scopes.
func Scopes(scopes ...auth.Scope) Tokens {
	list := make([]string, len(scopes))
	for i, s := range scopes {
		list[i] = string(s)
	}
	return Tokens{strings.Join(list, " ")}
}

// String returns "none", "any", or the scopes.
func (t Tokens) String() string { return t.text }

// scopes returns the scopes of which a token needs one; nil: there are none.
func (t Tokens) scopes() []string {
	if t == NoToken || t == AnyToken {
		return nil
	}
	return strings.Fields(t.text)
}

// allow reports whether an identity with a token may call.
func (t Tokens) allow(i *auth.Identity) bool {
	return t == AnyToken || slices.ContainsFunc(t.scopes(), func(s string) bool { return i.May(auth.Scope(s)) })
}

// Refuse returns why an identity may not do what only some tokens may; nil: it may. Sessions and guests, who have no
// identity, may.
func (t Tokens) Refuse(i *auth.Identity) *problem.Problem {
	if i == nil || i.Session != "" || t.allow(i) {
		return nil
	}
	if t == NoToken {
		return problem.New(http.StatusForbidden, problem.CodeScope, "No token may do this: sign in.")
	}
	return problem.New(http.StatusForbidden, problem.CodeScope,
		"The token needs the scope "+strings.Join(t.scopes(), " or ")+".")
}

// Price is what a request takes from the budgets of its address and of its caller, before anything else is done.
type Price struct {
	Kind limits.Kind
	// PerBytes: for every so many bytes of its body the request takes one more; 0: it does not.
	PerBytes int
}

// Costs is the price of one request of a kind.
func Costs(k limits.Kind) Price { return Price{Kind: k} }

// Bytes is how long a body may be.
type Bytes int64

// Lengths of bodies.
const (
	NoBody Bytes = -1
	Small  Bytes = 4 << 10
)

// Stores is what a request leaves in the database. Its address has a budget of bytes, and while the disk is nearly
// full, requests that leave something are rejected.
type Stores int

// What requests store.
const (
	// Contents: as much as its body has; nothing if the request reads, deletes, computes or signs in.
	Contents Stores = iota
	// Growth: what replaces something, whose handler charges for how much longer it is.
	Growth
	// Moves: those and other commands of games, which take nothing from the budget and go on until the disk is full.
	Moves
)

// Keeps reports whether a request leaves something in the database that is not a move.
func (r *Route) Keeps() bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodDelete
	return !reads && r.Stores != Moves && r.Price.Kind != limits.Rules && r.Price.Kind != limits.SignIn
}

// Cache is who may keep an answer, as a value of Cache-Control. An answer with a cookie is never public, and an
// error is not kept.
type Cache string

// The cache policies.
const (
	NoStore     Cache = "no-store"
	NoCache     Cache = "no-cache"          // it is asked for each time, with an ETag
	Private     Cache = "private, no-store" // of one caller
	TenSeconds  Cache = "public, max-age=10"
	AMinute     Cache = "public, max-age=60"
	FiveMinutes Cache = "public, max-age=300" // for what changes only with a new version
	ADay        Cache = "public, max-age=86400"
	Immutable   Cache = "public, max-age=31536000, immutable" // of a file whose name has a hash of its content
	// ByAnswer: each answer says it. One that does not is not kept.
	ByAnswer Cache = "by answer"
)

// check returns an error that names what a route lacks.
func (r *Route) check() error {
	var lacks []string
	for what, missing := range map[string]bool{
		"a caller": r.Caller == 0, "its tokens": r.Tokens == Tokens{}, "a price": r.Price.Kind == limits.None,
		"the length of its body": r.Body == 0 && r.Method != http.MethodGet, "a cache policy": r.Cache == "",
	} {
		if missing {
			lacks = append(lacks, what)
		}
	}
	var err error
	switch {
	case len(lacks) > 0:
		slices.Sort(lacks)
		err = errors.New("the route lacks " + strings.Join(lacks, ", "))
	case r.Price.Kind == limits.Free && !r.file && r.Caller != Operator:
		err = errors.New("only files are free")
	case r.Method == http.MethodGet && r.Body > 0:
		err = errors.New("a request that only reads has no body")
	case r.Caller == Worker && r.Tokens != Scopes(auth.EngineWork):
		err = errors.New("a worker has a token for that and nothing else")
	case (r.Caller == Moderator || r.Caller == Admin) && r.Tokens != NoToken:
		err = errors.New("a token has no role")
	case r.Off != nil && !r.Caller.identified():
		err = errors.New("only who calls is answered that something is not there")
	case r.Caller > Visitor && strings.HasPrefix(string(r.Cache), "public"):
		err = errors.New("what only some may see is not public")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r, err)
	}
	return nil
}

// refuse returns why the sender of a request may not call a route; nil: it may.
func (r *Route) refuse(w http.ResponseWriter, v *guests.Visit) *problem.Problem {
	i := v.Identity
	switch {
	case i == nil && r.Caller >= Account:
		w.Header().Set("WWW-Authenticate", "Bearer")
		return problem.New(http.StatusUnauthorized, problem.CodeNoToken, "This needs an account: sign in, or send a token.")
	case i == nil:
		return nil
	case i.Session != "" && r.Caller == Worker:
		return problem.New(http.StatusForbidden, problem.CodeScope, "A session is no worker: send a token.")
	}
	if refused := r.Tokens.Refuse(i); refused != nil {
		return refused
	}
	if r.Caller == Moderator && !i.Account.Role.AtLeast(auth.Moderator) ||
		(r.Caller == Admin || r.Caller == Worker) && !i.Account.Role.AtLeast(auth.Admin) {
		return problem.New(http.StatusForbidden, problem.CodeForbidden, problem.Sentence(auth.ErrForbidden))
	}
	return nil
}

// Read is the policy of a route that reads and whose answers are kept nowhere.
func Read(c Caller, t Tokens, k limits.Kind) Policy {
	return Policy{Caller: c, Tokens: t, Price: Costs(k), Body: NoBody, Cache: NoStore}
}

// Write is the policy of a route that changes something, with a small body.
func Write(c Caller, t Tokens, k limits.Kind) Policy {
	return Policy{Caller: c, Tokens: t, Price: Costs(k), Body: Small, Cache: NoStore}
}

// Play is the policy of a move or another command of a game.
func Play(c Caller, t Tokens) Policy {
	p := Write(c, t, limits.Command)
	p.Stores = Moves
	return p
}

// Public is the policy of a route whose answers are the same for all, and may be kept.
func Public(c Cache, k limits.Kind) Policy { return Read(Visitor, AnyToken, k).WithCache(c) }

// WithCache returns a policy with another cache policy.
func (p Policy) WithCache(c Cache) Policy {
	p.Cache = c
	return p
}
