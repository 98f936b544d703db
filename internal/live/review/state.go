package review

import (
	"encoding/json"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Status is how far a review has come.
type Status string

// The statuses.
const (
	None    Status = "none"    // nobody has asked for it
	Waiting Status = "waiting" // no part of it has come back yet
	Running Status = "running"
	Done    Status = "done"
	Failed  Status = "failed"
)

// Open reports whether a review is being worked at.
func (s Status) Open() bool { return s == Waiting || s == Running }

// MaxPlies is the length of the longest game that is reviewed.
const MaxPlies = 1000

// Review is the review of a game, as it is kept. There is one for a game, which
// everybody shares; a more thorough one takes the place of one that was less.
// Its methods return the review as it is after a change, with the next Seq, and
// change nothing themselves.
type Review struct {
	Game        livegame.ID
	Seq         int // of changes, from 1: whoever stores a number first has made that change
	Line        Line
	Level       Level // that is asked for
	Status      Status
	Evaluations []Evaluation // of the last positions, while the review is open
	Report      []byte       // the last that was finished, as JSON
	Fault       string       // why it failed
	RequestedBy string       // the guest who asked for it last
	RequestedAt time.Time
	Updated     time.Time
}

// NewReview is a review that somebody asks for first.
func NewReview(id livegame.ID, g Line, l Level, asker string, now time.Time) Review {
	return Review{Game: id, Line: g}.begin(l, asker, now)
}

// begin begins to work at a level.
func (r Review) begin(l Level, asker string, now time.Time) Review {
	r.Seq++
	r.Level, r.Status, r.Evaluations, r.Fault = l, Waiting, nil, ""
	r.RequestedBy, r.RequestedAt, r.Updated = asker, now, now
	return r
}

// Positions is how many positions there are to be looked at.
func (r Review) Positions() int { return len(r.Line.Moves) + 1 }

// Request asks for the review again. It is false, and nothing changes, if as thorough
// a one is there or being made.
func (r Review) Request(l Level, asker string, now time.Time) (Review, bool) {
	enough := levelRank(r.Level) >= levelRank(l)
	if r.Status.Open() && enough || r.Status == Done && enough && r.report() != nil {
		return r, false
	}
	return r.begin(l, asker, now), true
}

// Job is the part that is to be done next. It is false if the review is not open.
func (r Review) Job() (Job, bool) {
	if !r.Status.Open() {
		return Job{}, false
	}
	j := Job{Game: r.Game, Line: r.Line, Level: r.Level, To: r.Positions() - len(r.Evaluations)}
	j.From = max(j.To-r.Level.effort().part, 0)
	if len(r.Evaluations) > 0 {
		j.Next = &r.Evaluations[0]
	}
	return j, true
}

// Apply takes an answer in. It is false, and nothing changes, if that is not the
// answer to the job that is to be done next.
func (r Review) Apply(a Answer, lookup livegame.Lookup, now time.Time) (Review, bool) {
	j, open := r.Job()
	if !open || a.Level != j.Level || a.From != j.From || a.To != j.To || a.Fault == "" && len(a.Evaluations) != j.To-j.From {
		return r, false
	}
	if a.Fault != "" {
		return r.Fail(a.Fault, now), true
	}
	found := append(append([]Evaluation(nil), a.Evaluations...), r.Evaluations...)
	if j.From > 0 {
		r.Seq++
		r.Status, r.Evaluations, r.Updated = Running, found, now
		return r, true
	}
	report, err := NewReport(r.Line, r.Level, lookup, found)
	if err != nil {
		return r.Fail(err.Error(), now), true
	}
	text, err := json.Marshal(report)
	if err != nil {
		return r.Fail(err.Error(), now), true
	}
	r.Seq++
	r.Status, r.Evaluations, r.Report, r.Updated = Done, nil, text, now
	return r, true
}

// Fail gives a review up.
func (r Review) Fail(why string, now time.Time) Review {
	r.Seq++
	r.Status, r.Evaluations, r.Fault, r.Updated = Failed, nil, why, now
	return r
}

// report reads the report; nil if there is none that can be read.
func (r Review) report() *Report {
	var out Report
	if len(r.Report) == 0 || json.Unmarshal(r.Report, &out) != nil || out.Format != ReportVersion {
		return nil
	}
	return &out
}

// State is what the outside sees of a review.
type State struct {
	Status Status `json:"status" enum:"none,waiting,running,done,failed" doc:"none if nobody has asked for it; waiting until a first part is done"`
	Level  Level  `json:"level,omitempty" doc:"that was asked for last"`
	Done   int    `json:"done" doc:"positions that have been looked at"`
	Total  int    `json:"of" doc:"positions of the game; 0 if nobody has asked"`
	Fault  string `json:"fault,omitempty" doc:"why it failed"`
	// Result may be less thorough than what is being made.
	Result *Report `json:"result,omitempty" doc:"the last report that was finished, which may be of a lesser level"`
}

// State shows the review.
func (r Review) State() State {
	s := State{Status: r.Status, Level: r.Level, Done: len(r.Evaluations), Total: r.Positions(), Fault: r.Fault, Result: r.report()}
	switch {
	case r.Status != Done:
	case s.Result == nil: // of another version: it can be asked for anew
		return State{Status: None}
	default:
		s.Done = s.Total
	}
	return s
}
