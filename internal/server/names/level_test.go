package names

import "testing"

func TestLevel(t *testing.T) {
	for level := 1; level <= 8; level++ {
		if got := Level(OfLevel(level)); got != level {
			t.Errorf("%s is level %d", OfLevel(level), got)
		}
		if _, err := CheckUsername(OfLevel(level)); err == nil {
			t.Errorf("an account can be called %s", OfLevel(level))
		}
	}
	if Level("COMPUTER-8") != 8 {
		t.Error("the case of letters matters")
	}
	for _, name := range []string{"", "computer-", "computer-0", "computer-9", "computer-03", "computer-+3", "computer-3x",
		"computer 3", "ann", "computer--1"} {
		if got := Level(name); got != 0 {
			t.Errorf("%q is level %d", name, got)
		}
	}
}
