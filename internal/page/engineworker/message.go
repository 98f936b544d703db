package engineworker

import "github.com/wane-chess/wane/puzzle"

// Command is what a page sends.
type Command struct {
	T  string `json:"t" enum:"go,puzzle,probe,rate,stop"`
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
	// Attempt is what a "rate" rates.
	Attempt *Attempt `json:"attempt,omitempty"`
}

// Attempt is one at a puzzle, of a player whom no server rates.
type Attempt struct {
	Before *Rating `json:"before,omitempty"` // of the player, after the last attempt; nil: this is the first one
	Since  int     `json:"since,omitempty"`  // milliseconds from the last attempt to this one
	Puzzle int     `json:"puzzle,omitempty"` // its rating
	Right  bool    `json:"right,omitempty"`
}

// Rated is the rating of a player before and after an attempt.
type Rated struct {
	Before Rating `json:"before"`
	After  Rating `json:"after"`
}

// Rating is a rating by Glicko-2, in millionths.
type Rating struct {
	Value       int  `json:"value"`
	Deviation   int  `json:"deviation"`
	Volatility  int  `json:"volatility"`
	Provisional bool `json:"provisional,omitempty"` // too uncertain to be compared
}

// Answer is what the worker sends.
type Answer struct {
	T      string `json:"t" enum:"readyok,info,bestmove,over,puzzle,flaw,probe,rated,error,failed"`
	ID     int    `json:"id"` // of the command; 0 if it belongs to none
	Info   *Info  `json:"info,omitempty"`
	More   bool   `json:"more,omitempty"`   // a limit or a stop ended the search
	Result string `json:"result,omitempty"` // "1-0", "0-1" or "1/2-1/2"
	Reason string `json:"reason,omitempty"` // why the game is over, or why the worker has failed
	Text   string `json:"text,omitempty"`   // what is wrong, in words
	// Puzzle and Flaw answer a "puzzle".
	Puzzle *puzzle.Puzzle `json:"puzzle,omitempty"`
	Flaw   *puzzle.Flaw   `json:"flaw,omitempty"`
	Table  *Table         `json:"table,omitempty"` // answers a "probe"
	Rated  *Rated         `json:"rated,omitempty"` // answers a "rate"
}

// Table is what the tablebases know of a position: its result for the side to move, and
// that of each legal move, the best first.
type Table struct {
	Result string      `json:"result" enum:"win,draw,loss"`
	DTM    int         `json:"dtm"` // plies to mate with best play; 0 in a draw
	Moves  []TableMove `json:"moves"`
}

// TableMove is a legal move and its result for the side that makes it.
type TableMove struct {
	UCI    string `json:"uci"`
	SAN    string `json:"san"`
	Result string `json:"result" enum:"win,draw,loss"`
	DTM    int    `json:"dtm"` // plies to mate, the move's own included; 0 in a draw
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
