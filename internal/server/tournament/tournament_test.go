package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/swiss"
	"github.com/wane-chess/wane/rules"
)

var noon = time.Date(2026, 5, 27, 12, 0, 0, 0, time.UTC)

// arena returns the terms of an arena of an hour that begins at noon.
func arena() tournament.Terms {
	return tournament.Terms{
		ID: "arena", System: tournament.Arena, Name: "An arena", Variant: "shrink",
		Control: livegame.TimeControl{Base: time.Minute}, Rated: true, Berserk: true, Created: noon.Add(-time.Hour),
		Starts: noon, Duration: time.Hour,
	}
}

// table is a tournament whose events a test adds by hand or lets Decide choose.
type table struct {
	*testing.T
	*tournament.Tournament
	players []tournament.Player
	events  []tournament.Event
	now     time.Time
	ids     int
}

func sit(t *testing.T, terms tournament.Terms, players int) *table {
	empty, err := tournament.Replay(terms, nil, nil)
	must(t, err)
	w := &table{T: t, Tournament: empty, now: noon.Add(-30 * time.Minute)}
	for range players {
		w.join()
	}
	return w
}

func (w *table) add(e tournament.Event) {
	w.Helper()
	e.Seq, e.At = w.Seq()+1, w.now
	if err := w.Apply(e, w.players); err != nil {
		w.Fatal(err)
	}
	w.events = append(w.events, e)
}

// join adds a player, whose rating is lower than that of the one before.
func (w *table) join() {
	n := len(w.players) + 1
	w.players = append(w.players,
		tournament.Player{
			Person: livegame.Person{Name: fmt.Sprint("Player ", n), Account: true, Rating: 2400 - 7*n},
			Number: n, ID: fmt.Sprint("account ", n),
		})
	w.add(tournament.Event{Kind: tournament.Join, Player: n})
}

// id returns the ID of another game.
func (w *table) id() livegame.ID {
	w.ids++
	return livegame.ID(fmt.Sprintf("game-%d", w.ids))
}

// decide adds what is due, given results of games.
func (w *table) decide(ended ...tournament.Result) {
	w.Helper()
	seen := w.now
	for range 100 {
		e, due, err := w.Decide(tournament.Facts{
			Now: w.now, Seen: seen, Ended: ended, Present: func(string) bool { return true }, NewID: w.id,
		})
		if err != nil {
			w.Fatal(err)
		}
		if !due {
			w.check()
			return
		}
		w.add(e)
	}
	w.Fatal("something is due again and again")
}

// check replays the events, which must make the same tournament.
func (w *table) check() {
	w.Helper()
	again, err := tournament.Replay(w.Terms(), w.players, w.events)
	if err != nil {
		w.Fatal(err)
	}
	got, want := again.Standings(), w.Standings()
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			w.Fatalf("after a replay player %d is\n%+v, before\n%+v", want[i].Number, got[i], want[i])
		}
	}
}

// play adds a game and its result.
func (w *table) play(white, black int, score tournament.Outcome, plies int, berserk ...int) {
	w.Helper()
	id := w.id()
	w.add(tournament.Event{Kind: tournament.Pair, Games: []tournament.Pairing{{Game: id, White: white, Black: black}}})
	w.now = w.now.Add(time.Minute)
	r := tournament.Result{Game: id, Score: score, Plies: plies}
	for _, color := range berserk {
		r.Berserk[color] = true
	}
	w.add(tournament.Event{Kind: tournament.Score, Results: []tournament.Result{r}})
}

// TestArenaPoints checks the points of games: streaks, berserk, draws and forfeits.
func TestArenaPoints(t *testing.T) {
	w := sit(t, arena(), 4)
	w.now = noon
	w.add(tournament.Event{Kind: tournament.Start})
	for i, step := range []struct {
		white, black int
		score        tournament.Outcome
		plies        int
		berserk      []int
		want         [2]int // points that White and Black gain, in half points
	}{
		{1, 2, tournament.WhiteWins, 40, nil, [2]int{4, 0}},
		{2, 1, tournament.BlackWins, 40, nil, [2]int{0, 4}},
		{1, 2, tournament.WhiteWins, 40, nil, [2]int{8, 0}},       // the third in a row
		{1, 3, tournament.WhiteWins, 40, []int{0}, [2]int{10, 0}}, // with half the time
		{1, 3, tournament.WhiteWins, 13, []int{0}, [2]int{8, 0}},  // too short for that
		// ends the row, still doubled; no draw has more
		{1, 3, tournament.Drawn, 40, []int{0, 1}, [2]int{4, 2}},
		{1, 3, tournament.Drawn, 40, nil, [2]int{0, 0}},                        // one draw after another
		{1, 3, tournament.Drawn, 60, nil, [2]int{2, 2}},                        // a long one
		{3, 4, tournament.WhiteWins, 40, nil, [2]int{4, 0}},                    //
		{3, 4, tournament.Drawn, 19, nil, [2]int{0, 0}},                        // too short
		{4, 2, tournament.BlackForfeit, 1, nil, [2]int{4, 0}},                  // Black did not appear
		{4, 1, tournament.Void, 0, nil, [2]int{0, 0}},                          // closed
		{4, 1, tournament.BlackWins, 40, []int{0}, [2]int{0, 4}},               //
		{1, 4, tournament.WhiteForfeit, 0, []int{0}, [2]int{0, 4}},             //
		{4, 3, tournament.WhiteWins, 14, []int{int(game.White)}, [2]int{6, 0}}, // the shortest that counts
	} {
		before := [2]int{w.Player(step.white).Score, w.Player(step.black).Score}
		w.play(step.white, step.black, step.score, step.plies, step.berserk...)
		if got := [2]int{w.Player(step.white).Score - before[0], w.Player(step.black).Score - before[1]}; got != step.want {
			t.Errorf("game %d: %v half points, want %v", i+1, got, step.want)
		}
	}
	if !w.Player(2).Out || !w.Player(1).Out || w.Player(3).Out {
		t.Error("only players who did not appear are paused")
	}
	if first := w.Standings()[0]; first.Number != 1 {
		t.Errorf("player %d leads", first.Number)
	}
	// 1 played 2, 2, 2, 3, 3, 3, 3, 3, 4: seven wins would be 500 more each.
	want := (3*(2386+500) + 2*(2379+500) + 3*2379 + 2372 + 500 + 4) / 9
	if got := w.Player(1).Performance(); got < want-1 || got > want+1 {
		t.Errorf("the performance is %d, want %d", got, want)
	}
	w.check()
}

// TestArena plays an arena of many players, whose games take from 5 to 150 seconds. Some leave and
// come back, some come late.
func TestArena(t *testing.T) {
	for _, n := range []int{2, 3, 7, 60, 301} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(n), 9))
			terms := arena()
			terms.Duration = 15 * time.Minute
			w := sit(t, terms, n)
			w.now = noon
			ends := map[livegame.ID]time.Time{}
			longest := time.Duration(0)
			waited := map[int]time.Time{}
			for !w.Status().Over() {
				var ended []tournament.Result
				for _, g := range w.Playing() {
					if !w.now.Before(ends[g.Game]) {
						score := []tournament.Outcome{tournament.WhiteWins, tournament.BlackWins, tournament.Drawn}[random.IntN(3)]
						ended = append(ended, tournament.Result{Game: g.Game, Score: score, Plies: random.IntN(100)})
						delete(ends, g.Game)
					}
				}
				before := len(w.Games())
				w.step(ended)
				for _, g := range w.Games()[before:] {
					ends[g.Game] = w.now.Add(time.Duration(5+random.IntN(145)) * time.Second)
				}
				for _, p := range w.Players() {
					switch {
					case p.Open > 0 || p.Out || w.Status() != tournament.Started || w.now.Add(20*time.Second).After(w.Ends()):
						delete(waited, p.Number)
					case waited[p.Number].IsZero():
						waited[p.Number] = w.now
					case n > 100: // fewer wait for each other
						longest = max(longest, w.now.Sub(waited[p.Number]))
					}
				}
				if random.IntN(20) == 0 && n > 10 && !w.Status().Over() {
					p := w.Player(1 + random.IntN(len(w.players)))
					if p.Out {
						w.add(tournament.Event{Kind: tournament.Join, Player: p.Number})
					} else {
						w.add(tournament.Event{Kind: tournament.Leave, Player: p.Number})
					}
				}
				w.now = w.now.Add(time.Second)
			}
			w.check()
			if w.Status() != tournament.Finished {
				t.Fatalf("the arena is %s", w.Status())
			}
			if longest > 9*time.Second {
				t.Errorf("a player waited %v for a game", longest)
			}
			total, twice, pairs := 0, 0, 0
			for _, p := range w.Players() {
				sum, whites := 0, 0
				for i, c := range p.Sheet {
					sum += c.Points
					whites += 1 - 2*int(c.Color)
					pairs++
					if i > 0 && p.Sheet[i-1].Opponent == c.Opponent {
						twice++
					}
				}
				total += sum
				if sum != p.Score {
					t.Errorf("player %d has %d half points, and games of %d", p.Number, p.Score, sum)
				}
				if max(whites, -whites) > 3 {
					t.Errorf("player %d has had one color %d times more often than the other", p.Number, max(whites, -whites))
				}
			}
			if total == 0 {
				t.Error("no player has points")
			}
			if n > 100 && twice > pairs/100 {
				t.Errorf("in %d of %d games, players met whom they had just played", twice, pairs)
			}
			t.Logf("%d games, the longest wait %v, %d met again", len(w.Games()), longest, twice)
		})
	}
}

// step is decide without a replay, which takes long.
func (w *table) step(ended []tournament.Result) {
	w.Helper()
	for range 10 {
		e, due, err := w.Decide(tournament.Facts{
			Now: w.now, Seen: w.now, Ended: ended, Present: func(string) bool { return true }, NewID: w.id,
		})
		if err != nil {
			w.Fatal(err)
		}
		if !due {
			return
		}
		w.add(e)
	}
}

// finish ends all games that are being played.
func (w *table) finish(random *rand.Rand) {
	w.Helper()
	var ended []tournament.Result
	for _, g := range w.Playing() {
		score := []tournament.Outcome{tournament.WhiteWins, tournament.WhiteWins, tournament.BlackWins, tournament.Drawn,
			tournament.Drawn, tournament.BlackForfeit, tournament.Void}[random.IntN(7)]
		ended = append(ended, tournament.Result{Game: g.Game, Score: score, Plies: 30})
	}
	w.decide(ended...)
}

// TestSwiss plays Swiss tournaments whose players come late, leave and do not appear.
func TestSwiss(t *testing.T) {
	for n := 2; n < 24; n++ {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		terms := tournament.Terms{
			ID: livegame.ID(fmt.Sprint("swiss-", n)), System: tournament.Swiss, Name: "A Swiss tournament", Variant: "shrink",
			Control: livegame.TimeControl{Base: time.Minute}, Starts: noon, Rounds: 5, Pause: 30 * time.Second,
		}
		w := sit(t, terms, n)
		w.decide()
		if w.Status() != tournament.Created {
			t.Fatal("it has started before its time")
		}
		w.now = noon
		w.decide()
		for round := 1; !w.Status().Over(); round++ {
			if w.Round() != round || len(w.Playing()) == 0 {
				t.Fatalf("%d players: round %d has %d games, want some of round %d", n, w.Round(), len(w.Playing()), round)
			}
			if round == 2 {
				w.join()
				late := w.Player(len(w.players))
				if late.Score != 1 || len(late.Sheet) != 2 || late.Sheet[1].Result != swiss.HalfBye {
					t.Errorf("who is late by two rounds has %d half points, want 1", late.Score)
				}
			}
			if n > 6 && round == 3 {
				w.add(tournament.Event{Kind: tournament.Leave, Player: 1 + random.IntN(n)})
			}
			w.now = w.now.Add(5 * time.Minute)
			w.finish(random)
			if w.Status() == tournament.Started && round < 5 {
				if next := w.NextRound(); !next.Equal(w.now.Add(30 * time.Second)) {
					t.Errorf("the next round is at %v, want in half a minute of %v", next, w.now)
				}
				w.now = w.now.Add(29 * time.Second)
				w.decide()
				if w.Round() != round {
					t.Error("the pause was too short")
				}
				w.now = w.now.Add(time.Second)
				w.decide()
			}
		}
		byes := map[int]int{}
		for _, p := range w.Players() {
			met := map[int]bool{}
			sum := 0
			for i, c := range p.Sheet {
				if c.Round != i+1 {
					t.Errorf("%d players: result %d of player %d is of round %d", n, i+1, p.Number, c.Round)
				}
				if c.Result == swiss.PairingBye {
					byes[p.Number]++
				}
				if c.Result.Played() && met[c.Opponent] {
					t.Errorf("%d players: %d and %d have met twice", n, p.Number, c.Opponent)
				}
				met[c.Opponent] = met[c.Opponent] || c.Result.Played()
				sum += c.Points
			}
			if sum != p.Score {
				t.Errorf("%d players: player %d has %d half points, and rounds of %d", n, p.Number, p.Score, sum)
			}
			if byes[p.Number] > 1 {
				t.Errorf("%d players: player %d has had %d byes", n, p.Number, byes[p.Number])
			}
		}
		list := w.Standings()
		if !slices.IsSortedFunc(list, func(a, b *tournament.Entry) int { return b.Score - a.Score }) {
			t.Errorf("%d players: the standings are not in the order of the scores", n)
		}
	}
}

// TestSwissPlaces checks that the direct encounter orders players whom Buchholz and Sonneborn-Berger leave equal, and
// that those who are equal in it too share a place.
func TestSwissPlaces(t *testing.T) {
	pairs := [][][2]int{{{1, 4}, {2, 3}}, {{1, 3}, {4, 2}}, {{1, 2}, {3, 4}}}
	const white, black, draw = tournament.WhiteWins, tournament.BlackWins, tournament.Drawn
	for name, c := range map[string]struct {
		scores [][2]tournament.Outcome
		want   [][2]int // players and places
	}{
		"2 beat 1": {
			[][2]tournament.Outcome{{draw, draw}, {white, white}, {black, black}},
			[][2]int{{4, 1}, {2, 2}, {1, 3}, {3, 4}},
		},
		"each beat another": {
			[][2]tournament.Outcome{{white, white}, {black, black}, {white, white}},
			[][2]int{{1, 1}, {2, 1}, {3, 1}, {4, 4}},
		},
	} {
		w := sit(t, tournament.Terms{
			ID: "swiss", System: tournament.Swiss, Name: "A Swiss tournament", Variant: "shrink",
			Control: livegame.TimeControl{Base: time.Minute}, Starts: noon, Rounds: 3,
		}, 4)
		w.now = noon
		w.add(tournament.Event{Kind: tournament.Start})
		for i, round := range pairs {
			e, results := tournament.Event{Kind: tournament.Pair, Round: i + 1}, []tournament.Result{}
			for board, p := range round {
				id := w.id()
				e.Games = append(e.Games, tournament.Pairing{Game: id, White: p[0], Black: p[1], Round: i + 1})
				results = append(results, tournament.Result{Game: id, Score: c.scores[i][board], Plies: 30})
			}
			w.add(e)
			w.add(tournament.Event{Kind: tournament.Score, Results: results})
		}
		var got [][2]int
		for _, p := range w.Standings() {
			got = append(got, [2]int{p.Number, w.Place(p.Number)})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: the players have the places %v, want %v", name, got, c.want)
		}
	}
}

// TestRoundRobin plays round robins, once and twice.
func TestRoundRobin(t *testing.T) {
	for _, double := range []bool{false, true} {
		for n := 1; n <= 9; n++ {
			terms := tournament.Terms{
				ID: "robin", System: tournament.RoundRobin, Name: "A round robin", Variant: "shrink",
				Control: livegame.TimeControl{PerMove: 24 * time.Hour}, Starts: noon, Double: double,
			}
			w := sit(t, terms, n)
			w.now = noon
			w.decide()
			if n == 1 {
				if w.Status() != tournament.Canceled || w.Reason() != tournament.TooFew {
					t.Errorf("with one player it is %s (%s)", w.Status(), w.Reason())
				}
				continue
			}
			want := n * (n - 1) / 2
			if double {
				want *= 2
			}
			if got := len(w.Playing()); got != want {
				t.Fatalf("%d players have %d games, want %d", n, got, want)
			}
			random := rand.New(rand.NewPCG(uint64(n), 2))
			for !w.Status().Over() {
				list := w.Playing()
				g := list[random.IntN(len(list))]
				w.now = w.now.Add(time.Hour)
				w.decide(tournament.Result{
					Game:  g.Game,
					Score: []tournament.Outcome{tournament.WhiteWins, tournament.BlackWins, tournament.Drawn}[random.IntN(3)],
					Plies: 40,
				})
			}
			total := 0
			for _, p := range w.Players() {
				total += p.Score
				if len(p.Sheet) != want*2/n {
					t.Errorf("player %d of %d has %d games", p.Number, n, len(p.Sheet))
				}
			}
			if total != 2*want {
				t.Errorf("%d games brought %d half points", want, total)
			}
		}
	}
}

// TestGap checks what happens to tournaments for which no node was there.
func TestGap(t *testing.T) {
	w := sit(t, arena(), 4)
	w.now = noon.Add(8 * time.Hour) // a night
	w.decide()
	if w.Status() != tournament.Created || !w.Starts().Equal(w.now.Add(2*time.Minute)) {
		t.Fatalf("it is %s and starts at %v, want two minutes after %v", w.Status(), w.Starts(), w.now)
	}
	w.now = w.Starts()
	w.decide()
	if w.Status() != tournament.Started || len(w.Playing()) != 2 {
		t.Fatalf("it is %s with %d games", w.Status(), len(w.Playing()))
	}
	ends, seen := w.Ends(), w.now.Add(10*time.Minute)
	w.now = seen.Add(8 * time.Hour)
	playing := w.Playing()
	var ended []tournament.Result
	for _, g := range playing { // the clocks have run out meanwhile
		ended = append(ended,
			tournament.Result{Game: g.Game, Score: tournament.WhiteWins, Plies: 30, Ended: seen.Add(time.Minute)})
	}
	w.add(tournament.Event{Kind: tournament.Leave, Player: 4}) // a player may be faster than the node that directs
	facts := tournament.Facts{Now: w.now, Seen: seen, Ended: ended}
	e, due, err := w.Decide(facts)
	if err != nil || !due || e.Kind != tournament.Delay || !e.Until.Equal(ends.Add(8*time.Hour)) {
		t.Fatalf("%+v is due, want an end eight hours later: %v", e, err)
	}
	w.add(e)
	if e, due, _ = w.Decide(facts); !due || e.Kind != tournament.Score || len(e.Results) != 2 {
		t.Errorf("%+v is due, want the results", e)
	}
	w.add(e)
	if e, due, _ = w.Decide(facts); due {
		t.Errorf("%+v is due, too", e)
	}

	// The result of a game that ends after the arena does not count.
	w.now = w.Ends().Add(-30 * time.Second)
	w.step(nil)
	g := w.Playing()[0]
	w.now = w.Ends().Add(1500 * time.Millisecond)
	w.decide(tournament.Result{
		Game: g.Game, Score: tournament.WhiteWins, Plies: 30, Ended: w.Ends().Add(time.Millisecond),
	})
	if r := w.Games()[2].Result; w.Status() != tournament.Finished || r.Score != tournament.Void {
		t.Errorf("it is %s, and the last game has counted as %+v", w.Status(), r)
	}
}

// TestInvalidEvents checks that a tournament rejects events that cannot be.
func TestInvalidEvents(t *testing.T) {
	w := sit(t, arena(), 3)
	w.now = noon
	pair := func(id livegame.ID, white, black int) tournament.Event {
		return tournament.Event{Kind: tournament.Pair, Games: []tournament.Pairing{{Game: id, White: white, Black: black}}}
	}
	score := func(id livegame.ID, o tournament.Outcome) tournament.Event {
		return tournament.Event{Kind: tournament.Score, Results: []tournament.Result{{Game: id, Score: o}}}
	}
	bad := func(want string, e tournament.Event) {
		t.Helper()
		e.Seq, e.At = w.Seq()+1, w.now
		if err := w.Apply(e, w.players); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", e, err, want)
		}
	}
	bad("has not started", pair("a", 1, 2))
	bad("has not started", tournament.Event{Kind: tournament.Finish})
	bad("unknown kind", tournament.Event{Kind: "dance"})
	bad("no player 9", tournament.Event{Kind: tournament.Join, Player: 9})
	bad("no player 0", tournament.Event{Kind: tournament.Leave})
	w.add(tournament.Event{Kind: tournament.Start})
	bad("has started", tournament.Event{Kind: tournament.Start})
	bad("paired twice", pair("a", 1, 1))
	bad("no player 4", pair("a", 1, 4))
	bad("another game", pair("a/b", 1, 2))
	w.add(pair("a", 1, 2))
	bad("is playing", pair("b", 1, 3))
	bad("another game a", pair("a", 3, 3))
	bad("none of its games", score("b", tournament.Drawn))
	bad("no result", score("a", "2-0"))
	w.add(score("a", tournament.Drawn))
	bad("has a result", score("a", tournament.Drawn))
	if err := w.Apply(tournament.Event{Kind: tournament.Finish, Seq: w.Seq() + 2, At: w.now}, nil); err == nil {
		t.Error("a number was left out")
	}
	err := w.Apply(tournament.Event{Kind: tournament.Finish, Seq: w.Seq() + 1, At: w.now.Add(-time.Second)}, nil)
	if err == nil {
		t.Error("it went back in time")
	}
	w.add(tournament.Event{Kind: tournament.Finish})
	bad("is over", pair("c", 1, 2))
}

// TestTerms checks which tournaments there can be.
func TestTerms(t *testing.T) {
	now := noon.Add(-time.Hour)
	for want, change := range map[string]func(*tournament.Terms){
		"":                       func(*tournament.Terms) {},
		"needs a clock":          func(t *tournament.Terms) { t.Control = livegame.TimeControl{PerMove: 24 * time.Hour} },
		"10 to 480 minutes":      func(t *tournament.Terms) { t.Duration = time.Minute },
		"too short for games":    func(t *tournament.Terms) { t.Control.Base = 40 * time.Minute },
		"at least ten":           func(t *tournament.Terms) { t.Starts = now },
		"at most 60 days":        func(t *tournament.Terms) { t.Starts = now.AddDate(1, 0, 0) },
		"2 to 40 characters":     func(t *tournament.Terms) { t.Name = " \t x " },
		"cannot be displayed":    func(t *tournament.Terms) { t.Name = "right\u202eleft" },
		"more than 400":          func(t *tournament.Terms) { t.Description = strings.Repeat("x", 401) },
		"is above the upper end": func(t *tournament.Terms) { t.RatingMin, t.RatingMax = 2000, 1000 },
		"no system":              func(t *tournament.Terms) { t.System = "knockout" },
		"unknown game":           func(t *tournament.Terms) { t.Variant = "checkers" },
		"3 to 20 rounds":         func(t *tournament.Terms) { t.System = tournament.Swiss },
		"by correspondence":      func(t *tournament.Terms) { t.System = tournament.RoundRobin },
		"The pause between":      func(t *tournament.Terms) { t.System, t.Rounds = tournament.Swiss, 5 },
		"1 to 64 letters":        func(t *tournament.Terms) { t.ID = "a b" },
	} {
		terms := arena()
		change(&terms)
		err := terms.Check(rules.ByName, now)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestResults checks what becomes of the results of games.
func TestResults(t *testing.T) {
	for _, c := range []struct {
		s    livegame.Summary
		want tournament.Outcome
	}{
		{livegame.Summary{Result: game.WhiteWins, Reason: game.Resignation, Ply: 1}, tournament.WhiteWins},
		{livegame.Summary{Result: game.Draw, Reason: game.Agreement, Ply: 9}, tournament.Drawn},
		{livegame.Summary{Reason: livegame.NoFirstMove, Turn: game.White}, tournament.WhiteForfeit},
		{livegame.Summary{Reason: livegame.NoFirstMove, Turn: game.Black, Ply: 1}, tournament.BlackForfeit},
		{livegame.Summary{Result: game.WhiteWins, Reason: game.TimeOut, Turn: game.Black, Ply: 1}, tournament.BlackForfeit},
		{livegame.Summary{Result: game.WhiteWins, Reason: game.TimeOut, Turn: game.Black, Ply: 3}, tournament.WhiteWins},
		{livegame.Summary{Reason: livegame.Closed, Ply: 30}, tournament.Void},
	} {
		if got := tournament.ResultOf(c.s); got.Score != c.want {
			t.Errorf("%+v: %s, want %s", c.s, got.Score, c.want)
		}
	}
}

// TestSchedule checks the tournaments of the server.
func TestSchedule(t *testing.T) {
	variants := []string{"shrink", "cheshire", "convergent"}
	seen := map[livegame.ID]tournament.Terms{}
	daily := map[string]int{}
	for hour := range 24 * 30 {
		now := noon.Add(time.Duration(hour) * time.Hour)
		for _, terms := range tournament.Schedule(variants, now) {
			if before, known := seen[terms.ID]; known && !reflect.DeepEqual(before, terms) {
				t.Fatalf("%s was\n%+v, and is\n%+v", terms.ID, before, terms)
			}
			if _, known := seen[terms.ID]; !known && terms.System == tournament.Arena {
				daily[terms.Variant]++
			}
			seen[terms.ID] = terms
			if err := terms.Check(rules.ByName, now); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, v := range variants {
		if daily[v] < 10 || daily[v] > 11 {
			t.Errorf("%d arenas of %s in a month", daily[v], v)
		}
	}
	if len(tournament.Schedule(nil, noon)) != 0 {
		t.Error("there are tournaments of no variant")
	}
}

// sitAt is sit with the addresses of the players.
func sitAt(t *testing.T, terms tournament.Terms, addresses ...string) *table {
	w := sit(t, terms, 0)
	for i, a := range addresses {
		w.players = append(w.players, tournament.Player{
			Person: livegame.Person{Rating: 2400 - 7*i}, Number: i + 1, ID: fmt.Sprint("account ", i), Address: a,
		})
		w.add(tournament.Event{Kind: tournament.Join, Player: i + 1})
	}
	w.now = noon
	w.decide()
	return w
}

// TestOneAddress checks that players of one address are paired if nobody else is left, and that such games are marked
// and count as the tournament says.
func TestOneAddress(t *testing.T) {
	swissTerms := tournament.Terms{
		ID: "swiss", System: tournament.Swiss, Name: "A Swiss tournament", Variant: "shrink", Starts: noon, Rounds: 3,
		Control: livegame.TimeControl{Base: time.Minute}, Pause: 30 * time.Second,
	}
	everybody := tournament.Terms{
		ID: "robin", System: tournament.RoundRobin, Name: "A round robin", Variant: "shrink", Starts: noon,
		Control: livegame.TimeControl{PerMove: 24 * time.Hour},
	}
	for _, c := range []struct {
		terms     tournament.Terms
		addresses []string
		games     int
		marked    int
	}{
		{arena(), []string{"a", "a", "", "", "b", "b", "", ""}, 4, 0},
		{arena(), []string{"a", "a", "a", "a", "a", "a", "a", "b"}, 4, 3},
		{arena(), []string{"", "", "", "", "", "", "", ""}, 4, 0},
		{swissTerms, []string{"a", "b", "", "a", "b", ""}, 3, 0},
		{swissTerms, []string{"a", "a", "a", "a", "", "a"}, 3, 2},
		{swissTerms, []string{"a", "a"}, 1, 1},
		{everybody, []string{"a", "a", "b"}, 3, 1},
	} {
		for _, apart := range []bool{false, true} {
			c.terms.Apart = apart
			w := sitAt(t, c.terms, c.addresses...)
			marked := 0
			var ended []tournament.Result
			for _, g := range w.Games() {
				if w.OneAddress(g.Game) {
					marked++
				}
				ended = append(ended, tournament.Result{Game: g.Game, Score: tournament.WhiteWins, Plies: 30})
			}
			if len(w.Games()) != c.games || marked != c.marked {
				t.Errorf("%s of %q: %d of %d games are of one address, want %d of %d",
					c.terms.System, c.addresses, marked, len(w.Games()), c.marked, c.games)
			}
			w.decide(ended...)
			for _, g := range w.Games()[:c.games] {
				if void := g.Result.Score == tournament.Void; void != (apart && g.OneAddress) {
					t.Errorf("%s of %q, apart %t: game %d–%d is void: %t", c.terms.System, c.addresses, apart, g.White, g.Black, void)
				}
			}
		}
	}
}

// TestApart checks that a Swiss tournament in which games of one address do not count pairs none while it can. By
// their order, all of the first round would be.
func TestApart(t *testing.T) {
	terms := tournament.Terms{
		ID: "swiss", System: tournament.Swiss, Name: "A Swiss tournament", Variant: "shrink", Starts: noon, Rounds: 3,
		Control: livegame.TimeControl{Base: time.Minute}, Pause: 30 * time.Second, Apart: true,
	}
	w := sitAt(t, terms, "a", "b", "c", "a", "b", "c")
	for !w.Status().Over() {
		var ended []tournament.Result
		for _, g := range w.Playing() { // the first three win
			score := tournament.WhiteWins
			if g.White > g.Black {
				score = tournament.BlackWins
			}
			ended = append(ended, tournament.Result{Game: g.Game, Score: score, Plies: 30})
		}
		w.decide(ended...)
		w.now = w.now.Add(time.Minute)
		w.decide()
	}
	for _, g := range w.Games() {
		if g.OneAddress {
			t.Errorf("%d and %d are paired in round %d", g.White, g.Black, g.Round)
		}
	}
	if len(w.Games()) != 9 {
		t.Errorf("%d games were played, want 9", len(w.Games()))
	}
}
