package engineworker

// Order is what a page wants of its engine.
type Order struct {
	T  string `json:"t" enum:"think,stop"`
	ID int    `json:"id"` // of the page's choosing; answers name it
	// The position to think about: moves as UCI, played from a FEN, or
	// from the start of the game if there is none.
	Variant string   `json:"variant,omitempty"`
	FEN     string   `json:"fen,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Lines   int      `json:"lines,omitempty"` // how many best lines, from 1 to MaxLines
	// What ends the search; zero: nothing does.
	Depth int `json:"depth,omitempty"` // plies
	Nodes int `json:"nodes,omitempty"`
	Time  int `json:"time,omitempty"` // milliseconds
	// Hash is the size of the transposition table in MB, at most MaxHash; zero
	// leaves it as it is, at 16 if no order ever said another.
	Hash  int  `json:"hash,omitempty"`
	Fresh bool `json:"fresh,omitempty"` // forget what earlier searches have learnt
}

// Answer is what the engine tells the page.
type Answer struct {
	T       string   `json:"t" enum:"ready,thought,done,over,error,failed"`
	ID      int      `json:"id"` // of the order; 0 if it is about none
	Thought *Thought `json:"thought,omitempty"`
	More    bool     `json:"more,omitempty"`   // the search was ended by its limits, or stopped: it could go on
	Result  string   `json:"result,omitempty"` // "1-0", "0-1" or "1/2-1/2"
	Reason  string   `json:"reason,omitempty"` // why the game is over, or why the worker has failed
	Text    string   `json:"text,omitempty"`   // what is wrong, in words
}

// Thought is what the engine thinks about a position.
type Thought struct {
	Depth    int    `json:"depth"`    // plies searched completely
	SelDepth int    `json:"seldepth"` // plies of the longest line looked at
	Nodes    int    `json:"nodes"`    // positions visited
	NPS      int    `json:"nps"`      // of them in a second
	Time     int    `json:"time"`     // milliseconds since the search began
	Lines    []Line `json:"lines"`    // the best first
}

// Line is a line that the engine thinks best for both sides. The three lists
// have an entry for each move.
type Line struct {
	Score Score    `json:"score"`
	PV    []string `json:"pv"`  // in UCI
	SAN   []string `json:"san"` // in short algebraic
	// Numbers are what stands before the moves in print: "12." before White's,
	// "12..." before Black's if it is the first, nothing else.
	Numbers []string `json:"numbers"`
}

// Score is an evaluation from White's view: in centipawns, or a mate in so many
// moves, negative if Black gives it.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}
