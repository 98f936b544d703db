package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// router finds the handlers of a path, segment by segment: one that is named goes before a parameter. Unlike
// http.ServeMux it takes /game/{id}/chat beside /game/stream/{id}, as Lichess has both, and knows which methods a path
// has.
type router struct {
	named   map[string]*router
	param   *router
	methods map[string]http.Handler // of the path that ends here
	names   map[string][]string     // of its parameters, by method
}

// add registers a handler; false: there is one.
func (n *router) add(method, path string, h http.Handler) bool {
	var names []string
	for part := range strings.SplitSeq(path[1:], "/") {
		name, ok := strings.CutPrefix(part, "{")
		if !ok {
			if n.named == nil {
				n.named = map[string]*router{}
			}
			if n.named[part] == nil {
				n.named[part] = &router{}
			}
			n = n.named[part]
			continue
		}
		names = append(names, strings.TrimSuffix(name, "}"))
		if n.param == nil {
			n.param = &router{}
		}
		n = n.param
	}
	if n.methods == nil {
		n.methods, n.names = map[string]http.Handler{}, map[string][]string{}
	}
	if n.methods[method] != nil {
		return false
	}
	n.methods[method], n.names[method] = h, names
	return true
}

// find returns the end of a path, and the segments that are parameters; nil: there is none.
func (n *router) find(parts, values []string) (*router, []string) {
	if len(parts) == 0 {
		if n.methods == nil {
			return nil, nil
		}
		return n, values
	}
	if next := n.named[parts[0]]; next != nil {
		if end, all := next.find(parts[1:], values); end != nil {
			return end, all
		}
	}
	if n.param == nil || parts[0] == "" {
		return nil, nil
	}
	return n.param.find(parts[1:], append(values, parts[0]))
}

// match finds the end of the path of a request, and sets the parameters for the handler of its method. A GET also
// answers HEAD. The handler is nil if the path has no such method, the router if there is no such path.
func (n *router) match(r *http.Request) (http.Handler, *router) {
	parts := strings.Split(r.URL.EscapedPath(), "/")[1:]
	if n := len(parts) - 1; n > 1 && parts[0] == "api" && parts[n] == "" { // some programs end paths so
		parts = parts[:n]
	}
	for i, part := range parts {
		if text, err := url.PathUnescape(part); err == nil {
			parts[i] = text
		}
	}
	end, values := n.find(parts, make([]string, 0, 4))
	if end == nil {
		return nil, nil
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	for i, name := range end.names[method] {
		r.SetPathValue(name, values[i])
	}
	return end.methods[method], end
}

// allow returns the methods of the path that ends here.
func (n *router) allow() []string {
	list := slices.Sorted(maps.Keys(n.methods))
	if n.methods[http.MethodGet] != nil {
		list = append(list, http.MethodHead)
	}
	return list
}
