package tablebuild

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/wane-chess/wane/tablebase"
)

// Job requests the table of a material.
type Job struct {
	Material string `json:"material"`
	// Needs are the tables of all materials that a move leads to.
	Needs []TableRef `json:"needs"`
	// Verify is the digest of a table of the material that is to be verified; empty: the table
	// is to be built. A worker of an older version builds it again, which says the same.
	Verify string `json:"verify,omitempty"`
	// Not are the names of workers that must not do the job.
	Not []string `json:"not,omitempty"`
}

// TableRef identifies a table by its contents.
type TableRef struct {
	Material string `json:"material"`
	Digest   string `json:"digest"` // see tablebase.Tables.Digest
}

// Name is the name of the table's file in the Queue.
func (n TableRef) Name() string { return n.Material + "." + n.Digest[:16] }

// rulesVersion changes when older tables become invalid.
const rulesVersion = 1

// Key identifies the job. Equal jobs have equal keys.
func (j Job) Key() string {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, rulesVersion, j.Material) // never fails
	for _, n := range j.Needs {
		_, _ = fmt.Fprintln(h, n.Material, n.Digest)
	}
	if j.Verify != "" || len(j.Not) > 0 {
		_, _ = fmt.Fprintf(h, "%s %q\n", j.Verify, j.Not)
	}
	return j.Material + "." + hex.EncodeToString(h.Sum(nil))[:16]
}

// Check returns what is wrong with the job.
func (j Job) Check() error {
	m, err := parseMaterial(j.Material)
	if err != nil {
		return err
	}
	if j.Verify != "" {
		if err := (TableRef{j.Material, j.Verify}).Check(); err != nil {
			return err
		}
	}
	needs := m.Needs()
	if len(j.Needs) != len(needs) {
		return fmt.Errorf("%s needs %d tables, not %d", m, len(needs), len(j.Needs))
	}
	for i, n := range j.Needs {
		if err := n.Check(); err != nil {
			return err
		}
		if n.Material != needs[i].String() {
			return fmt.Errorf("%s needs %v where the job has %s", m, needs[i], n.Material)
		}
	}
	return nil
}

// Check returns what is wrong with the reference.
func (n TableRef) Check() error {
	if _, err := parseMaterial(n.Material); err != nil {
		return err
	}
	if d, err := hex.DecodeString(n.Digest); err != nil || len(d) != sha256.Size {
		return fmt.Errorf("invalid digest %.80q", n.Digest)
	}
	return nil
}

// parseMaterial parses a material in its canonical form.
func parseMaterial(name string) (tablebase.Material, error) {
	m, err := tablebase.ParseMaterial(name)
	if err == nil && m.String() != name {
		err = fmt.Errorf("the material %q must be written %v", name, m)
	}
	return m, err
}

// State is the state of a job.
type State string

// The states of a job.
const (
	Working State = "working"
	Done    State = "done"
	Failed  State = "failed" // the coordinator requests it again or gives up
	Wrong   State = "wrong"  // the table that was to be verified
)

// Report is what a worker reports about a job.
type Report struct {
	Key      string        `json:"key"` // of the job
	Material string        `json:"material"`
	Worker   string        `json:"worker"`
	State    State         `json:"state"`
	Entries  int           `json:"entries,omitempty"` // solved so far
	Digest   string        `json:"digest,omitempty"`  // of the table, if Done
	Time     time.Duration `json:"time,omitempty"`    // spent, if Done
	Error    string        `json:"trouble,omitempty"` // if Failed or Wrong
	// Revision grows with each report about the same job. The Queue sets it.
	Revision uint64 `json:"-"`
}

// maxWorkerName is the most bytes of a worker's name, which is made of its host's.
const maxWorkerName = 300

// Check returns what is wrong with the report.
func (r Report) Check() error {
	m, err := parseMaterial(r.Material)
	if err != nil {
		return err
	}
	if r.Entries < 0 || r.Entries > m.Entries() {
		return fmt.Errorf("%d entries of %d", r.Entries, m.Entries())
	}
	// Jobs name workers that must not do them, and terminals show what workers say.
	if len(r.Worker) > maxWorkerName || strings.ContainsFunc(r.Worker+r.Error, isControl) {
		return errors.New("invalid name or error of a worker")
	}
	switch r.State {
	case Working, Failed, Wrong:
		return nil
	case Done:
		return TableRef{r.Material, r.Digest}.Check()
	}
	return fmt.Errorf("invalid state %.20q", r.State)
}

// Printable returns a text without what Check rejects.
func Printable(text string) string {
	return strings.Map(func(c rune) rune {
		if isControl(c) {
			return -1
		}
		return c
	}, strings.ToValidUTF8(text, ""))
}

func isControl(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }

// ErrNoTable says that the Queue lacks a table, or has a damaged one.
var ErrNoTable = errors.New("the table is missing")

// Queue connects coordinators and workers, any number of each. A call that fails may
// succeed later, unless the error is the context's.
type Queue interface {
	// EnqueueTable enqueues a job. Placed is false if the same job is already there or
	// being done.
	EnqueueTable(ctx context.Context, j Job) (placed bool, err error)
	// ConsumeTables calls do with jobs, parallel at a time, until the context is done.
	// A job is done when do returns nil. If do fails or the process dies, the job is
	// delivered again, to any worker.
	ConsumeTables(ctx context.Context, parallel int, do func(context.Context, Job) error) error

	// PutTableReport replaces the report of a job.
	PutTableReport(ctx context.Context, r Report) error
	// TableReport returns the last report of a job; zero if there is none.
	TableReport(ctx context.Context, key string) (Report, error)
	// WatchTableReports calls take with the last reports of all jobs, then with new
	// ones, until the context is done. Some may be missed.
	WatchTableReports(ctx context.Context, take func(Report)) error

	// PutTable stores a file. A name always has the same contents.
	PutTable(ctx context.Context, name string, from io.Reader) error
	// HasTable reports whether a file is stored.
	HasTable(ctx context.Context, name string) (bool, error)
	// GetTable writes a stored file. The error is ErrNoTable if it is missing, damaged,
	// or longer than limit bytes.
	GetTable(ctx context.Context, name string, limit int64, to io.Writer) error
	// DeleteTable deletes a file.
	DeleteTable(ctx context.Context, name string) error
}
