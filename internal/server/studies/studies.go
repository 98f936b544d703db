// Package studies keeps the studies of accounts: annotated games that a person edits on several
// devices.
//
// The page edits studies without the server and sends what has changed. Each content has a version,
// which is made from it. A change names the version that it is based on; if another device has
// changed the study meanwhile, the change is rejected, and the page keeps both.
package studies

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"
	"unicode"
	"unicode/utf8"
)

// Errors of stores and of the service.
var (
	// ErrNotFound: the account has no such study.
	ErrNotFound = errors.New("there is no such study")
	// ErrConflict: the study is not as the change takes it to be.
	ErrConflict = errors.New("the study was changed on another device meanwhile")
	// ErrMany: the account has as many studies as it may have.
	ErrMany = fmt.Errorf("you have %d studies, which is the most: delete some first", MaxStudies)
	// ErrFull: the account's studies are as large as they may be together.
	ErrFull = errors.New("your studies are as large as they may be together: delete some first")
)

// Limits of an account.
const (
	// MaxStudies is how many studies an account may have.
	MaxStudies = 500
	// MaxContent is the size of a study's content as JSON, in bytes; MaxTotal that of all together,
	// compressed.
	MaxContent = 2 << 20
	MaxTotal   = 20 << 20
	maxText    = 200 // characters of a name
)

// Info is what lists show of a study.
type Info struct {
	ID      string
	Version string // changes with the name and the content, too
	Name    string
	Variant string
	Title   string // of the variant
	Created time.Time
	Changed time.Time // by the device that has changed it
	Moves   int       // plies of the main line
	Game    string    // the live game that it was made from; empty: none
}

// Study is a study of an account.
type Study struct {
	Info
	Account string // ID
	Content []byte // JSON, compressed
}

// Store keeps studies. It may be used by many goroutines and nodes.
type Store interface {
	// Studies lists the studies of an account, the last changed first.
	Studies(ctx context.Context, account string) ([]Info, error)
	// Study returns a study, or ErrNotFound.
	Study(ctx context.Context, account, id string) (*Study, error)
	// PutStudy stores a study in place of a version, or with "" a new one. It returns ErrConflict if
	// the account has another version, and ErrNotFound if it has none. A new study counts only while
	// the account has less than most, and any only while all together have at most maxTotal bytes.
	PutStudy(ctx context.Context, s *Study, instead string, most, maxTotal int) (grown int, err error)
	// DeleteStudy deletes a version of a study. It returns ErrConflict if there is another one, and
	// ErrNotFound if there is none.
	DeleteStudy(ctx context.Context, account, id, version string) error
}

// Service checks and keeps studies.
type Service struct{ store Store }

// NewService makes a service.
func NewService(store Store) *Service { return &Service{store} }

// List lists the studies of an account, the last changed first.
func (s *Service) List(ctx context.Context, account string) ([]Info, error) {
	return s.store.Studies(ctx, account)
}

// Load returns a study and its content as JSON.
func (s *Service) Load(ctx context.Context, account, id string) (Info, json.RawMessage, error) {
	study, err := s.store.Study(ctx, account, id)
	if err != nil {
		return Info{}, nil, err
	}
	content, err := Decompress(study.Content, MaxContent)
	if err != nil {
		return Info{}, nil, fmt.Errorf("read study %q: %w", id, err)
	}
	return study.Info, content, nil
}

var validID = regexp.MustCompile(`^[\w-]{1,80}$`)

// InvalidError says what is wrong with a study.
type InvalidError struct{ Text string }

// Error implements error.
func (e *InvalidError) Error() string { return e.Text }

// Save stores a study in place of a version, or with "" a new one, and returns its version, and how many bytes more
// are stored than before. The same study stored again is no conflict: the first answer may have been lost.
func (s *Service) Save(
	ctx context.Context, account string, info Info, content json.RawMessage, instead string,
) (version string, grown int, err error) {
	if err := check(info, content); err != nil {
		return "", 0, err
	}
	packed, err := Compress(content)
	if err != nil {
		return "", 0, err
	}
	info.Version = versionOf(info, content)
	study := &Study{Info: info, Account: account, Content: packed}
	grown, err = s.store.PutStudy(ctx, study, instead, MaxStudies, MaxTotal)
	if errors.Is(err, ErrConflict) {
		there, e := s.store.Study(ctx, account, info.ID)
		if e == nil && there.Version == info.Version {
			err = nil
		}
	}
	return info.Version, grown, err
}

// Delete deletes a version of a study. One that is gone already is no error.
func (s *Service) Delete(ctx context.Context, account, id, version string) error {
	err := s.store.DeleteStudy(ctx, account, id, version)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

func check(info Info, content json.RawMessage) error {
	if !validID.MatchString(info.ID) {
		return &InvalidError{"the ID of the study needs 1 to 80 letters, digits, hyphens and underscores"}
	}
	for _, text := range []string{info.Name, info.Variant, info.Title, info.Game} {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxText || hasControl(text) {
			return &InvalidError{fmt.Sprintf(
				"a name in the study is not valid: expected up to %d characters without control characters", maxText)}
		}
	}
	if len(content) > MaxContent {
		return &InvalidError{fmt.Sprintf(
			"the study has %d bytes; at most %d can be kept on the server", len(content), MaxContent)}
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(content, &object); err != nil || !utf8.Valid(content) {
		return &InvalidError{"the content of the study is not a JSON object in UTF-8"}
	}
	return nil
}

func hasControl(text string) bool {
	for _, r := range text {
		if unicode.IsControl(r) {
			return true
		}
	}
	return false
}

// versionOf returns the version of a study: a hash of all that devices edit.
func versionOf(info Info, content json.RawMessage) string {
	h := sha256.New()
	created, changed := info.Created.UnixMilli(), info.Changed.UnixMilli()
	head, _ := json.Marshal(
		[]any{info.ID, info.Name, info.Variant, info.Title, created, changed, info.Moves, info.Game})
	h.Write(head)
	h.Write(content)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:12])
}

// Compress returns a content as stores keep it.
func Compress(content []byte) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// Decompress returns the content that was compressed, or an error if it is damaged or has more than most bytes.
func Decompress(packed []byte, most int64) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(z, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("more than %d bytes", most)
	}
	return content, errors.Join(err, z.Close())
}
