package xboard

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/engine"
)

// settings are the values of the options.
type settings struct {
	level    int // against people; engine.MaxLevel is full strength
	lines    int // in analysis
	overhead time.Duration
	ownBook  bool // play from the built-in opening book
}

func defaults() settings {
	return settings{level: engine.MaxLevel, lines: 1, overhead: 30 * time.Millisecond}
}

// option is an entry of XBoard's menu for the engine: a number with set, a check box with
// check, or a button with press.
type option struct {
	name          string
	value, lo, hi int
	set           func(*settings, int)
	check         func(*settings, bool)
	press         func(*session)
}

var options = []option{
	{name: "Level", value: engine.MaxLevel, lo: engine.MinLevel, hi: engine.MaxLevel,
		set: func(s *settings, n int) { s.level = n }},
	{name: "MultiPV", value: 1, lo: 1, hi: 256, set: func(s *settings, n int) { s.lines = n }},
	{name: "Move Overhead", value: 30, lo: 0, hi: 5000,
		set: func(s *settings, ms int) { s.overhead = time.Duration(ms) * time.Millisecond }},
	{name: "OwnBook", check: func(s *settings, on bool) { s.ownBook = on }},
	{name: "Clear Hash", press: func(s *session) { s.Engine.Reset() }},
}

// String formats the option as the feature command has it.
func (o *option) String() string {
	switch {
	case o.press != nil:
		return o.name + " -button"
	case o.check != nil:
		return fmt.Sprintf("%s -check %d", o.name, o.value)
	}
	return fmt.Sprintf("%s -spin %d %d %d", o.name, o.value, o.lo, o.hi)
}

// option answers "option NAME=VALUE".
func (s *session) option(rest string) error {
	name, value, _ := strings.Cut(rest, "=")
	for i := range options {
		o := &options[i]
		if !strings.EqualFold(o.name, strings.TrimSpace(name)) {
			continue
		}
		value = strings.TrimSpace(value)
		switch {
		case o.press != nil:
			return s.quietly(func() error { o.press(s); return nil })
		case o.check != nil:
			if value != "0" && value != "1" {
				return userError("invalid value: expected 0 or 1")
			}
			o.check(&s.settings, value == "1")
			return nil
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < o.lo || n > o.hi {
			return userErrorf("invalid value: expected an integer (%d–%d)", o.lo, o.hi)
		}
		o.set(&s.settings, n)
		if s.analyzing && o.name == "MultiPV" {
			s.restart()
		}
		return nil
	}
	return userError("unknown option")
}

// memory answers "memory MB", the size of the tables.
func (s *session) memory(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return userError("invalid size: expected MB from 1")
	}
	return s.quietly(func() error { return s.Engine.SetHash(n) })
}

// cores answers "cores N".
func (s *session) cores(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		return userError("invalid number of cores: expected an integer from 1")
	}
	return s.quietly(func() error { return s.Engine.SetThreads(n) })
}

// quietly interrupts the engine for something that needs an idle engine, and then
// resumes.
func (s *session) quietly(do func() error) error {
	busy := s.task.Busy()
	if busy {
		s.abort()
	}
	err := do()
	if busy {
		s.restart()
	}
	if err != nil {
		return userError(err.Error())
	}
	return nil
}
