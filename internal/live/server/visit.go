package server

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

// visit is what is known about a request beside the request itself.
type visit struct {
	address string // whom limits count: an IPv4 address, or the /64 that an IPv6 address is in
	secure  bool   // it came over TLS, to us or to the proxy in front
	guest   guest  // who sent it; zero on routes that do not ask
}

type visitKey struct{}

// visitOf returns what is known about the request that a handler works on.
func visitOf(ctx context.Context) *visit {
	if v, ok := ctx.Value(visitKey{}).(*visit); ok {
		return v
	}
	return &visit{}
}

// newVisit looks at where a request came from. Only behind a proxy of ours do
// the headers count that a proxy adds; anybody else could invent them.
func newVisit(r *http.Request, trustProxy bool) *visit {
	v := &visit{secure: r.TLS != nil}
	from := r.RemoteAddr
	if trustProxy {
		if chain := r.Header.Values("X-Forwarded-For"); len(chain) > 0 {
			// The last address is the one that our proxy saw.
			hops := strings.Split(chain[len(chain)-1], ",")
			from = strings.TrimSpace(hops[len(hops)-1])
		}
		if proto := r.Header.Get("X-Forwarded-Proto"); proto != "" {
			v.secure = strings.EqualFold(proto, "https")
		}
	}
	v.address = household(from)
	return v
}

// household reduces an address to what one household has.
func household(from string) string {
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

func contextWithVisit(ctx context.Context, v *visit) context.Context {
	return context.WithValue(ctx, visitKey{}, v)
}
