package tablebuild

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// Job asks for the table of a material.
type Job struct {
	Material string `json:"material"`
	// Needs are the tables to solve it with: all that a move leads to.
	Needs []TableRef `json:"needs"`
}

// TableRef is a table by its contents.
type TableRef struct {
	Material string `json:"material"`
	Digest   string `json:"digest"` // that of tablebase.Tables.Digest
}

// Name is what the table is called where tables are handed on.
func (n TableRef) Name() string { return n.Material + "." + n.Digest[:16] }

// rulesVersion changes when tables solved before do not count any more.
const rulesVersion = 1

// Key is the same for jobs that are the same.
func (j Job) Key() string {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, rulesVersion, j.Material) // never fails
	for _, n := range j.Needs {
		_, _ = fmt.Fprintln(h, n.Material, n.Digest)
	}
	return j.Material + "." + hex.EncodeToString(h.Sum(nil))[:16]
}

// Check tells what is wrong with a job from outside.
func (j Job) Check() error {
	m, err := parseMaterial(j.Material)
	if err != nil {
		return err
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

// Check tells what is wrong with the name of a table from outside.
func (n TableRef) Check() error {
	if _, err := parseMaterial(n.Material); err != nil {
		return err
	}
	if d, err := hex.DecodeString(n.Digest); err != nil || len(d) != sha256.Size {
		return fmt.Errorf("%.80q is no digest", n.Digest)
	}
	return nil
}

// parseMaterial reads a material by the only name that it has here.
func parseMaterial(name string) (tablebase.Material, error) {
	m, err := tablebase.ParseMaterial(name)
	if err == nil && m.String() != name {
		err = fmt.Errorf("the material %q should be written %v", name, m)
	}
	return m, err
}

// State is how far a job has come.
type State string

// The states of a job.
const (
	Working State = "working"
	Done    State = "done"
	Failed  State = "failed" // whoever asked has to ask anew, or to give it up
)

// Report is what a worker says about a job.
type Report struct {
	Key      string        `json:"key"` // of the job
	Material string        `json:"material"`
	Worker   string        `json:"worker"`
	State    State         `json:"state"`
	Entries  int           `json:"entries,omitempty"` // solved so far
	Digest   string        `json:"digest,omitempty"`  // of the table, if Done
	Time     time.Duration `json:"time,omitempty"`    // that it took, if Done
	Error    string        `json:"trouble,omitempty"` // if Failed
	// Revision grows with each report about the same job. The Queue sets it.
	Revision uint64 `json:"-"`
}

// Check tells what is wrong with a report from outside.
func (r Report) Check() error {
	if _, err := parseMaterial(r.Material); err != nil {
		return err
	}
	switch r.State {
	case Working, Failed:
		return nil
	case Done:
		return TableRef{r.Material, r.Digest}.Check()
	}
	return fmt.Errorf("a job cannot be %.20q", r.State)
}

// ErrNoTable says that a table is not kept, or is damaged.
var ErrNoTable = errors.New("the table is not there")

// Queue is how coordinators and workers reach each other. Any number of each may
// use it. Errors other than the context's mean that it may work later.
type Queue interface {
	// EnqueueTable puts a job where a worker will find it. Placed is false if the
	// same job stands there already, or is under way.
	EnqueueTable(ctx context.Context, j Job) (placed bool, err error)
	// ConsumeTables gives jobs to do, so many at a time, until the context is done. A
	// job whose do fails, or whose process dies, comes again, also to others. It is
	// over when do returns nil.
	ConsumeTables(ctx context.Context, parallel int, do func(context.Context, Job) error) error

	// PutTableReport replaces what was reported of a job.
	PutTableReport(ctx context.Context, r Report) error
	// TableReport returns the last report; it is zero if there is none.
	TableReport(ctx context.Context, key string) (Report, error)
	// WatchTableReports gives all last reports, and then new ones as they come, until
	// the context is done. Some may be missed.
	WatchTableReports(ctx context.Context, take func(Report)) error

	// PutTable keeps a file for everybody; the same name stands for the same
	// contents.
	PutTable(ctx context.Context, name string, from io.Reader) error
	// HasTable tells whether a file is kept.
	HasTable(ctx context.Context, name string) (bool, error)
	// GetTable writes a file that is kept. It is an ErrNoTable if there is none, if
	// it is damaged, or longer than most bytes.
	GetTable(ctx context.Context, name string, most int64, to io.Writer) error
	// DeleteTable forgets a file.
	DeleteTable(ctx context.Context, name string) error
}
