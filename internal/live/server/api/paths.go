package api

import (
	"net/http"
	"strings"
)

// paths is a mux that takes GET /api/bot/game/{id}/chat beside GET /api/bot/game/stream/{id}, as
// Lichess has both. To http.ServeMux they are in conflict, so it knows the first by another path.
type paths struct{ *http.ServeMux }

// chats are the beginnings of the paths of both APIs, with the end of the first.
var chats = []string{"/api/bot/game/", "/api/board/game/"}

const chatEnd = "/chat"

// HandleFunc registers a handler, as the mux does.
func (m paths) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	for _, begin := range chats {
		if pattern == "GET "+begin+"{id}"+chatEnd {
			pattern = "GET " + begin + "chat/{id}"
		}
	}
	m.ServeMux.HandleFunc(pattern, handler)
}

// ServeHTTP implements http.Handler.
func (m paths) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for _, begin := range chats {
		rest, ok := strings.CutPrefix(r.URL.Path, begin)
		id, chat := strings.CutSuffix(rest, chatEnd)
		if !ok || !chat || id == "stream" || strings.Contains(id, "/") ||
			r.Method != http.MethodGet && r.Method != http.MethodHead {
			continue
		}
		asked, known := r.URL, *r.URL
		known.Path, known.RawPath = begin+"chat/"+id, ""
		r.URL = &known
		defer func() { r.URL = asked }()
	}
	m.ServeMux.ServeHTTP(w, r)
}
