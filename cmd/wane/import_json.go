package main

import (
	"slices"

	"github.com/wane-chess/wane/notation"
)

// records is the output of 'wane import --json'.
type records struct {
	Games    []record `json:"games"`
	Warnings []string `json:"warnings"`
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

func recordsOf(games []*notation.Tree, warnings []notation.Warning) records {
	r := records{Games: []record{}, Warnings: []string{}}
	for _, g := range games {
		r.Games = append(r.Games, recordOf(g))
	}
	for _, w := range warnings {
		r.Warnings = append(r.Warnings, w.String())
	}
	return r
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
