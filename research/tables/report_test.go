package tables

import (
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/rules/shrink"
	"github.com/wane-chess/wane/tablebase"
)

// Shares are rounded, but never to none or all.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{
		{0, 0, "–"}, {0, 7, "–"}, {7, 7, "100 %"}, {1, 3, "33.3 %"}, {1, 1001, "< 0.1 %"}, {1, 1000, "0.1 %"},
		{1000, 1001, "> 99.9 %"}, {999, 1000, "99.9 %"},
	} {
		if got := share(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d is %s, want %s", c.part, c.whole, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 7645326: "7,645,326"} {
		if got := number(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}

// Texts of different heights and widths are side by side, with a space between them.
func TestBeside(t *testing.T) {
	long := strings.Repeat("x", width+3)
	got := sideBySide([][]string{{"ä", long}, {"b"}, {"c", "d", "e"}})
	gap := strings.Repeat(" ", width-1)
	want := "ä" + gap + "b" + gap + "c\n" + long + " " + strings.Repeat(" ", width) + "d\n" +
		strings.Repeat(" ", 2*width) + "e\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A missing table and a failing writer are errors.
func TestWriteFails(t *testing.T) {
	m, err := tablebase.ParseMaterial("KRvK")
	if err != nil {
		t.Fatal(err)
	}
	s, err := tablebase.Builtin().Stats(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	chapters := []Chapter{{Pieces: 3, Stats: []tablebase.Stats{s}}}
	var page strings.Builder
	if err := Write(&page, shrink.New(), tablebase.Builtin(), "it", chapters); err != nil ||
		!strings.Contains(page.String(), "1. Rb2+ Ka1 2. Rb1#") {
		t.Errorf("%v\n%s", err, page.String())
	}
	var missing *tablebase.MissingError
	if err := Write(&page, shrink.New(), new(tablebase.Tables), "it", chapters); !errors.As(err, &missing) ||
		missing.Material != "KRvK" {
		t.Errorf("without tables: %v", err)
	}
	if err := Write(full{}, shrink.New(), tablebase.Builtin(), "it", chapters); !errors.Is(err, errFull) {
		t.Errorf("on a full disk: %v", err)
	}
}

var errFull = errors.New("the disk is full")

// full is a writer that fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
