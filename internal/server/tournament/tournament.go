package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/swiss"
)

// Status says whether a tournament waits for its start, is played or is over.
type Status string

// The statuses.
const (
	Created  Status = "created"
	Started  Status = "started"
	Finished Status = "finished"
	Canceled Status = "canceled"
)

// Over reports whether nothing can change any more.
func (s Status) Over() bool { return s == Finished || s == Canceled }

// Player is who takes part, as known from the account that joined.
type Player struct {
	livegame.Person        // as when the player joined
	Number          int    // from 1, in the order in which players joined
	ID              string // of the account; "": it was deleted
	Address         string // hash of the address from which the player joined; "": unknown, or of a trusted network
}

// Cell is what a game or a round brought a player.
type Cell struct {
	Round    int         // 0 in an arena
	Game     livegame.ID // "": none was played
	Opponent int         // number; 0: none
	Color    game.Color
	Result   swiss.Result // 0: the game is being played, or void
	Void     bool
	Points   int // in half points
	Double   bool
	Berserk  bool
}

// Entry is a player with the results. Callers must not change it.
type Entry struct {
	Player
	Out   bool      // has left, or rests
	Free  time.Time // since when the player has no game
	Sheet []Cell    // in the order in which games were paired
	Score int       // in half points
	Wins  int       // of an arena: in a row, up to now
	Open  int       // games that are being played
	Turns int       // how often the player has joined or come back

	drawn     bool // the last game was a draw
	performed int  // sum of the performances in rated games
	rated     int  // how many they are
	whites    int  // games with White less games with Black
	last      game.Color
}

// Fire reports whether the points of the next game of an arena are doubled.
func (p *Entry) Fire() bool { return p.Wins >= 2 }

// Game is a game of a tournament.
type Game struct {
	Pairing
	Board  int       // of the round, from 1; 0 in an arena
	At     time.Time // when it was paired
	Result *Result   // nil: it is being played
}

// Tournament is the state of a tournament after its events. It is not safe for concurrent use.
type Tournament struct {
	terms    Terms
	system   System
	seq      int
	lastAt   time.Time
	status   Status
	reason   Reason
	starts   time.Time // after all delays
	started  time.Time
	ends     time.Time // of an arena; of a finished tournament, when it ended
	directed time.Time // the last event that no player caused
	resumes  time.Time // no pairing before
	round    int
	// roundOver is when the last game of the round ended, or its pairing if it had none.
	roundOver time.Time

	players   []*Entry // by number, from 1
	byAccount map[string]*Entry
	games     []*Game
	byGame    map[livegame.ID]*Game
	open      int
	scored    time.Time         // when a result was stored last
	standings []*Entry          // nil: not computed since the last event
	ties      map[int][]float64 // of the standings, by number
	places    map[int]int       // so, from 1
}

// newTournament returns a tournament without events.
func newTournament(t Terms) *Tournament {
	return &Tournament{
		terms: t, system: t.system(), status: Created, lastAt: t.Created, starts: t.Starts,
		byAccount: map[string]*Entry{}, byGame: map[livegame.ID]*Game{},
	}
}

// Replay returns a tournament after its events. Players are by number, all of them.
func Replay(t Terms, players []Player, events []Event) (*Tournament, error) {
	out := newTournament(t)
	if out.system == nil {
		return nil, noSystem(t.System)
	}
	for i := range events {
		if err := out.Apply(events[i], players); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Terms returns what was fixed at the creation.
func (t *Tournament) Terms() Terms { return t.terms }

// Seq returns the number of the last event; 0: there is none.
func (t *Tournament) Seq() int { return t.seq }

// Status returns how far the tournament is.
func (t *Tournament) Status() Status { return t.status }

// Reason returns why the tournament was canceled.
func (t *Tournament) Reason() Reason { return t.reason }

// Starts returns when the tournament starts or has started.
func (t *Tournament) Starts() time.Time {
	if !t.started.IsZero() {
		return t.started
	}
	return t.starts
}

// Ends returns when an arena ends, or when a tournament has ended; zero: not known.
func (t *Tournament) Ends() time.Time {
	if t.terms.Duration > 0 && t.status == Created {
		return t.starts.Add(t.terms.Duration)
	}
	return t.ends
}

// Updated returns when the last event was, or the creation.
func (t *Tournament) Updated() time.Time { return t.lastAt }

// Round returns the round that is played or was played last; 0: none, or an arena.
func (t *Tournament) Round() int { return t.round }

// Rounds returns how many rounds there are; 0: an arena, or a round robin that has not started.
func (t *Tournament) Rounds() int {
	if t.system.Mode() == AtOnce && len(t.games) > 0 {
		return t.games[len(t.games)-1].Round
	}
	return t.terms.Rounds
}

// NextRound returns when the next round is paired; zero: not before the games of this one have
// ended, or never.
func (t *Tournament) NextRound() time.Time {
	if t.system.Mode() != ByRounds || t.status != Started || t.open > 0 || t.round == 0 || t.round >= t.terms.Rounds {
		return time.Time{}
	}
	next := t.roundOver.Add(t.terms.Pause)
	if next.Before(t.resumes) {
		next = t.resumes
	}
	return next
}

// Players returns the players by number, from 1.
func (t *Tournament) Players() []*Entry { return t.players }

// Player returns a player by number, or nil.
func (t *Tournament) Player(number int) *Entry {
	if number < 1 || number > len(t.players) {
		return nil
	}
	return t.players[number-1]
}

// Of returns an account's player, or nil.
func (t *Tournament) Of(account string) *Entry {
	if account == "" {
		return nil
	}
	return t.byAccount[account]
}

// Games returns all games in the order in which they were paired.
func (t *Tournament) Games() []*Game { return t.games }

// OneAddress reports whether both players of a game joined from one address.
func (t *Tournament) OneAddress(game livegame.ID) bool {
	g := t.byGame[game]
	return g != nil && g.OneAddress
}

// Playing returns the games that are being played.
func (t *Tournament) Playing() (list []*Game) {
	if t.status != Started || t.open == 0 {
		return nil
	}
	for _, g := range t.games {
		if g.Result == nil {
			list = append(list, g)
		}
	}
	return list
}

// LastScore returns when a game ended last; zero: none has.
func (t *Tournament) LastScore() time.Time { return t.scored }

// Apply adds the next event. If the event does not fit, it returns an error and changes nothing.
// Players are by number, at least up to that of a player who joins.
func (t *Tournament) Apply(e Event, players []Player) error {
	if err := t.check(e, players); err != nil {
		return fmt.Errorf("tournament %s: invalid event %d (%s): %w", t.terms.ID, e.Seq, e.Kind, err)
	}
	e.At = e.At.Round(0).UTC()
	t.seq, t.lastAt = e.Seq, e.At
	if e.Kind != Join && e.Kind != Leave {
		t.directed = e.At
	}
	t.standings, t.ties = nil, nil
	switch e.Kind {
	case Join:
		t.join(e, players)
	case Leave:
		t.players[e.Player-1].Out = true
	case Delay:
		t.delay(e)
	case Start:
		t.status, t.started = Started, e.At
		if t.terms.Duration > 0 {
			t.ends = e.At.Add(t.terms.Duration)
		}
	case Pair:
		t.pair(e)
	case Score:
		for _, r := range e.Results {
			t.score(r, e.At)
		}
	case Finish:
		t.status, t.ends = Finished, e.At
		t.abandon()
	case Cancel:
		t.status, t.reason, t.ends = Canceled, e.Reason, e.At
		t.abandon()
	}
	return nil
}

// check returns why an event cannot come now.
func (t *Tournament) check(e Event, players []Player) error {
	switch {
	case e.Seq != t.seq+1:
		return fmt.Errorf("the next number is %d", t.seq+1)
	case e.At.Before(t.lastAt):
		return fmt.Errorf("its time is before the last event")
	case t.status.Over():
		return fmt.Errorf("the tournament is over")
	}
	switch e.Kind {
	case Join:
		if e.Player < 1 || e.Player > len(t.players)+1 || e.Player > len(players) {
			return fmt.Errorf("there is no player %d", e.Player)
		}
		return nil
	case Leave:
		if t.Player(e.Player) == nil {
			return fmt.Errorf("there is no player %d", e.Player)
		}
		return nil
	case Start:
		if t.status != Created {
			return fmt.Errorf("it has started")
		}
		return nil
	case Pair:
		return t.checkPairs(e)
	case Score:
		return t.checkScores(e)
	case Finish:
		if t.status != Started {
			return fmt.Errorf("it has not started")
		}
		return nil
	case Delay, Cancel:
		return nil
	}
	return fmt.Errorf("unknown kind")
}

// checkPairs returns why games cannot be paired.
func (t *Tournament) checkPairs(e Event) error {
	if t.status != Started {
		return fmt.Errorf("it has not started")
	}
	if want := t.round + 1; t.system.Mode() == ByRounds && (e.Round != want || t.open > 0) {
		return fmt.Errorf("the next round is %d, and %d games are being played", want, t.open)
	}
	if t.system.Mode() == AtOnce && len(t.games) > 0 {
		return fmt.Errorf("all games have been paired")
	}
	busy := map[[2]int]bool{} // round and player
	for _, p := range e.Games {
		if t.byGame[p.Game] != nil || !p.Game.Valid() {
			return fmt.Errorf("there cannot be another game %s", p.Game)
		}
		for _, n := range []int{p.White, p.Black} {
			player := t.Player(n)
			switch {
			case player == nil:
				return fmt.Errorf("there is no player %d", n)
			case busy[[2]int{p.Round, n}]:
				return fmt.Errorf("player %d is paired twice", n)
			case t.system.Mode() != AtOnce && player.Open > 0:
				return fmt.Errorf("player %d is playing", n)
			}
			busy[[2]int{p.Round, n}] = true
		}
	}
	for _, n := range e.Byes {
		if t.Player(n) == nil || busy[[2]int{e.Round, n}] {
			return fmt.Errorf("player %d cannot have a bye", n)
		}
	}
	return nil
}

// checkScores returns why results cannot be stored.
func (t *Tournament) checkScores(e Event) error {
	seen := map[livegame.ID]bool{}
	for _, r := range e.Results {
		g := t.byGame[r.Game]
		switch {
		case g == nil:
			return fmt.Errorf("game %s is none of its games", r.Game)
		case g.Result != nil || seen[r.Game]:
			return fmt.Errorf("game %s has a result", r.Game)
		}
		switch r.Score {
		case WhiteWins, BlackWins, Drawn, WhiteForfeit, BlackForfeit, Void:
		default:
			return fmt.Errorf("there is no result %.20q", r.Score)
		}
		seen[r.Game] = true
	}
	return nil
}

// join adds a player, or brings one back.
func (t *Tournament) join(e Event, players []Player) {
	if p := t.Player(e.Player); p != nil {
		if p.Out {
			p.Out, p.Free = false, e.At
			p.Turns++
		}
		return
	}
	p := &Entry{Player: players[e.Player-1], Free: e.At, Turns: 1}
	p.Number = e.Player
	t.players = append(t.players, p)
	if p.ID != "" {
		t.byAccount[p.ID] = p
	}
	if t.system.Mode() == ByRounds { // rounds without the player
		for round := 1; round <= t.round; round++ {
			c := Cell{Round: round, Result: swiss.ZeroBye}
			if round == t.round {
				c.Result, c.Points = swiss.HalfBye, 1
			}
			p.Sheet, p.Score = append(p.Sheet, c), p.Score+c.Points
		}
	}
}

func (t *Tournament) delay(e Event) {
	switch {
	case t.status == Created:
		t.starts = e.Until
	case t.terms.Duration > 0:
		t.ends = e.Until
	default:
		t.resumes = e.Until
	}
}

// pair adds games and byes.
func (t *Tournament) pair(e Event) {
	boards := map[int]int{}
	for _, p := range e.Games {
		g := &Game{Pairing: p, At: e.At}
		if p.Round > 0 {
			boards[p.Round]++
			g.Board = boards[p.Round]
		}
		t.games = append(t.games, g)
		t.byGame[p.Game] = g
		t.open++
		for color, n := range []int{p.White, p.Black} {
			player := t.players[n-1]
			player.Open++
			player.Sheet = append(player.Sheet,
				Cell{Round: p.Round, Game: p.Game, Opponent: p.White + p.Black - n, Color: game.Color(color)})
			player.last = game.Color(color)
			player.whites += 1 - 2*color
		}
	}
	switch t.system.Mode() {
	case Continuous:
		return
	case AtOnce:
		t.round = 1
		return
	case ByRounds:
		t.round = e.Round
	}
	for _, p := range t.players { // of the others, all have a cell for the round, too
		if n := len(p.Sheet); n == e.Round {
			continue
		}
		c := Cell{Round: e.Round, Result: swiss.ZeroBye}
		if slices.Contains(e.Byes, p.Number) {
			c.Result, c.Points = swiss.PairingBye, 2
		}
		p.Sheet, p.Score = append(p.Sheet, c), p.Score+c.Points
	}
	t.roundOver = e.At
}

// score adds the result of a game.
func (t *Tournament) score(r Result, at time.Time) {
	g := t.byGame[r.Game]
	r.Ended = time.Time{}
	g.Result = &r
	t.open--
	t.scored, t.roundOver = at, at
	for color, n := range []int{g.White, g.Black} {
		p := t.players[n-1]
		p.Open--
		p.Free = at
		i := slices.IndexFunc(p.Sheet, func(c Cell) bool { return c.Game == r.Game })
		c := &p.Sheet[i]
		c.Berserk = r.Berserk[color]
		c.Result, c.Void = resultFor(r.Score, game.Color(color)), r.Score == Void
		t.system.Points(p, c, r)
		p.Score += c.Points
		if c.Result == swiss.ForfeitLoss && t.system.Mode() != AtOnce {
			p.Out = true // until the player comes back
		}
		p.perform(c.Result, t.players[c.Opponent-1].Rating)
	}
	t.round = max(t.round, g.Round)
}

// resultFor returns a result as a player of a color sees it; 0: it is void.
func resultFor(o Outcome, color game.Color) swiss.Result {
	mine := func(won, lost swiss.Result, winner game.Color) swiss.Result {
		if color == winner {
			return won
		}
		return lost
	}
	switch o {
	case WhiteWins:
		return mine(swiss.Win, swiss.Loss, game.White)
	case BlackWins:
		return mine(swiss.Win, swiss.Loss, game.Black)
	case BlackForfeit:
		return mine(swiss.ForfeitWin, swiss.ForfeitLoss, game.White)
	case WhiteForfeit:
		return mine(swiss.ForfeitWin, swiss.ForfeitLoss, game.Black)
	case Drawn:
		return swiss.Draw
	}
	return 0
}

// perform adds a game to the performance: 500 points more than the opponent's rating for a win, 500
// less for a loss.
func (p *Entry) perform(r swiss.Result, opponent int) {
	if opponent == 0 || !r.Played() {
		return
	}
	p.rated++
	p.performed += opponent
	switch r {
	case swiss.Win:
		p.performed += 500
	case swiss.Loss:
		p.performed -= 500
	}
}

// Performance returns the average performance of a player; 0: unknown.
func (p *Entry) Performance() int {
	if p.rated == 0 {
		return 0
	}
	return max(0, (p.performed+p.rated/2)/p.rated)
}

// abandon takes the games that are being played out of the tournament, which is over.
func (t *Tournament) abandon() {
	for _, g := range t.games {
		if g.Result == nil {
			g.Result = &Result{Game: g.Game, Score: Void}
			for _, n := range []int{g.White, g.Black} {
				p := t.players[n-1]
				p.Open--
				i := slices.IndexFunc(p.Sheet, func(c Cell) bool { return c.Game == g.Game })
				p.Sheet[i].Void = true
			}
		}
	}
	t.open = 0
}

// active returns the players who are paired when a round begins.
func (t *Tournament) active() int {
	n := 0
	for _, p := range t.players {
		if !p.Out {
			n++
		}
	}
	return n
}

// seeded returns the players in the initial order: the higher rating first, then who joined first.
func (t *Tournament) seeded() []*Entry {
	list := slices.Clone(t.players)
	slices.SortStableFunc(list, func(a, b *Entry) int { return cmp.Compare(b.Rating, a.Rating) })
	return list
}
