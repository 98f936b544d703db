package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
)

func newKit() *Kit {
	return New(Options{
		Guard: &limits.Guard{
			Guests:  guests.New(make([]byte, 32), false, time.Now),
			Limiter: limits.NewLimiter(limits.Limits{}.WithDefaults(), time.Now),
		},
		Requests: limits.NewCounter(10), Closing: context.Background(),
		API: &huma.OpenAPI{Components: &huma.Components{
			Schemas: huma.NewMapRegistry("#/components/schemas/", func(t reflect.Type, hint string) string {
				return path.Base(t.PkgPath()) + huma.DefaultSchemaNamer(t, hint)
			}),
		}},
	})
}

// A route that lacks a part of its policy, or whose policy contradicts itself, is named, and nothing starts.
func TestPoliciesAreComplete(t *testing.T) {
	whole := Write(Account, NoToken, limits.Read)
	for want, change := range map[string]func(r *Route){
		"":                        func(*Route) {},
		"lacks a caller":          func(r *Route) { r.Caller = 0 },
		"lacks its tokens":        func(r *Route) { r.Tokens = Tokens{} },
		"lacks a price":           func(r *Route) { r.Price = Price{} },
		"length of its body":      func(r *Route) { r.Body = 0 },
		"lacks a cache policy":    func(r *Route) { r.Cache = "" },
		"only files are free":     func(r *Route) { r.Price = Costs(limits.Free) },
		"a token has no role":     func(r *Route) { r.Caller, r.Tokens = Moderator, AnyToken },
		"some may see":            func(r *Route) { r.Cache = FiveMinutes },
		"only reads has no body":  func(r *Route) { r.Method = http.MethodGet },
		"registered twice":        func(r *Route) { r.Path = "/taken" },
		"lacks a caller, a price": func(r *Route) { r.Caller, r.Price = 0, Price{} },
	} {
		k := newKit()
		k.Serve(Post("/taken", "", "", whole), http.NotFoundHandler())
		r := Post("/it", "", "", whole)
		change(&r)
		k.Serve(r, http.NotFoundHandler())
		_, err := k.Handler()
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// A large body waits at the gate, and a small one does not.
func TestLargeBodiesPassTheGate(t *testing.T) {
	k := newKit()
	k.o.Gate = &Gate{} // has no place
	route := Post("/text", "send-text", "Text", Write(Visitor, AnyToken, limits.Read))
	route.Body = 2 * largeBody
	type text struct{ Raw []byte }
	Handle(k, route, func(context.Context, *text) (*granted, error) { return &granted{Status: http.StatusOK}, nil })
	h, err := k.Handler()
	if err != nil {
		t.Fatal(err)
	}
	for length, want := range map[int]int{largeBody: http.StatusOK, largeBody + 1: http.StatusServiceUnavailable} {
		synctest.Test(t, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/text", strings.NewReader(strings.Repeat("a", length)))
			r.ContentLength = -1 // it does not say how long it is
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r.WithContext(guests.WithVisit(r.Context(), guests.NewVisit(r, false))))
			if w.Code != want {
				t.Errorf("%d bytes: %d %s, want %d", length, w.Code, w.Body, want)
			}
		})
	}
}

type embedded struct {
	ID string `path:"id" maxLength:"8"`
}

type wish struct {
	embedded
	Level int      `query:"level" minimum:"1" maximum:"8" default:"3"`
	Ready bool     `query:"ready"`
	Names []string `query:"names" maxItems:"2"`
	From  string   `header:"X-From"`
	Body  struct {
		Name string `json:"name" minLength:"2"`
		Rate int    `json:"rate,omitempty" default:"7"`
	}
}

type granted struct {
	Status int
	Cookie *http.Cookie `header:"Set-Cookie"`
	Tag    string       `header:"ETag"`
	Body   any
}

// Each part of a request gets to its field, also one of an embedded struct that is not exported, and faults are named.
func TestHandle(t *testing.T) {
	k := newKit()
	Handle(k, Post("/wish/{id}", "make-wish", "Wish", Write(Visitor, AnyToken, limits.Read)),
		func(_ context.Context, in *wish) (*granted, error) {
			return &granted{
				Status: http.StatusAccepted, Cookie: &http.Cookie{Name: "a", Value: "b"}, Tag: `"x"`,
				Body: []any{in.ID, in.Level, in.Ready, in.Names, in.From, in.Body.Name, in.Body.Rate},
			}, nil
		})
	type formed struct {
		Form struct {
			Name  string `json:"name"`
			Count int    `json:"count,omitempty"`
		}
	}
	Handle(k, Post("/form", "send-form", "Form", Write(Visitor, AnyToken, limits.Read)),
		func(_ context.Context, in *formed) (*granted, error) {
			return &granted{Status: http.StatusOK, Body: []any{in.Form.Name, in.Form.Count}}, nil
		})
	h, err := k.Handler()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, kind, body string
		status           int
		want             string
	}{
		{"/wish/a%2Fb?ready=true&names=x,y", "application/json", `{"name":"Ann"}`, 202,
			`["a/b",3,true,["x","y"],"here","Ann",7]`},
		{"/wish/a?level=8", "", `{"name":"Ann","rate":1}`, 202, `["a",8,false,null,"here","Ann",1]`},
		{"/wish/a?level=9", "application/json", `{"name":"Ann"}`, 422, "query.level: expected number <= 8"},
		{"/wish/a?level=x", "application/json", `{"name":"Ann"}`, 422, "query.level: invalid integer"},
		{"/wish/a?names=x,y,z", "application/json", `{"name":"Ann"}`, 422, "query.names"},
		{"/wish/a?ready=perhaps", "application/json", `{"name":"Ann"}`, 422, "query.ready: invalid boolean"},
		{"/wish/123456789", "application/json", `{"name":"Ann"}`, 422, "path.id"},
		{"/wish/a", "application/json", `{"name":"A"}`, 422, "body.name"},
		{"/wish/a", "application/json", `{"name":"Ann","odd":1}`, 422, "body.odd"},
		{"/wish/a", "application/json", `{"name":`, 400, "body: unexpected end"},
		{"/wish/a", "application/json", ``, 400, "no body"},
		{"/wish/a", "application/json", `{"name":"Ann","Name":"Bo"}`, 422, "body.Name"},
		{"/wish/a", "application/json", `{"name":"Ann","name":"B"}`, 400, `stands there twice`},
		{"/wish/a", "text/plain", `{"name":"Ann"}`, 415, "not JSON"},
		{"/wish/a", "application/json; charset=utf-16", `{"name":"Ann"}`, 415, "not JSON"},
		{"/wish/a", "application/json; charset=UTF-8", `{"name":"Ann","rate":1}`, 202, `"Ann",1]`},
		{"/wish/a", "br", `{"name":"Ann"}`, 415, "compressed"},
		{"/wish/a", "application/json", `{"name":"` + strings.Repeat("a", 5000) + `"}`, 413, "the limit is 4096 bytes"},
		{"/form", "application/x-www-form-urlencoded", "name=Ann&count=2", 200, `["Ann",2]`},
		{"/form", "text/plain", `{"name":"Ann","count":2.0}`, 200, `["Ann",2]`},
		{"/form", "", "count=x", 400, "count is"},
		{"/nothing", "", "", 404, ""},
	} {
		r := httptest.NewRequest(http.MethodPost, c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		if c.kind == "br" {
			r.Header.Set("Content-Encoding", c.kind)
		}
		r.Header.Set("X-From", "here")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(guests.WithVisit(r.Context(), guests.NewVisit(r, false))))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %d %s, want %d with %s", c.path, c.body, w.Code, w.Body, c.status, c.want)
		}
		if w.Code == http.StatusAccepted && (w.Header().Get("ETag") != `"x"` ||
			w.Header().Get("Cache-Control") != "private, no-store") {
			t.Errorf("%s: %v", c.path, w.Header())
		}
	}
	if op := k.API().Paths["/wish/{id}"].Post; len(op.Parameters) != 5 || op.RequestBody == nil {
		t.Errorf("described with %d parameters", len(op.Parameters))
	}
}

// What an operation could never get, or never answers, keeps the server from starting.
func TestHandleRefuses(t *testing.T) {
	type none struct{}
	type odd struct{ What string }
	type hidden struct {
		id string `path:"id"` //nolint:unused // that is the fault
	}
	type body struct{ Body struct{} }
	for want, register := range map[string]func(k *Kit){
		`the path has the parameters ["id"], and the input []`: func(k *Kit) {
			Handle(k, Get("/a/{id}", "a", "", Read(Visitor, AnyToken, limits.Read)), nothing[none, none])
		},
		`and the input ["id"]`: func(k *Kit) {
			Handle(k, Get("/a", "a", "", Read(Visitor, AnyToken, limits.Read)), nothing[embedded, none])
		},
		"nothing sets the field What": func(k *Kit) {
			Handle(k, Get("/a", "a", "", Read(Visitor, AnyToken, limits.Read)), nothing[odd, none])
		},
		"id is not exported": func(k *Kit) {
			Handle(k, Get("/a/{id}", "a", "", Read(Visitor, AnyToken, limits.Read)), nothing[hidden, none])
		},
		"nothing writes the field What": func(k *Kit) {
			Handle(k, Get("/a", "a", "", Read(Visitor, AnyToken, limits.Read)), nothing[none, odd])
		},
		"the policy has none": func(k *Kit) {
			Handle(k, Get("/a", "a", "", Read(Visitor, AnyToken, limits.Read)), nothing[body, none])
		},
	} {
		k := newKit()
		register(k)
		if _, err := k.Handler(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func nothing[I, O any](context.Context, *I) (*O, error) { return nil, nil }

// A segment that is named goes before a parameter, however deep the difference is.
func TestRouter(t *testing.T) {
	var got string
	n := &router{}
	for _, pattern := range []string{"/game/{id}/chat", "/game/stream/{id}", "/game/{id}", "/{a}/{b}/{c}", "/game/chat"} {
		n.add(http.MethodGet, pattern, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got = pattern + " " + r.PathValue("id") + r.PathValue("a") + r.PathValue("b") + r.PathValue("c")
		}))
	}
	for asked, want := range map[string]string{
		"/game/x/chat": "/game/{id}/chat x", "/game/stream/chat": "/game/stream/{id} chat",
		"/game/stream/y": "/game/stream/{id} y",
		"/game/stream":   "/game/{id} stream", "/game/chat": "/game/chat ", "/game/x/y": "/{a}/{b}/{c} gamexy", "/game": "",
		"/game/": "", "/": "", "/game/a%2Fb": "/game/{id} a/b", "/game/x/chat/y": "",
	} {
		got = ""
		r := httptest.NewRequest(http.MethodGet, asked, nil)
		if h, _ := n.match(r); h != nil {
			h.ServeHTTP(nil, r)
		}
		if got != want {
			t.Errorf("%s goes to %q, want %q", asked, got, want)
		}
	}
}

// Who waits without a route that lasts finds out in a test, not when the server shuts down.
func TestWaitingNeedsLasting(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it waits")
		}
	}()
	Waiting(t.Context())
}

// A body that is too long, or does not come, is answered at once, and the connection ends; another route reads nothing.
func TestBodiesThatStop(t *testing.T) {
	k := newKit()
	answer := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	k.Serve(Post("/write", "", "", Write(Visitor, AnyToken, limits.Read)), answer)
	k.Serve(Get("/read", "", "", Read(Visitor, AnyToken, limits.Read)), answer)
	h, err := k.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(guests.WithVisit(r.Context(), guests.NewVisit(r, false))))
	}))
	t.Cleanup(server.Close)
	for request, want := range map[string]string{
		"POST /write HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\nx":                                          "413",
		"POST /write HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n" + strings.Repeat("x", 4500): "413",
		"POST /write HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx":                                            "408",
		"GET /read HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx":                                              "408",
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			if _, err := conn.Write([]byte(request)); err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(conn) // it would go on
			if err != nil && !strings.Contains(err.Error(), "reset") || !strings.HasPrefix(string(text), "HTTP/1.1 "+want) {
				t.Errorf("%q, %v", text, err)
			}
		})
	}
}
