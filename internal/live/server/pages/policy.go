package pages

import (
	"net/http"
	"net/url"
	"strings"
)

// ContentPolicy returns the Content-Security-Policy of a page: it may load its own
// files, run WebAssembly, and connect to this server. No page of another site may
// frame it.
func ContentPolicy(base *url.URL) string { return sources(base) + "; frame-ancestors 'none'" }

// embedPolicy is the same for a board that other sites embed.
func embedPolicy(base *url.URL) string { return sources(base) + "; frame-ancestors *" }

func sources(base *url.URL) string {
	connect := "'self'"
	if base != nil {
		// Not every browser takes 'self' to include sockets.
		connect += " " + strings.Replace(base.Scheme, "http", "ws", 1) + "://" + base.Host
	}
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src " + connect +
		"; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
}

// allowFraming lets pages of other sites show the answer in a frame, even sites
// with a strict embedder policy.
func (s *Pages) allowFraming(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", embedPolicy(s.base))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
}
