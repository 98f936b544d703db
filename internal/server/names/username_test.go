package names

import (
	"strings"
	"testing"
)

func TestUsernames(t *testing.T) {
	for _, c := range []struct{ name, want, key, err string }{
		{"Ann", "Ann", "ann", ""},
		{" Ann_of-Kent7 ", "Ann_of-Kent7", "ann_of-kent7", ""},
		{"Иван", "Иван", "иван", ""},
		{"Ａｎｎ", "Ann", "ann", ""}, // full width
		{"Straße", "Straße", "straße", ""},
		{"小林", "小林", "小林", ""},
		{"A", "", "", "1 characters; expected 2 to 20"},
		{strings.Repeat("é", 20), strings.Repeat("é", 20), strings.Repeat("é", 20), ""},
		{strings.Repeat("é", 21), "", "", "21 characters"},
		{"", "", "", "0 characters"},
		{"Ann Lee", "", "", "cannot have"},
		{"Ann/..", "", "", `'/'`},
		{"Ann#1", "", "", `'#'`},
		{"a%2fb", "", "", `'%'`},
		{"-Ann", "", "", "begins"},
		{"__", "", "", "begins"},
		{"a\u200bb", "", "", "cannot have"},
		{"a\xff", "", "", "not valid"},
		{"אabc", "", "", "directions"},
		{"Admin", "", "", "run the server"},
		{"Open", "", "", "run the server"}, // a challenge to this player would be one to everyone
		{"m0derator_2", "", "", "run the server"},
		{"аdmin", "", "", "run the server"}, // Cyrillic
		{"wane", "", "", "run the server"},
		{"Wane-Level-8", "", "", "run the server"},
		{"computer8", "", "", "run the server"},
		{"Modesty", "Modesty", "modesty", ""},
		{"Botvinnik", "Botvinnik", "botvinnik", ""},
	} {
		u, err := CheckUsername(c.name)
		if u.Name != c.want || u.Key != c.key || (err == nil) != (c.err == "") ||
			err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %+v, %v; want %q, %s", c.name, u, err, c.want, c.err)
		}
		if err == nil {
			if again, err := CheckUsername(u.Key); err != nil || again.Key != u.Key || again.Skeleton != u.Skeleton {
				t.Errorf("the key of %q is no name of the same account: %+v, %v", c.name, again, err)
			}
		}
	}
	for _, pair := range [][2]string{{"Ann", "ANN"}, {"Anna_Bell", "AnnaBeII"}, {"rook", "r00k"}, {"ріп", "pin"}} {
		if Skeleton(pair[0]) != Skeleton(pair[1]) {
			t.Errorf("%q and %q do not look alike", pair[0], pair[1])
		}
	}
}
