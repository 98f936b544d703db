package site_test

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/opening"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/rules"
)

// newOpenings makes a server on which four people have accounts that are older than a day, and Mia is a moderator.
func newOpenings(t *testing.T) (w *servertest.World, mod, ann, ben, cy *servertest.Visitor) {
	t.Helper()
	var people *account.Service
	with := servertest.WithAccounts(t)
	w = servertest.New(t, func(o *server.Options) {
		with(o)
		starter := func(variant string) (*archive.Book, error) {
			g, err := rules.ByName(variant)
			if err != nil {
				return nil, err
			}
			games := make([]archive.BookGame, 4)
			for i := range games {
				games[i] = archive.BookGame{Moves: []string{"e2e4", "e7e5"}, Result: game.Draw, Plies: 80}
			}
			return archive.NewBook(g, games)
		}
		at := slices.Index(o.Features, server.Feature(o.Openings))
		o.Openings = opening.New(opening.Options{
			DB: o.Secrets.(*gamestore.Store).DB(), Lookup: o.Lookup, Starter: starter, Now: o.Now,
		})
		o.Features[at] = o.Openings
		people = o.Accounts
	})
	mod, ann, ben, cy = w.Visitor(), w.Visitor(), w.Visitor(), w.Visitor()
	for v, name := range map[*servertest.Visitor]string{mod: "Mia", ann: "Ann", ben: "Ben", cy: "Cy"} {
		v.SignUp(name)
	}
	r, err := people.User(t.Context(), "mia")
	if err == nil {
		err = people.SetRole(t.Context(), r.ID, auth.Moderator)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(25 * time.Hour)
	return w, mod, ann, ben, cy
}

// answers compares a status and a part of the answer.
func answers(t *testing.T, v *servertest.Visitor, status int, want, method, path string, body any) {
	t.Helper()
	if r, answer := v.Request(method, path, body); r.StatusCode != status || !strings.Contains(answer, want) {
		t.Errorf("%s %s: status %d, want %d with %q: %s", method, path, r.StatusCode, status, want, answer)
	}
}

const (
	lionLine = "/api/openings?variant=chess&moves=e2e4_e7e5_g1f3"
	lionList = "/api/openings/names?variant=chess&moves=g1f3_e7e5_e2e4"
)

// People propose names, others vote, and the name is that of the position by any order of moves.
func TestOpenings(t *testing.T) {
	_, mod, ann, ben, cy := newOpenings(t)
	line := func(path string, want ...opening.Opening) {
		t.Helper()
		var got opening.Line
		if ann.Ask(http.MethodGet, path, nil, &got); !reflect.DeepEqual(got.Openings, append([]opening.Opening{}, want...)) {
			t.Errorf("%s has %+v, want %+v", path, got.Openings, want)
		}
	}
	list := func(v *servertest.Visitor, want ...opening.Proposal) opening.Names {
		t.Helper()
		var got opening.Names
		if v.Ask(http.MethodGet, lionList, nil,
			&got); !reflect.DeepEqual(got.Proposals, append([]opening.Proposal{}, want...)) {
			t.Errorf("the proposals are %+v, want %+v", got.Proposals, want)
		}
		return got
	}
	made := []opening.Opening{{Ply: 1, Name: "1. e4", Made: true}, {Ply: 2, Name: "1. e4 e5", Made: true}}
	line(lionLine, made...)
	line("/api/openings?variant=shrink")
	propose := opening.NewOpeningName{Variant: "chess", Moves: []string{"e2e4", "e7e5", "g1f3"}, Name: "The  Lion"}
	answers(t, ann, http.StatusNoContent, "", http.MethodPost, "/api/openings/names", propose)
	lion := opening.Proposal{Name: "The Lion", By: &livegame.Person{Name: "Ann", Account: true}, Votes: 1, Mine: true}
	var first opening.Names
	ann.Ask(http.MethodGet, lionList, nil, &first)
	if len(first.Proposals) != 1 || first.May != "name" || first.Needed != 3 || first.Moderates {
		t.Fatalf("%+v", first)
	}
	lion.ID = first.Proposals[0].ID
	list(ann, lion)
	vote := fmt.Sprintf("/api/openings/names/%d/vote", lion.ID)
	answers(t, ben, http.StatusNoContent, "", http.MethodPost, vote, nil)
	answers(t, ben, http.StatusNoContent, "", http.MethodPost, vote, nil)
	line(lionLine, made...)
	answers(t, cy, http.StatusNoContent, "", http.MethodPost, vote, nil)
	given := opening.Opening{Ply: 3, Name: "The Lion"}
	line(lionLine+"_b8c6", append(made, given)...)
	line("/api/openings?variant=chess&moves=g1f3_e7e5_e2e4", given)
	propose.Name, propose.Moves = "the líon", []string{"d2d4"}
	answers(t, ben, http.StatusConflict, "Another opening", http.MethodPost, "/api/openings/names", propose)
	answers(t, cy, http.StatusNoContent, "", http.MethodDelete, vote, nil)
	line(lionLine, made...)

	settle := fmt.Sprintf("/api/openings/names/%d/settle", lion.ID)
	hide := fmt.Sprintf("/api/openings/names/%d/hide", lion.ID)
	answers(t, ann, http.StatusForbidden, "Your role does not allow this", http.MethodPost, settle,
		opening.SettleOpening{Settled: true})
	answers(t, ann, http.StatusForbidden, "Your role does not allow this", http.MethodPost, hide,
		opening.HideOpening{Hidden: true})
	answers(t, mod, http.StatusNoContent, "", http.MethodPost, settle, opening.SettleOpening{Settled: true})
	line(lionLine, append(made, given)...)
	shown := lion
	shown.Mine, shown.Votes, shown.Shown, shown.Settled = false, 2, true, true
	if got := list(mod, shown); !got.Moderates {
		t.Error("Mia does not moderate")
	}
	answers(t, mod, http.StatusNoContent, "", http.MethodPost, hide, opening.HideOpening{Hidden: true, All: true})
	line(lionLine, made...)
	list(ann)
	hidden := lion
	hidden.Mine, hidden.Votes, hidden.Hidden = false, 2, true
	list(mod, hidden)
	propose.Name, propose.Moves = "THE LION", []string{"g1f3", "e7e5", "e2e4"}
	answers(t, cy, http.StatusConflict, "moderators do not want", http.MethodPost, "/api/openings/names", propose)
	answers(t, cy, http.StatusNotFound, "no longer", http.MethodPost, vote, nil)

	// It is not shown again without votes.
	for _, v := range []*servertest.Visitor{ann, ben} {
		answers(t, v, http.StatusNoContent, "", http.MethodDelete, vote, nil)
	}
	answers(t, mod, http.StatusConflict, "No account votes", http.MethodPost, hide, opening.HideOpening{})
}

// Guests, tokens, new accounts and bad requests are refused.
func TestOpeningsRefused(t *testing.T) {
	w, mod, ann, _, _ := newOpenings(t)
	guest, young := w.Visitor(), w.Visitor()
	young.SignUp("Young")
	for v, may := range map[*servertest.Visitor]string{guest: "guest", young: "young", ann: "name"} {
		var got opening.Names
		if v.Ask(http.MethodGet, lionList, nil, &got); got.May != may {
			t.Errorf("who may %q is said to be %q", may, got.May)
		}
	}
	post := func(v *servertest.Visitor, status int, want, moves, name string) {
		t.Helper()
		answers(t, v, status, want, http.MethodPost, "/api/openings/names",
			opening.NewOpeningName{Variant: "chess", Moves: strings.Fields(moves), Name: name})
	}
	post(guest, http.StatusUnauthorized, "sign in", "e2e4", "Lion")
	post(young, http.StatusForbidden, "older than a day", "e2e4", "Lion")
	post(ann, http.StatusUnprocessableEntity, "3–60", "e2e4", "x")
	post(ann, http.StatusUnprocessableEntity, "friendlier", "e2e4", "shit")
	post(ann, http.StatusConflict, "needs no name", "", "Lion")
	post(ann, http.StatusUnprocessableEntity, "Move 2", "e2e4 e2e4", "Lion")
	post(ann, http.StatusUnprocessableEntity, "", strings.Repeat("e2e4 ", 41), "Lion")
	for path, status := range map[string]int{
		"/api/openings": 422, "/api/openings?variant=checkers": 422, "/api/openings?variant=chess&moves=e9": 422,
		"/api/openings?variant=chess&fen=x": 422, "/api/openings/names?variant=chess&moves=e9": 422,
	} {
		answers(t, guest, status, "", http.MethodGet, path, nil)
	}
	for _, path := range []string{"/api/openings/names/0/vote", "/api/openings/names/lion/vote"} {
		answers(t, ann, http.StatusUnprocessableEntity, "", http.MethodPost, path, nil)
	}
	answers(t, ann, http.StatusNotFound, "no longer", http.MethodPost, "/api/openings/names/999/vote", nil)
	answers(t, ann, http.StatusNoContent, "", http.MethodDelete, "/api/openings/names/999/vote", nil)
	answers(t, mod, http.StatusNotFound, "", http.MethodPost, "/api/openings/names/999/hide",
		opening.HideOpening{Hidden: true})
	bearer := "Bearer " + young.NewToken("board:play")
	if r, _ := w.Visitor().Request(http.MethodPost, "/api/openings/names/1/vote", nil, "Authorization",
		bearer); r.StatusCode != http.StatusForbidden {
		t.Errorf("a token votes: status %d", r.StatusCode)
	}
}

// The PGN of a finished game has the name that people gave its opening, and no name that was made.
func TestOpeningTag(t *testing.T) {
	_, mod, ann, ben, cy := newOpenings(t)
	id := ann.Begin(gameview.NewGame{Opponent: "self", Variant: "chess"}).Game.ID
	for ply, move := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		ann.Play(id, ply, move)
	}
	pgn := func(want bool) {
		t.Helper()
		_, text := ann.Request(http.MethodGet, "/api/games/"+id+"/pgn", nil)
		if strings.Contains(text, `[Opening "Lion \"A\""]`) != want || !want && strings.Contains(text, "[Opening") {
			t.Errorf("it has a name: %t, want %t:\n%s", !want, want, text)
		}
	}
	answers(t, ann, http.StatusNoContent, "", http.MethodPost, "/api/openings/names",
		opening.NewOpeningName{Variant: "chess", Moves: []string{"e2e4"}, Name: `Lion "A"`})
	var list opening.Names
	ann.Ask(http.MethodGet, "/api/openings/names?variant=chess&moves=e2e4", nil, &list)
	ann.Resign(id)
	pgn(false)
	for _, v := range []*servertest.Visitor{mod, ben, cy} {
		answers(t, v, http.StatusNoContent, "", http.MethodPost,
			fmt.Sprintf("/api/openings/names/%d/vote", list.Proposals[0].ID), nil)
	}
	pgn(true)
}
