package queue

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// The longest messages, in bytes.
const (
	maxNotice     = 32 << 10
	maxMoveJob    = 256 << 10 // a game of many thousand moves
	maxMoveAnswer = 4 << 10
)

// The types below are those of package play with short names for the wire. They
// have the same fields in the same order, so that one converts to the other; a
// field that is new there must get its name here before this compiles again.

type wireEvent struct {
	Seq     int                `json:"q"`
	Kind    livegame.EventKind `json:"k"`
	Color   game.Color         `json:"s,omitempty"`
	At      time.Time          `json:"t"`
	Command string             `json:"c,omitempty"`
	Player  livegame.Player    `json:"p,omitzero"`
	Move    string             `json:"m,omitempty"`
	SAN     string             `json:"a,omitempty"`
	Clocks  [2]time.Duration   `json:"l,omitzero"`
	Plies   int                `json:"n,omitempty"`
	Result  game.Result        `json:"r,omitempty"`
	Reason  game.Reason        `json:"w,omitempty"`
	Next    livegame.ID        `json:"x,omitempty"`
}

type wireNotice struct {
	Node     string             `json:"n,omitempty"`
	Game     livegame.ID        `json:"g"`
	Event    *wireEvent         `json:"e,omitempty"`
	Presence *livegame.Presence `json:"p,omitempty"`
}

type wireJob struct {
	ID        string           `json:"id"`
	Game      livegame.ID      `json:"game"`
	Ply       int              `json:"ply"`
	Variant   string           `json:"variant"`
	FEN       string           `json:"fen,omitempty"`
	Moves     []string         `json:"moves,omitempty"`
	Level     int              `json:"level"`
	Clocks    [2]time.Duration `json:"clocks,omitzero"`
	Increment time.Duration    `json:"increment,omitempty"`
	Issued    time.Time        `json:"issued"`
}

type wireAnswer struct {
	Job  string      `json:"job"`
	Game livegame.ID `json:"game"`
	Ply  int         `json:"ply"`
	Move string      `json:"move"`
}

func encodeNotice(n livegame.Notice) ([]byte, error) {
	if err := n.Check(); err != nil {
		return nil, err
	}
	return encode(wireNotice{n.Node, n.Game, (*wireEvent)(n.Event), n.Presence}, maxNotice)
}

func decodeNotice(data []byte) (livegame.Notice, error) {
	w, err := decode[wireNotice](data, maxNotice)
	if err != nil {
		return livegame.Notice{}, err
	}
	n := livegame.Notice{Node: w.Node, Game: w.Game, Event: (*livegame.Event)(w.Event), Presence: w.Presence}
	return n, n.Check()
}

func encodeMoveJob(j livegame.Job) ([]byte, error) {
	if err := j.Check(); err != nil {
		return nil, err
	}
	return encode(wireJob(j), maxMoveJob)
}

func decodeMoveJob(data []byte) (livegame.Job, error) {
	w, err := decode[wireJob](data, maxMoveJob)
	if err != nil {
		return livegame.Job{}, err
	}
	return livegame.Job(w), livegame.Job(w).Check()
}

func encodeMoveAnswer(a livegame.Answer) ([]byte, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	return encode(wireAnswer(a), maxMoveAnswer)
}

func decodeMoveAnswer(data []byte) (livegame.Answer, error) {
	w, err := decode[wireAnswer](data, maxMoveAnswer)
	if err != nil {
		return livegame.Answer{}, err
	}
	return livegame.Answer(w), livegame.Answer(w).Check()
}

// encode writes a message of at most that many bytes.
func encode[T any](v T, most int) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if len(data) > most {
		return nil, fmt.Errorf("the message has %d bytes, %d are possible", len(data), most)
	}
	return data, nil
}

// decode reads a message of at most that many bytes.
func decode[T any](data []byte, most int) (v T, err error) {
	if len(data) > most {
		return v, fmt.Errorf("the message has %d bytes, %d are possible", len(data), most)
	}
	return v, json.Unmarshal(data, &v)
}
