package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

func TestSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.pgn")
	now := newFakeNow()
	d, m := newPlay(t, PlayOptions{Start: shrink.New().Start(), Now: now.now})
	d.keys("s")
	d.shows("no move to save")
	d.typed("e4")
	d.keys("s")
	d.shows("Save to: shrink-2026-03-01-1200.pgn")
	d.keys("ctrl+u")
	d.text(path)
	d.keys("enter")
	d.shows("Saved to")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`[Variant "shrink"]`, `[Date "2026.03.01"]`, "1. e4"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the file lacks %s:\n%s", want, text)
		}
	}

	// A file is only replaced if the answer is yes.
	d.typed("e5")
	d.keys("s ctrl+u")
	d.text(path)
	d.keys("enter")
	d.shows("exists. Replace it?")
	d.keys("n")
	if again, _ := os.ReadFile(path); string(again) != string(text) {
		t.Fatal("the file was replaced although the answer was no")
	}
	d.keys("enter y")
	if again, _ := os.ReadFile(path); !strings.Contains(string(again), "1. e4 e5") {
		t.Errorf("the file was not replaced:\n%s", again)
	}
	if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
		t.Errorf("%d files are left, want 1", len(list))
	}

	d.keys("s ctrl+u")
	d.text(filepath.Join(path, "nowhere.pgn"))
	d.keys("enter")
	d.shows("Not saved")
	d.keys("esc q")
	if !d.quit {
		t.Errorf("a saved game (%v) should quit without a question", m.saved)
	}
}

// The engine's move leaves the input line for a file name open.
// A saved game says how it ended.
func TestSaveEnd(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: shrink.New().Start()})
	d.typed("e4")
	m.match.outcome = game.Win(game.White, game.TimeOut)
	text, err := m.record()
	if err != nil || !strings.Contains(text, `[Termination "time forfeit"]`) ||
		!strings.Contains(text, "1. e4 {White wins: time ran out.} 1-0") {
		t.Errorf("%v:\n%s", err, text)
	}
}

func TestSaveWhileThinking(t *testing.T) {
	d, m := newPlay(t,
		PlayOptions{Start: shrink.New().Start(), Engine: &fakeEngine{}, Seat: SeatWhite, Now: newFakeNow().now})
	d.hold = true
	d.typed("e4")
	d.keys("s x")
	d.hold = false
	for _, cmd := range d.asked {
		d.run(cmd)
	}
	if len(m.match.plies) != 2 {
		t.Fatalf("%d plies", len(m.match.plies))
	}
	d.shows("Save to:", ".pgnx")
}

func TestSaveWithoutName(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: shrink.NewChess().Start()})
	d.typed("e4")
	d.keys("s ctrl+u enter")
	d.shows("Not saved: the name is empty")
	if m.saved || m.line != nil {
		t.Error("nothing was saved")
	}
}
