package main

import (
	"strings"
	"testing"
)

// Every function takes any text for its arguments: it answers or says what is wrong.
func TestOddArguments(t *testing.T) {
	l := newLibrary()
	board, err := l.call("open", []string{"cheshire8", ""})
	if board != 1 || err != nil {
		t.Fatal(board, err)
	}
	for name, f := range functions {
		for _, odd := range []string{"", "e2e9", "z", "\x00", "-1", "1 2", strings.Repeat("e2e4 ", 100)} {
			args := make([]string, f.arguments)
			for i := range args {
				args[i] = odd
			}
			if f.onBoard != nil {
				args[0] = "1"
			}
			if _, err := l.call(name, args); err != nil && strings.Contains(err.Error(), "failed") {
				t.Errorf("%s(%q): %v", name, odd, err)
			}
		}
		if _, err := l.call(name, make([]string, f.arguments+1)); err == nil {
			t.Errorf("%s takes an argument too many", name)
		}
	}
	for name, f := range functions {
		if _, err := l.call(name, make([]string, f.arguments)); f.onBoard != nil && err == nil {
			t.Errorf("%s answers without a board", name)
		}
	}
	if fen, err := l.call("fen", []string{"1"}); err != nil || !strings.HasPrefix(fen.(string), "rnbqkbnr/") {
		t.Errorf("the board has become %v, %v", fen, err)
	}
}

// The games of a PGN come in order, wherever its parts end.
func TestPGN(t *testing.T) {
	const text = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n[Variant \"cheshire8\"]\n\n1. Nf3 *\n"
	for size := 1; size < len(text); size += 7 {
		l := newLibrary()
		r, err := l.call("openPGN", []string{"chess"})
		if err != nil {
			t.Fatal(err)
		}
		number := "1"
		if r != 1 {
			t.Fatalf("the first reader has the number %v", r)
		}
		var all strings.Builder
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			part, err := l.call("feedPGN", []string{number, rest[:n]})
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString(part.(string))
			rest = rest[n:]
		}
		end, err := l.call("closePGN", []string{number})
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(end.(string))
		first, second := strings.Index(all.String(), "e2e4 e7e5"), strings.Index(all.String(), "g1f3")
		if first < 0 || second < first || strings.Contains(all.String(), "fault") {
			t.Errorf("parts of %d bytes: %s", size, all.String())
		}
		if _, err := l.call("feedPGN", []string{number, ""}); err == nil {
			t.Error("a closed reader reads")
		}
	}
}
