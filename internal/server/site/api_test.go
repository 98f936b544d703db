package site_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/web"
)

func TestAPI(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.BaseURL = "http://wane.example" })
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{
		ID: "the-first-game", Opponent: "self", Variant: "shrink", Control: gameview.Control{Base: 60_000, Increment: 1000},
	}).Game.ID
	for i, move := range []string{"e4", "d5", "exd5"} {
		ann.Ask(http.MethodPost, "/api/games/"+game+"/commands",
			gameview.Command{ID: fmt.Sprintf("command-%d", i), Order: "move", Move: move, Ply: &i}, nil)
	}
	line := `"variant":"shrink","moves":["e4","d5"]`
	games := "/api/games/" + game
	for _, c := range []struct {
		method, path, body string
		status             int
		want               []string // parts of the body
	}{
		{"GET", "/api/me", "", 200, []string{ann.Me.ID, ann.Me.Name}},
		{"PUT", "/api/me", `{"name":"Ann"}`, 200, []string{`"name":"Ann"`}},
		{"PUT", "/api/me", `{"name":" "}`, 422, []string{"The name is empty", "1 to 24"}},
		{"PUT", "/api/me", `{"name":"` + strings.Repeat("x", 25) + `"}`, 422, []string{"25 characters"}},
		{"PUT", "/api/me", `{"name":"a\u0007b"}`, 422, []string{"U+0007"}},
		{"PUT", "/api/me", `{}`, 422, []string{"name", "required"}},
		{"PUT", "/api/me", `{"name":3}`, 422, []string{"expected string"}},
		{"PUT", "/api/me", `{"name":"A","admin":true}`, 422, []string{"admin", "unexpected"}},
		{"PUT", "/api/me", `{`, 400, []string{`"code":"bad-request"`}},
		{"PUT", "/api/me", strings.Repeat(" ", int(web.Small)) + `{"name":"A"}`, 413, []string{`"status":413`}},
		{"DELETE", "/api/me", "", 405, []string{"/api/me has no DELETE: it has GET, PUT, HEAD, OPTIONS."}},
		{"GET", "/api/nothing", "", 404, []string{"/api/openapi.json", `"code":"not-found"`}},
		{"GET", "/api", "", 200, []string{"/api/openapi.yaml"}},
		{"GET", "/api/openapi.json", "", 200,
			[]string{`"openapi":"3.1.0"`, `"/api/games/{id}/commands"`, `"NewGame"`, `"FullGame"`}},
		{"GET", "/api/openapi.yaml", "", 200, []string{"openapi: 3.1.0"}},

		{"GET", "/api/variants", "", 200, []string{`"name":"cheshire8"`, `"look":"mist"`, `"start":"rnbqkbnr/`}},
		{"GET", "/api/variants/diminuendo:pbnrqk+qk", "", 200,
			[]string{`"name":"diminuendo:pbnrqk+qk"`, `"look":"trio"`, "<h1>Diminuendo", `"short":"On 43`}},
		{"GET", "/api/variants/go", "", 404, []string{`Unknown game \"go\"`, "the games are shrink"}},
		{"GET", "/api/rankings", "", 200,
			[]string{`{"order":"kqrnbp","names":["diminuendo","diminuendo:kqrnbp+qk",`, `"queen becomes pawn"`}},
		{"GET", "/api/rankings/diminuendo:pbnrqk+qk", "", 200, []string{
			`"name":"diminuendo:pbnrqk+qk"`, `{"piece":"q","into":"k","text":"A captured queen comes back as a king."`,
			`"reverse":{"name":"diminuendo:kqrnbp+qk"`,
		}},
		{"GET", "/api/rankings/P%20B%20N%20R%20Q%20K", "", 200, []string{
			`"name":"diminuendo:pbnrqk","title":"Diminuendo Chess (PBNRQK)"`,
		}},
		{"GET", "/api/atlas", "", 200,
			[]string{`"rankings":["kqrnbp",`, `{"name":"white","decimals":1,"values":[`, `"picks":[{"ranking":`}},
		{"GET", "/api/atlas/PBNRQK", "", 200, []string{`{"moves":["`, `"reason":"`}},
		{"GET", "/api/atlas/kqrnbb", "", 404, []string{"There is no sample game of", `"code":"not-found"`}},
		{"GET", "/api/rankings/kqrnbb", "", 404, []string{"has the letter 'b' twice", `"code":"not-found"`}},
		{"GET", "/api/rankings/shrink", "", 404, []string{"not one of the letters kqrnbp"}},
		{"GET", "/api/rankings/%20", "", 404, []string{"No ranking was given"}},
		{"GET", "/api/rankings/" + strings.Repeat("k", 81), "", 422, []string{"path.name", "80"}},
		{"GET", "/api/variants/..%2f..%2fetc%2fpasswd", "", 404, []string{"Unknown game"}},

		{"GET", "/api/learn/shrink", "", 200, []string{`"slug":"the-board-shrinks"`, `"id":"a-row-goes"`, `"san":["exd5"]`,
			`"solution":["e4d5"]`, "<strong>without any piece</strong>", `"name":"three-by-three"`, `"moves":[],"pgn":""`}},
		{"GET", "/api/learn/cheshire8", "", 200,
			[]string{`"variant":"cheshire8","title":"Cheshire Cat Chess, 8×8"`, `"lesson":{`}},
		{"GET", "/api/learn/chess", "", 200, []string{`"boards":[{"id":"castling"`, `"games":[]`}},
		{"GET", "/api/learn/go", "", 404, []string{`Unknown game \"go\"`, `"code":"not-found"`}},
		{"GET", "/api/learn/shrink/games/three-by-three", "", 200, []string{
			`"credit":"Pepijn van Erp"`, `"url":"https://www.pepijnvanerp.nl/chess/shrink-chess/"`, `"san":"Ra2#"`,
			`"reason":"checkmate"`, `"variations":[[{`, `[FEN \"2k/1R1/K2 w - - 0 1\"]`,
		}},
		{"GET", "/api/learn/shrink/games/x", "", 404, []string{`There is no annotated game \"x\" of Shrink Chess`}},
		{"GET", "/api/learn/shrink/games/three-by-three/pgn", "", 200, []string{`[Credit "Pepijn van Erp"]`, "2. Ra2#"}},
		{"GET", "/api/learn/shrink/games/x/pgn", "", 404, []string{`There is no annotated game \"x\" of Shrink Chess`}},
		{"POST", "/api/learn/shrink/judge", `{"step":1,"moves":["e4d5"]}`, 200, []string{`{"state":"done"}`}},
		{"POST", "/api/learn/shrink/judge", `{"step":5,"moves":["b2c2"]}`, 200, []string{`{"state":"on","reply":"b3a3"}`}},
		{"POST", "/api/learn/shrink/judge", `{"step":5,"moves":["a1b1"]}`, 200, []string{`{"state":"wrong","why":1}`}},
		{"POST", "/api/learn/shrink/judge", `{"step":1,"moves":["e4e9"]}`, 422, []string{"Move 1: ", `"code":"bad-request"`}},
		{"POST", "/api/learn/shrink/judge", `{"step":6,"moves":["e4d5"]}`, 422, []string{"body.step"}},
		{"POST", "/api/learn/shrink/judge", `{"step":1,"moves":[]}`, 422, []string{"body.moves"}},
		{"POST", "/api/learn/chess/judge", `{"step":1,"moves":["e4d5"]}`, 422, []string{"There is no lesson for Chess."}},
		{"POST", "/api/learn/go/judge", `{"step":1,"moves":["e4d5"]}`, 422, []string{"Unknown game"}},

		{"POST", "/api/games",
			`{"id":"abcdefgh","variant":"go","control":{},"casual":false,"opponent":"self","color":"white"}`, 422,
			[]string{"unknown game", `"code":"not-allowed"`}},
		{"POST", "/api/games",
			`{"id":"abcdefgh","variant":"chess","fen":"x","control":{},"casual":false,"opponent":"self","color":"white"}`, 422,
			[]string{"FEN"}},
		{"POST", "/api/games", `{"id":"abc","variant":"chess","control":{},"casual":false,"opponent":"self","color":"white"}`,
			422, []string{"body.id", "length >= 8"}},
		{"POST", "/api/games",
			`{"id":"abcdefgh","variant":"chess","control":{"base":99999999},"casual":false,"opponent":"self","color":"white"}`,
			422, []string{"body.control.base", "1.08e+07"}},
		{"POST", "/api/games",
			`{"id":"abcdefgh","variant":"chess","control":{},"casual":false,"opponent":"nobody","color":"white"}`, 422,
			[]string{"body.opponent", "engine"}},
		{"POST", "/api/games",
			`{"id":"abcdefgh","variant":"chess","control":{},"casual":false,"opponent":"engine","color":"white"}`, 422,
			[]string{"level from 1 to 8"}},
		{"POST", "/api/games",
			`{"id":"abcdefgh","variant":"chess","control":{},"casual":false,"opponent":"engine","level":9,"color":"white"}`, 422,
			[]string{"body.level"}},
		{"POST", "/api/games", `{"id":"abcdefgh","variant":"chess","control":{"base":60000,"days":1},"casual":false,` +
			`"opponent":"self","color":"white"}`, 422, []string{"not-allowed"}},

		{"GET", games, "", 200, []string{`"variant":"shrink"`, `"you":["white","black"]`, `"san":"exd5"`, `"seq":3`}},
		{"GET", games + "?from=2", "", 200, []string{`"events":[{"seq":3,`}},
		{"GET", games + "?from=-1", "", 422, []string{"query.from"}},
		{"GET", "/api/games/abcdefghijkl", "", 404, []string{"There is no such game.", `"code":"not-found"`}},
		{"GET", "/api/games/a'b", "", 422, []string{"path.id"}},
		{"POST", games + "/commands", `{"id":"some-command","order":"move","move":"e9"}`, 422, []string{`"code":"illegal"`}},
		{"POST", games + "/commands", `{"id":"some-command","order":"move","move":"e4","ply":0}`, 409, []string{
			`"code":"stale"`,
		}},
		{"POST", games + "/commands", `{"id":"some-command","order":"fly"}`, 422, []string{`"code":"unknown"`}},
		{"POST", games + "/commands", `{"id":"some-command","order":"resign","color":"red"}`, 422, []string{"body.color"}},
		{"GET", "/api/games?mine=true&status=live&limit=5", "", 200, []string{game}},
		{"GET", "/api/games", "", 200, []string{"[]"}}, // it is not public
		{"GET", "/api/games?limit=1000", "", 422, []string{"query.limit"}},
		{"GET", "/api/games?status=odd", "", 422, []string{"query.status"}},
		{"GET", "/api/lobby", "", 200, []string{`"seeks":[]`, `"mine":[{`, game}},

		{"GET", games + "/pgn", "", 200, []string{
			`[Variant "shrink"]`, `[White "` + ann.Me.Name + `"]`, `[WhiteType "human"]`, `[TimeControl "60+1"]`,
			`[Site "http://wane.example/game/` + game + `"]`, "1. e4 {[%clk 0:01:00]} 1... d5 {[%clk 0:01:00]}",
		}},
		{"GET", games + "/board.svg", "", 200, []string{"<svg", `data-kind="white-pawn"`}},
		{"GET", games + "/board.svg?theme=dark&flip=true&size=100", "", 200, []string{"<svg"}},
		{"GET", games + "/board.svg?theme=pink", "", 422, []string{"query.theme"}},
		{"GET", games + "/board.svg?size=9999", "", 422, []string{"query.size"}},
		{"GET", "/api/games/abcdefghijkl/board.svg", "", 404, []string{"no such game"}},

		{"POST", "/api/views", `{` + line + `}`, 200, []string{`{"views":[{"ply":0,`, `"ply":2`, `"san":"d5"`}},
		{"POST", "/api/views", `{` + line + `,"from":2}`, 200, []string{`{"views":[{"ply":2,`}},
		{"POST", "/api/views", `{` + line + `,"from":3}`, 422, []string{"only 2 plies"}},
		{"POST", "/api/draft", `{"state":{"variant":"shrink"},"edit":{"do":"fen","text":"2k/1R1/3 w - - 0 1"}}`, 200,
			[]string{`{"state":{"variant":"shrink","fen":"2k/1R1/3 w - - 0 1"`,
				`"faults":[{"text":"White has no king: put one on the board."}`}},
		{"POST", "/api/draft", `{"state":{"variant":"shrink"},"edit":{"do":"put","piece":"K","squares":[99]}}`, 422, []string{
			"No square has the key 99.",
		}},
		{"POST", "/api/draft", `{"state":{"variant":"go"},"edit":{"do":"start"}}`, 422, []string{"Unknown game"}},
		{"POST", "/api/draft", `{"state":{"variant":"shrink"},"edit":{"do":"fen","text":"` + strings.Repeat("x", 401) + `"}}`,
			422, []string{"body.edit.text", "400"}},
		{"POST", "/api/views", `{"variant":"shrink","moves":["e4","e4"]}`, 422, []string{"Move 2: ", `"code":"illegal"`}},
		{"POST", "/api/views", `{"variant":"shrink","fen":"x","moves":[]}`, 422, []string{"FEN"}},
		{"POST", "/api/views", `{"variant":"go","moves":[]}`, 422, []string{"Unknown game"}},
		{"POST", "/api/views", `{"variant":"shrink","moves":["` + strings.Repeat("x", 50) + `"]}`, 422, []string{
			"Move 1 is longer than 40",
		}},
		{"POST", "/api/views", `{"variant":"shrink","moves":[` + strings.Repeat(`"a",`, 2000) + `"a"]}`, 422,
			[]string{"body.moves", "2000"}},
		{"POST", "/api/choices", `{` + line + `}`, 200, []string{`"ply":2`, `"text":"e4d5"`, `"captures":true`}},
		{"POST", "/api/preview", `{` + line + `,"move":"exd5"}`, 200, []string{`"text":"e4d5"`, `"steps":[`}},
		{"POST", "/api/preview", `{` + line + `,"move":"e4e6"}`, 422, []string{`"code":"illegal"`}},

		{"GET", "/healthz", "", 200, []string{"ok"}},
		{"GET", "/readyz", "", 200, []string{"ok"}},
		{"GET", "/metrics", "", 200, []string{
			"wane_games_loaded 1", "wane_moves_total 3", `wane_http_requests_total{route="GET /api/me",status="200"}`,
			`wane_command_seconds_count{result="done"} 3`, "wane_sockets 0",
		}},
	} {
		t.Run(fmt.Sprintf("%s %.60s %.90s", c.method, c.path, c.body), func(t *testing.T) {
			var body any
			if c.body != "" {
				body = c.body
			}
			resp, got := ann.Request(c.method, c.path, body)
			if resp.StatusCode != c.status {
				t.Errorf("status %d, want %d", resp.StatusCode, c.status)
			}
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s does not stand there", want)
				}
			}
			if kind := resp.Header.Get("Content-Type"); c.status >= 400 && kind != "application/problem+json" {
				t.Errorf("an error comes as %s", kind)
			}
			if t.Failed() {
				t.Logf("%.1500s", got)
			}
			if policy := resp.Header.Get("Content-Security-Policy"); !strings.Contains(policy,
				"connect-src 'self' ws://wane.example;") {
				t.Errorf("the policy is %q", policy)
			}
		})
	}
}

// The same request made twice makes one game; another guest's makes another.
func TestCreateTwice(t *testing.T) {
	w := servertest.New(t)
	ann, bob := w.Visitor(), w.Visitor()
	n := gameview.NewGame{ID: "same-request", Opponent: "anyone", Color: "random", Variant: "convergent"}
	first, second, other := ann.Begin(n), ann.Begin(n), bob.Begin(n)
	if first.Game.ID != second.Game.ID || first.Game.White.You != second.Game.White.You {
		t.Errorf("two games: %+v and %+v", first.Game, second.Game)
	}
	if other.Game.ID == first.Game.ID {
		t.Error("two guests' games have one name")
	}
	if !first.Game.Public || !first.Game.Creator || first.Game.Status != "waiting" || len(first.You) != 1 {
		t.Errorf("the game is %+v", first.Game)
	}
	white, made := 0, guests.New([]byte("a secret"), false, w.Clock.Now)
	for i := range 40 {
		n.ID = fmt.Sprintf("request-%d", i)
		id, random := made.GameID("someone", n.ID)
		if !id.Valid() || len(id) != 12 {
			t.Errorf("a game is called %s", id)
		}
		if random {
			white++
		}
	}
	if white < 5 || white > 35 {
		t.Errorf("%d of 40 random colors are the same", white)
	}
}

func TestPictureIsCached(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := "/api/games/" + ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	resp, _ := ann.Request(http.MethodGet, game+"/board.svg", nil)
	tag := resp.Header.Get("ETag")
	if resp, body := ann.Request(http.MethodGet, game+"/board.svg", nil, "If-None-Match",
		tag); resp.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("the same picture again: %d, %d bytes", resp.StatusCode, len(body))
	}
	ply := 0
	ann.Ask(http.MethodPost, game+"/commands",
		gameview.Command{ID: "a-command", Order: "move", Move: "e4", Ply: &ply}, nil)
	if resp, _ := ann.Request(http.MethodGet, game+"/board.svg", nil, "If-None-Match",
		tag); resp.StatusCode != http.StatusOK {
		t.Errorf("after a move the old picture is good: %d", resp.StatusCode)
	}
}

// unzip decompresses an answer.
func unzip(t *testing.T, packed string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// Long answers are compressed for clients that accept it.
func TestCompression(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	ask := func(encoding string) (servertest.Reply, string) {
		return ann.Request(http.MethodPost, "/api/views",
			`{"variant":"cheshire","moves":["f2f4","c10b8","e2e4","e9e7","e1i5","f10c7","f1f3","e10e8","a2a4","c7c6"],"from":0}`,
			"Accept-Encoding", encoding)
	}
	head, plain := ask("identity")
	if head.StatusCode != http.StatusOK || head.Header.Get("Content-Encoding") != "" {
		t.Fatalf("%d %v %s", head.StatusCode, head.Header, plain)
	}
	head, packed := ask("gzip")
	if unzip(t, packed) != plain || len(packed) > len(plain)/5 {
		t.Errorf("%v: %d bytes are packed in %d", head.Header, len(plain), len(packed))
	}
	t.Logf("%d bytes are packed in %d", len(plain), len(packed))
}

// Lists of an unknown variant are an error.
func TestListOfUnknownVariant(t *testing.T) {
	w := servertest.New(t)
	for _, name := range []string{"%00", "go", "diminuendo:xyz"} {
		if r, body := w.Visitor().Request(http.MethodGet, "/api/games?variant="+name,
			nil); r.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, r.StatusCode, body)
		}
	}
}
