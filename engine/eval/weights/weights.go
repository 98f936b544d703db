// Package weights is what evaluators share about their weights: lists of named
// numbers, the text files that hold them, and scores for two phases in one word.
package weights

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// Pair is a weight at the two ends of a game, such as middle game and endgame.
type Pair = [2]engine.Score

// Named lists the weights of a struct that has nothing but scores and arrays of them,
// in its order, under the names that a text of weights has for them. What the struct
// has beyond the end of the text is no weight.
func Named[T any](text string, values *T) (list []engine.Weight) {
	const size = unsafe.Sizeof(engine.Score(0))
	scores := unsafe.Slice((*engine.Score)(unsafe.Pointer(values)), unsafe.Sizeof(*values)/size)
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		for i := range words[1:] {
			name := words[0]
			if len(words) > 2 {
				name += "[" + strconv.Itoa(i) + "]"
			}
			list = append(list, engine.Weight{Name: name, Value: &scores[len(list)]})
		}
	}
	return list
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

// MustRead returns the weights that a text has for a struct: see Named. It panics on an
// error, since the text is part of the program.
func MustRead[T any](text string) (values T) {
	if err := Read(text, Named(text, &values)); err != nil {
		panic("weights: " + err.Error())
	}
	return values
}

// Tapered is a pair of scores in one word: a sum or a multiple of both takes one
// addition or multiplication.
type Tapered int64

// Taper packs a pair.
func Taper(p Pair) Tapered { return Tapered(p[0])<<32 + Tapered(p[1]) }

// Tally returns the number of squares of a set, to multiply weights with.
func Tally(set uint64) Tapered { return Tapered(bitboard.Count(set)) }

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
