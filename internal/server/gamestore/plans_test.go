package gamestore_test

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// statements are those of the conformance suite.
type statements struct{ dbtest.Statements }

// built are statements that are put together from parts. TestPlans asks about those of lists.
var built = regexp.MustCompile(`^SELECT .*FROM "?games"? AS "?game_row"?`)

func (w *statements) add(text string) {
	if !built.MatchString(text) {
		w.Add(text, nil)
	}
}

// sorted returns the statements, for databases of a kind.
func (w *statements) sorted(t *testing.T) []string {
	t.Helper()
	if strings.Contains(flag.Lookup("test.run").Value.String(), "/") {
		t.Skip("only a part of the suite has run")
	}
	all := w.All()
	if len(all) == 0 && testing.Short() {
		t.Skip("the suite needs PostgreSQL")
	}
	if len(all) < 20 {
		t.Fatalf("the suite has run only %d statements", len(all))
	}
	return all
}
