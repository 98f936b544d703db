package books

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/wane-chess/wane/engine"
)

// log is a file with what was searched: a line of text for each position, with the moves to
// it, a colon, and its moves with scores, the best line first.
type log struct {
	*os.File
	mu    sync.Mutex
	found map[string]string // by the moves to a position
}

// openLog opens or creates the log. It removes an incomplete last line.
func openLog(o *Options) (l *log, err error) {
	f, err := os.OpenFile(o.Log, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	header := fmt.Appendf(nil, "# research books %s --nodes %d --lines %d\n", o.Game.Name(), o.Nodes, o.Lines)
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	if len(whole) == 0 && bytes.HasPrefix(header, data) {
		if _, err := f.WriteAt(header, 0); err != nil {
			return nil, err
		}
		whole = header
	}
	rest, ok := bytes.CutPrefix(whole, header)
	if !ok {
		return nil, fmt.Errorf("%s begins with %.80q, expected %q: use the same options, or another file", o.Log, data,
			header)
	}
	l = &log{File: f, found: map[string]string{}}
	for n := 2; len(rest) > 0; n++ {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		moves, found, ok := strings.Cut(string(line), ":")
		if !ok {
			return nil, fmt.Errorf("%s:%d: %.60q, expected MOVES: MOVE SCORE …", o.Log, n, line)
		}
		l.found[moves], rest = found, after
	}
	if err := f.Truncate(int64(len(whole))); err != nil {
		return nil, err
	}
	_, err = f.Seek(int64(len(whole)), io.SeekStart)
	return l, err
}

// has reports whether a node was searched.
func (l *log) has(n *node) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.found[n.text()]
	return ok
}

// add notes the moves of a node, with a single write.
func (l *log) add(n *node, moves []scored) error {
	text := textOf(moves)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found[n.text()] = text
	if _, err := fmt.Fprintf(l, "%s:%s\n", n.text(), text); err != nil {
		return fmt.Errorf("cannot write %s: %w", l.Name(), err)
	}
	return nil
}

// textOf formats moves as a line of the log has them.
func textOf(moves []scored) string {
	var text strings.Builder
	for _, m := range moves {
		fmt.Fprintf(&text, " %s %d", m.text, m.score)
	}
	return text.String()
}

// compare returns an error if the log has something else of a node than moves.
func (l *log) compare(n *node, moves []scored) error {
	if was, now := l.found[n.text()], textOf(moves); was != now {
		return fmt.Errorf("%s is of another engine or other games: after %q it has %q, now the search finds %q: remove it, "+
			"or use another file", l.Name(), n.text(), was, now)
	}
	return nil
}

// moves returns the moves of a node that the log has, at least one.
func (l *log) moves(n *node) ([]scored, error) {
	l.mu.Lock()
	parts := strings.Fields(l.found[n.text()])
	l.mu.Unlock()
	fail := func(err error) ([]scored, error) {
		return nil, fmt.Errorf("%s: after %q: %w", l.Name(), n.text(), err)
	}
	if len(parts) == 0 || len(parts)%2 != 0 {
		return fail(fmt.Errorf("%d words, expected pairs of move and score", len(parts)))
	}
	var (
		texts  []string
		scores []engine.Score
	)
	for i := 0; i < len(parts); i += 2 {
		score, err := strconv.Atoi(parts[i+1])
		if err != nil || engine.Score(score) > engine.Infinite || engine.Score(score) < -engine.Infinite {
			return fail(fmt.Errorf("score %.20q of %.20q, expected centipawns", parts[i+1], parts[i]))
		}
		texts, scores = append(texts, parts[i]), append(scores, engine.Score(score))
	}
	list, err := n.parse(texts, scores)
	if err != nil {
		return fail(err)
	}
	return list, nil
}
