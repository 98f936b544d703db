package main

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// The log names neither games nor clients, unless it is asked to.
func TestLogDetails(t *testing.T) {
	const name, address = "aB3dE5gH7jKl", "192.0.2.77"
	for _, details := range []bool{false, true} {
		for _, format := range []string{"text", "json"} {
			var out bytes.Buffer
			cmd := &cobra.Command{}
			cmd.SetErr(&out)
			log, err := (&logFlags{format: format, details: details}).open(cmd)
			if err != nil {
				t.Fatal(err)
			}
			log.Info("request", "method", "GET", "route", "GET /api/games/{id}", "path", "/api/games/"+name, "status", 200,
				"from", address)
			log.With("job", name+"/7", "review", livegame.ID(name)).Warn("a part of a review", "from", 17, "subject",
				"wane.game."+name)
			log.Error("cannot store an event", "game", livegame.ID(name), "seq", 23,
				"error", fmt.Errorf("append event 23 to game %q: %w", name, errors.New("the disk is full")))
			log.Error("cannot enqueue", "err", fmt.Errorf("queue: publish to wane.jobs.%s: no servers", name))
			log.Error("a handler panicked", "panic", errors.New("in game "+name+" again"), "at", "/game/"+name)
			log.LogAttrs(t.Context(), slog.LevelInfo, "closed", slog.String("from", address))
			text := out.String()
			if n := strings.Count(text, name) + strings.Count(text, address); (n > 0) != details {
				t.Errorf("%s, details %t: %d names\n%s", format, details, n, text)
			}
			for _, want := range []string{"GET /api/games/{id}", "200", "17", "23", "the disk is full", "no servers", "again"} {
				if !strings.Contains(text, want) {
					t.Errorf("%s, details %t: no %q in\n%s", format, details, want, text)
				}
			}
		}
	}
}
