package chat

import (
	"testing"

	"github.com/wane-chess/wane/internal/server/publictext"
)

func TestPresets(t *testing.T) {
	for _, p := range presets {
		if text, ok := PresetText(p.Key); !ok || text != p.Text ||
			publictext.Check(now, old("ann"), publictext.Chat, text) != nil {
			t.Errorf("%s: %q", p.Key, text)
		}
	}
	for text, want := range map[string]string{
		"Good luck, have fun": "", "good luck": "good-luck", "Good game!": "good-game", " THANK YOU ": "thanks",
	} {
		if got, _ := PresetOf(text); got != want {
			t.Errorf("%q is the preset %q, want %q", text, got, want)
		}
	}
}
