package editor

import "github.com/wane-chess/wane/internal/page/boardview"

// DraftState is a setup between two edits. Whoever holds it need look at its variant and
// FEN only, and may leave out the rest.
type DraftState struct {
	Variant string `json:"variant" maxLength:"40" doc:"such as shrink"`
	FEN     string `json:"fen,omitempty" maxLength:"200" doc:"sound or not; empty: the start"`
	// Cells and Pieces are the keys of the cells and of the pieces, in the board's order;
	// Next is the key that the next piece or cell may have.
	Cells  []int `json:"cells,omitempty" maxItems:"128" nullable:"false"`
	Pieces []int `json:"men,omitempty" maxItems:"128" nullable:"false"`
	Next   int   `json:"next,omitempty"`
}

// DraftEdit is one change of a setup.
type DraftEdit struct {
	// Do is
	//   fen      read Text as far as it can be read; empty: the start
	//   start    the position at the start of a game
	//   clear    no one on the board, nothing vanished, no rights
	//   put      the piece Piece on the cell Cells[0]
	//   lift     off with the piece, or the hole, on the cell Cells[0]
	//   move     the piece on Cells[0] to Cells[1]
	//   vanish   Cells[0] vanishes, or comes back if it has vanished
	//   size     Numbers files and ranks
	//   close    the empty files and ranks go
	//   turn     Text, white or black, is to move
	//   rights   those of the letters in Text, and no others
	//   passed   en passant on Cells[0]; without cells, none
	//   counts   Numbers are the halfmove clock and the number of the move
	//   swap     White's pieces become Black's, seen from the other side, and so on
	//   variant  Text is the game; pieces stay if its board is the same
	Do      string `json:"do" maxLength:"10"`
	Piece   string `json:"man,omitempty" maxLength:"1" doc:"FEN letter"`
	Cells   []int  `json:"cells,omitempty" maxItems:"2" nullable:"false" doc:"keys"`
	Text    string `json:"text,omitempty" maxLength:"400"`
	Numbers []int  `json:"numbers,omitempty" maxItems:"2" nullable:"false"`
}

// Draft is a setup as one sees it.
type Draft struct {
	State DraftState `json:"state"`
	// Scene is what to draw. Its FEN is the setup's, in the canonical form if the
	// setup is sound; only then does it tell of check, and of the game's end if that
	// has come already. Its steps tell how lines go.
	Scene boardview.Scene `json:"scene"`
	// Faults are all that keeps the setup from being a position.
	Faults []DraftFault `json:"faults,omitempty"`
	// Unread is what the edit "fen" could not read, in sentences.
	Unread []string     `json:"unread,omitempty"`
	Rights []DraftRight `json:"rights,omitempty"`
	// Passed are the cells on which a pawn could be taken en passant, and the one
	// that is given, whether it could or not.
	Passed    []DraftPlace `json:"passed,omitempty"`
	Halfmoves int          `json:"halfmoves"`
	Fullmove  int          `json:"fullmove"`
	// Size is how many files and ranks there are, and how many there may be, if the
	// size can be chosen.
	Size []int `json:"size,omitempty"`
	// Vanish says that cells may vanish.
	Vanish bool `json:"vanish,omitempty"`
	// Empty says that there are empty lines that could go.
	Empty bool `json:"empty,omitempty"`
}

// DraftFault is something that is wrong.
type DraftFault struct {
	Text  string `json:"text"`            // what, and what would be right, in a sentence
	Cells []int  `json:"cells,omitempty"` // keys of those that it is about
	Mends []Mend `json:"mends,omitempty"`
}

// Mend is an edit after which a fault is gone and no other has come.
type Mend struct {
	Label string    `json:"label"`
	Edit  DraftEdit `json:"edit"`
}

// DraftRight is something that a king, or a king and a rook, may still do.
type DraftRight struct {
	Letter   string `json:"letter"`
	Label    string `json:"label"`
	Possible bool   `json:"possible,omitempty"` // with the men as they stand
	Given    bool   `json:"given,omitempty"`
}

// DraftPlace is a cell to choose.
type DraftPlace struct {
	Key   int    `json:"key"`
	Name  string `json:"name"`
	Given bool   `json:"given,omitempty"`
}
