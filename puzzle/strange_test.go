package puzzle

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// The page knows the same themes as strange.
func TestStrangeOnThePage(t *testing.T) {
	text, err := os.ReadFile("../web/src/puzzle/puzzle.ts")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)const strange: [^=]*= \[(.*?)\]`).FindSubmatch(text)
	if list == nil {
		t.Fatal("the page has no list of strange themes")
	}
	var page []Theme
	for _, name := range regexp.MustCompile(`'([\w-]+)'`).FindAllSubmatch(list[1], -1) {
		page = append(page, Theme(name[1]))
	}
	if !slices.Equal(page, strange) {
		t.Errorf("the page has %q, the rules have %q", page, strange)
	}
}
