package arena

import "github.com/wane-chess/wane/game"

// Record is a finished game of a match, as the state file keeps it.
type Record struct {
	Game    int      `json:"game"`            // from 0; games 2k and 2k+1 share an opening
	FEN     string   `json:"fen"`             // the opening
	White   int      `json:"white"`           // which contestant has White, 0 or 1
	Result  string   `json:"result"`          // "1-0", "0-1" or "1/2-1/2"
	Reason  string   `json:"reason"`          // why it ended
	Fault   Fault    `json:"fault,omitempty"` // how the loser failed
	Faulty  int      `json:"faulty"`          // which contestant failed, -1 for none
	Detail  string   `json:"detail,omitempty"`
	Moves   []string `json:"moves"`             // in UCI notation
	PGNSize int64    `json:"pgn,omitempty"`     // length of the PGN file with this game, in bytes
	Seconds float64  `json:"seconds,omitempty"` // how long the game took
	plies   int      // moves, where Moves has been dropped
	notes   []string // for each move, what the engine thought
}

// points returns what the first contestant scored: 0, 1 or 2 halves.
func (r *Record) points() int {
	white := map[string]int{game.WhiteWins.String(): 2, game.Draw.String(): 1}[r.Result]
	if r.White == 0 {
		return white
	}
	return 2 - white
}
