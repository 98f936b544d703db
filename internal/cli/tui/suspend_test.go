package tui

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// Ctrl-Z suspends the program wherever it is, and a game continues when it resumes.
func TestSuspend(t *testing.T) {
	chess, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	menu, err := NewPlay(context.Background(), PlayOptions{Games: rules.All(), Level: DefaultLevel})
	if err != nil {
		t.Fatal(err)
	}
	board, err := NewPlay(context.Background(),
		PlayOptions{Games: rules.All(), Start: chess.Start(), Seat: SeatBoth, Level: DefaultLevel})
	if err != nil {
		t.Fatal(err)
	}
	games, _, err := notation.ReadString("1. e4 e5", notation.ReadOptions{Game: chess})
	if err != nil {
		t.Fatal(err)
	}
	replay, err := NewReplay(ReplayOptions{Games: games})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]tea.Model{"menu": menu, "board": board, "replay": replay} {
		_, cmd := m.Update(tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl})
		if cmd == nil || cmd() != (tea.SuspendMsg{}) {
			t.Errorf("%s: Ctrl-Z does not suspend", name)
			continue
		}
		before := m.View().Content
		m.Update(tea.ResumeMsg{})
		if m.View().Content != before {
			t.Errorf("%s: the screen changed", name)
		}
	}
}
