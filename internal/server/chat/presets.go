package chat

import (
	"slices"
	"strings"
)

// presets are the keys of the sentences that everyone may write, in the order in which the page
// offers them, with their English sentences. The page has them in its languages.
var presets = []struct{ Key, Text string }{
	{"hello", "Hello!"},
	{"good-luck", "Good luck!"},
	{"have-fun", "Have fun!"},
	{"you-too", "You too!"},
	{"nice-move", "Nice move!"},
	{"oops", "Oops!"},
	{"one-moment", "One moment, please."},
	{"good-game", "Good game!"},
	{"well-played", "Well played!"},
	{"thanks", "Thank you!"},
	{"rematch", "Another game?"},
	{"goodbye", "I have to go. Goodbye!"},
}

// PresetText returns the English sentence of a preset.
func PresetText(key string) (text string, known bool) {
	i := slices.IndexFunc(presets, func(p struct{ Key, Text string }) bool { return p.Key == key })
	if i < 0 {
		return "", false
	}
	return presets[i].Text, true
}

// PresetOf returns the preset that says what a text says, in English: programs write it so. The
// signs at its end do not count.
func PresetOf(text string) (key string, known bool) {
	bare := func(s string) string { return strings.ToLower(strings.TrimRight(strings.TrimSpace(s), "!.?")) }
	for _, p := range presets {
		if bare(p.Text) == bare(text) {
			return p.Key, true
		}
	}
	return "", false
}
