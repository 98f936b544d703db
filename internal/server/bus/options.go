package bus

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// Options configure a Client.
type Options struct {
	// URL is the addresses of NATS servers, separated by commas: "nats://host:port", or "tls://host:port" for an
	// encrypted connection.
	URL     string
	Keys    Keys          // for servers that want them
	Node    string        // this node's name; empty: random
	Connect time.Duration // timeout of the first connection; default 5 s
	Log     *slog.Logger  // nil: none
}

// complete sets defaults.
func (o *Options) complete() {
	if o.Connect <= 0 {
		o.Connect = 5 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// publicURL returns the URLs without their secrets, for messages. The error for an
// invalid URL does not quote it, since it may contain a password.
func publicURL(list string) (string, error) {
	var public []string
	for one := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(one))
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" {
			return "", message.InvalidOption(errors.New("bus: invalid address of a NATS server: " +
				"expected nats://host:4222, several separated by commas"))
		}
		public = append(public, u.Scheme+"://"+u.Host)
	}
	return strings.Join(public, ","), nil
}
