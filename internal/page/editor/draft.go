package editor

import "github.com/wane-chess/wane/internal/page/boardview"

// DraftState is a draft between two edits. A client needs to set only the variant and the
// FEN; the keys let squares and pieces keep theirs.
type DraftState struct {
	Variant string `json:"variant" maxLength:"40" doc:"such as shrink"`
	FEN     string `json:"fen,omitempty" maxLength:"200" doc:"legal or not; empty: the start"`
	Squares []int  `json:"squares,omitempty" maxItems:"128" doc:"keys of the squares, in the board's order"`
	Pieces  []int  `json:"pieces,omitempty" maxItems:"128" doc:"keys of the pieces, in the board's order"`
	Next    int    `json:"next,omitempty" doc:"key of the next new square or piece"`
}

// DraftEdit is one change of a draft.
type DraftEdit struct {
	// Do is
	//   fen         read Text as far as possible; empty: the start
	//   start       the start position
	//   clear       remove all pieces, vanished squares and rights
	//   put         put Piece on Squares[0]
	//   remove      remove the piece from Squares[0], or bring the square back
	//   move        move the piece on Squares[0] to Squares[1]
	//   vanish      Squares[0] vanishes, or comes back
	//   size        resize the board to Numbers files and ranks
	//   close       remove the empty files and ranks
	//   turn        Text, white or black, is to move
	//   rights      the rights are the letters of Text
	//   en-passant  the en passant square is Squares[0]; without squares there is none
	//   counts      Numbers are the halfmove clock and the move number
	//   swap        swap the colors and mirror the board
	//   variant     Text is the variant; the pieces stay if its board is the same
	Do      string `json:"do" enum:"fen,start,clear,put,remove,move,vanish,size,close,turn,rights,en-passant,counts,swap,variant"`
	Piece   string `json:"piece,omitempty" maxLength:"1" doc:"FEN letter"`
	Squares []int  `json:"squares,omitempty" doc:"keys"`
	Text    string `json:"text,omitempty" maxLength:"400"`
	Numbers []int  `json:"numbers,omitempty"`
}

// Draft is a position that is being set up, as the page shows it.
type Draft struct {
	State DraftState `json:"state"`
	// View is what to draw. Its FEN is canonical if the draft is legal; only then does
	// it have checks and an outcome. Its steps show how ranks and files collapse.
	View      boardview.BoardView `json:"view"`
	Faults    []DraftFault        `json:"faults,omitempty" doc:"everything that makes the position illegal"`
	Unread    []string            `json:"unread,omitempty" doc:"what the edit fen could not read, in sentences"`
	Rights    []DraftRight        `json:"rights,omitempty"`
	EnPassant []DraftSquare       `json:"enPassant,omitempty" doc:"squares where en passant is possible, and the one that is set"`
	Halfmoves int                 `json:"halfmoves"`
	Fullmove  int                 `json:"fullmove"`
	Size      []int               `json:"size,omitempty" doc:"files, ranks and the maximum of each; missing if the size is fixed"`
	Vanish    bool                `json:"vanish,omitempty" doc:"squares can vanish"`
	Empty     bool                `json:"empty,omitempty" doc:"there are empty files or ranks to remove"`
}

// DraftFault is something that makes a position illegal.
type DraftFault struct {
	Text    string `json:"text" doc:"what is wrong and what is expected, in a sentence"`
	Squares []int  `json:"squares,omitempty" doc:"keys of the squares it is about"`
	Fixes   []Fix  `json:"fixes,omitempty"`
}

// Fix is an edit that removes a fault and adds no other.
type Fix struct {
	Label string    `json:"label"`
	Edit  DraftEdit `json:"edit"`
}

// DraftRight is a right of a king, or of a king and a rook.
type DraftRight struct {
	Letter   string `json:"letter"`
	Label    string `json:"label"`
	Possible bool   `json:"possible,omitempty" doc:"with the pieces where they are"`
	Given    bool   `json:"given,omitempty"`
}

// DraftSquare is a square to choose.
type DraftSquare struct {
	Key   int    `json:"key"`
	Name  string `json:"name"`
	Given bool   `json:"given,omitempty"`
}
