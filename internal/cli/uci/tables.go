package uci

import (
	"errors"
	"strings"
)

// empty is how UCI writes an empty text.
const empty = "<empty>"

// setTables answers the option TablebasePath. It reports invalid files, and the engine
// uses the others.
func (s *session) setTables(list string) error {
	if s.Tables == nil {
		return errors.New("this engine uses no tablebases")
	}
	loaded, err := s.Tables(list)
	if err != nil {
		s.sayErrors("setoption TablebasePath", err)
	}
	if loaded == "" {
		s.say("no tablebases are loaded")
		return nil
	}
	s.say("tablebases are loaded: %s", loaded)
	return nil
}

// firstTables gives the engine the initial tablebases. It writes nothing but errors:
// no program expects a line before it has sent uci.
func (s *session) firstTables() {
	if s.Tables == nil {
		return
	}
	if _, err := s.Tables(s.TablePath); err != nil {
		s.sayErrors("tablebases", err)
	}
}

// sayErrors reports an error; a joined error takes a line for each part.
func (s *session) sayErrors(about string, err error) {
	list := []error{err}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		list = several.Unwrap()
	}
	for _, one := range list {
		s.say("%s: %s", about, strings.TrimPrefix(one.Error(), "tables: "))
	}
}
