package tune

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/wane-chess/wane/game"
)

// weight is one number of an evaluation.
type weight struct {
	name  string // such as "mobility[4][7]"
	group int    // in weights.groups
	value *game.Score
}

// weights are all numbers of an evaluation, in the order of their struct.
type weights struct {
	all    []weight
	groups []string // the names of the fields, and of those of structs within
}

// maxWeights is how many weights the coefficients can tell apart.
const maxWeights = 1 << 16

// weightsOf lists the weights that a pointer to a struct of Scores and arrays
// and structs of them leads to.
func weightsOf(root any) (*weights, error) {
	v := reflect.ValueOf(root)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("the weights are a %T: expected a pointer to a struct of game.Scores", root)
	}
	w := &weights{}
	if err := w.fields(v.Elem(), ""); err != nil {
		return nil, err
	}
	if n := len(w.all); n == 0 || n > maxWeights {
		return nil, fmt.Errorf("%T has %d weights: expected 1–%d", root, n, maxWeights)
	}
	return w, nil
}

// fields adds the fields of a struct, each as a group.
func (w *weights) fields(s reflect.Value, prefix string) error {
	for i := range s.NumField() {
		name, field := prefix+s.Type().Field(i).Name, s.Field(i)
		if field.Kind() == reflect.Struct {
			if err := w.fields(field, name+"."); err != nil {
				return err
			}
			continue
		}
		w.groups = append(w.groups, name)
		if err := w.add(field, name); err != nil {
			return err
		}
	}
	return nil
}

// add adds all weights of a value to the last group.
func (w *weights) add(v reflect.Value, name string) error {
	switch {
	case v.Type() == reflect.TypeFor[game.Score]():
		// Fields need not be exported: reflection alone could not set them then.
		w.all = append(w.all, weight{name, len(w.groups) - 1, (*game.Score)(unsafe.Pointer(v.UnsafeAddr()))})
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			if err := w.add(v.Index(i), fmt.Sprintf("%s[%d]", name, i)); err != nil {
				return err
			}
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if err := w.add(v.Field(i), name+"."+v.Type().Field(i).Name); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("the weight %s is a %v: expected game.Score, or an array or struct of them", name, v.Type())
	}
	return nil
}

// values returns what the weights are now.
func (w *weights) values() []game.Score {
	values := make([]game.Score, len(w.all))
	for i, x := range w.all {
		values[i] = *x.value
	}
	return values
}

// set changes all weights.
func (w *weights) set(values []game.Score) {
	for i, x := range w.all {
		*x.value = values[i]
	}
}

// matching reports which weights the names stand for: "pawns" for all weights of
// that field, "pawns[1]" for those below it.
func (w *weights) matching(names []string) ([]bool, error) {
	matched := make([]bool, len(w.all))
	for _, name := range names {
		found := false
		for i, x := range w.all {
			rest, ok := strings.CutPrefix(strings.ToLower(x.name), strings.ToLower(name))
			if ok && name != "" && (rest == "" || rest[0] == '[' || rest[0] == '.') {
				matched[i], found = true, true
			}
		}
		if !found {
			return nil, fmt.Errorf("no weight is called %.60q: expected one of %s; or an element, such as %s",
				name, strings.Join(w.groups, ", "), w.all[len(w.all)-1].name)
		}
	}
	return matched, nil
}
