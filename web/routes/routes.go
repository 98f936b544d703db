// Package routes holds the addresses of the page, which the page and the server share.
package routes

import (
	_ "embed"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
)

var (
	//go:embed routes.json
	list []byte
	//go:embed server.json
	server []byte
)

var patterns = func() map[string][]string {
	var paths map[string]string
	if err := json.Unmarshal(list, &paths); err != nil {
		panic("routes.json: " + err.Error())
	}
	out := map[string][]string{}
	for name, path := range paths {
		out[name] = strings.Split(path, "/")
	}
	return out
}()

// needServer are the names of the pages that have nothing to show where no server answers.
var needServer = func() (names []string) {
	if err := json.Unmarshal(server, &names); err != nil {
		panic("server.json: " + err.Error())
	}
	return names
}()

// NeedsServer reports whether a page has nothing to show where no server answers.
func NeedsServer(name string) bool { return slices.Contains(needServer, name) }

// Names returns the names of all pages, sorted.
func Names() []string { return slices.Sorted(maps.Keys(patterns)) }

// Match returns the name of the page at a path and the path's parameters, or ""
// if there is none. A parameter is a whole segment and not empty; the last one is
// missing if the pattern marks it with a question mark and the path ends before it.
// Of several patterns that fit, the one with the fewest parameters counts.
func Match(path string) (name string, params map[string]string) {
	parts := strings.Split(path, "/")
	for n, pattern := range patterns {
		if found, ok := match(pattern, parts); ok && (name == "" || len(found) < len(params)) {
			name, params = n, found
		}
	}
	return name, params
}

// Link returns the path of a page with the path's parameters in order. An optional one
// may be missing. It panics if there is no such page.
func Link(name string, params ...string) string {
	pattern, ok := patterns[name]
	if !ok {
		panic("routes: no page " + name)
	}
	parts := make([]string, 0, len(pattern))
	for _, part := range pattern {
		switch {
		case !strings.HasPrefix(part, "{"):
			parts = append(parts, part)
		case len(params) > 0:
			parts = append(parts, url.PathEscape(params[0]))
			params = params[1:]
		}
	}
	return strings.Join(parts, "/")
}

func match(pattern, parts []string) (map[string]string, bool) {
	if len(parts) > len(pattern) {
		return nil, false
	}
	params := map[string]string{}
	for i, want := range pattern {
		key, isParam := strings.CutPrefix(want, "{")
		key, optional := strings.CutSuffix(strings.TrimSuffix(key, "}"), "?")
		switch {
		case i == len(parts):
			return params, optional
		case isParam && parts[i] != "":
			params[key] = parts[i]
		case isParam || want != parts[i]:
			return nil, false
		}
	}
	return params, true
}
