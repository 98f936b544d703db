package livegame

import (
	"errors"
	"fmt"

	"github.com/wane-chess/wane/game"
)

// Check tells what is wrong with a game's name: buses put it into addresses.
func (id ID) Check() error {
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

// Check tells what is wrong with a notice.
func (n Notice) Check() error {
	if err := n.Game.Check(); err != nil {
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

// Check tells what is wrong with a job.
func (j Job) Check() error {
	if err := j.Game.Check(); err != nil {
		return err
	}
	switch {
	case !validJobID(j.ID):
		return errors.New("the id of a job has 1 to 200 printable characters")
	case j.Variant == "":
		return errors.New("the job names no variant")
	case j.Ply < 0:
		return fmt.Errorf("there is no ply %d", j.Ply)
	}
	return nil
}

// Check tells what is wrong with an answer.
func (a Answer) Check() error {
	if err := a.Game.Check(); err != nil {
		return err
	}
	switch {
	case !validJobID(a.Job):
		return errors.New("the id of a job has 1 to 200 printable characters")
	case a.Move == "":
		return errors.New("the answer has no move")
	case a.Ply < 0:
		return fmt.Errorf("there is no ply %d", a.Ply)
	}
	return nil
}

// validJobID tells whether a job's id can stand where a bus looks for doubles.
func validJobID(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return 0 < len(id) && len(id) <= 200
}
