package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSprite checks that the sprite is sound XML and has every symbol, and that
// the style sheet paints each class that it uses.
func TestSprite(t *testing.T) {
	var sprite, looks bytes.Buffer
	if err := errors.Join(WriteSprite(&sprite), WriteLooks(&looks)); err != nil {
		t.Fatal(err)
	}
	var ids []string
	classes := map[string]bool{}
	d := xml.NewDecoder(&sprite)
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "id":
				ids = append(ids, a.Value)
			case "class":
				if !strings.HasPrefix(a.Value, "set-") { // these show and hide
					classes[a.Value] = true
				}
			case "style":
				t.Errorf("<%s style=%q>: pages refuse style attributes", start.Name.Local, a.Value)
			}
		}
	}
	var want []string
	for _, letter := range "KQRBNPkqrbnp" {
		want = append(want, "piece-"+string(letter))
	}
	if want = append(want, "mark-crown", "mark-grin", "mark-eyes"); !slices.Equal(ids, want) {
		t.Errorf("the symbols are %v, want %v", ids, want)
	}
	for class := range classes {
		painted := regexp.MustCompile(`\.` + class + `(,[^{]*)? \{[^}]*(fill|stroke): var`)
		if !painted.MatchString(looks.String()) {
			t.Errorf("no color for the class %s", class)
		}
	}
}

// TestLooksSetWhatTheyUse checks that every look and theme sets the same
// variables, and that the classes use no others.
func TestLooksSetWhatTheyUse(t *testing.T) {
	var b bytes.Buffer
	if err := WriteLooks(&b); err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`(?m)^(\[\S*\])? ?\.board-\w+\.board-\w+(?:, .*\.look-\w+)? \{\n((?:  .*\n)*)\}`).
		FindAllStringSubmatch(b.String(), -1)
	if len(blocks) != 12 {
		t.Fatalf("%d board themes for light and dark pages, want 12", len(blocks))
	}
	set := func(block string) (names []string) {
		for _, m := range regexp.MustCompile(`--([\w-]+): #[0-9a-f]{6,8};`).FindAllStringSubmatch(block, -1) {
			names = append(names, m[1])
		}
		return names
	}
	first := set(blocks[0][2])
	dark := 0
	for _, m := range blocks {
		if names := set(m[2]); !slices.Equal(names, first) {
			t.Errorf("%.40q sets %v, the first look %v", m[0], names, first)
		}
		if m[1] == `[data-theme="dark"]` {
			dark++
		}
	}
	if dark != 6 {
		t.Errorf("%d board themes are for a dark page, want 6", dark)
	}
	for _, m := range regexp.MustCompile(`var\(--([\w-]+)\)`).FindAllStringSubmatch(b.String(), -1) {
		if !slices.Contains(first, m[1]) {
			t.Errorf("%s is used, but no look sets it", m[1])
		}
	}
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestPageWritersReportErrors(t *testing.T) {
	if err := WriteSprite(failing{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("WriteSprite: %v", err)
	}
	if err := WriteLooks(failing{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("WriteLooks: %v", err)
	}
}
