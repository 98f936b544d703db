package boardview

// Scene is one position of a line.
type Scene struct {
	Ply  int    `json:"ply"` // moves played before it in the line
	FEN  string `json:"fen"`
	Turn string `json:"turn"` // "white" or "black"
	// Box is the board's extent: left, bottom, width, height.
	Box [4]float64 `json:"box"`
	// Cells are left out (null) if they are as in the scene before.
	Cells []Cell `json:"cells,omitempty"`
	// Shapes are the outlines that cells have, each a list of x and y relative to
	// the cell's center. They come with the cells.
	Shapes [][]float64 `json:"shapes,omitempty"`
	Pieces []Piece     `json:"men"`
	// Last are the keys of the cells of the last move, as far as they still exist.
	Last []int `json:"last,omitempty"`
	// Check are the keys of the cells on which something stands in check: the
	// attacked king, and in Convergent Chess intruders on royal squares.
	Check []int `json:"check,omitempty"`
	// Move, SAN and Told are the move that led here: as UCI, in short
	// algebraic, and told in sentences. Steps are how it came about.
	Move  string   `json:"move,omitempty"`
	SAN   string   `json:"san,omitempty"`
	Told  []string `json:"told,omitempty"`
	Steps []Step   `json:"steps,omitempty"`
	// Lost are the FEN letters of the pieces that have left the board for good, in
	// the order in which they left.
	Lost string `json:"lost,omitempty"`
	// Result and Reason are set if the game is over by its rules: "1-0", and why.
	Result string `json:"result,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Cell is a place where a piece can stand, or could.
type Cell struct {
	Key   int     `json:"key"`
	Name  string  `json:"name"`
	X     float64 `json:"x"` // center
	Y     float64 `json:"y"`
	Col   int     `json:"col"` // for walking with arrow keys, as geom.Cell has them
	Row   int     `json:"row"`
	Shape int     `json:"shape"`          // index into Shapes
	Tint  string  `json:"tint"`           // "dark", "light", "middle", "special"
	Gone  bool    `json:"gone,omitempty"` // vanished: nobody can stand there again
	Royal bool    `json:"royal,omitempty"`
}

// Piece is a piece on the board.
type Piece struct {
	Key   int    `json:"key"`
	Piece string `json:"man"`  // FEN letter
	Cell  int    `json:"cell"` // key
}

// Step is one thing that happens within a move. Pieces, and Cells where they
// change, are as they are after it.
type Step struct {
	// Kind is slide, take (a slide that captures), expel, drop, transmute,
	// dropcheck, vanish, collapse or promote. Castling is one slide of two pieces,
	// and all pawns promote in one step. Until a captured piece drops he lies on
	// the cell where he was taken, together with his captor.
	Kind   string      `json:"kind"`
	Pieces []Piece     `json:"men"`
	Box    *[4]float64 `json:"box,omitempty"`
	Cells  []Cell      `json:"cells,omitempty"`
	Shapes [][]float64 `json:"shapes,omitempty"`
	// Marks are the keys of the cells that it is about, which may be gone after
	// it: from where to where pieces slide or a drop check goes, where a piece is
	// taken in passing, those that vanish or collapse, where someone drops,
	// changes or leaves.
	Marks []int `json:"marks,omitempty"`
}

// Choices are the legal moves of a position, one for each route.
type Choices struct {
	Ply    int     `json:"ply"`
	Routes []Route `json:"routes"`
}

// Route is the legal moves from one cell to another; more than one only if pawns
// promote.
type Route struct {
	From int    `json:"from"` // key
	To   int    `json:"to"`   // key
	Text string `json:"text"` // engine form without promotions
	// Takes says that it captures (for sounds and the look of the target).
	Takes bool `json:"takes,omitempty"`
	// Pawns are those that promote, in the order of the letters that follow Text.
	Pawns []Promotion `json:"pawns,omitempty"`
	// Only are the endings of Text that are legal, such as "qn", where not every
	// combination of q r b n is.
	Only []string `json:"only,omitempty"`
}

// Promotion is a pawn that a move promotes.
type Promotion struct {
	Piece string `json:"man"`  // key's FEN letter, P or p
	Key   int    `json:"key"`  // of the man
	Cell  int    `json:"cell"` // key of the cell on which it promotes
	Name  string `json:"name"` // of that cell after the move
}

// Preview is what a move would do.
type Preview struct {
	Text  string   `json:"text"`
	SAN   string   `json:"san"`
	Told  []string `json:"told"`
	Steps []Step   `json:"steps"`
	// What the page marks before the move is made; keys of cells as they are now.
	Collapse []int `json:"collapse,omitempty"` // cells of the lines that will close up
	Vanish   []int `json:"vanish,omitempty"`
	Takes    []int `json:"takes,omitempty"` // keys of men
	Expel    []int `json:"expel,omitempty"` // keys of men
	// Becomes says which piece is put where, or changes into what.
	Becomes   []Becoming `json:"becomes,omitempty"`
	DropCheck []int      `json:"dropcheck,omitempty"` // from, to; keys of cells
	Check     bool       `json:"check,omitempty"`
	Mate      bool       `json:"mate,omitempty"`
}

// Becoming is a piece that drops, transmutes or promotes.
type Becoming struct {
	Kind string `json:"kind"` // drop, transmute, promote
	Key  int    `json:"key"`  // of the man
	From string `json:"from"` // FEN letter before
	Into string `json:"into"` // FEN letter after, or "" if he vanishes
	Cell int    `json:"cell"` // key of the cell
}
