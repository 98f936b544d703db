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
	"github.com/wane-chess/wane/tablebase"
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
		err = setUpWane(&c, g, spec)
	case "baseline":
		if len(spec.Options) > 0 {
			err = fmt.Errorf("unknown option %.40q", spec.Options[0].Name)
		}
		c.New = engines.InProcess(func() (engine.Engine, error) { return baseline.New(eval.NewNode), nil }, nil)
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
	eval, network        string
	booked               bool
}

// ownOptionSetters set the options by name.
var ownOptionSetters = map[string]func(w *ownOptions, value string) error{
	"hash":    func(w *ownOptions, value string) (err error) { w.hash, err = strconv.Atoi(value); return err },
	"threads": func(w *ownOptions, value string) (err error) { w.threads, err = strconv.Atoi(value); return err },
	"level": func(w *ownOptions, value string) (err error) {
		if w.level, err = strconv.Atoi(value); err == nil {
			_, err = engine.LevelLimits(w.level, 0)
		}
		return err
	},
	"without": func(w *ownOptions, value string) error {
		w.without = strings.FieldsFunc(value, func(r rune) bool { return r == '+' })
		return nil
	},
	"tables": func(w *ownOptions, value string) error { w.tables = value; return nil },
	"weights": func(w *ownOptions, value string) error {
		if w.weights = value; value == "" {
			return errors.New("expected the name of a file")
		}
		return nil
	},
	"eval": func(w *ownOptions, value string) error {
		if value != "classic" && value != "generic" {
			return errors.New("expected classic or generic")
		}
		w.eval = value
		return nil
	},
	"network": func(w *ownOptions, value string) error {
		if w.network = value; value == "" {
			return errors.New("expected the name of a file")
		}
		return nil
	},
	"book": func(w *ownOptions, value string) error {
		if w.booked = value == "on"; !w.booked && value != "off" {
			return errors.New("expected on or off")
		}
		return nil
	},
}

// set sets an option.
func (w *ownOptions) set(name, value string) error {
	set := ownOptionSetters[name]
	if set == nil {
		return fmt.Errorf("unknown option %.40q: expected name, hash, threads, level, book, without, tables, weights, "+
			"network, eval, nodes, depth, movetime, time or rating", name)
	}
	if err := set(w, value); err != nil {
		return fmt.Errorf("%s=%.40s: %w", name, value, err)
	}
	return nil
}

// setUpWane sets up wane's engine.
func setUpWane(c *engines.Contestant, g game.Game, spec engines.Spec) error {
	w := ownOptions{hash: defaultHash, threads: 1}
	for _, o := range spec.Options {
		if err := w.set(o.Name, o.Value); err != nil {
			return err
		}
	}
	c.Booked = w.booked
	limits := w.limits()
	if l := limits(0); w.level > 0 && !spec.Control.Bounded() {
		c.Control = engines.Control{MoveTime: l.MoveTime, Nodes: l.Nodes, Depth: l.Depth}
	} else if w.level > 0 && c.Control.Nodes == 0 { // a level keeps its nodes at any time control
		c.Control.Nodes = l.Nodes
	}
	// for all games; unlike elsewhere, every file must be valid
	tables, err := input.UsableTables(filepath.SplitList(w.tables))
	if err != nil {
		return err
	}
	newNode, err := w.newNode(g)
	if err != nil {
		return err
	}
	build := func() (engine.Engine, error) { return w.build(newNode, tables) }
	if _, err := build(); err != nil { // report errors before the match
		return err
	}
	c.New = engines.InProcess(build, limits)
	return nil
}

// limits returns the limits of the engine's level, by the seed of a game.
func (w *ownOptions) limits() func(seed uint64) engine.Limits {
	return func(seed uint64) engine.Limits {
		if w.level == 0 {
			return engine.Limits{Weakness: engine.Weakness{Seed: seed}}
		}
		l, _ := engine.LevelLimits(w.level, seed) // set has checked the level
		return l
	}
}

// newNode returns what makes the engine's nodes.
func (w *ownOptions) newNode(g game.Game) (engine.NodeFunc, error) {
	given := 0
	for _, option := range []string{w.eval, w.network, w.weights} {
		if option != "" {
			given++
		}
	}
	switch {
	case given > 1:
		return nil, errors.New("weights, network and eval exclude each other")
	case w.eval == "generic":
		return generic.New().NewNode, nil
	case w.eval == "classic":
		return eval.Classic(g).NewNode, nil
	case w.network != "":
		e, err := eval.LoadNetwork(g, w.network)
		if err != nil {
			return nil, err
		}
		return e.NewNode, nil
	}
	return nodeFunc(g, w.weights)
}

// build makes the engine.
func (w *ownOptions) build(newNode engine.NodeFunc, tables *tablebase.Tables) (engine.Engine, error) {
	s, err := search.NewSized(newNode, w.hash)
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

// nodeFunc returns what makes nodes of a variant with the weights of a file or, without a
// file, of any variant with the program's weights.
func nodeFunc(g game.Game, file string) (engine.NodeFunc, error) {
	if file == "" {
		return eval.NewNode, nil
	}
	e := eval.Classic(g)
	return e.NewNode, eval.Load(e, g, file)
}
