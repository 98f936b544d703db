package main

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/notation"
)

// records is the output of 'wane import --json'.
type records struct {
	Games    []record `json:"games"`
	Warnings []string `json:"warnings"`
	Skipped  []string `json:"skipped"` // the errors of the games that could not be read
}

// record is a game. FEN is its start position, End the last position of its main
// line.
type record struct {
	Variant string            `json:"variant"`
	Tags    map[string]string `json:"tags"`
	FEN     string            `json:"fen"`
	Comment []string          `json:"comment,omitempty"`
	Moves   []recordedMove    `json:"moves"`
	End     string            `json:"end"`
	Result  string            `json:"result"`
	Reason  string            `json:"reason,omitempty"`
}

// recordedMove is a move of a game with the variations that replace it.
type recordedMove struct {
	Move       string           `json:"move"`
	SAN        string           `json:"san"`
	NAGs       []int            `json:"nags,omitempty"`
	Before     []string         `json:"before,omitempty"`
	Comment    []string         `json:"comment,omitempty"`
	Variations [][]recordedMove `json:"variations,omitempty"`
}

// writeRecords writes the games one by one, as output.JSON writes records.
func writeRecords(w io.Writer, games *input.Recorded) error {
	between := "{\n  \"games\": ["
	for _, t := range games.All {
		var b bytes.Buffer
		if err := output.JSON(&b, recordOf(t)); err != nil {
			return err
		}
		text := strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", "\n    ")
		if _, err := io.WriteString(w, between+"\n    "+text); err != nil {
			return err
		}
		between = ","
	}
	if err := games.Err(); err != nil {
		return err
	}
	rest := struct {
		Warnings []string `json:"warnings"`
		Skipped  []string `json:"skipped"`
	}{[]string{}, []string{}}
	for _, warning := range games.Warnings {
		rest.Warnings = append(rest.Warnings, warning.String())
	}
	for _, err := range games.Skipped {
		rest.Skipped = append(rest.Skipped, err.Error())
	}
	var b bytes.Buffer
	if err := output.JSON(&b, rest); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n  ],"+strings.TrimPrefix(b.String(), "{"))
	return err
}

func recordOf(t *notation.Tree) record {
	r := record{
		Variant: t.Game().Name(),
		Tags:    map[string]string{},
		FEN:     t.Start().String(),
		Comment: t.Root.Comments,
		Moves:   recordedLine(t.Cursor(), t.Root.Next()),
		Result:  t.Result.String(),
	}
	for _, tag := range t.Tags() {
		r.Tags[tag.Name] = tag.Value
	}
	end := t.Cursor()
	end.Seek(t.End())
	r.End = end.Position().String()
	if o := end.Position().Outcome(); o.Over() && o.Result == t.Result {
		r.Reason = string(o.Reason)
	}
	return r
}

// recordedLine returns a move and the rest of its line. The cursor is before the move,
// and returns there.
func recordedLine(c *notation.Cursor, n *notation.Node) []recordedMove {
	line := []recordedMove{}
	home := c.Node()
	for ; n != nil; n = n.Next() {
		p := c.Position()
		m := recordedMove{
			Move: p.UCI(n.Move), SAN: notation.SAN(p, n.Move),
			NAGs: n.NAGs, Before: n.StartingComments, Comment: n.Comments,
		}
		siblings := n.Parent.Children
		if siblings[0] == n {
			for _, other := range siblings[1:] {
				m.Variations = append(m.Variations, recordedLine(c, other))
			}
		}
		line = append(line, m)
		c.Forward(slices.Index(siblings, n))
	}
	for c.Node() != home {
		c.Back()
	}
	return line
}
