package tournament

import (
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Kind says what an event records.
type Kind string

// The kinds of events.
const (
	Join   Kind = "join"   // Player takes part, or comes back
	Leave  Kind = "leave"  // Player is not paired any more, until the next Join
	Delay  Kind = "delay"  // no node was there: the tournament starts, ends or resumes at Until instead
	Start  Kind = "start"  // it begins
	Pair   Kind = "pair"   // Games are to be played; the players of Byes have a bye in Round
	Score  Kind = "score"  // Results of games
	Finish Kind = "finish" // it has ended
	Cancel Kind = "cancel" // it does not take place, for Reason
)

// Event is one change of a tournament. Fields that its kind does not mention are zero.
type Event struct {
	Seq     int       `json:"-"` // from 1, without gaps
	Kind    Kind      `json:"k"`
	At      time.Time `json:"t"` // in whole milliseconds
	Player  int       `json:"p,omitempty"`
	Until   time.Time `json:"u,omitzero"`
	Round   int       `json:"r,omitempty"`
	Games   []Pairing `json:"g,omitempty"`
	Byes    []int     `json:"b,omitempty"`
	Results []Result  `json:"e,omitempty"`
	Reason  Reason    `json:"w,omitempty"`
}

// Pairing is a game that is to be played.
type Pairing struct {
	Game  livegame.ID `json:"g"`
	White int         `json:"w"` // numbers of the players
	Black int         `json:"b"`
	Round int         `json:"r,omitempty"` // from 1; of an arena: 0
	// OneAddress says that both players joined from one address.
	OneAddress bool `json:"a,omitempty"`
}

// Result is what has become of a game.
type Result struct {
	Game  livegame.ID `json:"g"`
	Score Outcome     `json:"s"`
	Plies int         `json:"n,omitempty"`
	// Berserk reports whether a player has halved the own time, by game.Color.
	Berserk [2]bool `json:"x,omitzero"`
	// Ended is when the game ended. It is not stored.
	Ended time.Time `json:"-"`
}

// Outcome is the result of one game.
type Outcome string

// The results of games. A player who did not appear has lost by forfeit, and does not count as an
// opponent. A game that was closed without a result, or deleted, is void.
const (
	WhiteWins    Outcome = "1-0"
	BlackWins    Outcome = "0-1"
	Drawn        Outcome = "1/2-1/2"
	WhiteForfeit Outcome = "--+" // White did not appear
	BlackForfeit Outcome = "+--"
	Void         Outcome = "*"
)

// Reason says why a tournament does not take place.
type Reason string

// The reasons.
const (
	TooFew    Reason = "too few players"
	ByCreator Reason = "canceled by its creator"
	ByServer  Reason = "canceled by the operator of the server"
	NoGames   Reason = "no game was played"
)

// ResultOf returns the result of a game that has ended.
func ResultOf(s livegame.Summary) Result {
	r := Result{
		Game: s.ID, Score: Void, Plies: s.Ply, Ended: s.Updated, Berserk: [2]bool{s.Seats[0].Berserk, s.Seats[1].Berserk},
	}
	absent := s.Reason == livegame.NoFirstMove || s.Reason == game.TimeOut && s.Ply < 2
	switch {
	case absent && s.Turn == game.White:
		r.Score = WhiteForfeit
	case absent:
		r.Score = BlackForfeit
	case s.Result == game.WhiteWins:
		r.Score = WhiteWins
	case s.Result == game.BlackWins:
		r.Score = BlackWins
	case s.Result == game.Draw:
		r.Score = Drawn
	}
	return r
}
