// Package boardview describes boards to web pages: positions as squares and pieces
// with coordinates, legal moves as routes between squares, and each move as a list of
// animated steps.
//
// It knows no variant; everything comes from game.Position. The same code answers the
// server's requests and, as WebAssembly, the page's own.
//
// Squares and pieces have keys that last through a line of moves: a square keeps its
// key when the board closes up and its name changes, a piece keeps its key when it is
// captured and dropped, or promotes. So a page can show any two board views of a line
// one after the other and animate what has the same key.
//
// Coordinates are those of package geom: x to the right, y upwards, in units of a
// square's side.
package boardview

import "github.com/wane-chess/wane/game"

// BoardView is what a page draws of one position of a line.
type BoardView struct {
	Ply  int    `json:"ply" doc:"moves played before it in the line"`
	FEN  string `json:"fen"`
	Turn string `json:"turn" enum:"white,black"`
	Format
	// Box is the board's extent: left, bottom, width, height.
	Box     [4]float64  `json:"box" doc:"left, bottom, width, height"`
	Squares []Square    `json:"squares,omitempty" doc:"missing if they are those of the board view before"`
	Shapes  [][]float64 `json:"shapes,omitempty" doc:"outlines of squares: x and y of each corner in turn, relative to the center; they come with the squares"`
	Pieces  []Piece     `json:"pieces"`
	Last    []int       `json:"last,omitempty" doc:"keys of the squares of the last move that still exist"`
	// Check has the squares of attacked kings and, in Convergent Chess, those of enemy
	// pieces on royal squares. After a drop check, the king is that of the side that moved.
	Check []int `json:"check,omitempty" doc:"keys of the squares in check"`
	// QueenMovers is set in Cheshire Cat Chess.
	QueenMovers []int    `json:"queenMovers,omitempty" doc:"keys of the squares of kings that still move as queens"`
	Move        string   `json:"move,omitempty" doc:"the move that led here, in UCI"`
	SAN         string   `json:"san,omitempty" doc:"the same in SAN"`
	Narration   []string `json:"narration,omitempty" doc:"the effects of that move in sentences"`
	Steps       []Step   `json:"steps,omitempty" doc:"the animation of that move"`
	Removed     string   `json:"removed,omitempty" doc:"FEN letters of the pieces that have left the board for good, in that order"`
	Result      string   `json:"result,omitempty" doc:"1-0, 0-1 or 1/2-1/2 if the game is over by its rules"`
	Reason      string   `json:"reason,omitempty" doc:"why it is over"`
	// Final is not set after a threefold repetition, fifty moves, or in a dead position.
	Final bool `json:"final,omitempty" doc:"the game is over and has no legal moves: analysis ends, too"`
}

// Format is what all boards of a game have in common, also before one is loaded.
type Format struct {
	Look string `json:"look" enum:"classic,court,trio,mist" doc:"colors and ornaments of the game's boards"`
	// Full is larger than a board's box when ranks or files have collapsed.
	Full      [2]float64 `json:"full" doc:"width and height of the whole board, in sides of a square"`
	Collapses bool       `json:"collapses,omitempty" doc:"moves can make ranks or files disappear"`
}

// Classic is the format of chess.
var Classic = Format{Look: "classic", Full: [2]float64{8, 8}}

// FormatOf returns the format of a game's boards.
func FormatOf(g game.Game) Format {
	box := boxOf(g.Start().View().Board)
	return Format{game.InfoOf(g).Look, [2]float64{box[2], box[3]}, g.Info().Collapses}
}

// Square is a square of the board, vanished or not.
type Square struct {
	Key      int     `json:"key"`
	Name     string  `json:"name"`
	X        float64 `json:"x" doc:"of the center"`
	Y        float64 `json:"y" doc:"of the center"`
	Col      int     `json:"col" doc:"for the arrow keys, from 0"`
	Row      int     `json:"row" doc:"for the arrow keys, from 0"`
	Shape    int     `json:"shape" doc:"index into the shapes"`
	Tint     string  `json:"tint" enum:"dark,light,middle,special"`
	Vanished bool    `json:"vanished,omitempty"`
	Royal    bool    `json:"royal,omitempty"`
}

// Piece is a piece on the board.
type Piece struct {
	Key    int    `json:"key"`
	Piece  string `json:"piece" doc:"FEN letter"`
	Square int    `json:"square" doc:"key"`
}

// Step is one step of a move's animation. Castling is one slide of two pieces, and all
// pawns promote in one step. Until a captured piece drops, it stays on the square of
// its capture, under the piece that captured it.
type Step struct {
	// Kind is that of the step's effects; a slide that captures is a capture.
	Kind    string      `json:"kind" enum:"slide,capture,expel,drop,demote,drop-check,vanish,collapse,promote"`
	Pieces  []Piece     `json:"pieces" doc:"as they are after the step"`
	Box     *[4]float64 `json:"box,omitempty" doc:"if it changes: left, bottom, width, height"`
	Squares []Square    `json:"squares,omitempty" doc:"if they change"`
	Shapes  [][]float64 `json:"shapes,omitempty"`
	// Marks are the squares of slides and drop checks (from, to), of the pawn that is
	// captured en passant, and those that vanish, collapse, or whose piece drops,
	// changes or leaves.
	Marks []int `json:"marks,omitempty" doc:"keys of the squares it is about, which may no longer exist"`
}
