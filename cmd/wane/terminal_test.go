package main

import (
	"context"
	"os"
	"strings"
	"testing"
)

// A picture in a binary format does not go to a terminal. The error says how to
// redirect it.
func TestPicturesOnTerminal(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0) // the other end of a terminal counts as one
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = terminal.Close() }()
	for _, args := range [][]string{
		{"show", small, "--png"},
		{"gif", "-v", "chess"},
		{"gif", "-v", "chess", "--output", "-"},
	} {
		var errs strings.Builder
		code := run(context.Background(), args, strings.NewReader(""), terminal, &errs)
		if code != 2 || !strings.Contains(errs.String(), "> FILE") {
			t.Errorf("%v: exit code %d, want 2: %s", args, code, errs.String())
		}
	}
}
