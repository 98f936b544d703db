// Package weights is what evaluators share about their weights: lists of named
// numbers, the text files that hold them, and scores for two phases in one word.
package weights

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/message"
)

// Pair is a weight at the two ends of a game, such as middle game and endgame.
type Pair = [2]engine.Score

// List is a list of weights under construction.
type List []engine.Weight

// Add appends the weights of a group without a dimension of its own.
func (l *List) Add(name string, values ...*engine.Score) {
	for i, v := range values {
		if len(values) > 1 {
			*l = append(*l, engine.Weight{Name: message.Sprintf("%s[%d]", name, i), Value: v})
		} else {
			*l = append(*l, engine.Weight{Name: name, Value: v})
		}
	}
}

// Scores appends a row of weights.
func (l *List) Scores(name string, row []engine.Score) {
	for i := range row {
		l.Add(message.Sprintf("%s[%d]", name, i), &row[i])
	}
}

// Pair appends a pair.
func (l *List) Pair(name string, p *Pair) { l.Scores(name, p[:]) }

// Pairs appends a row of pairs.
func (l *List) Pairs(name string, row []Pair) {
	for i := range row {
		l.Pair(message.Sprintf("%s[%d]", name, i), &row[i])
	}
}

// Group is the name of a weight without its indices.
func Group(name string) string {
	group, _, _ := strings.Cut(name, "[")
	return group
}

// Groups lists the groups of a list, in its order.
func Groups(list []engine.Weight) (groups []string) {
	for _, w := range list {
		if g := Group(w.Name); !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return groups
}

// Zero sets groups of weights, named in any case, to zero. An error names a group
// that does not exist and changes nothing.
func Zero(list []engine.Weight, groups ...string) error {
	all := Groups(list)
	for _, name := range groups {
		if !slices.ContainsFunc(all, func(g string) bool { return strings.EqualFold(g, name) }) {
			return message.Errorf("no weights %.40q: expected one of %s", name, strings.Join(all, ", "))
		}
	}
	for _, w := range list {
		if slices.ContainsFunc(groups, func(name string) bool { return strings.EqualFold(Group(w.Name), name) }) {
			*w.Value = 0
		}
	}
	return nil
}

// Write writes weights as text: a line a row, "Mobility[3] -23 -36 -14", with the
// last index as the position in the line. Lines of the remark begin with #.
func Write(w io.Writer, list []engine.Weight, remark string) error {
	out := bufio.NewWriter(w)
	for line := range strings.Lines(remark) {
		_, _ = out.WriteString("# " + strings.TrimSuffix(line, "\n") + "\n")
	}
	last := ""
	for _, weight := range list {
		row := rowOf(weight.Name)
		if row != last {
			if last != "" {
				_ = out.WriteByte('\n')
			}
			_, _ = out.WriteString(row)
			last = row
		}
		_, _ = out.WriteString(" " + strconv.Itoa(int(*weight.Value)))
	}
	_ = out.WriteByte('\n')
	return out.Flush()
}

// rowOf is the name of a weight without its last index.
func rowOf(name string) string {
	if i := strings.LastIndexByte(name, '['); i >= 0 {
		return name[:i]
	}
	return name
}

// Read sets weights to what Write wrote. Every weight must be there, in the order
// of the list; an error names the line and changes nothing.
func Read(text string, list []engine.Weight) error {
	values := make([]engine.Score, 0, len(list))
	number := 0
	for line := range strings.Lines(text) {
		number++
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		for _, word := range words[1:] {
			if len(values) == len(list) {
				return message.Errorf("line %d: %s has an extra value: expected %d weights", number, words[0], len(list))
			}
			if want := rowOf(list[len(values)].Name); want != words[0] {
				return message.Errorf("line %d: weight %.40q, expected %s", number, words[0], want)
			}
			v, err := strconv.ParseInt(word, 10, 16)
			if err != nil {
				return message.Errorf("line %d: %s: bad value %.20q, expected a whole number of centipawns", number, words[0], word)
			}
			values = append(values, engine.Score(v))
		}
	}
	if len(values) < len(list) {
		return message.Errorf("the weights end before %s", list[len(values)].Name)
	}
	for i, v := range values {
		*list[i].Value = v
	}
	return nil
}

// MustRead is Read for weights that are part of the program. It panics on an error.
func MustRead(text string, list []engine.Weight) {
	if err := Read(text, list); err != nil {
		panic("weights: " + err.Error())
	}
}

// Tapered is a pair of scores in one word: a sum or a multiple of both takes one
// addition or multiplication.
type Tapered int64

// Taper packs a pair.
func Taper(p Pair) Tapered { return Tapered(p[0])<<32 + Tapered(p[1]) }

// Pair returns the two scores.
func (t Tapered) Pair() (first, second engine.Score) {
	second = engine.Score(int32(t))
	return engine.Score((int64(t) - int64(second)) >> 32), second
}

// Mix returns the score at a phase from 0, where the second score counts, to full,
// where the first does. It truncates towards zero.
func (t Tapered) Mix(phase, full int) engine.Score {
	first, second := t.Pair()
	return engine.Score((int64(first)*int64(phase) + int64(second)*int64(full-phase)) / int64(full))
}

// TaperAll packs a row of pairs.
func TaperAll(dst []Tapered, src []Pair) {
	for i := range dst {
		dst[i] = Taper(src[i])
	}
}
