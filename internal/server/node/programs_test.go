package node_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
)

// asker is a program for Lichess with a token.
type asker struct {
	t     *testing.T
	base  string
	token string
}

// ask sends a request and returns the status and the answer: of a stream the first line.
func (p *asker) ask(method, path, body string, headers ...string) (int, string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, p.base+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if strings.Contains(path, "stream") || strings.HasSuffix(path, "/feed") {
		line, _ := bufio.NewReader(resp.Body).ReadString('\n')
		return resp.StatusCode, line
	}
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// post asks for what must succeed.
func (p *asker) post(path, body string) string {
	p.t.Helper()
	status, text := p.ask("POST", path, body)
	if status >= 300 {
		p.t.Fatalf("POST %s: %d %s", path, status, text)
	}
	return text
}

// programCall is a call of a client library for Lichess, and what the answer has: a status, and parts of the text.
type programCall struct {
	method, path, body string
	status             int
	parts              []string
}

// programCalls are the calls that clients for Lichess make, by group, with what the server answers. Of paths, GAME is a
// rated game that has ended, LIVE one that is being played, and ARENA a tournament.
var programCalls = map[string][]programCall{
	"account": {
		{"GET", "/api/account", "", 200, []string{`"id":"ann"`, `"shrink/blitz"`, `"count":{"all":1,"rated":1,"win":1`}},
		{"GET", "/api/account/email", "", 200, nil},
		{"GET", "/api/account/preferences", "", 404, nil},
		{"GET", "/api/account/kid", "", 404, nil},
		{"GET", "/api/timeline", "", 404, nil},
	},
	"users": {
		{"GET", "/api/users/status?ids=ann,ben&withGameIds=true", "", 200, []string{`"playing":true,"playingId":"LIVE"`}},
		{"GET", "/api/player", "", 200, []string{`"blitz":[]`, `"shrink/blitz":[]`}},
		{"GET", "/api/player/top/10/blitz", "", 200, []string{`{"users":[]}`}},
		{"GET", "/api/player/top/10/shrink-rapid", "", 200, []string{`{"users":[]}`}},
		{"GET", "/api/player/top/10/horde", "", 404, []string{"no such rating"}},
		{"GET", "/api/player/autocomplete?term=an", "", 200, []string{`["Ann"]`}},
		{"GET", "/api/player/autocomplete?term=an&object=True", "", 200, []string{`{"result":[{"id":"ann","name":"Ann"}]}`}},
		{"GET", "/api/user/ben", "", 200, []string{`"blitz":{"games":1,`, `"loss":1`, `"seenAt":`}},
		{"GET", "/api/user/computer-2", "", 200, []string{`"id":"computer-2"`, `"title":"BOT"`}},
		{"POST", "/api/users", "ann,computer-3,nobody,ann", 200, []string{`"id":"ann"`, `"id":"computer-3"`}},
		{"GET", "/api/user/ann/activity", "", 200,
			[]string{`"games":{"blitz":{"win":1,"loss":0,"draw":0,"rp":{"before":1500`}},
		{"GET", "/api/user/ann/rating-history", "", 200, []string{`{"name":"Blitz","points":[[20`}},
		{"GET", "/api/user/computer-3/rating-history", "", 200, []string{`{"name":"Blitz","points":[]}`}},
		{"GET", "/api/user/ann/perf/blitz", "", 200, []string{`"user":{"name":"Ann"}`, `"nb":1`, `"highest":{"int":`}},
		{"GET", "/api/crosstable/ann/ben", "", 200, []string{`{"users":{"ann":1,"ben":0},"nbGames":1}`}},
		{"GET", "/api/streamer/live", "", 404, nil},
		{"GET", "/api/puzzle/activity", "", 404, nil},
	},
	"relations": {
		{"POST", "/api/rel/follow/ben", "", 200, nil}, {"GET", "/api/rel/following", "", 200, []string{`"id":"ben"`}},
		{"POST", "/api/rel/unfollow/ben", "", 200, nil},
		{"POST", "/api/rel/block/cid", "", 200, nil}, {"POST", "/api/rel/unblock/cid", "", 200, nil},
	},
	"games": {
		{"GET", "/game/export/GAME?clocks=false&opening=True", "", 200,
			[]string{`[WhiteRatingDiff "+`, `[BlackRatingDiff "-`, "1. e4 e5 2. Nf3"}},
		{"GET", "/game/export/GAME?tags=false", "", 200, []string{"1. e4 {[%clk"}},
		{"GET", "/game/export/GAME?moves=false", "", 200, []string{"\n\n1-0"}},
		{"GET", "/api/games/user/ann?max=5&rated=true&perfType=blitz&vs=ben&color=white&clocks=true", "", 200,
			[]string{`[White "Ann"]`, "%clk"}},
		{"GET", "/api/games/user/ann?max=5&rated=false", "", 200, nil},
		{"GET", "/api/games/user/ann?rated=maybe", "", 400, []string{"true or false"}},
		{"GET", "/api/games/user/ann?sort=dateAsc", "", 422, nil},
		{"GET", "/api/games/user/ann?ongoing=true&finished=false", "", 200, []string{`[White "Ann"]`, `[Result "*"]`}},
		{"GET", "/api/games/user/computer-1?max=3", "", 200, nil},
		{"GET", "/api/games/user/nobody", "", 404, nil},
		{"POST", "/api/games/export/_ids", "GAME,nothing", 200, []string{`[Black "Ben"]`}},
		{"GET", "/api/user/ben/current-game", "", 200, []string{`[White "Ann"]`}},
		{"GET", "/api/user/cid/current-game", "", 404, nil},
		{"GET", "/api/stream/game/GAME", "", 200,
			[]string{`"id":"GAME"`, `"player":"black"`, `"status":{"id":31,"name":"resign"}`}},
		{"POST", "/api/stream/games-by-users?withCurrentGames=true", "ann,ben", 200,
			[]string{`"id":"LIVE"`, `"statusName":"started"`, `"white":{"userId":"ann"`}},
		{"POST", "/api/stream/games/one", "GAME", 404, nil},
		{"POST", "/api/import", "pgn=1.+e4", 200, []string{`"url":"`}},
		{"GET", "/api/games/export/imports", "", 200, []string{"1. e4"}},
		{"GET", "/api/account/playing?nb=5", "", 200, []string{`"nbMyTurn":`, `"secondsLeft":180`}},
	},
	"challenges": {
		{"GET", "/api/challenge", "", 200, []string{`"in":[]`}},
		{"POST", "/api/challenge/ben", "days=2", 200, []string{`"status":"created"`}},
		{"POST", "/api/challenge/open", "days=2&rules=noAbort", 200, []string{`"rules":["noAbort"]`}},
		{"POST", "/api/challenge/open", "clock.limit=60&clock.increment=0&rated=false&name=x", 200, nil},
		{"POST", "/api/challenge/ai", "level=1&clock.limit=180&clock.increment=0&color=white", 201, []string{
			`"opponent":{"id":"computer-1","username":"computer-1","title":"BOT","rating":`, `"ai":1}`}},
		{"POST", "/api/challenge/LIVE/start-clocks?token1=a&token2=b", "", 404, nil},
		{"POST", "/api/round/LIVE/add-time/5", "", 404, nil},
		{"POST", "/api/token/admin-challenge", "users=ann", 404, nil},
		{"POST", "/api/bulk-pairing", "", 404, nil},
	},
	"board": {
		{"GET", "/api/stream/event", "", 200, []string{`"type":"gameStart"`}},
		{"GET", "/api/board/game/stream/LIVE", "", 200, []string{`"type":"gameFull"`}},
		{"POST", "/api/board/game/LIVE/chat", "room=player&text=good+luck", 200, nil},
		{"GET", "/api/board/game/LIVE/chat", "", 200, []string{`"text":"Good luck!"`}},
		{"POST", "/api/board/game/LIVE/draw/1", "", 400, []string{"both players have moved"}},
		{"POST", "/api/board/game/LIVE/claim-victory/", "", 400, nil},
		{"POST", "/api/board/game/LIVE/berserk", "", 400, nil},
		{"POST", "/api/board/game/LIVE/move/e2e4/", "", 200, nil},
	},
	"bots": {
		{"GET", "/api/bot/online?nb=3", "", 200, []string{`"id":"computer-1"`, `"count":{"all":0`}},
		{"POST", "/api/bot/account/upgrade", "", 403, nil},
		{"GET", "/api/bot/game/stream/LIVE", "", 403, nil},
	},
	"tournaments": {
		{"GET", "/api/tournament", "", 200, []string{`"created":[`, `"finished":[`}},
		{"GET", "/api/tournament/ARENA?page=1", "", 200,
			[]string{`"createdBy":"ann"`, `"fullName":"Evening"`, `"clock":{"limit":180,"increment":2}`,
				`"standing":{"page":1`}},
		{"POST", "/api/tournament/ARENA/join", "password=secret&pairMeAsap=true", 200, nil},
		{"GET", "/api/tournament/ARENA/results?nb=5&sheet=true", "", 200, []string{`"rank":1,"score":0`, `"username":"Ann"`}},
		{"GET", "/api/tournament/ARENA/games", "", 200, nil},
		{"GET", "/api/user/ann/tournament/created", "", 200, nil}, // private ones are not listed
		{"GET", "/api/user/ann/tournament/played?nb=3", "", 200, nil},
		{"GET", "/api/tournament/ARENA/teams", "", 404, nil},
		{"GET", "/api/swiss/ARENA", "", 200, []string{`"nbRounds":0`, `"verdicts":{"list":[],"accepted":true}`}},
		{"GET", "/api/swiss/ARENA/results", "", 200, []string{`"points":0,"tieBreak":0`}},
		{"GET", "/api/swiss/ARENA/games?player=ann", "", 200, nil},
		{"POST", "/api/swiss/new/coders", "name=Night&clock.limit=180&clock.increment=2&nbRounds=5", 400,
			[]string{"older than a day"}},
		{"POST", "/api/tournament", "name=Evening&clockTime=3&clockIncrement=2&minutes=20&startDate=tomorrow", 400,
			[]string{"expected milliseconds since 1970"}},
		{"POST", "/api/tournament/ARENA/withdraw", "", 200, nil},
		{"POST", "/api/tournament/ARENA/terminate", "", 200, nil},
		{"GET", "/api/team/coders/arena", "", 404, nil},
	},
	"tv": {
		{"GET", "/api/tv/channels", "", 200, nil},
		{"GET", "/api/tv/best?nb=3", "", 200, []string{`[White "Ann"]`}},
		{"GET", "/api/tv/standard", "", 200, []string{`[White "Ann"]`}},
		{"GET", "/api/tv/shrink", "", 200, nil},
		{"GET", "/api/tv/horde", "", 404, []string{"no such channel"}},
		{"GET", "/api/tv/feed", "", 200, nil},
		{"GET", "/api/tv/standard/feed", "", 200, nil},
	},
	"oauth": {{"POST", "/api/token/test", "TOKEN,x", 200, []string{`"userId":"ann"`, `"x":null`}}},
}

// Clients for Lichess get from a whole node what the table says. The groups are independent of each other.
func TestProgramCalls(t *testing.T) {
	n := start(t, node.Config{Limits: limits.Limits{Off: true}})
	program := func(name string) *asker {
		scopes := []auth.Scope{
			auth.BoardPlay, auth.ChallengeRead, auth.ChallengeWrite, auth.FollowRead, auth.FollowWrite, auth.TournamentWrite,
			auth.EmailRead, auth.StudyRead, auth.StudyWrite,
		}
		return &asker{t, n.URL(), newToken(t, n, signUp(t, n, name), scopes...).Secret}
	}
	ann, ben := program("Ann"), program("Ben")
	program("Cid")
	begin := func() string {
		var made struct{ ID string }
		text := ann.post("/api/challenge/ben", "rated=true&clock.limit=180&clock.increment=2&color=white")
		if err := json.Unmarshal([]byte(text), &made); err != nil {
			t.Fatal(err)
		}
		ben.post("/api/challenge/"+made.ID+"/accept", "")
		return made.ID
	}
	ended := begin()
	players := []*asker{ann, ben}
	const line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3"
	for i, move := range strings.Fields(line) {
		players[i%2].post("/api/board/game/"+ended+"/move/"+move, "")
	}
	finish := finishOf(t, ann, ended, func() { ben.post("/api/board/game/"+ended+"/resign", "") })
	if !strings.Contains(finish, `"ratingDiff":`) || !strings.Contains(finish, `"winner":"white"`) {
		t.Errorf("the end of a rated game: %s", finish)
	}
	for archived, at := "", time.Now(); !strings.Contains(archived, ended); {
		_, archived = ann.ask("GET", "/api/games/user/ann?max=1", "", "Accept", "application/x-ndjson")
		if time.Since(at) > patience {
			t.Fatal("the game is not archived")
		}
	}
	live := begin()
	var tournament struct {
		ID       string
		StartsAt time.Time
	}
	starts := time.Now().Add(2 * time.Hour).Truncate(time.Second)
	made := ann.post("/api/tournament", fmt.Sprintf(
		"name=Evening&clockTime=3&clockIncrement=2&minutes=20&startDate=%d&rated=false&password=secret", starts.UnixMilli()))
	if err := json.Unmarshal([]byte(made), &tournament); err != nil || !tournament.StartsAt.Equal(starts) {
		t.Fatal(err, made)
	}
	names := strings.NewReplacer("GAME", ended, "LIVE", live, "ARENA", tournament.ID, "TOKEN", ann.token)
	for group, calls := range programCalls {
		t.Run(group, func(t *testing.T) {
			p := &asker{t, ann.base, ann.token}
			for _, c := range calls {
				status, text := p.ask(c.method, names.Replace(c.path), names.Replace(c.body))
				if status != c.status {
					t.Errorf("%s %s: status %d, want %d: %s", c.method, c.path, status, c.status, text)
				}
				for _, part := range c.parts {
					if !strings.Contains(text, names.Replace(part)) {
						t.Errorf("%s %s: %s is missing in %s", c.method, c.path, part, text)
					}
				}
			}
		})
	}
}

// finishOf returns the event that says that a game has ended, which end does.
func finishOf(t *testing.T, p *asker, game string, end func()) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/api/stream/event", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	end()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		if text := lines.Text(); strings.Contains(text, `"gameFinish"`) && strings.Contains(text, game) {
			return text
		}
	}
	t.Fatal("no event says that the game has ended")
	return ""
}
