package review

import (
	"encoding/json"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// Status says how far a review is.
type Status string

// The statuses.
const (
	None    Status = "none"    // not requested
	Waiting Status = "waiting" // no part is done
	Running Status = "running"
	Done    Status = "done"
	Failed  Status = "failed"
)

// Open reports whether a review is in progress.
func (s Status) Open() bool { return s == Waiting || s == Running }

// MaxPlies is the longest game that can be reviewed.
const MaxPlies = 1000

// Review is the stored review of a game. A game has one, which all users share; a more
// thorough one replaces it. Methods return the changed review, with the next Seq, and
// leave the receiver unchanged.
type Review struct {
	Game        livegame.ID
	Seq         int // number of the last change, from 1; a used one is rejected. 0: the review was not requested
	Line        notation.Line
	Level       Level // requested
	Status      Status
	Evaluations []Evaluation // of the last positions, while it is open
	Report      []byte       // the last finished one, as JSON
	Fault       string       // why it failed
	RequestedBy string       // ID of the last guest
	Address     string       // hash of the guest's address, while it is open; empty: unknown
	RequestedAt time.Time
	Updated     time.Time
}

// NewReview returns the first review of a game.
func NewReview(id livegame.ID, g notation.Line, l Level, asker string, now time.Time) Review {
	return Review{Game: id, Line: g}.begin(l, asker, now)
}

// begin starts the review at a level.
func (r Review) begin(l Level, asker string, now time.Time) Review {
	r.Seq++
	r.Level, r.Status, r.Evaluations, r.Fault = l, Waiting, nil, ""
	r.RequestedBy, r.RequestedAt, r.Updated = asker, now, now
	return r
}

// Positions returns how many positions the game has.
func (r Review) Positions() int { return len(r.Line.Moves) + 1 }

// Request requests the review again. It returns false, and changes nothing, if it is as
// thorough already, finished or in progress.
func (r Review) Request(l Level, asker string, now time.Time) (Review, bool) {
	enough := levelRank(r.Level) >= levelRank(l)
	if r.Status.Open() && enough || r.Status == Done && enough && decodeReport(r.Report) != nil {
		return r, false
	}
	return r.begin(l, asker, now), true
}

// Job returns the next part to do, or false if the review is not open.
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

// Apply applies an answer. It returns false, and changes nothing, if the answer is not
// for the next part.
func (r Review) Apply(a Answer, lookup livegame.Lookup, now time.Time) (Review, bool) {
	j, open := r.Job()
	if !open || a.Level != j.Level || a.From != j.From || a.To != j.To ||
		a.Fault == "" && len(a.Evaluations) != j.To-j.From {
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
	r.Status, r.Evaluations, r.Report, r.Address, r.Updated = Done, nil, text, "", now
	return r, true
}

// Fail ends the review with a fault.
func (r Review) Fail(why string, now time.Time) Review {
	r.Seq++
	r.Status, r.Evaluations, r.Fault, r.Address, r.Updated = Failed, nil, why, "", now
	return r
}

// State is the public state of a review.
type State struct {
	Status Status  `json:"status" enum:"none,waiting,running,done,failed" doc:"none if it was not requested; waiting until a first part is done"`
	Level  Level   `json:"level,omitempty" enum:"quick,thorough" doc:"the last requested level"`
	Done   int     `json:"done" doc:"evaluated positions"`
	Total  int     `json:"of" doc:"positions of the game; 0 if no review was requested"`
	Fault  string  `json:"fault,omitempty" doc:"why it failed"`
	Result *Report `json:"result,omitempty" doc:"the last finished report, which may be of a lower level"`
}

// State returns the review's public state.
func (r Review) State() State {
	if r.Seq == 0 {
		return State{Status: None}
	}
	s := State{
		Status: r.Status, Level: r.Level, Done: len(r.Evaluations), Total: r.Positions(), Fault: r.Fault,
		Result: decodeReport(r.Report),
	}
	switch {
	case r.Status != Done:
	case s.Result == nil: // of another version, can be requested again
		return State{Status: None}
	default:
		s.Done = s.Total
	}
	return s
}

// OpenReview is the summary of a review in progress.
type OpenReview struct {
	Game        livegame.ID
	Seq         int
	RequestedBy string
	Address     string // see Review
	RequestedAt time.Time
	Updated     time.Time
}
