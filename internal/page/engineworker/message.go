package engineworker

import "github.com/wane-chess/wane/puzzle"

// Command is what a page sends.
type Command struct {
	T  string `json:"t" enum:"go,puzzle,stop"`
	ID int    `json:"id"` // chosen by the page; answers repeat it
	// The position to search: UCI moves, played from a FEN, or from the start
	// position if there is none.
	Variant string   `json:"variant,omitempty"`
	FEN     string   `json:"fen,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	MultiPV int      `json:"multipv,omitempty"` // lines to report, 1 to MaxMultiPV; zero: 1
	// Limits of the search; zero: no limit.
	Depth    int `json:"depth,omitempty"` // plies
	Nodes    int `json:"nodes,omitempty"`
	MoveTime int `json:"movetime,omitempty"` // milliseconds
	// Hash is the size of the transposition table in MB, at most MaxHash. Zero leaves
	// the size as it is: 16 MB unless a command has set it.
	Hash    int  `json:"hash,omitempty"`
	NewGame bool `json:"newgame,omitempty"` // clear the table first
	// Level plays as this level does instead: with the limits of engine.LevelLimits.
	// Zero: full strength. The seed varies the moves of weak levels.
	Level int `json:"level,omitempty"`
	Seed  int `json:"seed,omitempty"`
	// Time is what the clock of the side to move shows, and Increment what a move adds,
	// both in milliseconds; zero: no clock.
	Time      int `json:"time,omitempty"`
	Increment int `json:"increment,omitempty"`
}

// Answer is what the worker sends.
type Answer struct {
	T      string `json:"t" enum:"readyok,info,bestmove,over,puzzle,flaw,error,failed"`
	ID     int    `json:"id"` // of the command; 0 if it belongs to none
	Info   *Info  `json:"info,omitempty"`
	More   bool   `json:"more,omitempty"`   // a limit or a stop ended the search
	Result string `json:"result,omitempty"` // "1-0", "0-1" or "1/2-1/2"
	Reason string `json:"reason,omitempty"` // why the game is over, or why the worker has failed
	Text   string `json:"text,omitempty"`   // what is wrong, in words
	// Puzzle and Flaw answer a "puzzle".
	Puzzle *puzzle.Puzzle `json:"puzzle,omitempty"`
	Flaw   *puzzle.Flaw   `json:"flaw,omitempty"`
}

// Info is the state of a search.
type Info struct {
	Depth    int    `json:"depth"`    // plies searched completely
	SelDepth int    `json:"seldepth"` // plies of the longest line searched
	Nodes    int    `json:"nodes"`    // positions visited
	NPS      int    `json:"nps"`      // nodes per second
	Time     int    `json:"time"`     // milliseconds since the search began
	Lines    []Line `json:"lines"`    // the best first
}

// Line is a principal variation. The three lists have an entry for each move.
type Line struct {
	Score Score    `json:"score"`
	PV    []string `json:"pv"` // UCI moves
	SAN   []string `json:"san"`
	// Numbers are printed before the moves: "12." before White's, "12..." before
	// Black's if it is the first, otherwise nothing.
	Numbers []string `json:"numbers"`
}

// Score is a score for White: in centipawns, or a mate in so many moves, negative if
// Black mates.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}
