package plan_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/plan"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/rules"
)

// A player prepares moves and writes a note, which no one else can read or change.
func TestPlans(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		s := plan.New(plan.Options{DB: dbtest.Open(t), Lookup: rules.ByName})
		s.Use(o.Games)
		o.Features = append(o.Features, s)
	})
	ann, ben, cleo := w.Visitor(), w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{Variant: "chess", Control: gameview.Control{Days: 2}}).Game.ID
	path := "/api/games/" + game
	if m := ben.Dial().Do(sockets.ClientMessage{Game: game, Order: "join"}); m.T != "ack" {
		t.Fatal(m.Error)
	}
	refused := func(v *servertest.Visitor, status int, want, method, path string, body any) {
		t.Helper()
		if r, answer := v.Request(method, path, body); r.StatusCode != status || !strings.Contains(answer, want) {
			t.Errorf("status %d, want %d with %q: %s", r.StatusCode, status, want, answer)
		}
	}
	prepared := plan.ConditionalMoves{Lines: [][]string{{"e4", "e5"}}}
	var got plan.ConditionalMoves
	ben.Ask(http.MethodPut, path+"/conditional", prepared, &got)
	if got.Version != 1 || len(got.Lines) != 1 || got.Lines[0][0] != "e2e4" {
		t.Errorf("%+v", got)
	}
	refused(ben, http.StatusConflict, "changed elsewhere", http.MethodPut, path+"/conditional", prepared)
	refused(ann, http.StatusConflict, "move first", http.MethodPut, path+"/conditional", prepared)
	refused(cleo, http.StatusForbidden, "Only the players", http.MethodPut, path+"/conditional", prepared)
	refused(ben, http.StatusUnprocessableEntity, "Line 1: ", http.MethodPut, path+"/conditional",
		plan.ConditionalMoves{Version: 1, Lines: [][]string{{"e5", "e5"}}})
	refused(ben, http.StatusNotFound, "no such game", http.MethodPut, "/api/games/gamegamegame/conditional", prepared)
	ann.Ask(http.MethodGet, path+"/conditional", nil, &got)
	if got.Version != 0 || len(got.Lines) != 0 {
		t.Errorf("the opponent reads %+v", got)
	}

	var note plan.PrivateNote
	ben.Ask(http.MethodPut, path+"/note", plan.PrivateNote{Text: "e5!"}, &note)
	refused(ben, http.StatusConflict, "changed elsewhere", http.MethodPut, path+"/note",
		plan.PrivateNote{Text: "late"})
	refused(cleo, http.StatusForbidden, "Only the players", http.MethodPut, path+"/note",
		plan.PrivateNote{Text: "a spectator"})
	ann.Ask(http.MethodGet, path+"/note", nil, &note)
	if note.Text != "" {
		t.Errorf("the opponent reads %q", note.Text)
	}
	ben.Ask(http.MethodGet, path+"/note", nil, &note)
	if note.Text != "e5!" || note.Version != 1 {
		t.Errorf("%+v", note)
	}
}
