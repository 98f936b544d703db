package protocol

import (
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
)

// SharedStudies is a part of a list of studies (GET /api/studies).
type SharedStudies struct {
	Studies []SharedStudyRow `json:"studies" doc:"the last changed first"`
	Next    string           `json:"next,omitempty" doc:"before, for the studies that follow; absent: there are none"`
}

// SharedStudyRow is what a list shows of a study.
type SharedStudyRow struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Owner      string   `json:"owner,omitempty" doc:"name of the account; absent: it was deleted"`
	Visibility string   `json:"visibility" enum:"private,unlisted,public"`
	Topics     []string `json:"topics"`
	Chapters   int      `json:"chapters"`
	Variants   []string `json:"variants" doc:"of the chapters, each once"`
	Created    int64    `json:"created"`
	Updated    int64    `json:"updated"`
}

// StudyTopic is a topic of public studies.
type StudyTopic struct {
	Name    string `json:"name"`
	Studies int    `json:"studies" doc:"how many have it"`
}

// SharedStudy is a study with the moves of one chapter (GET /api/studies/{id}).
type SharedStudy struct {
	ID       string               `json:"id"`
	Seq      int                  `json:"seq" doc:"number of the last event"`
	Settings sharedstudy.Settings `json:"settings"`
	Created  int64                `json:"created"`
	Updated  int64                `json:"updated"`
	People   []StudyPerson        `json:"people" doc:"by number, from 1"`
	Chapters []sharedstudy.Head   `json:"chapters"`
	// Chapter is the one whose moves are in Tree.
	Chapter string                   `json:"chapter"`
	Tree    []sharedstudy.PackedNode `json:"tree" doc:"parent is the index of the parent; the first is the root"`
	Mine    StudyRights              `json:"mine"`
	// LeftOut is in the answer to a request that imports games.
	LeftOut *study.LeftOut `json:"leftOut,omitempty" doc:"of an imported text"`
}

// StudyPerson is who has a role or has commented.
type StudyPerson struct {
	Number int    `json:"number"`
	Name   string `json:"name,omitempty" doc:"absent: the account was deleted"`
	Role   string `json:"role,omitempty" enum:"owner,contributor,reader"`
}

// StudyRights says who the client is in a study, and what it may do.
type StudyRights struct {
	Number   int    `json:"number,omitempty" doc:"of the person; 0: the client is none yet"`
	Role     string `json:"role,omitempty" enum:"owner,contributor,reader"`
	Edit     bool   `json:"edit,omitempty" doc:"change chapters"`
	Comment  bool   `json:"comment,omitempty"`
	Clone    bool   `json:"clone,omitempty"`
	Moderate bool   `json:"moderate,omitempty" doc:"hide the study, lift that, and delete comments"`
}

// StudyEvent is a change of a study. It says what is there afterwards; fields that its kind does not
// need are absent.
type StudyEvent struct {
	Seq      int                      `json:"seq"`
	At       int64                    `json:"at"`
	By       int                      `json:"by,omitempty" doc:"number of the person; absent: a moderator"`
	Kind     string                   `json:"kind" enum:"settings,role,chapter,head,chapters,remove-chapter,line,cut,restore,sort,note" doc:"settings: Settings are those of the study; role: Person has Role; chapter: a new one with Head and Tree is at Index; head: Head is that of Chapter; chapters: Order lists all; remove-chapter: Chapter is gone; line: Moves follow Path, as far as they are not there; cut: the move at Path and all that follow it are gone; restore: the moves of Tree follow Path, with all that is said at them; sort: Order lists the moves after Path; note: Note is all that is said at Path"`
	Settings *sharedstudy.Settings    `json:"settings,omitempty"`
	Person   int                      `json:"person,omitempty"`
	Role     string                   `json:"role,omitempty" enum:"owner,contributor,reader"`
	Chapter  string                   `json:"chapter,omitempty"`
	Head     *sharedstudy.Head        `json:"head,omitempty"`
	Tree     []sharedstudy.PackedNode `json:"tree,omitempty"`
	Index    int                      `json:"index,omitempty"`
	Order    []string                 `json:"order,omitempty"`
	Path     []string                 `json:"path,omitempty" doc:"moves in UCI from the root"`
	Moves    []sharedstudy.Move       `json:"moves,omitempty"`
	Note     *sharedstudy.Note        `json:"note,omitempty"`
}

// StudyNews is what has happened in a study (GET /api/studies/{id}/events).
type StudyNews struct {
	Seq    int          `json:"seq" doc:"number of the last event"`
	Reset  bool         `json:"reset,omitempty" doc:"some of the events are not kept any more: read the study again"`
	Events []StudyEvent `json:"events"`
	// People and Mine are those after the last event.
	People []StudyPerson `json:"people"`
	Mine   StudyRights   `json:"mine"`
	Here   StudyHere     `json:"here"`
}

// StudyHere are the other pages that show the study now.
type StudyHere struct {
	Version string        `json:"version" doc:"known, for the next request"`
	List    []StudyCursor `json:"list"`
}

// StudyCursor is what another page shows.
type StudyCursor struct {
	Tab     string `json:"tab"`
	Name    string `json:"name,omitempty" doc:"absent: a guest"`
	Chapter string `json:"chapter,omitempty"`
	Path    string `json:"path,omitempty" doc:"moves in UCI, with spaces"`
}

// StudyCommands are changes that a client wants (POST /api/studies/{id}/commands).
type StudyCommands struct {
	Since    int            `json:"since" minimum:"0" doc:"number of the last event that the client has: the answer has those that follow"`
	Commands []StudyCommand `json:"commands" minItems:"1" maxItems:"200"`
}

// StudyCommand is a change of a study. Moves are named by the line that leads to them, in UCI from the
// start; a line that is missing is added, for another person may have deleted it. Fields that the kind
// does not need are ignored.
type StudyCommand struct {
	Kind     string             `json:"kind" enum:"settings,role,add-chapter,head,chapters,remove-chapter,line,cut,restore,sort,note,comment,remove-comment" doc:"settings: change Settings (the owner); role: give Player Role, or none (the owner; everyone may leave); add-chapter: add Chapter with Head and Game; head: change Head of Chapter; chapters: Order lists the chapters; remove-chapter; line: add Moves after Path; cut: delete the move at Path and all that follow it, but what others have changed there since Base; restore: bring back the line that you have deleted last, whose first move is at Path; sort: Order lists moves after Path, the main line first; note: Edit at Path; comment: change your Comment at Path; remove-comment: that of Person (the owner and moderators)"`
	Base     int                `json:"base" minimum:"0" doc:"number of the last event that the user had seen"`
	Settings *StudySettingsEdit `json:"settings,omitempty"`
	Player   string             `json:"player,omitempty" maxLength:"20" doc:"name of an account"`
	Role     string             `json:"role,omitempty" enum:"contributor,reader"`
	Chapter  string             `json:"chapter,omitempty" maxLength:"40" pattern:"^[\\w-]*$" doc:"its ID, chosen by the client"`
	Head     *StudyHeadEdit     `json:"head,omitempty"`
	Game     *study.Game        `json:"game,omitempty" doc:"of a new chapter"`
	Order    []string           `json:"order,omitempty" maxItems:"500"`
	Path     []string           `json:"path,omitempty" maxItems:"1500"`
	Moves    []string           `json:"moves,omitempty" maxItems:"1500"`
	Edit     *StudyNoteEdit     `json:"edit,omitempty"`
	Comment  *StudyTextEdit     `json:"comment,omitempty"`
	Person   int                `json:"person,omitempty"`
}

// StudySettingsEdit changes settings; absent fields stay.
type StudySettingsEdit struct {
	Name        *string        `json:"name,omitempty"`
	Description *StudyTextEdit `json:"description,omitempty"`
	Topics      *[]string      `json:"topics,omitempty" maxItems:"50"`
	Visibility  *string        `json:"visibility,omitempty" enum:"private,unlisted,public"`
	Comments    *string        `json:"comments,omitempty" enum:"everyone,members,none"`
	NoClone     *bool          `json:"noClone,omitempty"`
	Hidden      *bool          `json:"hidden,omitempty" doc:"for moderators: true hides the study, false lets its owner publish it again"`
}

// StudyHeadEdit changes a chapter; absent fields stay. Variant and FEN are only for new chapters
// without a game.
type StudyHeadEdit struct {
	Name    *string      `json:"name,omitempty"`
	Variant string       `json:"variant,omitempty" maxLength:"40"`
	FEN     string       `json:"fen,omitempty" maxLength:"200"`
	Tags    *[]study.Tag `json:"tags,omitempty" maxItems:"40" doc:"all tags of PGN, but those that follow from the chapter"`
	SetTags []study.Tag  `json:"setTags,omitempty" maxItems:"40" doc:"tags to change, each by itself; an empty value removes a tag"`
	Result  *string      `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,*"`
	Flipped *bool        `json:"flipped,omitempty" doc:"Black is below; in the mode find, Black's moves are to be found"`
	Mode    *string      `json:"mode,omitempty" enum:",find" doc:"find: readers find the moves of one side"`
}

// StudyTextEdit changes a text. If others have changed it meanwhile, both versions stay.
type StudyTextEdit struct {
	Was  string `json:"was" doc:"what the user saw before the change"`
	Text string `json:"text"`
}

// StudyNoteEdit changes what is said about a move: glyphs, arrows and circles are added and removed one
// by one, absent texts stay.
type StudyNoteEdit struct {
	Before        *StudyTextEdit `json:"before,omitempty" doc:"comment before the move"`
	Hint          *StudyTextEdit `json:"hint,omitempty" doc:"for those who are to find the next move"`
	AddNAGs       []int          `json:"addNags,omitempty" maxItems:"50"`
	RemoveNAGs    []int          `json:"removeNags,omitempty" maxItems:"50"`
	AddArrows     []study.Arrow  `json:"addArrows,omitempty" maxItems:"100"`
	RemoveArrows  []study.Arrow  `json:"removeArrows,omitempty" maxItems:"100"`
	AddCircles    []study.Circle `json:"addCircles,omitempty" maxItems:"100"`
	RemoveCircles []study.Circle `json:"removeCircles,omitempty" maxItems:"100"`
}

// StudyAnswer says what has become of commands.
type StudyAnswer struct {
	StudyNews
	Rejected []string       `json:"rejected" doc:"for each command why it was rejected, in words; empty: it was not"`
	LeftOut  *study.LeftOut `json:"leftOut,omitempty" doc:"of an imported text"`
}

// NewSharedStudy is a study to create (POST /api/studies).
type NewSharedStudy struct {
	ID          string   `json:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"chosen by the client; a repeated request creates one study"`
	Name        string   `json:"name" maxLength:"400"`
	Description string   `json:"description,omitempty" maxLength:"16000"`
	Topics      []string `json:"topics,omitempty" maxItems:"50"`
	Visibility  string   `json:"visibility" enum:"private,unlisted,public"`
	Comments    string   `json:"comments,omitempty" enum:"everyone,members,none" doc:"who comments beside contributors; absent: everyone"`
	// Chapters are the first chapters; with PGN they follow its games.
	Chapters []NewChapter `json:"chapters,omitempty" maxItems:"64"`
	PGN      string       `json:"pgn,omitempty" maxLength:"2097152" doc:"each game becomes a chapter"`
	Variant  string       `json:"variant,omitempty" maxLength:"40" doc:"of games that do not name theirs"`
}

// NewChapter is a chapter to add.
type NewChapter struct {
	Chapter string        `json:"chapter" minLength:"1" maxLength:"40" pattern:"^[\\w-]+$" doc:"its ID, chosen by the client"`
	Head    StudyHeadEdit `json:"head"`
	Game    *study.Game   `json:"game,omitempty"`
}

// ImportChapters are games that become chapters (POST /api/studies/{id}/import).
type ImportChapters struct {
	PGN     string `json:"pgn" maxLength:"2097152"`
	Variant string `json:"variant,omitempty" maxLength:"40" doc:"of games that do not name theirs"`
	Mode    string `json:"mode,omitempty" enum:",find"`
	Since   int    `json:"since,omitempty" minimum:"0" doc:"as with commands"`
}

// CloneStudy is a copy to make (POST /api/studies/{id}/clone).
type CloneStudy struct {
	ID   string `json:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the copy, chosen by the client"`
	Name string `json:"name,omitempty" maxLength:"400" doc:"absent: the same"`
}
