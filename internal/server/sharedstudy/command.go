package sharedstudy

import (
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/livegame"
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

// Command is a change that a person wants. Moves are named by the line that leads to them, in UCI from the start; a
// line that is missing is added, for another person may have deleted it.
// Fields that the kind does not need are ignored.
type Command struct {
	Kind     Kind          `json:"kind" enum:"settings,role,add-chapter,head,chapters,remove-chapter,line,cut,restore,sort,note,comment,remove-comment" doc:"settings: change Settings (the owner); role: give Player Role, or none (the owner; everyone may leave); add-chapter: add Chapter with Head and Game; head: change Head of Chapter; chapters: Order lists the chapters; remove-chapter; line: add Moves after Path; cut: delete the move at Path and all that follow it, but what others have changed there since Base; restore: bring back the line that you have deleted last, whose first move is at Path; sort: Order lists moves after Path, the main line first; note: Edit at Path; comment: change your Comment at Path; remove-comment: that of Person (the owner and moderators)"`
	Base     int           `json:"base" minimum:"0" doc:"number of the last event that the user had seen"`
	Settings *SettingsEdit `json:"settings,omitempty"`
	Player   string        `json:"player,omitempty" maxLength:"20" doc:"name of an account"`
	Role     Role          `json:"role,omitempty" enum:"contributor,reader"`
	Chapter  string        `json:"chapter,omitempty" maxLength:"40" pattern:"^[\\w-]*$" doc:"its ID, chosen by the client"`
	Head     *HeadEdit     `json:"head,omitempty"`
	Game     *study.Game   `json:"game,omitempty" doc:"of a new chapter"`
	Order    []string      `json:"order,omitempty" maxItems:"500"`
	Path     []string      `json:"path,omitempty" maxItems:"1500"`
	Moves    []string      `json:"moves,omitempty" maxItems:"1500"`
	Edit     *NoteEdit     `json:"edit,omitempty"`
	Comment  *TextEdit     `json:"comment,omitempty"`
	Person   int           `json:"person,omitempty"`

	// Target is the account of Player: its ID and name. Without one, the command is rejected.
	Target Participant `json:"-"`
}

// SettingsEdit changes settings; absent fields stay.
type SettingsEdit struct {
	Name        *string     `json:"name,omitempty"`
	Description *TextEdit   `json:"description,omitempty"`
	Topics      *[]string   `json:"topics,omitempty" maxItems:"50"`
	Visibility  *Visibility `json:"visibility,omitempty" enum:"private,unlisted,public"`
	Comments    *Commenting `json:"comments,omitempty" enum:"everyone,members,none"`
	NoClone     *bool       `json:"noClone,omitempty"`
	// Hidden hides the study in private unless Visibility says otherwise.
	Hidden *bool `json:"hidden,omitempty" doc:"for moderators: true hides the study, false lets its owner publish it again"`
}

// HeadEdit changes what is known of a chapter; absent fields stay. Variant and FEN are only for new chapters without a
// game.
type HeadEdit struct {
	Name    *string      `json:"name,omitempty"`
	Variant string       `json:"variant,omitempty" maxLength:"40"`
	FEN     string       `json:"fen,omitempty" maxLength:"200"`
	Tags    *[]study.Tag `json:"tags,omitempty" maxItems:"40" doc:"all tags of PGN, but those that follow from the chapter"`
	SetTags []study.Tag  `json:"setTags,omitempty" maxItems:"40" doc:"tags to change, each by itself; an empty value removes a tag"`
	Result  *string      `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,*"`
	Flipped *bool        `json:"flipped,omitempty" doc:"Black is below; in the mode find, Black's moves are to be found"`
	Mode    *Mode        `json:"mode,omitempty" enum:",find" doc:"find: readers find the moves of one side"`
}

// TextEdit changes a text. If others have changed it meanwhile, both versions stay.
type TextEdit struct {
	Was  string `json:"was" doc:"what the user saw before the change"`
	Text string `json:"text"`
}

// NoteEdit changes what is said about a move: glyphs, arrows and circles are added and removed one by one, absent texts
// stay.
type NoteEdit struct {
	Before        *TextEdit      `json:"before,omitempty" doc:"comment before the move"`
	Hint          *TextEdit      `json:"hint,omitempty" doc:"for those who are to find the next move"`
	AddNAGs       []int          `json:"addNags,omitempty" maxItems:"50"`
	RemoveNAGs    []int          `json:"removeNags,omitempty" maxItems:"50"`
	AddArrows     []study.Arrow  `json:"addArrows,omitempty" maxItems:"100"`
	RemoveArrows  []study.Arrow  `json:"removeArrows,omitempty" maxItems:"100"`
	AddCircles    []study.Circle `json:"addCircles,omitempty" maxItems:"100"`
	RemoveCircles []study.Circle `json:"removeCircles,omitempty" maxItems:"100"`
}

// Sender is who sends commands.
type Sender struct {
	Person    livegame.Person
	Account   string // ID; "": a guest
	Moderator bool   // of the server
	// Author is the sender as the author of texts.
	Author publictext.Author
}
