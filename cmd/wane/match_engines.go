package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/generic"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines"
	"github.com/wane-chess/wane/internal/lab/baseline"
)

// defaultHash is the transposition table of an engine in a match, in MB.
const defaultHash = 16

// contestant parses the description of an engine for a variant. control has the limits for a
// description without any.
func contestant(g game.Game, text string, control engines.Control) (engines.Contestant, error) {
	spec, err := engines.ParseSpec(text)
	if err != nil {
		return engines.Contestant{}, err
	}
	if spec.Control.Bounded() {
		control = spec.Control
	}
	c := engines.Contestant{Name: spec.Name, Control: control, Rating: spec.Rating}
	switch spec.Kind {
	case "wane":
		err = ours(&c, g, spec)
	case "baseline":
		if len(spec.Options) > 0 {
			err = fmt.Errorf("unknown option %.40q", spec.Options[0].Name)
		}
		c.New = engines.InProcess(func() (engine.Engine, error) { return baseline.New(eval.Board), nil }, nil)
	case "cmd":
		err = engines.Command(&c, spec)
	default:
		err = fmt.Errorf("unknown engine %.40q: expected wane, baseline or cmd=PROGRAM", spec.Kind)
	}
	if err != nil {
		return engines.Contestant{}, fmt.Errorf("engine %.80q: %w", text, err)
	}
	if c.Name == "" {
		c.Name = defaultName(spec)
	}
	c.Key = spec.Text + " " + c.Control.String()
	return c, nil
}

// defaultName returns the name of an engine without name=NAME.
func defaultName(spec engines.Spec) string {
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

// ownOptions are the options of wane's engine.
type ownOptions struct {
	hash, threads, level int // level 0: none
	without              []string
	tables, weights      string
	plain, booked        bool
}

// set sets an option.
func (w *ownOptions) set(name, value string) (err error) {
	switch name {
	case "hash":
		w.hash, err = strconv.Atoi(value)
	case "threads":
		w.threads, err = strconv.Atoi(value)
	case "level":
		if w.level, err = strconv.Atoi(value); err == nil {
			_, err = engine.LevelLimits(w.level, 0)
		}
	case "without":
		w.without = strings.FieldsFunc(value, func(r rune) bool { return r == '+' })
	case "tables":
		w.tables = value
	case "weights":
		if w.weights = value; value == "" {
			err = errors.New("expected the name of a file")
		}
	case "eval":
		if w.plain = value == "generic"; !w.plain {
			err = errors.New("expected generic")
		}
	case "book":
		if w.booked = value == "on"; !w.booked && value != "off" {
			err = errors.New("expected on or off")
		}
	default:
		return fmt.Errorf("unknown option %.40q: expected name, hash, threads, level, book, without, tables, weights, "+
			"eval, nodes, depth, movetime, time or rating", name)
	}
	if err != nil {
		return fmt.Errorf("%s=%.40s: %w", name, value, err)
	}
	return nil
}

// boards returns the boards of the engine.
func (w *ownOptions) boards(g game.Game) (engine.Boards, error) {
	switch {
	case w.plain && w.weights != "":
		return nil, errors.New("weights and eval exclude each other")
	case w.plain:
		return generic.New().Board, nil
	}
	return boards(g, w.weights)
}

// ours sets up wane's engine.
func ours(c *engines.Contestant, g game.Game, spec engines.Spec) error {
	w := ownOptions{hash: defaultHash, threads: 1}
	for _, o := range spec.Options {
		if err := w.set(o.Name, o.Value); err != nil {
			return err
		}
	}
	c.Booked = w.booked
	limits := func(seed uint64) engine.Limits { return engine.Limits{Weakness: engine.Weakness{Seed: seed}} }
	if w.level > 0 {
		limits = func(seed uint64) engine.Limits {
			l, _ := engine.LevelLimits(w.level, seed) // set has checked the level
			return l
		}
		if l := limits(0); !spec.Control.Bounded() {
			c.Control = engines.Control{MoveTime: l.MoveTime, Nodes: l.Nodes, Depth: l.Depth}
		} else if c.Control.Nodes == 0 { // a level keeps its nodes at any time control
			c.Control.Nodes = l.Nodes
		}
	}
	// for all games; unlike elsewhere, every file must be valid
	tables, err := input.UsableTables(filepath.SplitList(w.tables))
	if err != nil {
		return err
	}
	boards, err := w.boards(g)
	if err != nil {
		return err
	}
	build := func() (engine.Engine, error) {
		s, err := search.Sized(boards, w.hash)
		if err != nil {
			return nil, err
		}
		s.SetTables(tables)
		if err := s.SetThreads(w.threads); err != nil {
			return nil, err
		}
		if err := s.SetWithout(w.without...); err != nil {
			return nil, err
		}
		if w.booked {
			return book.With(s), nil
		}
		return s, nil
	}
	if _, err := build(); err != nil { // report errors before the match
		return err
	}
	c.New = engines.InProcess(build, limits)
	return nil
}

// boards returns the boards of a variant with the weights of a file or, without a
// file, of any variant with the program's weights.
func boards(g game.Game, file string) (engine.Boards, error) {
	if file == "" {
		return eval.Board, nil
	}
	e := eval.New(g)
	return e.Board, eval.Load(e, g, file)
}
