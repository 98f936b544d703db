package notation

import (
	"strings"
	"testing"
)

func TestParseGameLine(t *testing.T) {
	for _, text := range []string{
		"shrink | 1-0 | 61 | e2e4 d7d5",
		"chess | 1/2-1/2 | 2 | e2e4 e7e5",
		"diminuendo:pbnrqk+qk | 0-1 | 9 | zf1",
	} {
		if l, err := ParseGameLine(text); err != nil || l.String() != text {
			t.Errorf("%s is read as %v, %v", text, l, err)
		}
	}
	for text, want := range map[string]string{
		"":                               "1 fields",
		"shrink | 1-0 | 61":              "3 fields",
		"shrink | * | 61 | e2e4":         `invalid result "*"`,
		"shrink | 1-0 | 1 | e2e4 e7e5":   `invalid number of plies "1", expected a whole number (2`,
		"shrink | 1-0 | many | e2e4":     `invalid number of plies "many"`,
		"shrink | 1-0 | 9999999 | e2e4":  "invalid number",
		"shrink | e2e4 | 1/2-1/2 | e2e4": `invalid result "e2e4"`,
	} {
		if l, err := ParseGameLine(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v; want %q", text, l, err, want)
		}
	}
	long := "shrink | 1-0 | 61 | " + strings.Repeat("e", maxGameLine)
	for text, want := range map[string]string{"\n# remark\nshrink": "f:3: 1 fields", long: "f:1: a line of more than"} {
		err := ReadGameLines(strings.NewReader(text), "f", func(int, GameLine) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}
