package guests

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/names"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Visit is what the server knows about a request's sender.
type Visit struct {
	// Address is what limits count: an IPv4 address, or the /64 network of an IPv6
	// address.
	Address string
	Trusted bool   // the address is in a network that the operator trusts
	Secure  bool   // the request came over TLS, to this server or to the proxy in front
	Host    string // by which the client reached the server, with the port; empty behind a proxy
	// Guest is who has the seats of the sender's games: the guest of the cookie or, for an
	// Identity, its account. It is zero on routes that do not need it.
	Guest Guest
	// Identity is set for a request with the session or a token of an account.
	Identity *auth.Identity
	// Stale says that the cookie is that of a guest who has become an account: it proves nothing.
	Stale bool
}

// Author returns the sender as the author of texts.
func (v *Visit) Author() publictext.Author {
	return publictext.Author{Guest: v.Guest.ID, Name: v.Guest.Name, Account: v.Account()}
}

// Moderates reports whether the sender is signed in as a moderator.
func (v *Visit) Moderates() bool {
	return v.Identity != nil && v.Identity.Session != "" && v.Identity.Account.Role.AtLeast(auth.Moderator)
}

// As makes an account the sender of a visit.
func (v *Visit) As(i *auth.Identity) {
	v.Identity = i
	v.Guest = Guest{ID: i.Account.ID, Name: i.Account.Name, Rules: names.Rules, Issued: i.Account.Created.Unix()}
}

// Account returns the account of a visit's sender; nil: a guest.
func (v *Visit) Account() *auth.Account {
	if v.Identity == nil {
		return nil
	}
	return &v.Identity.Account
}

// Networks reads networks, such as 192.0.2.0/24, that an operator trusts.
func Networks(list []string) ([]netip.Prefix, error) {
	networks := make([]netip.Prefix, len(list))
	for i, text := range list {
		n, err := netip.ParsePrefix(strings.TrimSpace(text))
		if err != nil || n.Addr().Is6() && n.Bits() > 64 {
			return nil, fmt.Errorf("invalid network %.50q: expected IPv4 such as 192.0.2.0/24, or IPv6 up to /64", text)
		}
		networks[i] = n
	}
	return networks, nil
}

// In reports whether one of some networks has an address, as AddressOf returns it.
func In(networks []netip.Prefix, address string) bool {
	a, err := netip.ParseAddr(address)
	if n, wide := netip.ParsePrefix(address); wide == nil {
		a, err = n.Addr(), nil
	}
	return err == nil && slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(a) })
}

type visitKey struct{}

// VisitOf returns the visit in a request's context, or an empty one.
func VisitOf(ctx context.Context) *Visit {
	if v, ok := ctx.Value(visitKey{}).(*Visit); ok {
		return v
	}
	return &Visit{}
}

// WithVisit returns a context that holds a visit.
func WithVisit(ctx context.Context, v *Visit) context.Context {
	return context.WithValue(ctx, visitKey{}, v)
}

// NewVisit finds out where a request came from. It reads the headers that a proxy
// adds only if trustProxy is set: any client can send them.
func NewVisit(r *http.Request, trustProxy bool) *Visit {
	v := &Visit{Secure: r.TLS != nil, Host: r.Host}
	from := r.RemoteAddr
	if trustProxy {
		v.Host = "" // the proxy may have its own name for this server
		if chain := r.Header.Values("X-Forwarded-For"); len(chain) > 0 {
			// The last address is the one that our proxy saw.
			hops := strings.Split(chain[len(chain)-1], ",")
			from = strings.TrimSpace(hops[len(hops)-1])
		}
		if proto := r.Header.Get("X-Forwarded-Proto"); proto != "" {
			v.Secure = strings.EqualFold(proto, "https")
		}
	}
	v.Address = AddressOf(from)
	return v
}

// AddressOf returns what limits count of an address with or without a port: an IPv6 address
// stands for its /64, and what is not an IP address is "unknown".
func AddressOf(from string) string {
	var addr netip.Addr
	if ap, err := netip.ParseAddrPort(from); err == nil {
		addr = ap.Addr()
	} else if addr, err = netip.ParseAddr(from); err != nil {
		return "unknown"
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is4() {
		return addr.String()
	}
	network, err := addr.Prefix(64)
	if err != nil {
		return "unknown"
	}
	return network.String()
}

// CustomerOf returns the network that is likely one customer's of a provider, of what AddressOf returned: the /48 of an
// IPv6 network, for providers give out a /64, a /56 or a /48, and else the address.
func CustomerOf(address string) string {
	n, err := netip.ParsePrefix(address)
	if err != nil {
		return address
	}
	if n, err = n.Addr().Prefix(48); err != nil {
		return address
	}
	return n.String()
}

// Player returns the sender as a player of a game.
func (gs *Guests) Player(v *Visit, id livegame.ID) livegame.Player {
	p := livegame.Player{Guest: v.Guest.ID, Person: livegame.Person{Name: v.Guest.Name}}
	if v.Identity != nil {
		p.Person, p.Place = v.Identity.Account.Person(), livegame.PlaceOf(gs.PlaceID(v), id)
	}
	return p
}

// PlaceID is AddressID for livegame.PlaceOf. It is empty in trusted networks, where one address says nothing, and for
// the loopback address, from which all players come if a server is tried out, or if a proxy hides where they are.
func (gs *Guests) PlaceID(v *Visit) string {
	if a, err := netip.ParseAddr(v.Address); v.Trusted || err == nil && a.IsLoopback() || v.Address == "::/64" ||
		v.Address == "unknown" {
		return ""
	}
	return gs.AddressID(v)
}
