package toygame_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image/gif"
	"image/png"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/sockets"
	_ "github.com/wane-chess/wane/internal/testing/dbtest" // long deadlines: the machine may be busy
)

// patience bounds a request, and the wait for a move of the engine.
const patience = 30 * time.Second

// serve starts a node that is given the game, with an engine, and returns its URL.
func serve(t *testing.T) string {
	t.Helper()
	n, err := node.Start(t.Context(),
		node.Config{Data: t.TempDir(), Games: games, Workers: 1, Hash: 1, Limits: limits.Limits{Off: true}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := n.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	return n.URL()
}

// A node that is given the game serves it: two people make moves over HTTP, and their
// game is drawn.
func TestIsServed(t *testing.T) {
	base := serve(t)
	white, black := client(t), client(t)
	var list []gameview.Variant
	call(t, white, http.MethodGet, base+"/api/variants", nil, &list)
	if v := list[len(list)-1]; v.Name != "losalamos" || v.Short == "" || v.Look != "classic" ||
		v.Full != [2]float64{6, 6} {
		t.Errorf("the last variant is %+v", v)
	}
	var full gameview.FullGame
	wish := gameview.NewGame{ID: "toy-game-1", Variant: "losalamos", Opponent: "friend", Color: "white", Casual: true}
	call(t, white, http.MethodPost, base+"/api/games", wish, &full)
	url := base + "/api/games/" + full.Game.ID
	call(t, black, http.MethodPost, url+"/commands", gameview.Command{ID: "toy-join-1", Order: "join"}, nil)
	for ply, move := range []string{"d2d3", "e5e4", "d3e4"} {
		do := gameview.Command{ID: "toy-move-" + move, Order: "move", Ply: &ply, Move: move}
		call(t, []*http.Client{white, black}[ply%2], http.MethodPost, url+"/commands", do, nil)
	}
	call(t, black, http.MethodGet, url, nil, &full)
	if want := "rnqknr/pppp1p/4P1/6/PPP1PP/RNQKNR b - - 0 2"; full.Game.Position != want {
		t.Errorf("the position is %s, want %s", full.Game.Position, want)
	}
	if full.Game.Look != "classic" {
		t.Errorf("the game's look is %q", full.Game.Look)
	}
	if svg := string(request(t, black, http.MethodGet, url+"/board.svg",
		nil)); strings.Count(svg, `data-kind="white-pawn"`) != 6 || strings.Count(svg, `data-kind="black-pawn"`) != 5 {
		t.Errorf("the board is drawn as %.300s", svg)
	}
	if picture, err := png.DecodeConfig(bytes.NewReader(request(t, black, http.MethodGet, url+"/board.png?size=200",
		nil))); err != nil || picture.Width != 200 {
		t.Errorf("the PNG is %d pixels wide, %v", picture.Width, err)
	}
	if animation, err := gif.DecodeAll(bytes.NewReader(request(t, black, http.MethodGet, url+"/game.gif?size=100",
		nil))); err != nil || len(animation.Image) != 4 {
		t.Errorf("the GIF: %v; want 4 frames", err)
	}
}

// Pages get board views of the game.
func TestHasBoardViews(t *testing.T) {
	base := serve(t)
	var out struct {
		Views []boardview.BoardView `json:"views"`
	}
	call(t, client(t), http.MethodPost, base+"/api/views",
		map[string]any{"variant": "losalamos", "moves": []string{"d3", "e5e4", "dxe4"}}, &out)
	if len(out.Views) != 4 {
		t.Fatalf("%d board views, want 4", len(out.Views))
	}
	if first := out.Views[0]; len(first.Squares) != 36 || len(first.Pieces) != 24 || first.Look != "classic" ||
		first.Full != [2]float64{6, 6} || first.Turn != "white" {
		t.Errorf("the first has %d squares, %d pieces, format %v, turn %q",
			len(first.Squares), len(first.Pieces), first.Format, first.Turn)
	}
	if last := out.Views[3]; last.SAN != "dxe4" || len(last.Pieces) != 23 ||
		last.FEN != "rnqknr/pppp1p/4P1/6/PPP1PP/RNQKNR b - - 0 2" {
		t.Errorf("the last is %s, %d pieces, %s", last.SAN, len(last.Pieces), last.FEN)
	}
}

// The engine is an opponent in the game.
func TestEngineIsOpponent(t *testing.T) {
	base, me := serve(t), client(t)
	var full gameview.FullGame
	call(t, me, http.MethodPost, base+"/api/games",
		gameview.NewGame{ID: "toy-game-2", Variant: "losalamos", Opponent: "engine", Level: 1, Color: "white"}, &full)
	game := full.Game.ID
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	address := "ws" + strings.TrimPrefix(base, "http") + "/ws"
	//nolint:bodyclose // the library does
	conn, _, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPClient: me})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	for _, text := range []string{
		`{"t":"watch","game":"` + game + `"}`,
		`{"t":"do","game":"` + game + `","id":"toy-first-move","order":"move","move":"d2d3","ply":0}`,
	} {
		if err := conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for moves := 0; moves < 2; {
		_, b, err := conn.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var m sockets.ServerMessage
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		if m.T == "nack" || m.T == "error" {
			t.Fatalf("%s", b)
		}
		if m.T == "event" && m.Event.Kind == "move" {
			moves++
		}
	}
	call(t, me, http.MethodGet, base+"/api/games/"+game, nil, &full)
	if full.Game.Ply != 2 || full.Game.Turn != "white" || full.Game.Black.Level != 1 || full.Game.Status != "live" {
		t.Errorf("after the engine's move the game is %+v", full.Game)
	}
}

func client(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: patience}
}

// call sends a request with a JSON body and decodes the answer, unless out is nil.
func call(t *testing.T, c *http.Client, method, url string, in, out any) {
	t.Helper()
	text := request(t, c, method, url, in)
	if out == nil {
		return
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatal(err)
	}
}

// request sends a request with a JSON body and returns the answer's.
func request(t *testing.T, c *http.Client, method, url string, in any) []byte {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s, %v: %s", method, url, resp.Status, err, text)
	}
	return text
}
