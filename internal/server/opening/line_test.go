package opening

import (
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/archive"
)

func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name  string
		games []int
		want  int
	}{
		{"nothing", nil, 0},
		{"the start", []int{300}, 0},
		{"few games in all", []int{4, 4, 4, 3}, 2},
		{"one in 75", []int{300, 40, 4, 3, 3}, 2},
		{"just below one in 75", []int{301, 40, 4}, 1},
		{"an archive with many games", []int{75_000, 30_000, 1000, 999, 999}, 2},
		{"a rare move is not passed over", []int{300, 3, 40, 40}, 0},
		{"not longer than eight plies", []int{99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99}, 8},
	} {
		if got := Known(c.games); got != c.want {
			t.Errorf("%s: %d plies of %v are known, want %d", c.name, got, c.games, c.want)
		}
	}
}

func TestMoves(t *testing.T) {
	for want, sans := range map[string][]string{
		"": nil, "1. e4": {"e4"}, "1. e4 c5": {"e4", "c5"}, "1. e4 c5 2. Nf3": {"e4", "c5", "Nf3"},
	} {
		if got := Moves(sans); got != want {
			t.Errorf("%v is called %q, want %q", sans, got, want)
		}
	}
}

func TestAlong(t *testing.T) {
	spots := []archive.PositionHash{10, 11, 12, 13, 11, 15}
	made := func(ply int, name string) Opening { return Opening{ply, name, true} }
	given := func(ply int, name string) Opening { return Opening{ply, name, false} }
	for _, c := range []struct {
		name  string
		sans  []string
		names map[archive.PositionHash]string
		want  []Opening
	}{
		{"no names", nil, nil, nil},
		{"only first moves", []string{"e4", "c5"}, nil, []Opening{made(1, "1. e4"), made(2, "1. e4 c5")}},
		{"a name ends the first moves", []string{"e4", "c5", "Nf3"}, map[archive.PositionHash]string{12: "Lion"},
			[]Opening{made(1, "1. e4"), given(2, "Lion")}},
		{"a name where nothing is known", nil, map[archive.PositionHash]string{15: "Late"}, []Opening{given(5, "Late")}},
		{"the last name counts", []string{"e4"}, map[archive.PositionHash]string{11: "A", 13: "B"},
			[]Opening{given(1, "A"), given(3, "B"), given(4, "A")}},
		{"an equal name is listed once", nil, map[archive.PositionHash]string{11: "A"}, []Opening{given(1, "A")}},
	} {
		if got := Along(spots, c.sans, c.names); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Sicilian": "sicilian", "SÍCILIÁN!": "sicilian", "Königs-Gambit": "konigs gambit",
		"King's  Gambit": "kings gambit", "King’s Gambit": "kings gambit", "Straße": "strasse", "ﬁne": "fine", "?!": "",
		"Δ 4": "δ 4",
	} {
		if got := Fold(text); got != want {
			t.Errorf("%q is folded to %q, want %q", text, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"  The\tLion ": "The Lion", "e4": "", "abc": "abc", "123": "", "!!!": "", "\u202eLion": "Lion",
		strings.Repeat("123456789 ", 5) + "123456789a":                  strings.Repeat("123456789 ", 5) + "123456789a",
		"123456789 123456789 123456789 123456789 123456789 123456789ab": "",
	} {
		got, err := check(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is the name %q, want %q (%v)", text, got, want, err)
		}
	}
}
