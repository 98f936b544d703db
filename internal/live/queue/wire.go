package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// The longest messages, in bytes.
const (
	maxNotice = 32 << 10
	maxJob    = 256 << 10 // a game of many thousand moves
	maxAnswer = 4 << 10
)

// The types below are those of package play with short names for the wire. They
// have the same fields in the same order, so that one converts to the other; a
// field that is new there must get its name here before this compiles again.

type wireEvent struct {
	Seq     int              `json:"q"`
	Kind    livegame.Kind    `json:"k"`
	Color   game.Color       `json:"s,omitempty"`
	At      time.Time        `json:"t"`
	Command string           `json:"c,omitempty"`
	Player  livegame.Player  `json:"p,omitzero"`
	Move    string           `json:"m,omitempty"`
	SAN     string           `json:"a,omitempty"`
	Clocks  [2]time.Duration `json:"l,omitzero"`
	Plies   int              `json:"n,omitempty"`
	Result  game.Result      `json:"r,omitempty"`
	Reason  game.Reason      `json:"w,omitempty"`
	Next    livegame.ID      `json:"x,omitempty"`
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

func packNotice(n livegame.Notice) ([]byte, error) {
	if err := checkNotice(n); err != nil {
		return nil, err
	}
	return pack(wireNotice{n.Node, n.Game, (*wireEvent)(n.Event), n.Presence}, maxNotice)
}

func readNotice(data []byte) (livegame.Notice, error) {
	w, err := read[wireNotice](data, maxNotice)
	if err != nil {
		return livegame.Notice{}, err
	}
	n := livegame.Notice{Node: w.Node, Game: w.Game, Event: (*livegame.Event)(w.Event), Presence: w.Presence}
	return n, checkNotice(n)
}

func packJob(j livegame.Job) ([]byte, error) {
	if err := checkJob(j); err != nil {
		return nil, err
	}
	return pack(wireJob(j), maxJob)
}

func readJob(data []byte) (livegame.Job, error) {
	w, err := read[wireJob](data, maxJob)
	if err != nil {
		return livegame.Job{}, err
	}
	return livegame.Job(w), checkJob(livegame.Job(w))
}

func packAnswer(a livegame.Answer) ([]byte, error) {
	if err := checkAnswer(a); err != nil {
		return nil, err
	}
	return pack(wireAnswer(a), maxAnswer)
}

func readAnswer(data []byte) (livegame.Answer, error) {
	w, err := read[wireAnswer](data, maxAnswer)
	if err != nil {
		return livegame.Answer{}, err
	}
	return livegame.Answer(w), checkAnswer(livegame.Answer(w))
}

// pack writes a message of at most that many bytes.
func pack[T any](v T, most int) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if len(data) > most {
		return nil, fmt.Errorf("the message has %d bytes, %d are possible", len(data), most)
	}
	return data, nil
}

// read reads a message of at most that many bytes.
func read[T any](data []byte, most int) (v T, err error) {
	if len(data) > most {
		return v, fmt.Errorf("the message has %d bytes, %d are possible", len(data), most)
	}
	return v, json.Unmarshal(data, &v)
}

// checkID tells whether a game's name can stand in a subject.
func checkID(id livegame.ID) error {
	if len(id) == 0 || len(id) > 64 {
		return fmt.Errorf("the name of a game has 1 to 64 characters, not %d", len(id))
	}
	for _, c := range []byte(id) {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return fmt.Errorf("the name of a game has letters and digits only, not %q", c)
		}
	}
	return nil
}

func checkNotice(n livegame.Notice) error {
	if err := checkID(n.Game); err != nil {
		return err
	}
	switch e, p := n.Event, n.Presence; {
	case e != nil && (e.Seq < 1 || e.Kind == "" || e.Color > game.Black || e.Plies < 0 || e.Result > game.Draw):
		return fmt.Errorf("no event is like this: number %d, kind %q, side %d, %d plies, result %d", e.Seq, e.Kind, uint8(e.Color), e.Plies, uint8(e.Result))
	case p != nil && p.Watchers < 0:
		return fmt.Errorf("%d watchers", p.Watchers)
	}
	return nil
}

func checkJob(j livegame.Job) error {
	if err := checkID(j.Game); err != nil {
		return err
	}
	switch {
	case !isKey(j.ID):
		return errors.New("the id of a job has 1 to 200 printable characters")
	case j.Variant == "":
		return errors.New("the job names no variant")
	case j.Ply < 0:
		return fmt.Errorf("there is no ply %d", j.Ply)
	}
	return nil
}

func checkAnswer(a livegame.Answer) error {
	if err := checkID(a.Game); err != nil {
		return err
	}
	switch {
	case !isKey(a.Job):
		return errors.New("the id of a job has 1 to 200 printable characters")
	case a.Move == "":
		return errors.New("the answer has no move")
	case a.Ply < 0:
		return fmt.Errorf("there is no ply %d", a.Ply)
	}
	return nil
}

// isKey tells whether a job's id can stand in the header by which the server
// knows doubles.
func isKey(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return 0 < len(id) && len(id) <= 200
}
