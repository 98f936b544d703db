package uci

import (
	"strings"

	"github.com/wane-chess/wane/internal/cli/engineio"
)

// empty is how the protocol writes a text that is empty.
const empty = "<empty>"

// tablePath is where tablebases are at first.
func (s *session) tablePath() string {
	if s.TablePath == "" {
		return empty
	}
	return engineio.OneLine(s.TablePath)
}

// setTables answers the option TablebasePath. What cannot be used is told, and
// the engine goes on with the rest.
func (s *session) setTables(list string) {
	if s.Tables == nil {
		s.say("setoption TablebasePath: this engine uses no tablebases")
		return
	}
	if list == empty {
		list = ""
	}
	most, err := s.Tables(list)
	if err != nil {
		s.sayErrors("setoption TablebasePath", err)
	}
	if most == 0 {
		s.say("no tablebases are loaded")
		return
	}
	s.say("tablebases of up to %d pieces are loaded", most)
}

// firstTables gives the engine the tables that it has at first. Only what is
// wrong with them is told: no program expects a line before it has said uci.
func (s *session) firstTables() {
	if s.Tables == nil {
		return
	}
	if _, err := s.Tables(s.TablePath); err != nil {
		s.sayErrors("tablebases", err)
	}
}

// sayErrors reports of an error; if it is several in one, of each in a line.
func (s *session) sayErrors(about string, err error) {
	list := []error{err}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		list = several.Unwrap()
	}
	for _, one := range list {
		s.say("%s: %s", about, strings.TrimPrefix(one.Error(), "tables: "))
	}
}
