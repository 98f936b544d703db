package lichess_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// program is a program with a token, and the person whose token it is.
type program struct {
	*servertest.Visitor
	token string
}

// program signs up an account and makes a token with scopes.
func newProgram(w *servertest.World, name string, scopes ...auth.Scope) *program {
	w.T.Helper()
	v := w.Visitor()
	v.SignUp(name)
	var made account.MadeToken
	v.Ask(http.MethodPost, "/api/account/tokens", map[string]any{"name": "program", "scopes": scopes}, &made)
	return &program{Visitor: v, token: made.Secret}
}

// bot is a program whose account is a bot.
func newBot(w *servertest.World, name string) *program {
	w.T.Helper()
	p := newProgram(w, name, auth.BotPlay)
	p.do(http.MethodPost, "/api/bot/account/upgrade", nil, 200, `{"ok":true}`)
	return p
}

// request sends a request with the token; the body is a form.
func (p *program) request(ctx context.Context, method, path string, form url.Values) *http.Response {
	p.T.Helper()
	r, err := http.NewRequestWithContext(ctx, method, p.Web.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { _ = resp.Body.Close() })
	return resp
}

// do sends a request, whose answer must have a status and parts, and returns it.
func (p *program) do(method, path string, form url.Values, status int, parts ...string) string {
	p.T.Helper()
	resp := p.request(p.T.Context(), method, path, form) //nolint:bodyclose // request does, at the end
	var text strings.Builder
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		text.WriteString(lines.Text())
	}
	if resp.StatusCode != status {
		p.T.Fatalf("%s %s: status %d, want %d: %s", method, path, resp.StatusCode, status, text.String())
	}
	for _, part := range parts {
		if !strings.Contains(text.String(), part) {
			p.T.Errorf("%s %s: %s is missing in %s", method, path, part, text.String())
		}
	}
	return text.String()
}

// stream is an open stream of lines.
type stream struct {
	t     *testing.T
	lines chan map[string]any
	stop  context.CancelFunc
}

func (p *program) stream(path string) *stream { return p.open(http.MethodGet, path, nil) }

func (p *program) open(method, path string, form url.Values) *stream {
	p.T.Helper()
	ctx, stop := context.WithCancel(p.T.Context())
	p.T.Cleanup(stop)
	resp := p.request(ctx, method, path, form) //nolint:bodyclose // request does, at the end
	if kind := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || kind != "application/x-ndjson" ||
		resp.Header.Get("Content-Encoding") != "" {
		p.T.Fatalf("%s: status %d, %s", path, resp.StatusCode, kind)
	}
	s := &stream{p.T, make(chan map[string]any, 100), stop}
	go func() {
		defer close(s.lines)
		lines := bufio.NewScanner(resp.Body)
		for lines.Scan() {
			var line map[string]any
			if json.Unmarshal(lines.Bytes(), &line) == nil {
				s.lines <- line
			}
		}
	}()
	return s
}

// next returns the next line, whose fields must be as they are given: names and values in turn.
// A name may have points.
func (s *stream) next(fields ...any) map[string]any {
	s.t.Helper()
	select {
	case line, more := <-s.lines:
		if !more {
			s.t.Fatalf("the stream ended before %v", fields)
		}
		for i := 0; i < len(fields); i += 2 {
			if got := field(line, fields[i].(string)); got != fields[i+1] {
				s.t.Errorf("%s is %v, want %v in %v", fields[i], got, fields[i+1], line)
			}
		}
		return line
	case <-time.After(servertest.Patience):
		s.t.Fatalf("no line comes, want %v", fields)
	}
	return nil
}

// ends checks that no line comes any more.
func (s *stream) ends() {
	s.t.Helper()
	select {
	case line, more := <-s.lines:
		if more {
			s.t.Errorf("the stream goes on with %v", line)
		}
	case <-time.After(servertest.Patience):
		s.t.Error("the stream does not end")
	}
}

func field(line map[string]any, name string) any {
	var at any = line
	for part := range strings.SplitSeq(name, ".") {
		object, _ := at.(map[string]any)
		at = object[part]
	}
	return at
}

// Two bots play a game: challenge, acceptance, moves, a draw that is declined, the end, a record.
func TestGameOfBots(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob := newBot(w, "AnnBot"), newBot(w, "BobBot")
	ann.do(http.MethodGet, "/api/account", nil, 200, `"id":"annbot"`, `"username":"AnnBot"`, `"title":"BOT"`, `"perfs":{`)
	annEvents, bobEvents := ann.stream("/api/stream/event"), bob.stream("/api/stream/event")
	ann.do(http.MethodGet, "/api/bot/online", nil, 200, `"id":"annbot"`, `"id":"bobbot"`)

	ann.do(http.MethodPost, "/api/challenge/bobbot", url.Values{
		"rated": {"true"}, "clock.limit": {"180"}, "clock.increment": {"2"}, "color": {"white"}, "variant": {"standard"},
	}, 200, `"status":"created"`)
	received := bobEvents.next("type", "challenge", "challenge.challenger.id", "annbot",
		"challenge.destUser.id", "bobbot", "challenge.variant.key", "standard", "challenge.rated", true,
		"challenge.speed", "blitz", "challenge.timeControl.limit", 180.0, "challenge.timeControl.show", "3+2",
		"challenge.color", "white", "challenge.direction", "in")
	id, _ := field(received, "challenge.id").(string)
	annEvents.next("type", "challenge", "challenge.direction", "out")
	ann.do(http.MethodGet, "/api/challenge", nil, 200, `"in":[]`, `"direction":"out"`)
	ann.do(http.MethodGet, "/api/challenge/"+id+"/show", nil, 200, `"id":"`+id+`"`)
	ann.do(http.MethodPost, "/api/challenge/"+id+"/accept", nil, 400, `"error":"This is your own challenge`)
	bob.do(http.MethodPost, "/api/challenge/"+id+"/accept", nil, 200, `{"ok":true}`)
	annEvents.next("type", "gameStart", "game.gameId", id, "game.color", "white", "game.isMyTurn", true,
		"game.opponent.username", "BobBot", "game.compat.bot", true, "game.status.name", "started")
	bobEvents.next("type", "gameStart", "game.id", id, "game.color", "black", "game.hasMoved", false)

	annGame, bobGame := ann.stream("/api/bot/game/stream/"+id), bob.stream("/api/bot/game/stream/"+id)
	for _, s := range []*stream{annGame, bobGame} {
		s.next("type", "gameFull", "id", id, "white.id", "annbot", "white.title", "BOT", "black.name", "BobBot", "initialFen",
			"startpos", "clock.initial", 180000.0, "clock.increment", 2000.0,
			"speed", "blitz", "rated", true, "state.type", "gameState", "state.moves", "", "state.wtime", 180000.0,
			"state.status", "started")
	}
	game := "/api/bot/game/" + id
	for _, text := range []string{"good luck", "buy my book"} { // the second is not allowed to a new account
		ann.do(http.MethodPost, game+"/chat", url.Values{"room": {"player"}, "text": {text}}, 200, `{"ok":true}`)
	}
	ann.do(http.MethodPost, game+"/chat", url.Values{"room": {"spectator"}, "text": {"Hello"}}, 200)
	ann.do(http.MethodPost, game+"/chat", url.Values{"room": {"kitchen"}, "text": {"Hello"}}, 400, "player or spectator")
	for _, s := range []*stream{annGame, bobGame} {
		s.next("type", "chatLine", "room", "player", "username", "AnnBot", "text", "Good luck!")
	}
	bob.do(http.MethodGet, game+"/chat", nil, 200, `[{"text":"Good luck!","user":"AnnBot"}]`)
	newBot(w, "EveBot").do(http.MethodGet, game+"/chat", nil, 404, "You do not play this game")
	bob.do(http.MethodGet, strings.Replace(game, "bot", "board", 1)+"/chat", nil, 403)
	bob.do(http.MethodGet, "/api/crosstable/annbot/BobBot", nil, 200, `{"users":{"annbot":0,"bobbot":0},"nbGames":0}`)
	bob.do(http.MethodGet, "/api/crosstable/annbot/nobody", nil, 404, "no such account")
	bob.do(http.MethodPost, game+"/move/e7e5", nil, 400, `"error":"It is White's turn.`)
	ann.do(http.MethodPost, game+"/move/e2e5", nil, 400, `"code":"illegal"`)
	ann.do(http.MethodPost, game+"/move/e2e4", nil, 200, `{"ok":true}`)
	bobGame.next("type", "gameState", "moves", "e2e4")
	bob.do(http.MethodPost, game+"/move/e7e5?offeringDraw=true", nil, 200)
	for line := annGame.next(); line["bdraw"] != true; line = annGame.next() { // states that follow fast come as one
		continue
	}
	ann.do(http.MethodPost, game+"/draw/no", nil, 200)
	annGame.next("bdraw", nil, "moves", "e2e4 e7e5")
	ann.do(http.MethodPost, game+"/claim-victory", nil, 400, `"error":`)
	ann.do(http.MethodGet, "/api/account/playing", nil, 200, `"gameId":"`+id+`"`, `"lastMove":"e7e5"`)
	ann.do(http.MethodPost, game+"/resign", nil, 200)
	annGame.next("status", "resign", "winner", "black")
	annGame.ends()
	annEvents.next("type", "gameFinish", "game.id", id, "game.winner", "black", "game.status.id", 31.0)
	ann.do(http.MethodPost, game+"/move/d2d4", nil, 400, `"code":"over"`)
	again := bob.stream("/api/stream/event") // says nothing of the game that is over
	ann.do(http.MethodPost, "/api/challenge/bobbot", url.Values{"days": {"2"}}, 200)
	again.next("type", "challenge", "challenge.speed", "correspondence", "challenge.timeControl.daysPerTurn", 2.0)

	ann.do(http.MethodGet, "/game/export/"+id, nil, 200, `[White "AnnBot"]`, "1. e4", "0-1")
	r, text := ann.Request(http.MethodGet, "/game/export/"+id+"?pgnInJson=true", nil, "Accept", "application/json")
	if r.StatusCode != http.StatusOK || !strings.Contains(text, `"moves":"e4 e5"`) ||
		!strings.Contains(text, `"status":"resign"`) ||
		!strings.Contains(text, `"clock":{"initial":180,"increment":2,"totalTime":260}`) ||
		!strings.Contains(text, `"pgn":"[`) {
		t.Errorf("the game as JSON: %d %s", r.StatusCode, text)
	}
}

// What a token does not allow is refused, and what is wrong has a reason where programs look for it.
func TestRefused(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	reader := newProgram(w, "Reader", auth.ChallengeRead)
	person := newProgram(w, "Person", auth.BoardPlay)
	nobody := &program{Visitor: w.Visitor(), token: "wane_unknown"}
	challenge := url.Values{"clock.limit": {"60"}, "clock.increment": {"0"}}
	nobody.do(http.MethodGet, "/api/account", nil, 401, `"error":`)
	if r, text := nobody.Request(http.MethodGet, "/api/stream/event", nil); r.StatusCode != http.StatusUnauthorized ||
		!strings.Contains(text, `"error":"This needs an account`) {
		t.Errorf("without a token: %d %s", r.StatusCode, text)
	}
	for _, c := range []struct {
		method, path string
		form         url.Values
		status       int
		part         string
	}{
		{"POST", "/api/challenge/person", challenge, 403, "challenge:write"},
		{"POST", "/api/bot/account/upgrade", nil, 403, "bot:play"},
		{"GET", "/api/challenge", nil, 200, `{"in":[],"out":[]}`},
	} {
		reader.do(c.method, c.path, c.form, c.status, c.part)
	}
	form := func(pairs ...string) url.Values {
		v := url.Values{"clock.limit": {"60"}, "clock.increment": {"0"}}
		for i := 0; i < len(pairs); i += 2 {
			v.Set(pairs[i], pairs[i+1])
		}
		return v
	}
	for _, c := range []struct {
		path   string
		form   url.Values
		status int
		part   string
	}{
		{"/api/challenge/nobody", form(), 404, "no such account"},
		{"/api/challenge/person", form(), 400, "challenge yourself"},
		{"/api/challenge/reader", form("variant", "chess960"), 400, `unknown game \"chess960\"`},
		{"/api/challenge/reader", form("color", "red"), 400, "white, black or random"},
		{"/api/challenge/reader", form("clock.limit", "many"), 400, "clock.limit is \\\"many\\\", expected a whole number"},
		{"/api/challenge/reader", form("clock.limit", "-1"), 400, "expected a whole number"},
		{"/api/challenge/reader", form("days", "200000"), 400, "days: expected 1 to 14"},
		{"/api/board/seek", form("time", "1000000"), 400, "time: expected at most 180 minutes"},
		{"/api/challenge/reader", form("rated", "perhaps"), 400, "expected true or false"},
		{"/api/challenge/reader", form("fen", "x"), 400, "cannot start from this position"},
		{"/api/challenge/reader", form("days", "3"), 400, "either a clock or days"},
		{"/api/challenge/reader", url.Values{"rated": {"true"}}, 400, `"error":`},
		{"/api/challenge/nothing/accept", nil, 404, "no such challenge"},
		{"/api/challenge/nothing/decline", url.Values{"reason": {"later"}}, 404, "no such challenge"},
		{"/api/board/game/nothing/resign", nil, 404, "no such game"},
		{"/api/bot/game/nothing/resign", nil, 403, "bot:play"},
		{"/api/board/seek", url.Values{"rated": {"true"}}, 400, "time and increment"},
		{"/api/board/seek", url.Values{"time": {"x"}}, 400, "time is"},
		{"/api/challenge/ai", form("level", "0"), 400, "level: expected 1 to 8"},
	} {
		person.do(http.MethodPost, c.path, c.form, c.status, c.part, `"error":`)
	}
	person.do(http.MethodPost, "/api/challenge/ai", form("level", "3", "variant", "shrink"), 201, `"source":"ai"`,
		`"key":"shrink"`)
	// The levels of the engine are players, too.
	person.do(http.MethodGet, "/api/user/Computer-3", nil, 200, `"id":"computer-3"`, `"title":"BOT"`,
		fmt.Sprintf(`"shrink/blitz":{"games":0,"rating":%d`, rating.OfEngine("shrink", 3).Rounded()))
	person.do(http.MethodGet, "/api/user/computer-9", nil, 404, `"error":`)
	person.do(http.MethodGet, "/api/users/status?ids=computer-8", nil, 200, `"online":true`)
	person.do(http.MethodGet, "/api/bot/online", nil, 200, `"id":"computer-1"`, `"id":"computer-8"`)
	challenged := person.do(http.MethodPost, "/api/challenge/computer-2",
		form("color", "white", "clock.limit", "300", "clock.increment", "0"), 200, `"status":"accepted"`,
		`"destUser":{"id":"computer-2"`)
	var shape struct{ ID string }
	if err := json.Unmarshal([]byte(challenged), &shape); err != nil {
		t.Fatal(err)
	}
	person.do(http.MethodPost, "/api/board/game/"+shape.ID+"/move/e2e4", nil, 200, `"ok":true`)
	person.do(http.MethodPost, "/api/challenge/computer-2", form("keepAliveStream", "true"), 200, `{"done":"accepted"}`)
	person.do(http.MethodGet, "/api/users/status?ids=person,nobody,reader", nil, 200, `"id":"person"`, `"id":"reader"`)
	person.do(http.MethodGet, "/api/user/READER", nil, 200, `"username":"Reader"`)
	r, text := person.Request(http.MethodPost, "/api/token/test", person.token+",wane_x")
	if r.StatusCode != http.StatusOK || !strings.Contains(text, `"userId":"person","scopes":"board:play"`) ||
		!strings.Contains(text, `"wane_x":null`) {
		t.Errorf("the test of tokens: %d %s", r.StatusCode, text)
	}
}

// A challenge says what its players cannot do, and neither of them can.
func TestRules(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob := newProgram(w, "Ann", auth.BoardPlay), newProgram(w, "Bob", auth.BoardPlay)
	terms := url.Values{"days": {"2"}, "color": {"white"}, "rules": {"noRematch,noAbort"}}
	var c struct{ ID string }
	for _, path := range []string{"/api/challenge/bob", "/api/challenge/open"} {
		text := ann.do(http.MethodPost, path, terms, 200, `"rules":["noAbort","noRematch"]`)
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Fatal(err)
		}
		bob.do(http.MethodPost, "/api/challenge/"+c.ID+"/accept", nil, 200)
		for _, p := range []*program{ann, bob} {
			p.do(http.MethodPost, "/api/board/game/"+c.ID+"/abort", nil, 400, "this game cannot be aborted. You can resign.")
			r, text := p.Request(http.MethodPost, "/api/games/"+c.ID+"/commands",
				gameview.Command{ID: "the-page-aborts", Order: "abort"})
			if r.StatusCode != http.StatusConflict || !strings.Contains(text, "this game cannot be aborted") {
				t.Errorf("the page's command: %d %s", r.StatusCode, text)
			}
		}
		ann.do(http.MethodPost, "/api/board/game/"+c.ID+"/move/e2e4", nil, 200)
		bob.do(http.MethodPost, "/api/board/game/"+c.ID+"/abort", nil, 400, "cannot be aborted")
		bob.do(http.MethodPost, "/api/board/game/"+c.ID+"/resign", nil, 200)
	}
	terms.Set("level", "1")
	text := ann.do(http.MethodPost, "/api/challenge/ai", terms, 201)
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	ann.do(http.MethodPost, "/api/board/game/"+c.ID+"/abort", nil, 400, "cannot be aborted")
	terms.Set("rules", "noAbort,noUndo")
	for _, path := range []string{"/api/challenge/bob", "/api/challenge/open", "/api/challenge/ai"} {
		ann.do(http.MethodPost, path, terms, 400, "There is no rule", "noUndo",
			"some of noAbort, noRematch, noGiveTime, noClaimWin, noEarlyDraw")
	}
}

// An imported game becomes a study of the account, and of nobody else. What is wrong with a text is said with its
// place.
func TestImport(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob := newProgram(w, "Ann", auth.StudyRead, auth.StudyWrite), newProgram(w, "Bob", auth.StudyRead)
	game := func(text string) url.Values { return url.Values{"pgn": {text}} }
	for text, parts := range map[string][]string{
		"[White \"Ada\"]\n[Variant \"shrink\"]\n\n1. e4 {best} (1. d4) e5 1-0": {
			`"name":"Ada – ?"`, `"variant":"shrink"`, `"text":"best"`, `"move":"d2d4"`, `"result":"1-0"`},
		"1. e4 e5": {`"name":"Chess"`, `"variant":"chess"`, `"move":"e7e5"`},
		"[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *": {
			`"variant":"chess"`, `"fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"`},
	} {
		var made struct{ ID, URL string }
		if err := json.Unmarshal([]byte(ann.do(http.MethodPost, "/api/import", game(text), 200)), &made); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(made.URL, "/studies/"+made.ID) {
			t.Errorf("%q: the study %s is at %s", text, made.ID, made.URL)
		}
		_, study := ann.Request(http.MethodGet, "/api/studies/"+made.ID, nil)
		for _, part := range append(parts, `"visibility":"private"`) {
			if !strings.Contains(study, part) {
				t.Errorf("%q: %s is missing in %s", text, part, study)
			}
		}
		bob.do(http.MethodGet, "/api/studies/"+made.ID, nil, 404)
	}
	ann.Ask(http.MethodPost, "/api/studies", map[string]string{
		"id": "own", "name": "Own", "visibility": "private", "pgn": "1. d4 *", "variant": "shrink"}, nil)
	text := ann.do(http.MethodGet, "/api/games/export/imports", nil, 200, "1. e4 {best} (1. d4) 1... e5 1-0",
		"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]", "1. e4 e5 *")
	if strings.Count(text, "[Event ") != 3 || strings.Contains(text, "1. d4 *") {
		t.Errorf("want the three imported games, got %s", text)
	}
	if text := bob.do(http.MethodGet, "/api/games/export/imports", nil, 200); text != "" {
		t.Errorf("bob has imported %q", text)
	}
	for text, parts := range map[string][]string{
		"":                      {"no game found, expected PGN"},
		"1. e4 e5\n2. Ke3 *":    {`line 2, column 4: move 2.: \"Ke3\": no white king can go to e3`},
		"1. e4 *\n\n1. d4 *":    {"The text has 2 games, expected one."},
		"1. e4 *\n\n1. Ke2 *":   {"The text has 2 games, expected one."},
		"4k3/8/8 w - - 0 1":     {"parse FEN", "column"},
		"[Variant \"go\"]\n\n*": {"line 1", "unknown game"},
	} {
		ann.do(http.MethodPost, "/api/import", game(text), 400, append(parts, `"error":`)...)
	}
	bob.do(http.MethodPost, "/api/import", game("1. e4 *"), 403, "study:write")
}

// An account that has played is no bot; people play by the board API, with JSON in place of forms.
func TestBoard(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob := newProgram(w, "Ann", auth.BoardPlay, auth.BotPlay), newProgram(w, "Bob", auth.BoardPlay)
	events := ann.stream("/api/stream/event")
	seek := ann.open(http.MethodPost, "/api/board/seek",
		url.Values{"time": {"10"}, "increment": {"0"}, "variant": {"shrink"}, "color": {"white"}})
	id, _ := field(func() map[string]any {
		bob.open(http.MethodPost, "/api/board/seek",
			url.Values{"time": {"10"}, "increment": {"0"}, "variant": {"shrink"}, "color": {"black"}}).ends()
		return events.next("type", "gameStart", "game.variant.key", "shrink", "game.color", "white",
			"game.compat.board", true)
	}(), "game.id").(string)
	seek.ends()
	stream := bob.stream("/api/board/game/stream/" + id)
	stream.next("type", "gameFull", "perf.name", "Shrink Chess, Rapid")
	ann.do(http.MethodPost, "/api/board/game/"+id+"/move/e2e4", nil, 200)
	stream.next("type", "gameState", "moves", "e2e4")
	bob.do(http.MethodPost, "/api/board/game/"+id+"/move/e7e5", nil, 200)
	stream.next("moves", "e2e4 e7e5")
	bob.do(http.MethodPost, "/api/board/game/"+id+"/takeback/yes", nil, 200)
	stream.next("btakeback", true)
	ann.do(http.MethodPost, "/api/board/game/"+id+"/takeback/yes", nil, 200)
	stream.next("moves", "e2e4", "btakeback", nil)
	bob.do(http.MethodPost, "/api/board/game/"+id+"/abort", nil, 200)
	stream.next("status", "aborted", "winner", nil)
	ann.do(http.MethodPost, "/api/bot/account/upgrade", nil, 400, "played games already")
	events.next("type", "gameFinish", "game.status.name", "aborted")

	// A seek ends with its connection.
	lonely := ann.open(http.MethodPost, "/api/board/seek", url.Values{"time": {"5"}, "increment": {"3"}})
	waits := func() bool {
		var open []gameview.Game
		ann.Ask(http.MethodGet, "/api/games?status=waiting", nil, &open)
		return len(open) == 1
	}
	for begun := time.Now(); !waits(); {
		if time.Since(begun) > servertest.Patience {
			t.Fatal("the seek does not begin")
		}
	}
	lonely.stop()
	for begun := time.Now(); ; w.Clock.Advance(time.Second) {
		var open []gameview.Game
		ann.Ask(http.MethodGet, "/api/games?status=waiting", nil, &open)
		if len(open) == 0 {
			break
		}
		if time.Since(begun) > servertest.Patience {
			t.Fatal("the seek stays")
		}
	}
	// Correspondence, as JSON.
	r, text := ann.Request(http.MethodPost, "/api/board/seek", map[string]any{"days": 3, "rated": false}, "Authorization",
		"Bearer "+ann.token)
	if r.StatusCode != http.StatusOK || !strings.Contains(text, `{"id":"`) {
		t.Errorf("a seek by correspondence: %d %s", r.StatusCode, text)
	}
}

// Seeks with a clock and any color are paired, by ratings; a later one of the player replaces the first.
func TestSeekPairs(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob := newProgram(w, "Ann", auth.BoardPlay), newProgram(w, "Bob", auth.BoardPlay)
	events := ann.stream("/api/stream/event")
	want := func(more ...string) url.Values {
		v := url.Values{"time": {"3"}, "increment": {"2"}, "variant": {"shrink"}}
		for i := 0; i < len(more); i += 2 {
			v.Set(more[i], more[i+1])
		}
		return v
	}
	waiting := func() (list []gameview.Game) {
		t.Helper()
		ann.Ask(http.MethodGet, "/api/games?status=waiting", nil, &list)
		return list
	}
	until := func(what string, ok func() bool) {
		t.Helper()
		for begun := time.Now(); !ok(); w.Clock.Advance(100 * time.Millisecond) {
			if time.Since(begun) > servertest.Patience {
				t.Fatal(what)
			}
			<-time.After(5 * time.Millisecond) // the answers need time that the clock does not show
		}
	}
	first := ann.open(http.MethodPost, "/api/board/seek", want("ratingRange", "1500-1800"))
	until("the range is not kept", func() bool {
		list := waiting()
		return len(list) == 1 && list[0].RatingMin == 1500 && list[0].RatingMax == 1800
	})
	stranger := bob.open(http.MethodPost, "/api/board/seek", want()) // has no rating
	until("the seek does not wait", func() bool { return len(waiting()) == 2 })
	second := ann.open(http.MethodPost, "/api/board/seek", want("color", "random"))
	until("Ann and Bob are not paired", func() bool { return len(waiting()) == 0 })
	for _, s := range []*stream{first, second, stranger} {
		s.ends()
	}
	begun := events.next("type", "gameStart", "game.speed", "blitz", "game.variant.key", "shrink", "game.rated", false)
	id, _ := field(begun, "game.id").(string)
	bob.do(http.MethodGet, "/api/account/playing", nil, 200, `"gameId":"`+id+`"`)

	ann.do(http.MethodPost, "/api/board/seek", want("ratingRange", "1800-1500"), 400, "ratingRange: expected two numbers")
	ann.do(http.MethodPost, "/api/board/seek", want("variant", "go"), 400, "nknown game")
	ann.do(http.MethodPost, "/api/board/seek", url.Values{"days": {"2"}, "ratingRange": {"1500-1800"}}, 200)
	if list := waiting(); len(list) != 1 || list[0].RatingMin != 1500 {
		t.Errorf("by correspondence %+v wait", list)
	}
}

// A challenge with a stream says what becomes of it, and ends with the stream; an open one is for
// the first who comes.
func TestChallengeStreams(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob, eve := newProgram(w, "Ann", auth.BoardPlay), newProgram(w, "Bob", auth.BoardPlay), newProgram(w, "Eve",
		auth.BoardPlay)
	events := bob.stream("/api/stream/event")
	keep := url.Values{"clock.limit": {"60"}, "clock.increment": {"0"}, "keepAliveStream": {"true"}}
	declined := ann.open(http.MethodPost, "/api/challenge/Bob", keep)
	declined.next("status", "created")
	id, _ := field(events.next("type", "challenge"), "challenge.id").(string)
	eve.do(http.MethodGet, "/api/challenge/"+id+"/show", nil, 404)
	bob.do(http.MethodPost, "/api/challenge/"+id+"/decline", url.Values{"reason": {"tooFast"}}, 200)
	declined.next("done", "declined")
	declined.ends()
	events.next("type", "challengeDeclined", "challenge.declineReasonKey", "toofast")
	canceled := ann.open(http.MethodPost, "/api/challenge/Bob", keep)
	canceled.next("status", "created")
	events.next("type", "challenge")
	canceled.stop()
	events.next("type", "challengeCanceled", "challenge.status", "canceled")

	open := map[string]any{}
	err := json.Unmarshal([]byte(ann.do(http.MethodPost, "/api/challenge/open",
		url.Values{"clock.limit": {"60"}, "clock.increment": {"0"}}, 200, `"destUser":null`, `"open":{}`)), &open)
	if err != nil {
		t.Fatal(err)
	}
	path := "/api/challenge/" + open["id"].(string)
	eve.do(http.MethodPost, path+"/accept?color=black", nil, 200)
	bob.do(http.MethodPost, path+"/accept", nil, 404)
	eve.do(http.MethodGet, "/api/account/playing", nil, 200, `"color":"black"`)
}

// Streams end with the token and with the server, are limited in number, and close cleanly.
func TestStreamsEnd(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob := newProgram(w, "Ann", auth.BoardPlay), newProgram(w, "Bob", auth.BoardPlay)
	revoked, closed := ann.stream("/api/stream/event"), bob.stream("/api/stream/event")
	var tokens []account.TokenView
	ann.Ask(http.MethodGet, "/api/account/tokens", nil, &tokens)
	ann.Ask(http.MethodDelete, "/api/account/tokens/"+tokens[0].ID, nil, nil)
	revoked.ends()
	ann.do(http.MethodGet, "/api/account", nil, 401)
	for range 49 {
		bob.stream("/api/stream/event")
	}
	bob.do(http.MethodGet, "/api/stream/event", nil, 429, "too many streams")
	w.Server.Close(t.Context())
	closed.ends()
}

// An arena pairs programs with an open stream of events, of bots and of people alike, whichever node directs it. A
// person who does not listen is not paired.
func TestArena(t *testing.T) {
	var elsewhere *tournament.Service
	w := servertest.New(t, servertest.WithAccounts(t, func(o *server.Options, db *gamestore.Store) {
		there := tournament.Options{
			DB: db.DB(), Games: o.Games, Lookup: o.Lookup, Node: "test", Listening: o.Social.Listening, Log: o.Log,
		}
		o.Tournaments = tournament.New(there)
		there.Node = "elsewhere"
		elsewhere = tournament.New(there)
	}))
	people := map[string]*program{
		"Ann": newProgram(w, "Ann", auth.BoardPlay), "Bob": newProgram(w, "Bob", auth.BoardPlay),
		"Cy": newProgram(w, "Cy", auth.BoardPlay), "Dee": newBot(w, "Dee"),
	}
	w.Clock.Advance(publictext.FreeAge)
	people["Ann"].Ask(http.MethodPost, "/api/tournaments", tournament.NewTournament{
		ID: "for-programs", System: "arena", Name: "Evening", Variant: "shrink", Control: gameview.Control{Base: 60_000},
		Starts: w.Clock.Now().Add(time.Minute).UnixMilli(), Minutes: 30, Bots: true,
	}, nil)
	for _, p := range people {
		p.do(http.MethodPost, "/api/tournament/for-programs/join", nil, 200, `{"ok":true}`)
	}
	w.Clock.Advance(time.Minute)
	events := 0 // of the tournament
	direct := func() {
		t.Helper()
		w.Clock.Advance(5 * time.Second)
		err := elsewhere.Direct(t.Context(), "for-programs")
		if err == nil {
			err = elsewhere.Read(t.Context(), "for-programs", func(t *tournament.Tournament) error {
				events = t.Seq()
				return nil
			})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ann := people["Ann"].stream("/api/stream/event")
	direct()
	direct()
	if events != 5 {
		t.Errorf("four joined and one listens: there are %d events, want 5", events)
	}
	dee := people["Dee"].stream("/api/stream/event")
	direct()
	ann.next("type", "gameStart", "game.opponent.username", "Dee")
	dee.next("type", "gameStart", "game.opponent.username", "Ann")
	if events != 6 {
		t.Errorf("two of four listen: there are %d events, want 6", events)
	}
	bob, cy := people["Bob"].stream("/api/stream/event"), people["Cy"].stream("/api/stream/event")
	direct()
	bob.next("type", "gameStart", "game.opponent.username", "Cy")
	cy.next("type", "gameStart", "game.opponent.username", "Bob")
}

// Many names cost many requests, a seek counts as an offered game, and what is refused leaves nothing.
func TestBudgets(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) { o.Limits.AccountStreams = 1 })
	ann, bob := newProgram(w, "Ann", auth.BoardPlay), newProgram(w, "Bob", auth.BoardPlay)
	offers := limits.Limits{}.WithDefaults().Offers
	for i := range offers {
		ann.do(http.MethodPost, "/api/board/seek", url.Values{"days": {strconv.Itoa(i + 1)}}, 200)
	}
	ann.do(http.MethodPost, "/api/board/seek", url.Values{"days": {"10"}}, 429, "You offer")

	bob.stream("/api/stream/event")
	bob.do(http.MethodPost, "/api/board/seek", url.Values{"time": {"5"}, "increment": {"3"}}, 429, "too many streams")
	bob.do(http.MethodPost, "/api/challenge/Ann", url.Values{"days": {"3"}, "keepAliveStream": {"true"}}, 429,
		"too many streams")
	if text := bob.do(http.MethodGet, "/api/challenge", nil, 200); text != `{"in":[],"out":[]}` {
		t.Errorf("challenges that were refused: %s", text)
	}
	var open []gameview.Game
	bob.Ask(http.MethodGet, "/api/games?status=waiting", nil, &open)
	if len(open) != offers {
		t.Errorf("%d games wait, want %d: a seek that was refused left one", len(open), offers)
	}

	path := "/api/users/status?ids=" + strings.Repeat("nobody,", 2000)[:4000]
	eve := w.Visitor()
	for _, want := range []int{200, 200, 429} {
		if r, text := eve.Request(http.MethodGet, path, nil); r.StatusCode != want {
			t.Errorf("2000 names: status %d, want %d: %s", r.StatusCode, want, text)
		}
	}
}

// The channels name the best live game of each variant, from the point of view of the stronger player.
func TestTVChannels(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	stranger := w.Visitor()
	channels := func() (out map[string]map[string]any) {
		w.Clock.Advance(time.Second)
		stranger.Ask(http.MethodGet, "/api/tv/channels", nil, &out)
		return out
	}
	if got := channels(); len(got) != 0 {
		t.Errorf("without games there are %v", got)
	}
	ann, bob := w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{Variant: "chess", Opponent: "anyone", Color: "white"}).Game.ID
	bob.Ask(http.MethodPost, "/api/games/"+game+"/commands", gameview.Command{ID: "command-join", Order: "join"}, nil)
	ann.Play(game, 0, "e4")
	got := channels()
	if c := got["standard"]; len(got) != 1 || c["gameId"] != game || c["color"] != "white" {
		t.Errorf("the channels are %v, want standard with game %s", got, game)
	}
}
