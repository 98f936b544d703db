package node_test

import (
	"bufio"
	"cmp"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/web"
)

// epoch is when the clock of the transcript begins: a Monday, and far enough from today to tell its times from those of
// the machine's clock.
var epoch = time.Date(2040, 1, 2, 0, 0, 0, 0, time.UTC)

// scriptClock is a clock that moves only as the transcript says. Its timers are those of the machine.
type scriptClock struct{ since atomic.Int64 }

func (c *scriptClock) Now() time.Time { return epoch.Add(time.Duration(c.since.Load())) }

func (c *scriptClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

// exchange is a request of the transcript with its answer. Marks after the > of its line say how it is sent:
//
//	~  again and again, until the answer is the one in the file: something else happens meanwhile
//	&  while the next ones are sent, too
//	|  the answer is read to the end of its first line
//	?  of an answer that is random, only the form counts
type exchange struct {
	script       []string // the lines before the answer: comments, the clock, the request with headers and captures
	marks, who   string
	method, path string
	body         string
	headers      [][2]string
	captures     [][2]string // names, and where the values are
	want         string
	answer       func() string
}

const transcriptFile = "testdata/transcript.txt"

// TestTranscript sends the requests of testdata/transcript.txt and compares the answers. Lines of answers are
// indented; the others are the script:
//
//	# a comment
//	@ 26h                                       the clock shows so much after its epoch; a request without ~ takes 1 s
//	! role mia admin                            an operator does something with an account; see account.Actions
//	! restart                                   the node ends, and another one begins
//	> ann POST /api/games {"variant":"chess"}   a request; <token> in place of ann sends that token
//	+ If-None-Match: *                          with a header
//	= game .game.id                             the part of the answer, or header, that <game> stands for from now on;
//	                                            ?x behind it is the parameter x of an address
//
// In a request, <@26h1m> is that time. With -update the file is written.
func TestTranscript(t *testing.T) {
	text, err := os.ReadFile(transcriptFile)
	if err != nil {
		t.Fatal(err)
	}
	dir, clock := t.TempDir(), &scriptClock{}
	html := func(s string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("<!doctype html><title></title><body>" + s)}
	}
	config := node.Config{
		Data: dir, Clock: clock, Workers: 1, Hash: 1, Version: "transcript", Limits: limits.Limits{Off: true},
		Page: fstest.MapFS{"index.html": html("page"), "embed.html": html("board")},
	}
	s := &stage{
		T: t, Node: start(t, config), clock: clock, clients: map[string]*http.Client{},
		names: map[string]string{"password": password},
	}
	list := parseTranscript(t, string(text))
	failed := 0
	for _, x := range list {
		for _, line := range x.script {
			switch what, rest, _ := strings.Cut(line, " "); what {
			case "@":
				d, err := time.ParseDuration(rest)
				if err != nil || int64(d) < clock.since.Load() {
					t.Fatalf("%s: the clock shows %v, %v", line, time.Duration(clock.since.Load()), err)
				}
				clock.since.Store(int64(d))
			case "!":
				if action := strings.Fields(rest); len(action) == 3 {
					operate(t, dir, action[0], action[1], action[2])
				} else {
					stop(t, s.Node)
					s.Node = start(t, config)
				}
			}
		}
		s.play(x)
	}
	var out strings.Builder
	for _, x := range list {
		got := s.mask(x.answer())
		if got != x.want && !*update && failed < 20 {
			failed++
			t.Errorf("%s\n%s", x.script[len(x.script)-1-len(x.headers)-len(x.captures)], firstDifference(x.want, got))
		}
		out.WriteString(strings.Join(x.script, "\n") + "\n" + got)
	}
	if *update {
		if err := os.WriteFile(transcriptFile, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.covers(list)
	titled(t, out.String())
}

// titled fails if the transcript has the name of the account Ann without the title that she has.
func titled(t *testing.T, text string) {
	t.Helper()
	_, text, _ = strings.Cut(text, "! title ann GM")
	places := person.FindAllStringSubmatch(text, -1)
	for _, p := range places {
		if p[1] == "" {
			t.Errorf("a name without its title: %s", p[0])
		}
	}
	if len(places) < 100 {
		t.Errorf("the title is in %d places", len(places))
	}
}

var person = regexp.MustCompile(`"name": "Ann",\s+"account": true(,\s+"title": "GM")?.{0,80}`)

// parseTranscript reads the file.
func parseTranscript(t *testing.T, text string) (list []*exchange) {
	t.Helper()
	x := &exchange{}
	next := func() {
		if x.method != "" {
			list = append(list, x)
			x = &exchange{}
		}
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if strings.HasPrefix(line, "  ") {
			x.want += line + "\n"
			continue
		}
		if x.want != "" || !strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "=") {
			next()
		}
		x.script = append(x.script, line)
		mark, rest, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(mark, ">"):
			parts := append(strings.SplitN(rest, " ", 4), "")
			if len(parts) < 4 {
				t.Fatalf("expected who, method and path: %s", line)
			}
			x.marks, x.who, x.method, x.path, x.body = mark[1:], parts[0], parts[1], parts[2], parts[3]
		case mark == "+":
			name, value, _ := strings.Cut(rest, ": ")
			x.headers = append(x.headers, [2]string{name, value})
		case mark == "=":
			name, at, _ := strings.Cut(rest, " ")
			x.captures = append(x.captures, [2]string{name, at})
		}
	}
	next()
	return list
}

// firstDifference shows where two answers differ.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; ; i++ {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			from := max(0, i-1)
			return "want\n" + strings.Join(a[min(from, len(a)):min(i+4, len(a))], "\n") +
				"\ngot\n" + strings.Join(b[min(from, len(b)):min(i+4, len(b))], "\n")
		}
	}
}

// stage is where the transcript is played.
type stage struct {
	*testing.T
	*node.Node
	clock   *scriptClock
	clients map[string]*http.Client // of who sends requests
	names   map[string]string       // the values that names stand for
	usual   http.Header             // of the first answer: later ones show only how they differ
}

var placeholder = regexp.MustCompile(`<(@?)([\w.-]+)>`)

// secretID matches the IDs of guests, which hardly any answer has.
var secretID = regexp.MustCompile(`\b[A-Z2-7]{26}\b`)

// fill replaces names and times by what they stand for.
func (s *stage) fill(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(p string) string {
		m := placeholder.FindStringSubmatch(p)
		if m[1] == "" {
			return cmp.Or(s.names[m[2]], p)
		}
		d, err := time.ParseDuration(m[2])
		if err != nil {
			s.Fatalf("%s is no time: %v", p, err)
		}
		return strconv.FormatInt(epoch.Add(d).UnixMilli(), 10)
	})
}

// mask replaces what random values are by their names, the longest first, for one may be a part of another.
func (s *stage) mask(text string) string {
	text = strings.ReplaceAll(text, s.URL(), "<server>")
	names := slices.SortedFunc(maps.Keys(s.names), func(a, b string) int {
		return cmp.Or(len(s.names[b])-len(s.names[a]), cmp.Compare(a, b))
	})
	for _, name := range names {
		if value := s.names[name]; len(value) > 4 {
			text = strings.ReplaceAll(text, value, "<"+name+">")
			text = strings.ReplaceAll(text, url.PathEscape(value), "<"+name+">")
		}
	}
	return secretID.ReplaceAllString(text, "<random>")
}

// play sends a request until its answer is complete.
func (s *stage) play(x *exchange) {
	again := strings.Count(x.marks, "~")
	if again == 0 { // else what the request waits for has the same time, whenever it happens
		s.clock.since.Add(int64(time.Second))
	}
	client, request := s.request(x)
	if strings.Contains(x.marks, "&") {
		answers := make(chan answer, 1)
		go func() { answers <- fetch(client, request, x.marks) }()
		time.Sleep(300 * time.Millisecond) // it has begun then
		x.answer = func() string { return s.show(x, <-answers) }
		return
	}
	if again > 0 && *update {
		time.Sleep(time.Duration(again) * 2 * time.Second) // what happens meanwhile has happened then
	}
	got := s.show(x, fetch(client, request, x.marks))
	for end := time.Now().Add(patience); again > 0 && !*update && got != x.want && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
		client, request = s.request(x)
		got = s.show(x, fetch(client, request, x.marks))
	}
	x.answer = func() string { return got }
}

// request makes a request and who sends it.
func (s *stage) request(x *exchange) (*http.Client, *http.Request) {
	body := s.fill(x.body)
	r, err := http.NewRequestWithContext(s.Context(), x.method, s.URL()+s.fill(x.path), strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	switch {
	case strings.HasPrefix(body, "{"):
		r.Header.Set("Content-Type", "application/json")
	case body != "":
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, h := range x.headers {
		r.Header.Set(h[0], s.fill(h[1]))
	}
	who := x.who
	if strings.HasPrefix(who, "<") {
		r.Header.Set("Authorization", "Bearer "+s.fill(who))
		who = "nobody"
	}
	if s.clients[who] == nil {
		c := browser(s.T)
		if who == "nobody" {
			c.Jar = nil
		}
		c.Transport = &http.Transport{DisableCompression: true} // so that the answers show what was asked for
		c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		s.clients[who] = c
	}
	return s.clients[who], r
}

// answer is what came back.
type answer struct {
	reply
	text []byte
	err  error
}

// fetch sends a request.
func fetch(c *http.Client, r *http.Request, marks string) (a answer) {
	resp, err := c.Do(r)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = resp.Body.Close() }()
	a.reply = reply{resp.StatusCode, resp.Header}
	if strings.Contains(marks, "|") {
		a.text, a.err = bufio.NewReader(resp.Body).ReadBytes('\n')
	} else {
		a.text, a.err = io.ReadAll(resp.Body)
	}
	return a
}

// show returns an answer as the file has it, and remembers the parts with names.
func (s *stage) show(x *exchange, a answer) string {
	if a.err != nil {
		return indent(a.err.Error())
	}
	for _, c := range x.captures {
		if value := find(a.Header, a.text, c[1]); value != "" {
			s.names[c[0]] = value
		}
	}
	return indent(s.head(a.reply) + s.body(x, a.Header.Get("Content-Type"), a.text))
}

// covers fails for routes that the transcript leaves out, or sees refused only.
func (s *stage) covers(list []*exchange) {
	asked := map[string]bool{} // whether a route has succeeded
	routes := operations(s.Node)
	slices.SortStableFunc(routes, func(a, b *web.Route) int { // of two that have a path, the more exact one counts
		return strings.Count(a.Path, "{") - strings.Count(b.Path, "{")
	})
	for _, x := range list {
		path, _, _ := strings.Cut(s.fill(x.path), "?")
		i := slices.IndexFunc(routes, func(r *web.Route) bool {
			return r.Method == x.method && slices.EqualFunc(strings.Split(r.Path, "/"), strings.Split(path, "/"),
				func(part, sent string) bool { return part == sent || strings.HasPrefix(part, "{") })
		})
		if i >= 0 {
			asked[routes[i].String()] = asked[routes[i].String()] || x.want < "  4"
		}
	}
	for _, r := range routes {
		succeeded, known := asked[r.String()]
		switch {
		case strings.HasPrefix(r.Path, "/docs/"): // they are all alike
		case !known:
			s.Errorf("the transcript lacks %s", r)
		case succeeded == outside[r.String()] && !*update:
			s.Errorf("%s succeeds: %t", r, succeeded)
		}
	}
}

// outside are the routes that succeed only with something that is not here: mail, a passkey, a worker, a WebSocket.
var outside = map[string]bool{
	"DELETE /api/account/passkeys/{id}": true, "PUT /api/account/passkeys/{id}": true,
	"POST /api/passkeys/register/finish": true, "POST /api/passkeys/signin/finish": true,
	"PUT /api/account/email": true, "POST /api/email/confirm": true, "POST /api/recover/letter": true,
	"POST /api/recover/link": true, "POST /api/unsubscribe": true, "PUT /api/account/digest": true,
	"GET /api/worker/moves": true, "GET /api/worker/reviews": true, "GET /ws": true,
}
