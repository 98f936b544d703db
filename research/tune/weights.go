package tune

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
)

// maxWeights is the largest number of weights that coefficients can index.
const maxWeights = 1 << 16

// weightList is the weights of an evaluator with their groups.
type weightList struct {
	all    []engine.Weight
	groups []string
	group  []int // index in groups, by weight
}

func newWeightList(all []engine.Weight) (*weightList, error) {
	if n := len(all); n == 0 || n > maxWeights {
		return nil, fmt.Errorf("the evaluator has %d weights: expected 1–%d", n, maxWeights)
	}
	w := &weightList{all: all, groups: weights.Groups(all)}
	for _, x := range all {
		w.group = append(w.group, slices.Index(w.groups, weights.Group(x.Name)))
	}
	return w, nil
}

// values returns the current weights.
func (w *weightList) values() []engine.Score {
	values := make([]engine.Score, len(w.all))
	for i, x := range w.all {
		values[i] = *x.Value
	}
	return values
}

// set sets all weights.
func (w *weightList) set(values []engine.Score) {
	for i, x := range w.all {
		*x.Value = values[i]
	}
}

// matching reports which weights the names match: "Pawns" all weights of that group,
// "Pawns[1]" those below it.
func (w *weightList) matching(names []string) ([]bool, error) {
	matched := make([]bool, len(w.all))
	for _, name := range names {
		found := false
		for i, x := range w.all {
			rest, ok := strings.CutPrefix(strings.ToLower(x.Name), strings.ToLower(name))
			if ok && name != "" && (rest == "" || rest[0] == '[') {
				matched[i], found = true, true
			}
		}
		if !found {
			return nil, fmt.Errorf("no weight is called %.60q: expected one of %s; or an element, such as %s",
				name, strings.Join(w.groups, ", "), w.all[len(w.all)-1].Name)
		}
	}
	return matched, nil
}

// lineWidth is the approximate length of a comment line in characters.
const lineWidth = 77

// Write writes the new weights as a weights file. The remark says how they were
// fitted; it becomes the first comment.
func (r *Result) Write(to io.Writer, remark string) error {
	list := slices.Clone(r.list)
	for i := range list {
		list[i].Value = &r.Now[i]
	}
	return weights.Write(to, list, wrap("Tuned by "+remark, lineWidth))
}

// wrap wraps a text into lines of about this length in characters.
func wrap(text string, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}
