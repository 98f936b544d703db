package sharedstudy

import (
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// The kinds of commands. Those about the study and its chapters are for owner and contributors.
const (
	SetSettings   Kind = "settings"       // Settings, as far as they are given; the owner's
	SetRole       Kind = "role"           // Player gets Role; the owner's, and everyone's who leaves
	AddChapter    Kind = "add-chapter"    // Head with Game
	SetHead       Kind = "head"           // HeadEdit is what to change of Chapter
	OrderChapters Kind = "chapters"       // Order lists the IDs of all chapters
	DropChapter   Kind = "remove-chapter" // Chapter
	AddLine       Kind = "line"           // Moves, in UCI, after Path
	CutLine       Kind = "cut"            // the move at Path and all that follow it
	RestoreLine   Kind = "restore"        // the line that the sender has deleted last, whose first move is at Path
	SortMoves     Kind = "sort"           // Order lists moves that follow Path, the first of which is the main line
	Annotate      Kind = "note"           // Edit at Path
	SetComment    Kind = "comment"        // Comment changes the sender's own at Path; for all who may comment
	DropComment   Kind = "remove-comment" // the comment of Person at Path
)

// Command is a change that a person wants. Fields that its kind does not mention are ignored.
type Command struct {
	Kind Kind
	// Base is the number of the last event that the sender has seen.
	Base     int
	Settings *SettingsEdit
	Player   Person // its Account and Name
	Role     Role
	Chapter  string // ID
	Head     *HeadEdit
	Game     *study.Game // moves of a new chapter; nil: none
	Order    []string
	Path     []string // moves in UCI from the root
	Moves    []string // in UCI
	Edit     *NoteEdit
	Comment  *TextEdit
	Person   int // number
}

// SettingsEdit changes settings; nil fields stay.
type SettingsEdit struct {
	Name        *string
	Description *TextEdit
	Topics      *[]string
	Visibility  *Visibility
	Comments    *Commenting
	NoClone     *bool
	// Hidden is for moderators: true hides the study, in private unless Visibility says otherwise, and false
	// lets the owner publish it again.
	Hidden *bool
}

// HeadEdit changes what is known of a chapter; nil fields stay. Variant and FEN are only for new
// chapters. Tags replaces all tags; SetTags changes single ones, and an empty value removes a tag.
type HeadEdit struct {
	Name    *string
	Variant string
	FEN     string
	Tags    *[]study.Tag
	SetTags []study.Tag
	Result  *string
	Flipped *bool
	Mode    *Mode
}

// TextEdit changes a text that others may change at the same time.
type TextEdit struct {
	Was  string // what the sender saw
	Text string // what stands there now
}

// NoteEdit changes what is said about a move. Glyphs and drawings are added and removed one by one,
// nil texts stay.
type NoteEdit struct {
	Before        *TextEdit
	Hint          *TextEdit
	AddNAGs       []int
	RemoveNAGs    []int
	AddArrows     []study.Arrow
	RemoveArrows  []study.Arrow
	AddCircles    []study.Circle
	RemoveCircles []study.Circle
}

// Sender is who sends commands.
type Sender struct {
	Account   string // ID
	Name      string
	Moderator bool // of the server
	// Author is the sender as the author of texts.
	Author publictext.Author
}
