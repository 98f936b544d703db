package selfplay

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

func TestReadErrors(t *testing.T) {
	const good = "chess | 8/8 w - - 0 1 | 0.5 | -31 | 12\n"
	for _, c := range []struct{ text, want string }{
		{good + "chess | 8/8 w - - 0 1 | 0.5 | -31\n", "data:2: 4 fields"},
		{"# remark\n\n" + good + good + "x | y | half | 0 | 1", `data:5: bad result "half": expected 1, 0.5 or 0`},
		{"x | y | 1 | 1.5 | 1", `data:1: bad score "1.5": expected whole centipawns`},
		{"x | y | 1 | 40000 | 1", "data:1: bad score"},
		{"x | y | 1 | 0 | -1", `data:1: bad ply "-1": expected an integer (0–`},
		{good + strings.Repeat("x", maxLine+1), "data:2: the line is longer than 4096 bytes"},
	} {
		err := Read(strings.NewReader(c.text), "data", func(int, int, Sample) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.60q: the error is %v, want %s", c.text, err, c.want)
		}
	}
}

func TestReadCountsGames(t *testing.T) {
	const text = "g | a | 1 | 0 | 8\ng | b | 1 | 5 | 9\n# game 1: 1-0\ng | c | 0 | -5 | 12\r\ng | d | 0 | 1 | 30\n" +
		"g | e | 0.5 | 1 | 30\n# game 3: 1-0\n# game 4: 1-0\ng | f | 1 | 1 | 31"
	var got strings.Builder
	if err := Read(strings.NewReader(text), "data", func(line, number int, s Sample) error {
		if again, err := ParseSample(s.String()); err != nil || again != s {
			t.Errorf("%v reads back as %v, %v", s, again, err)
		}
		_, _ = got.WriteString(s.FEN + string(rune('0'+number)) + string(rune('0'+line)) + " ")
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if want := "a11 b12 c24 d25 e36 f49 "; got.String() != want {
		t.Errorf("positions, games and lines are %s, want %s", got.String(), want)
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name  string
		judge adjudicator
		score func(ply int) engine.Score
		want  game.Result
		plies int
	}{
		{"White wins", adjudicator{}, func(int) engine.Score { return 1600 }, game.WhiteWins, 5},
		{"Black mates", adjudicator{}, func(int) engine.Score { return -engine.Mate + 3 }, game.BlackWins, 5},
		{"no resignation", adjudicator{toTheEnd: true}, func(int) engine.Score { return 1600 }, game.Draw, maxPlies},
		{"not agreed", adjudicator{}, func(ply int) engine.Score { return engine.Score(1600 * (1 - ply&1)) }, game.Draw,
			maxPlies},
		{"level", adjudicator{}, func(int) engine.Score { return 3 }, game.Draw, drawFrom},
		{"level later", adjudicator{}, func(ply int) engine.Score { return engine.Score(max(0, 200-ply)) }, game.Draw,
			192 + drawPlies - 1},
	} {
		j := c.judge
		for ply := 0; ; ply++ {
			o := j.watch(c.score(ply), ply)
			if o.Over() {
				if o.Result != c.want || ply != c.plies {
					t.Errorf("%s: %v after %d plies, want %v after %d", c.name, o, ply, c.want, c.plies)
				}
				break
			}
			if ply > 1000 {
				t.Fatalf("%s: the game never ends", c.name)
			}
		}
	}
}
