package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

func menuOptions() PlayOptions {
	return PlayOptions{
		Games:  []game.Game{shrink.New(), diminuendo.New(diminuendo.Default, false, false)},
		Engine: &fakeEngine{},
		Env:    monoEnv(),
		Now:    newFakeNow().now,
	}
}

func newMenuDriver(t *testing.T) (*driver, *PlayModel) {
	t.Helper()
	return newPlay(t, menuOptions())
}

func TestMenu(t *testing.T) {
	d, m := newMenuDriver(t)
	d.shows("chess with fewer squares or weaker pieces", "Shrink Chess", "3 of 8", "Start the game")
	d.lacks("Ranking")
	d.keys("down down right") // Black
	d.keys("down left left left left")
	d.shows("1 of 8")
	d.keys("down right right right") // the clock
	d.shows("5 minutes, +3 s per move")
	d.keys("down enter")
	if m.menu != nil || m.setup.seat != SeatBlack || m.setup.level != 1 ||
		m.setup.time != (TimeControl{5 * time.Minute, 3 * time.Second}) {
		t.Errorf("the game began as %+v", m.setup)
	}
	if len(m.match.plies) != 1 {
		t.Error("the computer should have moved first")
	}
}

func TestMenuFamily(t *testing.T) {
	d, m := newMenuDriver(t)
	d.keys("right")
	d.shows("Ranking", "KQRNBP", "Queenish king", "Flexible pawn")
	d.keys("down right")
	d.shows("PBNRQK")
	d.keys("enter")
	d.text("kqx")
	d.keys("enter")
	d.shows("3 letters instead of six", "PBNRQK")
	d.keys("enter")
	d.text("qkrbnp")
	d.keys("enter")
	d.shows("QKRBNP")
	d.keys("down right down space s")
	if got := m.match.pos.Game().Name(); got != "diminuendo:qkrbnp+qk+fp" {
		t.Errorf("game %s", got)
	}
}

func TestMenuClockTyped(t *testing.T) {
	d, m := newMenuDriver(t)
	d.keys("down down down down enter")
	d.text("7+2")
	d.keys("enter")
	d.shows("7 minutes, +2 s per move")
	d.keys("enter")
	d.text("forever")
	d.keys("enter")
	d.shows("expected minutes")
	d.keys("s")
	if m.setup.time != (TimeControl{7 * time.Minute, 2 * time.Second}) {
		t.Errorf("time %v", m.setup.time)
	}
}

func TestMenuPeopleAndMouse(t *testing.T) {
	d, m := newMenuDriver(t)
	lines := strings.Split(d.screen(), "\n")
	for y, l := range lines {
		if strings.Contains(l, "Opponent") {
			x := strings.Index(l, "▸")
			x = len([]rune(l[:x]))
			d.send(left(x, y))
		}
	}
	d.shows("another player")
	d.lacks("Level", "Your color")
	for y, l := range strings.Split(d.screen(), "\n") {
		if strings.Contains(l, "Start the game") {
			d.send(left(10, y))
		}
	}
	if m.menu != nil || m.person != [2]bool{true, true} {
		t.Errorf("people %v", m.person)
	}
	d.typed("e4")
	d.keys("n")
	d.shows("Leave this game")
	d.keys("y")
	d.shows("Start the game")
	d.keys("esc") // back to the game
	d.shows("1. e4")
}

func TestMenuQuitAndHelp(t *testing.T) {
	d, _ := newMenuDriver(t)
	d.keys("?")
	d.shows("Making a move")
	d.keys("esc r")
	d.shows("The rules of Shrink")
	d.keys("esc q")
	if !d.quit {
		t.Error("q should quit")
	}
}

func TestTimeControl(t *testing.T) {
	for _, c := range []struct {
		text string
		want TimeControl
		ok   bool
	}{
		{"none", TimeControl{}, true},
		{"5+3", TimeControl{5 * time.Minute, 3 * time.Second}, true},
		{"10", TimeControl{Base: 10 * time.Minute}, true},
		{"0.5+1", TimeControl{30 * time.Second, time.Second}, true},
		{"0", TimeControl{}, false}, {"-1", TimeControl{}, false}, {"x+3", TimeControl{}, false},
		{"5+-3", TimeControl{}, false}, {"NaN", TimeControl{}, false}, {"Inf", TimeControl{}, false},
		{"1e9", TimeControl{}, false},
		{"0.0001", TimeControl{}, false},
	} {
		got, err := ParseTimeControl(c.text)
		if (err == nil) != c.ok || got != c.want {
			t.Errorf("%q: %v, %v", c.text, got, err)
		}
		if c.ok {
			if again, err := ParseTimeControl(got.String()); err != nil || again != got {
				t.Errorf("%q is written %q and read back %v, %v", c.text, got, again, err)
			}
		}
	}
}

func TestFace(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00.0", 50 * time.Millisecond: "0:00.1", 19940 * time.Millisecond: "0:20.0", 20 * time.Second: "0:20",
		59001 * time.Millisecond: "1:00", 61 * time.Second: "1:01", 3600 * time.Second: "1:00:00",
		3725 * time.Second: "1:02:05",
	} {
		if got := clockText(d); got != want {
			t.Errorf("%v is shown as %s, want %s", d, got, want)
		}
	}
}

// The menu opens on the last game.
func TestMenuChoose(t *testing.T) {
	o := menuOptions()
	if err := o.check(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"shrink", "diminuendo", "diminuendo:pbnrqk", "diminuendo:qkrbnp+fp", "diminuendo+qk",
		"diminuendo:kpnbrq+qk+fp"} {
		m := newMenu(&o)
		want, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		m.choose(want)
		if g, err := m.selected(); err != nil || g != want {
			t.Errorf("%s: the menu has %v, %v", name, g, err)
		}
	}
}

// A question whose yes would end the game does nothing if the game has ended
// meanwhile.
func TestQuestionTooLate(t *testing.T) {
	now := newFakeNow()
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start(), Time: TimeControl{Base: time.Minute}, Now: now.now})
	d.typed("e4")
	d.keys("x")
	now.pass(time.Hour)
	d.send(tickMsg{m.ticks})
	d.keys("y")
	if m.match.outcome != game.Win(game.White, game.TimeOut) {
		t.Errorf("outcome %v", m.match.outcome)
	}
}

// A game that is over at its start is shown as over.
func TestStartThatIsOver(t *testing.T) {
	d, _ := newPlay(t, PlayOptions{
		Start:  parse(t, shrink.NewChess(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
		Engine: &fakeEngine{},
	})
	d.shows("Black wins: checkmate")
	d.keys("t m enter u")
	d.shows("no move to take back")
}

func TestRightClickInMenu(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Games: allGames()})
	d.send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseRight})
	if d.quit || m.menu == nil {
		t.Error("a right click left the menu")
	}
	d.lacks("Esc back")
	d.keys("s n")
	d.shows("Esc back")
}

// The menu shows as much about a game as there is room for.
func TestOpening(t *testing.T) {
	page := "# Title\n\nFirst\n**text**.\n\n    a drawing\n\n## More\n\n- one item\n- another item\n\nLast."
	for _, c := range []struct {
		h    int
		want string
	}{
		{1, "First text."},
		{2, "First text."},
		{4, "First text.||- one item"},
		{5, "First text.||- one item|- another|  item"},
		{20, "First text.||- one item|- another|  item||Last."},
	} {
		if got := strings.Join(opening(page, 11, c.h), "|"); got != c.want {
			t.Errorf("%d lines: %q, want %q", c.h, got, c.want)
		}
	}
}
