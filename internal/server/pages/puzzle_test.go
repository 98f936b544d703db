package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/puzzle"
)

// The page of a puzzle says what is to be found, and link previews show the position.
func TestPuzzleHead(t *testing.T) {
	p := puzzle.Puzzle{
		Variant: "chess", FEN: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Moves: []string{"a1a8"}, Goal: puzzle.Mate,
		Proof: puzzle.Exhaustive, Rating: 900,
	}
	p.ID = p.Identify()
	v := servertest.New(t, func(o *server.Options) {
		o.Puzzles = puzzles.New(puzzles.Options{DB: dbtest.Open(t), Library: puzzles.List{p}, Now: o.Now})
	}).Visitor()
	const card = "/api/card.png?page=puzzle&amp;variant=chess&amp;fen=6k1%2F5ppp%2F8%2F8%2F8%2F8%2F8%2FR5K1+w+-+-+0+1"
	for path, want := range map[string][]string{
		"/puzzles/" + p.ID: {"<title>Puzzle · Chess", "White mates in 1. Find it.", card},
		"/puzzles/daily":   {"<title>Puzzle of the day · Chess", "White mates in 1. Find it.", card},
	} {
		r, body := v.Request(http.MethodGet, path, nil)
		for _, text := range want {
			if r.StatusCode != http.StatusOK || !strings.Contains(body, text) || strings.Contains(body, "a1a8") {
				t.Errorf("%s: status %d, want %q in %s", path, r.StatusCode, text, body)
			}
		}
	}
	if r, _ := v.Request(http.MethodGet, "/puzzles/0000000", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("no puzzle: status %d", r.StatusCode)
	}
	if r, _ := v.Request(http.MethodGet, strings.ReplaceAll(card, "&amp;", "&"), nil); r.StatusCode != http.StatusOK ||
		r.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture: %+v", r)
	}
}
