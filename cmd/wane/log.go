package main

import (
	"fmt"
	"log/slog"
	"regexp"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

// logFlags are the flags of programs that write a log.
type logFlags struct {
	format  string
	details bool // names of games and addresses of clients
}

func (f *logFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.format, "log", "text", "log format: text, json or none")
	fl.BoolVar(&f.details, "log-details", false,
		"log the names of games, the paths of requests and the addresses of clients, too")
}

// open returns a log to standard error.
func (f *logFlags) open(cmd *cobra.Command) (*slog.Logger, error) {
	w, o := cmd.ErrOrStderr(), &slog.HandlerOptions{ReplaceAttr: withoutDetails}
	if f.details {
		o = nil
	}
	switch f.format {
	case "text":
		return slog.New(slog.NewTextHandler(w, o)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, o)), nil
	case "none":
		return slog.New(slog.DiscardHandler), nil
	}
	return nil, usage.Errorf(cmd, "--log %.40q: expected text, json or none", f.format)
}

// Anyone who knows the name of a game can watch it, and join it while it waits for a player.
var (
	// details are the attributes that name games or clients.
	details = map[string]bool{"path": true, "from": true, "game": true, "review": true, "job": true, "subject": true}
	// named matches names of games in errors, after what is said about all games.
	named = regexp.MustCompile(`(\bgames?[ /]"?|\bwane\.[a-z.]+\.)[A-Za-z0-9_-]{12}\b`)
)

// withoutDetails removes the names of games and the addresses of clients from the attributes of
// a log.
func withoutDetails(_ []string, a slog.Attr) slog.Attr {
	var text string
	switch v := a.Value.Any().(type) {
	case string:
		text = v
	case error:
		text = v.Error()
	case fmt.Stringer:
		text = v.String()
	default:
		if details[a.Key] && a.Value.Kind() == slog.KindAny { // a name with a type of its own
			return slog.Attr{}
		}
		return a
	}
	if details[a.Key] {
		return slog.Attr{}
	}
	if public := named.ReplaceAllString(text, "$1…"); public != text {
		return slog.String(a.Key, public)
	}
	return a
}
