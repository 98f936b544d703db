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

// ours sets up wane's engine.
func ours(c *engines.Contestant, g game.Game, spec engines.Spec) error {
	hash, threads, level := defaultHash, 1, 0 // no level
	var without []string
	var list string // of tablebases
	var weightsFile string
	plain := false
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
		case "weights":
			if weightsFile = o.Value; weightsFile == "" {
				err = errors.New("expected the name of a file")
			}
		case "eval":
			if plain = o.Value == "generic"; !plain {
				err = errors.New("expected generic")
			}
		case "book":
			if c.Booked = o.Value == "on"; !c.Booked && o.Value != "off" {
				err = errors.New("expected on or off")
			}
		default:
			return fmt.Errorf("unknown option %.40q: expected name, hash, threads, level, book, without, tables, weights, "+
				"eval, nodes, depth, movetime, time or rating", o.Name)
		}
		if err != nil {
			return fmt.Errorf("%s=%.40s: %w", o.Name, o.Value, err)
		}
	}
	limits := func(seed uint64) engine.Limits { return engine.Limits{Weakness: engine.Weakness{Seed: seed}} }
	if level > 0 {
		l, err := engine.LevelLimits(level, 0)
		if err != nil {
			return err
		}
		if !spec.Control.Bounded() {
			c.Control = engines.Control{MoveTime: l.MoveTime, Nodes: l.Nodes, Depth: l.Depth}
		} else if c.Control.Nodes == 0 { // a level keeps its nodes at any time control
			c.Control.Nodes = l.Nodes
		}
		limits = func(seed uint64) engine.Limits {
			l, _ := engine.LevelLimits(level, seed)
			return l
		}
	}
	// for all games; unlike elsewhere, every file must be valid
	tables, err := input.UsableTables(filepath.SplitList(list))
	if err != nil {
		return err
	}
	boards, err := boards(g, weightsFile)
	if err != nil {
		return err
	}
	if plain {
		if weightsFile != "" {
			return errors.New("weights and eval exclude each other")
		}
		boards = generic.New().Board
	}
	build := func() (engine.Engine, error) {
		s, err := search.Sized(boards, hash)
		if err != nil {
			return nil, err
		}
		s.SetTables(tables)
		if err := s.SetThreads(threads); err != nil {
			return nil, err
		}
		if err := s.SetWithout(without...); err != nil {
			return nil, err
		}
		if c.Booked {
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
