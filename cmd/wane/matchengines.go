package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/lab/arena"
	"github.com/wane-chess/wane/internal/lab/baseline"
)

// defaultHash is the transposition table of an engine in a match, in MB.
const defaultHash = 16

// contestant makes an engine of its description. The control is what holds if
// the description gives none.
func contestant(text string, control arena.Control) (arena.Contestant, error) {
	spec, err := arena.ParseSpec(text)
	if err != nil {
		return arena.Contestant{}, err
	}
	if spec.Control.Bounded() {
		control = spec.Control
	}
	c := arena.Contestant{Name: spec.Name, Control: control}
	switch spec.Kind {
	case "wane":
		err = ours(&c, spec)
	case "first":
		if len(spec.Options) > 0 {
			err = fmt.Errorf("it has no option %.40q", spec.Options[0].Name)
		}
		c.New = arena.Inside(func() (engine.Engine, error) { return baseline.New(eval.Board), nil }, nil)
	case "cmd":
		err = arena.Command(&c, spec)
	default:
		err = fmt.Errorf("there is no engine %.40q: expected wane, first or cmd=PROGRAM", spec.Kind)
	}
	if err != nil {
		return arena.Contestant{}, fmt.Errorf("engine %.80q: %w", text, err)
	}
	if c.Name == "" {
		c.Name = defaultName(spec)
	}
	c.Key = text + " " + c.Control.String()
	return c, nil
}

// defaultName is a name for an engine that was not given one.
func defaultName(spec arena.Spec) string {
	name := spec.Kind
	for _, o := range spec.Options {
		if spec.Kind == "wane" {
			name += " " + o.Name + "=" + o.Value
		}
	}
	if spec.Kind == "cmd" {
		name = spec.Command[0][strings.LastIndexAny(spec.Command[0], `/\`)+1:]
	}
	return name
}

// ours makes an engine of this program.
func ours(c *arena.Contestant, spec arena.Spec) error {
	hash, threads, level := defaultHash, 1, 0 // no level
	var without []string
	var list string // of endgame tables
	for _, o := range spec.Options {
		var err error
		switch o.Name {
		case "hash":
			hash, err = strconv.Atoi(o.Value)
		case "threads":
			threads, err = strconv.Atoi(o.Value)
		case "level":
			level, err = strconv.Atoi(o.Value)
			if err == nil {
				_, err = engine.LevelLimits(level, 0)
			}
		case "without":
			without = strings.FieldsFunc(o.Value, func(r rune) bool { return r == '+' })
		case "tables":
			list = o.Value
		default:
			return fmt.Errorf("it has no option %.40q: expected name, hash, threads, level, without, tables, nodes, depth, movetime or time", o.Name)
		}
		if err != nil {
			return fmt.Errorf("%s=%.40s: %w", o.Name, o.Value, err)
		}
	}
	var limits func(uint64) engine.Limits
	if level > 0 {
		l, err := engine.LevelLimits(level, 0)
		if err != nil {
			return err
		}
		if !spec.Control.Bounded() {
			c.Control = arena.Control{MoveTime: l.MoveTime, Nodes: l.Nodes, Depth: l.Depth}
		} else if c.Control.Nodes == 0 { // more time does not make it another level
			c.Control.Nodes = l.Nodes
		}
		limits = func(seed uint64) engine.Limits {
			l, _ := engine.LevelLimits(level, seed)
			return l
		}
	}
	tables, err := usableTables(filepath.SplitList(list)) // for all games; a match that lacks some is not the one that was asked for
	if err != nil {
		return err
	}
	build := func() (engine.Engine, error) {
		s := equip(search.New(eval.Board), tables)
		if err := s.SetHash(hash); err != nil {
			return nil, err
		}
		if err := s.SetThreads(threads); err != nil {
			return nil, err
		}
		if err := s.SetWithout(without...); err != nil {
			return nil, err
		}
		return s, nil
	}
	if _, err := build(); err != nil { // better now than when the match begins
		return err
	}
	c.New = arena.Inside(build, limits)
	return nil
}
