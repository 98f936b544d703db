package engines

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Spec is an engine's description on the command line: its kind, and options after
// commas.
type Spec struct {
	Text    string // the description, without a rating
	Kind    string // the first word; "cmd" for a program
	Command []string
	Name    string // "" if there is none
	Control Control
	Rating  float64  // from a rating list; 0 if there is none
	Options []Option // the other options, in order
}

// MaxRating is the highest rating of an engine.
const MaxRating = 10_000

// Option is a name with a value.
type Option struct{ Name, Value string }

// ParseSpec parses a description such as "wane,name=A,hash=16" or
// "cmd=/usr/games/stockfish,option.Hash=64". Values with commas need quotes. It
// evaluates the options name, nodes, depth, movetime, time and rating, and returns the others.
func ParseSpec(text string) (Spec, error) {
	parts, err := split(text, func(r rune) bool { return r == ',' })
	if err != nil {
		return Spec{}, fmt.Errorf("engine %.80q: %w", text, err)
	}
	var s Spec
	kind, value, command := strings.Cut(strings.TrimSpace(parts[0]), "=")
	s.Kind = kind
	switch {
	case kind == "cmd":
		s.Command, err = split(unquote(value), func(r rune) bool { return r == ' ' })
		for i, word := range s.Command {
			s.Command[i] = unquote(word)
		}
		s.Command = compact(s.Command)
		if err == nil && len(s.Command) == 0 {
			err = fmt.Errorf("no command: expected cmd=PROGRAM, such as cmd=/usr/games/stockfish")
		}
	case command:
		err = fmt.Errorf("it begins with the option %s: expected the engine first, such as wane,%s=%s", kind, kind, value)
	case kind == "":
		err = fmt.Errorf("no engine: expected one such as wane, baseline or cmd=PROGRAM, and options after commas")
	}
	if err != nil {
		return Spec{}, fmt.Errorf("engine %.80q: %w", text, err)
	}
	s.Text = parts[0]
	for _, part := range parts[1:] {
		if !strings.HasPrefix(strings.TrimSpace(part), "rating=") {
			s.Text += "," + part
		}
		if err := s.option(part); err != nil {
			return Spec{}, fmt.Errorf("engine %.80q: %w", text, err)
		}
	}
	return s, nil
}

func (s *Spec) option(part string) error {
	name, value, found := strings.Cut(strings.TrimSpace(part), "=")
	if !found || name == "" {
		return fmt.Errorf("%.40q is not an option: expected NAME=VALUE", part)
	}
	value = unquote(value)
	var err error
	switch name {
	case "name":
		if s.Name = strings.TrimSpace(value); s.Name == "" {
			err = fmt.Errorf("its name is empty")
		}
	case "rating":
		s.Rating, err = strconv.ParseFloat(value, 64)
		if err != nil || !(s.Rating > 0 && s.Rating <= MaxRating) {
			err = fmt.Errorf("rating=%.40s: expected an Elo rating from 1 to %d", value, MaxRating)
		}
	default:
		var known bool
		if known, err = s.Control.option(name, value); !known {
			s.Options = append(s.Options, Option{name, value})
		}
	}
	return err
}

// option sets a limit by its name.
func (c *Control) option(name, value string) (known bool, err error) {
	switch name {
	case "nodes":
		c.Nodes, err = strconv.ParseUint(value, 10, 63)
		if err != nil || c.Nodes == 0 {
			err = fmt.Errorf("nodes=%.40s: expected an integer from 1", value)
		}
	case "depth":
		c.Depth, err = strconv.Atoi(value)
		if err != nil || c.Depth < 1 {
			err = fmt.Errorf("depth=%.40s: expected an integer from 1", value)
		}
	case "movetime":
		c.MoveTime, err = time.ParseDuration(value)
		if err != nil || c.MoveTime <= 0 || c.MoveTime > maxTime {
			err = fmt.Errorf("movetime=%.40s: expected a time such as 100ms", value)
		}
	case "time":
		var clock Control
		clock, err = ParseClock(value)
		c.Time, c.Increment, c.Moves = clock.Time, clock.Increment, clock.Moves
	default:
		return false, nil
	}
	return true, err
}

// split splits a text at separators outside quotes. The quotes stay.
func split(text string, separator func(rune) bool) ([]string, error) {
	var parts []string
	var quote rune
	start := 0
	for i, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case separator(r):
			parts = append(parts, text[start:i])
			start = i + len(string(r))
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quotation mark %c is not closed", quote)
	}
	return append(parts, text[start:]), nil
}

// unquote removes quotes around a text.
func unquote(s string) string {
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] && strings.IndexByte(s[1:n-1], s[0]) < 0 {
		return s[1 : n-1]
	}
	return s
}

// compact removes empty words.
func compact(words []string) []string {
	kept := words[:0]
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}
