package sharedstudy

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Errors of stores and of the service.
var (
	// ErrNotFound: there is no such study, or the account may not read it.
	ErrNotFound = errors.New("there is no such study")
	// ErrConflict: the study has changed since it was read, or its ID is in use.
	ErrConflict = errors.New("the study has changed")
	// ErrFull: the studies of the owner would take up more bytes than they may.
	ErrFull = errors.New("the studies are too large")
	// ErrMany: the account owns as many studies as it may.
	ErrMany = errors.New("too many studies")
)

// Row is what lists show of a study.
type Row struct {
	ID         livegame.ID
	Seq        int // of the last event
	Name       string
	Visibility Visibility
	Topics     []string
	Words      string // what searches look through, in lower case
	Chapters   int
	Variants   []string // of the chapters, each once
	Owner      string   // ID of the account; "": it was deleted
	OwnerName  string
	Created    time.Time
	Updated    time.Time
}

// Record is all that is stored of a study.
type Record struct {
	Row
	Snapshot    []byte // see Study.Snapshot; compressed
	SnapshotSeq int
	People      []Person // by number; roles are those after the last event
	Events      []Event  // after the snapshot
}

// Changes are what a batch stores.
type Changes struct {
	Row    Row // after the last event
	Events []Event
	Joined []Person      // new people, by number
	Log    []admin.Entry // what moderators did
	// Snapshot, if not nil, replaces the one that is stored. Events before ForgetBefore are deleted.
	Snapshot     []byte
	ForgetBefore int
	// MaxBytes is how many bytes the snapshots and events of all studies of the owner may have afterwards; 0: any. If they
	// have more, nothing is stored, and the error is ErrFull.
	MaxBytes int64
}

// Query selects studies. Zero fields do not restrict it.
type Query struct {
	Account string // studies in which the account has a role
	Owned   bool   // with Account: only those that it owns
	Shared  bool   // with Account: only those that it does not own
	Owner   string // public studies of this account
	Topic   string
	Variant string   // a chapter is of this variant
	Words   []string // all occur in Row.Words; in lower case
	// Before continues a list after its last row.
	Before Cursor
	Limit  int // 0: 30
}

// Cursor is a place in a list, which is ordered by Updated and ID. The zero value is its beginning.
type Cursor struct {
	Updated time.Time
	ID      livegame.ID
}

// Topic is a topic of public studies.
type Topic struct {
	Name    string
	Studies int
}

// Store keeps studies. It is safe for concurrent use; a change is on disk when its method returns nil.
type Store interface {
	// CreateSharedStudy stores a study with its first events, of which the owner is the first person. It changes
	// nothing if the owner has one of that ID. The error is ErrConflict if another account has, and ErrMany if
	// the owner has most.
	CreateSharedStudy(ctx context.Context, c Changes, most int) error
	// SharedStudy returns a study, or ErrNotFound. With after, there is no snapshot, and the events are those
	// after that number; if some of them are forgotten, the snapshot comes, too.
	SharedStudy(ctx context.Context, id livegame.ID, after int) (Record, error)
	// ChangeSharedStudy adds events, if they follow the last one and the study is that of Row.Created, and notes in the
	// log what moderators did. Else it returns ErrConflict.
	ChangeSharedStudy(ctx context.Context, c Changes) error
	// SharedStudies lists studies: without Account public ones.
	SharedStudies(ctx context.Context, q Query) ([]Row, error)
	// StudyTopics returns the most frequent topics of public studies that begin with a text.
	StudyTopics(ctx context.Context, prefix string, limit int) ([]Topic, error)
	// DeleteSharedStudy deletes a study.
	DeleteSharedStudy(ctx context.Context, id livegame.ID) error
}
