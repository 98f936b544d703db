package uci

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/wane-chess/wane/game"
)

// Zero sets fields of a game's evaluation weights, named in any case, to zero,
// to measure what they are worth. All names are checked before any is used.
func Zero(g game.Game, fields []string) error {
	if len(fields) == 0 {
		return nil
	}
	tuned, ok := g.(game.Tuned)
	if !ok {
		return fmt.Errorf("%s has no weights that can be set to zero", g.Name())
	}
	weights := reflect.ValueOf(tuned.Weights()).Elem()
	var found []reflect.Value
	for _, name := range fields {
		f := weights.FieldByNameFunc(func(s string) bool { return strings.EqualFold(s, name) })
		if !f.IsValid() {
			var names []string
			for i := range weights.NumField() {
				names = append(names, weights.Type().Field(i).Name)
			}
			return fmt.Errorf("the evaluation of %s has no weights %.40q: it has %s", g.Name(), name, strings.Join(names, ", "))
		}
		found = append(found, f)
	}
	for _, f := range found {
		f.SetZero()
	}
	tuned.Reweigh()
	return nil
}
