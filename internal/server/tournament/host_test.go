package tournament_test

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/swiss"
)

// host is a system that only tests have: who joined first plays everybody else at once, each with a clock of its own.
// It shows what a new system needs: this file, and a line in the list of systems.
type host struct{}

const hosted tournament.SystemName = "host"

func init() { tournament.Add(hosted, host{}) }

func (host) Mode() tournament.Mode { return tournament.AtOnce }

func (host) Limit() int { return 41 }

func (host) Words(*tournament.View) string { return "One against all" }

func (host) Check(t *tournament.Terms) error {
	t.Duration, t.Rounds, t.Pause, t.Double, t.Berserk = 0, 0, 0, false, false
	if !t.Control.RealTime() {
		return livegame.Refuse("One against all needs a clock.")
	}
	return nil
}

func (host) TooLate(*tournament.Tournament, bool) error {
	return livegame.Refuse("The boards are set up.")
}

func (host) Next(t *tournament.Tournament, f tournament.Facts) (tournament.Event, bool, error) {
	if len(t.Games()) > 0 {
		return tournament.Event{Kind: tournament.Finish}, len(t.Playing()) == 0, nil
	}
	e := tournament.Event{Kind: tournament.Pair, Round: 1}
	first := t.Player(1)
	for _, p := range t.Players()[1:] {
		if !p.Out && p.ID != "" && !first.Out {
			e.Games = append(e.Games, tournament.Pairing{Game: f.NewID(), White: 1, Black: p.Number, Round: len(e.Games) + 1})
		}
	}
	if len(e.Games) == 0 {
		return tournament.Event{Kind: tournament.Cancel, Reason: tournament.TooFew}, true, nil
	}
	return e, true, nil
}

func (host) Points(_ *tournament.Entry, c *tournament.Cell, _ tournament.Result) {
	c.Points = swiss.StandardPoints.Of(c.Result)
}

func (host) TieBreaks() []string { return nil }

func (host) Ties(*tournament.Tournament) map[int][]float64 { return nil }

// hostTerms are those of a tournament of one against all.
func hostTerms() tournament.Terms {
	return tournament.Terms{
		ID: "host", System: hosted, Name: "Host", Variant: "shrink", Created: noon.Add(-time.Hour),
		Control: livegame.TimeControl{Base: time.Minute}, Starts: noon,
	}
}

// One plays five others at once. A player who forfeits stays, and the standings and the words are those of any
// tournament.
func TestHost(t *testing.T) {
	var players []tournament.Player
	for n := range 6 {
		players = append(players, tournament.Player{
			Person: livegame.Person{Name: string(rune('A' + n))}, Number: n + 1, ID: string(rune('a' + n)),
		})
	}
	var events []tournament.Event
	var now *tournament.Tournament
	add := func(e tournament.Event, at time.Time) {
		t.Helper()
		e.Seq, e.At = len(events)+1, at
		events = append(events, e)
		var err error
		if now, err = tournament.Replay(hostTerms(), players, events); err != nil {
			t.Fatal(err)
		}
	}
	for n := range players {
		add(tournament.Event{Kind: tournament.Join, Player: n + 1}, noon.Add(-time.Minute))
	}
	facts := tournament.Facts{Now: noon, Seen: noon}
	decide := func(want tournament.Kind) {
		t.Helper()
		e, due, err := now.Decide(facts)
		if err != nil || !due || e.Kind != want {
			t.Fatalf("due is %v %+v, %v; want %s", due, e, err, want)
		}
		add(e, facts.Now)
	}
	decide(tournament.Start)
	decide(tournament.Pair)
	if n := len(now.Playing()); n != 5 || now.Player(1).Open != 5 {
		t.Errorf("%d games are played, the host has %d; want 5", n, now.Player(1).Open)
	}
	if err := now.MayJoin(livegame.Player{Guest: "z", Person: livegame.Person{Account: true}}); err == nil {
		t.Error("someone may join although the boards are set up")
	}
	scores := []tournament.Outcome{
		tournament.WhiteWins, tournament.WhiteWins, tournament.Drawn, tournament.BlackWins, tournament.BlackForfeit,
	}
	for i, g := range now.Playing() {
		facts.Ended = append(facts.Ended, tournament.Result{Game: g.Game, Score: scores[i], Ended: noon})
	}
	decide(tournament.Score)
	decide(tournament.Finish)
	var got string
	for _, p := range now.Standings() {
		got += p.Name
	}
	if got != "AEDBCF" || now.Player(1).Score != 7 || now.Player(6).Out || now.TieBreaks() != nil {
		t.Errorf("the standings are %s, the host has %d half points", got, now.Player(1).Score)
	}
}
