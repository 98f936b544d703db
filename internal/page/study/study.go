package study

// Game is an annotated game.
type Game struct {
	Variant string `json:"variant"` // identifier, such as "shrink"
	Title   string `json:"title"`   // of the variant, for people; Write does not read it
	FEN     string `json:"fen"`     // where it begins; "" is the variant's start
	Tags    []Tag  `json:"tags"`    // without Variant, SetUp, FEN and Result
	Result  string `json:"result"`  // "1-0", "0-1", "1/2-1/2" or "*"
	Root    Node   `json:"root"`    // stands before the first move
	// Reason is why the game ended, of package game; Write tells it, and Read finds it in a
	// comment and a tag.
	Reason string `json:"reason,omitempty"`
	// Flipped says that a tag asks for a board with Black below; Write does not read it.
	Flipped bool `json:"flipped,omitempty"`
}

// Tag says something about a game, such as who played it.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Node is a move and what is said about it and the position after it. In the
// root, which is no move, Move and SAN are empty.
type Node struct {
	Move     string   `json:"move"`             // in UCI
	SAN      string   `json:"san"`              // short algebraic; Write does not read it
	Before   string   `json:"before,omitempty"` // comment before the move, where it opens a variation
	After    string   `json:"after,omitempty"`  // comment behind the move
	NAGs     []int    `json:"nags,omitempty"`   // numeric annotation glyphs, as PGN defines them
	Arrows   []Arrow  `json:"arrows,omitempty"`
	Circles  []Circle `json:"circles,omitempty"`
	Eval     *Eval    `json:"eval,omitempty"`
	Clock    *int     `json:"clock,omitempty"` // what the mover's clock shows after the move, in milliseconds
	Children []Node   `json:"children"`        // the first continues the line, the others open variations
}

// Arrow is drawn from one square to another, which bear their names in the
// position after the node's move.
type Arrow struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Color string `json:"color" enum:"green,red,blue,yellow"`
}

// Circle is drawn round a square.
type Circle struct {
	At    string `json:"at"`
	Color string `json:"color" enum:"green,red,blue,yellow"`
}

// Eval is an evaluation from White's view: CP in centipawns, or Mate in moves,
// negative if Black mates.
type Eval struct {
	CP    int `json:"cp,omitempty"`
	Mate  int `json:"mate,omitempty"`  // 0: it is no mate
	Depth int `json:"depth,omitempty"` // in plies; 0: unknown
}

// Bounds of what is read and written. They keep a page alive that is given too
// much; no one's games come near them.
const (
	MaxBytes   = 2 << 20 // of a text
	MaxGames   = 500     // of a text
	MaxNodes   = 30_000  // of all games of a text together
	MaxPlies   = 1500    // from a game's start to the end of any line
	MaxDrawn   = 100     // arrows, and as many circles, of a node
	MaxComment = 20_000  // bytes of a comment
)
