package main

import (
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// pgnReader reads games from the texts that it is fed, in a goroutine of its own.
type pgnReader struct {
	in   *io.PipeWriter
	done chan struct{}

	mu   sync.Mutex
	read []pgnGame // since the last answer
}

// pgnGame is a game of a PGN: the tags, the moves of the main line and what is wrong with it.
type pgnGame struct {
	variant, fen, moves, result, fault string
	tags                               []pgnTag
	warnings                           []string
}

type pgnTag struct{ name, value string }

// JSON implements pagejson.Object.
func (t *pgnTag) JSON(c *pagejson.Coder) {
	c.String("name", &t.name)
	c.String("value", &t.value)
}

// JSON implements pagejson.Object.
func (g *pgnGame) JSON(c *pagejson.Coder) {
	c.String("variant", &g.variant)
	c.String("fen", &g.fen)
	c.String("moves", &g.moves)
	c.String("result", &g.result)
	c.String("fault?", &g.fault)
	pagejson.List(c, "tags", &g.tags)
	c.Strings("warnings?", &g.warnings)
}

// forever is the context of a reader, which ends with its text.
type forever struct{}

func (forever) Err() error            { return nil }
func (forever) Done() <-chan struct{} { return nil }

func (l *library) openPGN(variant string) (any, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return nil, err
	}
	out, in := io.Pipe()
	r := &pgnReader{in: in, done: make(chan struct{})}
	var warnings []string
	options := notation.ReadOptions{Game: g, Lookup: rules.ByName, Format: notation.PGN,
		Warn: func(w notation.Warning) { warnings = append(warnings, w.String()) }}
	go func() {
		defer close(r.done)
		for t, err := range notation.Games(forever{}, out, options) {
			g := describe(t, err, warnings)
			warnings = nil
			r.mu.Lock()
			r.read = append(r.read, g)
			r.mu.Unlock()
		}
		out.CloseWithError(io.EOF) // what is fed after a fault that ends the reading is dropped
	}()
	l.last++
	l.readers[l.last] = r
	return l.last, nil
}

// describe returns a game that was read, as far as it could be.
func describe(t *notation.Tree, err error, warnings []string) pgnGame {
	g := pgnGame{warnings: warnings, tags: []pgnTag{}}
	if err != nil {
		g.fault = err.Error()
	}
	if t == nil {
		return g
	}
	g.variant, g.fen, g.result = t.Game().Name(), t.Start().String(), t.Result.String()
	moves, _ := notation.MoveTexts(t.Start(), t.Moves())
	g.moves = strings.Join(moves, " ")
	for _, tag := range t.Tags() {
		g.tags = append(g.tags, pgnTag{tag.Name, tag.Value})
	}
	return g
}

func (l *library) reader(number string) (*pgnReader, int, error) {
	n, err := strconv.Atoi(number)
	if r := l.readers[n]; err == nil && r != nil {
		return r, n, nil
	}
	return nil, 0, message.Errorf("no reader %.20q: it has been closed", number)
}

// feedPGN gives a reader more text and returns the games that are complete.
func (l *library) feedPGN(number, text string) (any, error) {
	r, _, err := l.reader(number)
	if err != nil {
		return nil, err
	}
	_, _ = r.in.Write([]byte(text)) // fails if the reading has ended, which its last game says
	return r.take(), nil
}

func (l *library) closePGN(number string) (any, error) {
	r, n, err := l.reader(number)
	if err != nil {
		return nil, err
	}
	delete(l.readers, n)
	_ = r.in.Close()
	<-r.done
	return r.take(), nil
}

// take returns the games since the last answer.
func (r *pgnReader) take() string {
	r.mu.Lock()
	games := r.read
	r.read = nil
	r.mu.Unlock()
	if games == nil {
		games = []pgnGame{}
	}
	return pagejson.Marshal(func(c *pagejson.Coder) { pagejson.List(c, "games", &games) })
}
