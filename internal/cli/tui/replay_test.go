package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules/shrink"
)

// annotated returns a short game with a comment and a variation.
func annotated(t *testing.T) *notation.Tree {
	t.Helper()
	tree, err := notation.NewTree(shrink.NewChess(), "")
	if err != nil {
		t.Fatal(err)
	}
	at := tree.Cursor()
	play := func(moves ...string) {
		for _, text := range moves {
			m, err := notation.ParseSAN(at.Position(), text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := at.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	play("f3", "e5", "g4", "Qh4#")
	tree.End().Comments = []string{"The quickest mate there is."}
	at.Seek(tree.Root)
	play("f3")
	at.Node().NAGs = []int{6}
	play("d5", "Kf2")
	tree.Result = game.BlackWins
	for _, tag := range []notation.Tag{{Name: "White", Value: "Anna"}, {Name: "Black", Value: "Bela"},
		{Name: "Event", Value: "Café"}} {
		if err := tree.SetTag(tag.Name, tag.Value); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

func newReplayDriver(t *testing.T, games ...*notation.Tree) (*driver, *ReplayModel) {
	t.Helper()
	m, err := NewReplay(ReplayOptions{Games: games, Env: monoEnv()})
	if err != nil {
		t.Fatal(err)
	}
	m.after = noTicks
	return drive(t, m), m
}

// Ctrl+C interrupts a replay, unlike q, so that the program can exit with the code for it.
func TestReplayInterrupted(t *testing.T) {
	_, m := newReplayDriver(t, annotated(t))
	for key, want := range map[string]tea.Msg{"ctrl+c": tea.InterruptMsg{}, "q": tea.QuitMsg{}} {
		if _, cmd := m.Update(keyMsg(key)); cmd == nil || cmd() != want {
			t.Errorf("%s does not give %T", key, want)
		}
	}
}

func TestReplay(t *testing.T) {
	d, m := newReplayDriver(t, annotated(t))
	d.shows("White, Anna", "Black, Bela", "Café", "ply 0 of 4", "The start")
	d.keys("right")
	d.shows("White’s move: f3?!", "1  e5", "2  d5", "Black to move.")
	d.keys("end")
	d.shows("Qh4#", "quickest mate", "Black wins: checkmate", "ply 4 of 4")
	d.keys("c")
	d.shows("The quickest mate there is.", "Esc back")
	d.keys("esc right left home")
	d.shows("ply 0 of 4")
	d.keys("right 2") // the variation
	d.shows("ply 2 of 3", "d5")
	d.keys("right")
	d.shows("The line ends here.")
	d.keys("m")
	d.shows("ply 1 of 4")
	d.keys(":")
	d.text("2...")
	d.keys("enter")
	d.shows("ply 4 of 4")
	d.keys(":")
	d.text("77")
	d.keys("enter")
	d.shows("The line has no move 77")
	d.keys("home f g")
	if m.flip || m.glyphs {
		t.Error("f or g changed the board, unlike in play")
	}
	d.keys("F G")
	if !m.flip || !m.glyphs {
		t.Errorf("flip %v, glyphs %v", m.flip, m.glyphs)
	}
	black := annotated(t)
	if err := black.SetTag("Orientation", "Black"); err != nil {
		t.Fatal(err)
	}
	if _, m := newReplayDriver(t, black); !m.flip {
		t.Error("the board is not turned as the tag asks")
	}
	for name, help := range map[string]string{"play": helpText, "replay": replayHelp} {
		if strings.Count(help, lookHelp) != 1 {
			t.Errorf("the help of %s lacks %q", name, lookHelp)
		}
	}
	for y, l := range strings.Split(d.screen(), "\n") { // a click on a move goes there
		if x := strings.Index(l, "g4"); x > 0 {
			d.send(left(len([]rune(l[:x])), y))
		}
	}
	d.shows("ply 3 of 4")
	d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	d.shows("ply 2 of 4")
	d.keys("?")
	d.shows("play or stop")
	d.keys("esc q")
	if !d.quit {
		t.Error("q should quit")
	}
}

func TestReplayPlaysItself(t *testing.T) {
	d, m := newReplayDriver(t, annotated(t))
	d.keys("space")
	d.shows("playing")
	old := m.ticks
	d.send(tickMsg{m.ticks})
	d.send(tickMsg{old}) // an outdated tick
	d.shows("ply 1 of 4")
	d.keys("+")
	d.shows("500ms")
	for range 10 {
		d.send(tickMsg{m.ticks})
	}
	d.shows("ply 4 of 4")
	if m.playing {
		t.Error("it should stop at the end")
	}
	d.keys("space left")
	if m.playing {
		t.Error("a step should stop it")
	}
}

func TestReplayGames(t *testing.T) {
	second, err := notation.NewTree(shrink.New(), threePawns)
	if err != nil {
		t.Fatal(err)
	}
	d, _ := newReplayDriver(t, annotated(t), second)
	d.keys("n")
	d.shows("game 2 of 2", "Shrink", "ply 0 of 0", "none yet")
	d.keys("right left space end N")
	d.shows("game 1 of 2")
	if _, err := NewReplay(ReplayOptions{}); err == nil {
		t.Error("no game should be refused")
	}
}

// A long story takes lines from the list of moves. The user can read all of it in
// full.
func TestLongStory(t *testing.T) {
	for _, c := range []struct{ lines, moves, story int }{{2, 8, 6}, {6, 8, 6}, {9, 5, 9}, {40, 3, 11}} {
		if moves, story := divide(14, 6, c.lines); moves != c.moves || story != c.story {
			t.Errorf("%d lines: %d for the moves, %d for the story", c.lines, moves, story)
		}
	}
	tree := annotated(t)
	tree.Root.Next().Comments = []string{strings.Repeat("word ", 100) + "end."}
	tree.Root.Comments = []string{strings.Repeat("word ", 100) + "end."}
	d, _ := newReplayDriver(t, tree)
	d.shows("… v", "word")
	d.lacks("end.")
	d.keys("right")
	d.shows("1  e5", "2  d5", "… v") // the variations stay visible
	d.keys("v")
	d.shows("end.")
	d.send(tea.KeyPressMsg{Code: tea.KeyRight, Mod: tea.ModAlt}) // Esc and → at once
	d.shows("ply 2 of 4")
}
