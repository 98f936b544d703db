package arena

import (
	"fmt"
	"maps"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
)

// Tally counts results, for the first contestant.
type Tally struct {
	Wins, Draws, Losses int
	White               [3]int                   // wins, draws and losses with White
	Pairs               [5]int                   // complete pairs of games by their half points
	Faults              [2]map[engines.Fault]int // by contestant
	Reasons             map[string]int           // of results
	Plies               int                      // of all games
	half                map[int]int              // half points of games without their partner yet, by pair
}

// Games returns the number of counted games.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points of the first contestant.
func (t *Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Add counts a game.
func (t *Tally) Add(r Record) {
	if t.Reasons == nil {
		t.Reasons, t.half = map[string]int{}, map[int]int{}
		t.Faults = [2]map[engines.Fault]int{{}, {}}
	}
	points := r.points()
	switch points {
	case 2:
		t.Wins++
	case 1:
		t.Draws++
	default:
		t.Losses++
	}
	if r.White == 0 {
		t.White[2-points]++
	}
	if r.Fault != engines.NoFault {
		t.Faults[r.Faulty][r.Fault]++
	}
	t.Reasons[r.Reason]++
	t.Plies += max(r.plies, len(r.Moves))
	pair := r.Game / 2
	if first, found := t.half[pair]; found {
		t.Pairs[first+points]++
		delete(t.half, pair)
	} else {
		t.half[pair] = points
	}
}

// WhiteScore returns White's share of the points, 0 to 1, whichever contestant had
// White.
func (t *Tally) WhiteScore() float64 {
	games := t.Games()
	if games == 0 {
		return 0
	}
	won := 2*t.White[0] + t.White[1]
	won += 2*(t.Losses-t.White[2]) + t.Draws - t.White[1]
	return float64(won) / 2 / float64(games)
}

// faultText lists faults as text.
func faultText(faults map[engines.Fault]int) string {
	var list []string
	for _, f := range engines.Faults {
		if n := faults[f]; n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, f))
		}
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

// clone returns an independent copy.
func (t *Tally) clone() Tally {
	c := *t
	c.Reasons, c.half = maps.Clone(t.Reasons), maps.Clone(t.half)
	for i := range c.Faults {
		c.Faults[i] = maps.Clone(t.Faults[i])
	}
	return c
}

// Record is a finished game of a match, as in the state file.
type Record struct {
	Game    int           `json:"game"`            // from 0; games 2k and 2k+1 share an opening
	FEN     string        `json:"fen"`             // the opening
	White   int           `json:"white"`           // the contestant with White, 0 or 1
	Result  string        `json:"result"`          // "1-0", "0-1" or "1/2-1/2"
	Reason  string        `json:"reason"`          // of the result
	Fault   engines.Fault `json:"fault,omitempty"` // how the loser failed
	Faulty  int           `json:"faulty"`          // the contestant that failed; -1 for none
	Detail  string        `json:"detail,omitempty"`
	Moves   []string      `json:"moves"`             // in UCI notation
	PGNSize int64         `json:"pgn,omitempty"`     // length of the PGN file including this game, in bytes
	Seconds float64       `json:"seconds,omitempty"` // duration of the game
	plies   int           // number of moves if Moves has been dropped
	notes   []string      // the engines' reports, by move
}

// points returns the half points of the first contestant: 0, 1 or 2.
func (r *Record) points() int {
	white := map[string]int{game.WhiteWins.String(): 2, game.Draw.String(): 1}[r.Result]
	if r.White == 0 {
		return white
	}
	return 2 - white
}
