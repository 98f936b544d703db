package rating

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// The manual shows the ratings that follow from the steps.
func TestLevels(t *testing.T) {
	page, err := os.ReadFile("../../../docs/ratings.md")
	if err != nil {
		t.Fatal(err)
	}
	for level := 1; level <= livegame.MaxLevel; level++ {
		row := fmt.Sprintf("| %d |", level)
		for _, name := range Games {
			row += fmt.Sprintf(" %.0f |", OfEngine(name, level).Value)
		}
		if !strings.Contains(string(page), row+"\n") {
			t.Errorf("docs/ratings.md lacks %s", row)
		}
	}
	for _, s := range Steps {
		if up := OfEngine(s.Game, s.Level).Value - OfEngine(s.Game, s.Level-1).Value; up < float64(s.points()-5) ||
			up > float64(s.points()+5) || s.Games < fewGames && up > fewStep+5 {
			t.Errorf("%+v counts for %.0f points", s, up)
		}
	}
	for name, text := range map[string]string{
		"no rows":     "game,level,games,elo,error\n",
		"a word":      strings.Replace(string(levelSteps), "shrink,2,200,", "shrink,2,many,", 1),
		"a game":      strings.Replace(string(levelSteps), "shrink,2,", "go,2,", 1),
		"a level":     strings.Replace(string(levelSteps), "shrink,2,", "shrink,3,", 1),
		"a step down": strings.Replace(string(levelSteps), "shrink,2,200,", "shrink,2,200,-", 1),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the steps are read", name)
				}
			}()
			mustSteps([]byte(text))
		}()
	}
}
