package archive_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/rules"
)

// A book has the same counts as the records of the same games.
func TestBookEqualsRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	g, err := rules.ByName("diminuendo")
	if err != nil {
		t.Fatal(err)
	}
	var games []archive.BookGame
	want := map[archive.PositionHash]map[string]archive.Tally{}
	for n := range 40 {
		p := g.Start()
		var moves []string
		for range 1 + rng.IntN(59) {
			legal := p.Legal(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[rng.IntN(min(len(legal), 3))]
			moves = append(moves, p.UCI(m))
			p.Make(m)
		}
		s := sample(fmt.Sprintf("Game%08d", n))
		s.Variant, s.Result = "diminuendo", []game.Result{game.WhiteWins, game.Draw, game.BlackWins}[n%3]
		r, err := archive.NewRecord(s, eventsOf(strings.Join(moves, " ")), rules.ByName)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range r.Steps {
			if want[step.Position] == nil {
				want[step.Position] = map[string]archive.Tally{}
			}
			tally := want[step.Position][step.Move]
			tally.Count(r.Result, r.Plies)
			want[step.Position][step.Move] = tally
		}
		games = append(games, archive.BookGame{Moves: moves, Result: s.Result, Plies: len(moves)})
	}
	book, err := archive.NewBook(g, games)
	if err != nil {
		t.Fatal(err)
	}
	for spot, moves := range want {
		got := map[string]archive.Tally{}
		before := 1 << 30
		for _, p := range book.At(spot) {
			got[p.Move] = p.Tally
			if p.Move != "" && p.Games() > before {
				t.Errorf("spot %d: %s follows a rarer move", spot, p.Move)
			}
			before = p.Games()
		}
		if !reflect.DeepEqual(got, moves) {
			t.Errorf("spot %d: the counts are %v, want %v", spot, got, moves)
		}
	}
	if book.Games() != len(games) || len(book.At(12345)) != 0 {
		t.Errorf("%d games, want %d", book.Games(), len(games))
	}
}

// A game whose later moves are unknown does not count as ended.
func TestBookOfBeginnings(t *testing.T) {
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	book, err := archive.NewBook(g, []archive.BookGame{
		{Moves: []string{"e2e4"}, Plies: 50, Result: game.Draw}, {Moves: []string{"e2e4"}, Plies: 1, Result: game.WhiteWins},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(book.At(archive.HashOf(at(t, "chess", "e2e4")))[0].Tally); got != "{1 0 0 1}" {
		t.Errorf("after the first move there is %s, want the game that ended", got)
	}
	if _, err := archive.NewBook(g, []archive.BookGame{{Moves: []string{"e2e4", "e2e4"}}}); err == nil ||
		!strings.Contains(err.Error(), `ply 2: "e2e4"`) {
		t.Errorf("the error is %v", err)
	}
}

// The explorer counts the games of this server and the starter games, together or
// alone, and skips illegal moves.
func TestExplore(t *testing.T) {
	asked := ""
	e := openNode(t, func(o *archive.Options) {
		o.Starter = func(variant string) (*archive.Book, error) {
			asked = variant
			g, err := rules.ByName(variant)
			if err != nil {
				return nil, err
			}
			return archive.NewBook(g, []archive.BookGame{{Moves: []string{"e2e4"}, Plies: 30, Result: game.BlackWins}})
		}
	})
	keep(t, e.games, sample("Game00000001"), eventsOf("e2e4 e7e5"))
	keep(t, e.games, sample("Game00000002"), eventsOf("d2d4"))
	must(t, e.Sweep(t.Context()))
	odd := sample("Odd000000001")
	odd.Ply = 1
	odd = finish(t, e, odd)
	start := archive.HashOf(at(t, "chess", ""))
	must(t, e.Put(t.Context(), odd, archive.Record{
		ID: odd.ID, Variant: "chess", Ended: epoch, Public: true, Result: game.Draw,
		Steps: []archive.Step{{Position: start, Move: "e2e5"}},
	}))
	for from, want := range map[archive.Source]string{
		archive.AllGames: "3 games: e4 2 (1) d4 1 (1); 2 recent", archive.ServerGames: "2 games: d4 1 (1) e4 1 (1); 2 recent",
		archive.EngineGames: "1 games: e4 1 (0); 0 recent",
	} {
		got, err := e.Explore(t.Context(), "chess", "", from)
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%d games:", got.Total.Games())
		for _, c := range got.Moves {
			text += fmt.Sprintf(" %s %d (%d)", c.SAN, c.Games(), c.ServerGames)
		}
		// The odd game had the position, too, but cannot be listed.
		if text += fmt.Sprintf("; %d recent", min(2, len(got.Recent))); text != want || asked != "chess" {
			t.Errorf("%s: %s, want %s", from, text, want)
		}
	}
	if _, err := e.Explore(t.Context(), "go", "", archive.AllGames); err == nil {
		t.Error("Explore accepts an unknown variant")
	}
	if _, err := e.Explore(t.Context(), "chess", "x", archive.AllGames); err == nil {
		t.Error("Explore accepts an invalid position")
	}
}
