package livegame

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// ErrBadJob is the error of a job that no worker can do, for example because of an
// illegal move. A Queue drops the job.
var ErrBadJob = errors.New("invalid job")

// Notice is what nodes send each other. Notices may be lost, duplicated or late; the
// store is the truth.
type Notice struct {
	Node string `json:"n,omitempty"` // the sender
	Game ID     `json:"g"`
	// Event is a new event of the game, or nil.
	Event *Event `json:"e,omitempty"`
	// Presence, if not nil, says who is connected to the sender.
	Presence *Presence `json:"p,omitempty"`
	// Players are players for whom something has begun or ended, by HashPlayer: the game, or a
	// challenge of that ID.
	Players []string `json:"u,omitempty"`
	// Left says that the sender ends: its jobs are lost. It is for the notices of nodes about
	// themselves.
	Left bool `json:"l,omitempty"`
	// Note is what parts of the server beside the game manager say to each other, in notices of
	// games that stand for them, such as _chat; empty in all others.
	Note string `json:"note,omitempty"`
	// Sent is when a signed notice was sent, in ms since 1970.
	Sent int64 `json:"t,omitempty"`
	// MAC is the signature of a node; see Sign.
	MAC []byte `json:"h,omitempty"`
}

// maxNote is how many bytes a note has at most.
const maxNote = 1024

// Sign sets the signature of the notice, an HMAC with the key that all nodes share.
func (n *Notice) Sign(key []byte) error {
	mac, err := n.mac(key)
	n.MAC = mac
	return err
}

// Signed reports whether the notice is as a node with the key sent it.
func (n *Notice) Signed(key []byte) bool {
	mac, err := n.mac(key)
	return err == nil && hmac.Equal(mac, n.MAC)
}

// mac returns the signature that the notice should have.
func (n *Notice) mac(key []byte) ([]byte, error) {
	content := *n
	content.MAC = nil
	data, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	h := hmac.New(sha256.New, key)
	_, _ = h.Write(data) // never fails
	return h.Sum(nil)[:16], nil
}

// Presence says who is connected to a game.
type Presence struct {
	Colors   [2]bool `json:"sides"` // the players, by game.Color
	Watchers int     `json:"watchers"`
}

// Job asks a worker for an engine's move.
type Job struct {
	// ID is made of the game, the number of events, a hash of the last one and the attempt.
	// One ID is done once.
	ID   string `json:"id"`
	Game ID     `json:"game"`
	Ply  int    `json:"ply"`
	notation.Line
	Level int `json:"level"`
	// Clocks are the remaining times, by game.Color; zero: no clock.
	Clocks    [2]time.Duration `json:"clocks,omitzero"`
	Increment time.Duration    `json:"increment,omitempty"`
	Issued    time.Time        `json:"issued"`
	// Seq is how many events the game had. Once it has more, the job is stale: its answer
	// does not count.
	Seq int `json:"seq,omitempty"`
	// Restart says that the store has lost events: the job replaces those with a higher Seq.
	Restart bool  `json:"restart,omitempty"`
	Owner   Owner `json:"owner,omitzero"`
}

// Before reports whether a queue that has another job of the same game ignores this one: it
// is for fewer events, or an earlier attempt at the same position.
func (j Job) Before(other Job) bool {
	if j.Seq != other.Seq {
		return j.Seq < other.Seq && !j.Restart
	}
	position, attempt := j.attempt()
	otherPosition, later := other.attempt()
	return position == otherPosition && attempt < later
}

// attempt splits the ID into that of the position and the number of the attempt.
func (j Job) attempt() (position string, n int) {
	i := strings.LastIndexByte(j.ID, '/')
	n, err := strconv.Atoi(j.ID[i+1:])
	if i < 0 || err != nil {
		return j.ID, 0
	}
	return j.ID[:i], n
}

// Owner is for whom a job is. Owners have equal shares of the engine: first addresses, then
// the guests of an address. Both are hashes, and empty if unknown.
type Owner struct {
	Address string `json:"a,omitempty"`
	Guest   string `json:"g,omitempty"`
}

// Answer is the move that a worker computed for a Job.
type Answer struct {
	Job  string `json:"job"` // its ID
	Game ID     `json:"game"`
	Ply  int    `json:"ply"`
	Move string `json:"move"` // in UCI
}

// Bus carries notices between nodes. Its methods are safe for concurrent use.
type Bus interface {
	// Publish sends a notice to the other nodes that subscribe to the game or to all
	// games. It does not wait.
	Publish(n Notice) error
	// Subscribe calls f with every notice of other nodes about the game, or about any
	// game if the ID is empty. Calls for one subscription do not overlap.
	Subscribe(id ID, f func(Notice)) (stop func(), err error)
	// Ping returns an error if the other nodes cannot be reached.
	Ping(ctx context.Context) error
	Close() error
}

// Queue carries notices between nodes, and this node's jobs to workers. Its methods are safe for
// concurrent use.
type Queue interface {
	Bus
	// EnqueueMove adds a job, which may be lost when a process ends: the sweeps of nodes request it again. It replaces a
	// waiting job of the same game and interrupts stale ones, as CancelMoves does. It ignores an ID that was enqueued in
	// the last minutes, and a job that is before the waiting one.
	EnqueueMove(ctx context.Context, j Job) error
	// CancelMoves removes the jobs of a game with a Seq below the given one. Workers drop
	// those that they have begun: the context of do ends. A worker that is not reached
	// wastes its time, nothing else.
	CancelMoves(ctx context.Context, game ID, seq int) error
	// ConsumeMoves calls do with jobs, parallel at a time, until the context is done. While
	// all of these are in progress, it takes up to extra more that no other worker is free to
	// take. A job is done when its answer is in the queue. If do fails, panics or takes too
	// long, the job is tried again a limited number of times, unless the error is ErrBadJob.
	ConsumeMoves(ctx context.Context, parallel, extra int, do func(context.Context, Job) (Answer, error)) error
	// ConsumeMoveAnswers calls take with answers until the context is done. If take
	// fails, it is called again later.
	ConsumeMoveAnswers(ctx context.Context, take func(context.Context, Answer) error) error
}

// Check returns what is wrong with the ID, which queues use in subjects.
func (id ID) Check() error {
	if !id.Valid() {
		return fmt.Errorf("a game ID has 1 to 64 letters, digits, hyphens and underscores, not %.80q", id)
	}
	return nil
}

// maxNoticePlayers is how many players a notice may name.
const maxNoticePlayers = 4

// HashPlayer returns a name of a player for notices: the ID itself is secret. The IDs are long
// random texts, so nobody can find one by its hash.
func HashPlayer(id string) string { return hashID("a player", id) }

// Check returns what is wrong with the notice.
func (n Notice) Check() error {
	if err := n.Game.Check(); err != nil {
		return err
	}
	switch e, p := n.Event, n.Presence; {
	case len(n.Players) > maxNoticePlayers:
		return fmt.Errorf("%d players, expected at most %d", len(n.Players), maxNoticePlayers)
	case e != nil && (e.Seq < 1 || e.Kind == "" || e.Color > game.Black || e.Plies < 0 || e.Result > game.Draw):
		return fmt.Errorf("invalid event: number %d, kind %q, color %d, %d plies, result %d",
			e.Seq, e.Kind, uint8(e.Color), e.Plies, uint8(e.Result))
	case p != nil && p.Watchers < 0:
		return fmt.Errorf("invalid presence: %d watchers", p.Watchers)
	case len(n.Note) > maxNote:
		return fmt.Errorf("the note has %d bytes, expected at most %d", len(n.Note), maxNote)
	}
	return nil
}

// Check returns what is wrong with the job.
func (j Job) Check() error {
	switch {
	case j.Variant == "":
		return errors.New("the job names no variant")
	case j.Seq < 0:
		return fmt.Errorf("invalid number of events %d", j.Seq)
	}
	return checkJob(j.Game, j.ID, j.Ply)
}

// Check returns what is wrong with the answer.
func (a Answer) Check() error {
	if a.Move == "" {
		return errors.New("the answer has no move")
	}
	return checkJob(a.Game, a.Job, a.Ply)
}

// checkJob checks what a job and its answer share. The queue compares IDs.
func checkJob(game ID, id string, ply int) error {
	if err := game.Check(); err != nil {
		return err
	}
	valid := 0 < len(id) && len(id) <= 200
	for _, c := range []byte(id) {
		valid = valid && ' ' < c && c <= '~'
	}
	switch {
	case !valid:
		return errors.New("a job ID has 1 to 200 printable ASCII characters without spaces")
	case ply < 0:
		return fmt.Errorf("invalid ply %d", ply)
	}
	return nil
}
