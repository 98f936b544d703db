package engines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/engine"
)

// uciOption is an option of a UCI engine.
type uciOption struct {
	name, kind string
	choices    []string // of a combo
	least      string   // of a spin, as text; "" if there is none
	most       string   // likewise
}

// parseUCIOption parses a line such as "option name UCI_Variant type combo default
// chess var chess var shrink".
func parseUCIOption(line string) (uciOption, bool) {
	words := strings.Fields(line)
	if len(words) < 5 || words[0] != "option" || words[1] != "name" {
		return uciOption{}, false
	}
	kind := slices.Index(words, "type")
	if kind < 3 || kind+1 == len(words) {
		return uciOption{}, false
	}
	o := uciOption{name: strings.Join(words[2:kind], " "), kind: words[kind+1]}
	// A choice of several words ends before the next "var".
	var choice []string
	for i, w := range words[kind+2:] {
		if next := kind + i + 3; o.kind == "spin" && next < len(words) {
			switch w {
			case "min":
				o.least = words[next]
			case "max":
				o.most = words[next]
			}
		}
		if w == "var" {
			if choice != nil {
				o.choices = append(o.choices, strings.Join(choice, " "))
			}
			choice = []string{}
		} else if choice != nil {
			choice = append(choice, w)
		}
		if i == len(words)-kind-3 && choice != nil {
			o.choices = append(o.choices, strings.Join(choice, " "))
		}
	}
	return o, true
}

// findOption returns the engine's option with a name, in any case.
func findOption(offered []uciOption, o Option) (uciOption, error) {
	names := make([]string, len(offered))
	for i, offer := range offered {
		names[i] = offer.name
		if !strings.EqualFold(offer.name, o.Name) {
			continue
		}
		if expected := offer.expected(o.Value); expected != "" {
			return uciOption{}, fmt.Errorf("its option %s cannot be %.40q: expected %s", offer.name, o.Value, expected)
		}
		return offer, nil
	}
	return uciOption{}, fmt.Errorf("it has no option %.40q: expected one of %s", o.Name, strings.Join(names, ", "))
}

// expected describes the valid values of an option if value is not one of them. Most
// engines silently ignore invalid values, and would play with other settings.
func (o uciOption) expected(value string) (expected string) {
	switch o.kind {
	case "combo":
		if !slices.Contains(o.choices, value) {
			return "one of " + strings.Join(o.choices, ", ")
		}
	case "check":
		if value != "true" && value != "false" {
			return "true or false"
		}
	case "spin":
		n, err := strconv.ParseInt(value, 10, 64)
		least, noLeast := strconv.ParseInt(o.least, 10, 64)
		most, noMost := strconv.ParseInt(o.most, 10, 64)
		switch {
		case noLeast == nil && noMost == nil && (err != nil || n < least || n > most):
			return fmt.Sprintf("an integer (%d–%d)", least, most)
		case err != nil:
			return "an integer"
		}
	}
	return ""
}

// takesVariant checks that the option UCI_Variant lists a game. A family, such as the
// rankings of Diminuendo Chess, is listed once.
func (o uciOption) takesVariant(name string) error {
	family, _, _ := strings.Cut(name, ":")
	if o.kind != "combo" || slices.Contains(o.choices, name) || slices.Contains(o.choices, family) {
		return nil
	}
	return fmt.Errorf("it does not play the game %s: its option %s offers %.400s", name, o.name,
		strings.Join(o.choices, ", "))
}

// goCommand returns the command for a move.
func goCommand(t Turn) string {
	var b strings.Builder
	b.WriteString("go")
	add := func(name string, value int64) { fmt.Fprintf(&b, " %s %d", name, value) }
	if t.Control.Clocked() {
		for s, c := range t.Clocks {
			color := [2]string{"w", "b"}[s]
			add(color+"time", max(c.Remaining.Milliseconds(), 1))
			if c.Increment > 0 {
				add(color+"inc", c.Increment.Milliseconds())
			}
		}
		if n := t.Clocks[t.Position.Turn()].MovesToGo; n > 0 {
			add("movestogo", int64(n))
		}
	}
	if d := t.Control.MoveTime; d > 0 {
		add("movetime", max(d.Milliseconds(), 1))
	}
	if n := t.Control.Nodes; n > 0 {
		add("nodes", int64(n))
	}
	if n := t.Control.Depth; n > 0 {
		add("depth", int64(n))
	}
	return b.String()
}

// info reads an info line. Only the first line of a MultiPV search counts; invalid
// words are skipped.
func (a *Answer) info(words []string) {
	var depth int
	var score engine.Score
	scored := false
	number := func(i int) int64 {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.ParseInt(words[i], 10, 64) // 0 if invalid
		return n
	}
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "string", "pv":
			i = len(words)
		case "depth":
			depth = int(number(i + 1))
		case "nodes":
			a.Nodes = uint64(max(number(i+1), 0))
		case "multipv":
			if number(i+1) > 1 {
				return
			}
		case "cp":
			score, scored = engine.Score(clamp(number(i+1), int64(engine.MateBound))), true
		case "mate":
			score, scored = mateScore(clamp(number(i+1), 500)), true
		}
	}
	if scored {
		a.Score, a.Scored, a.Depth = score, true, depth
	}
}

// mateScore returns the score of a mate in this many moves, the inverse of
// engine.MateIn.
func mateScore(moves int64) engine.Score {
	if moves > 0 {
		return engine.Mate - engine.Score(2*moves-1)
	}
	return -engine.Mate - engine.Score(2*moves)
}

func clamp(n, most int64) int64 { return max(-most, min(n, most)) }
