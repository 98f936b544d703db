package engineworker

import (
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/puzzle"
)

// The fields of what the page's programs write and read as JSON.

// JSON implements pagejson.Object.
func (v *Command) JSON(c *pagejson.Coder) {
	c.String("t", &v.T)
	c.Int("id", &v.ID)
	c.String("variant?", &v.Variant)
	c.String("fen?", &v.FEN)
	c.Strings("moves?", &v.Moves)
	c.Int("multipv?", &v.MultiPV)
	c.Int("depth?", &v.Depth)
	c.Int("nodes?", &v.Nodes)
	c.Int("movetime?", &v.MoveTime)
	c.Int("hash?", &v.Hash)
	c.Bool("newgame?", &v.NewGame)
	c.Int("level?", &v.Level)
	c.Int("seed?", &v.Seed)
	c.Int("time?", &v.Time)
	c.Int("increment?", &v.Increment)
	pagejson.Pointer(c, "attempt?", &v.Attempt)
}

// JSON implements pagejson.Object.
func (v *Attempt) JSON(c *pagejson.Coder) {
	pagejson.Pointer(c, "before?", &v.Before)
	c.Int("since?", &v.Since)
	c.Int("puzzle?", &v.Puzzle)
	c.Bool("right?", &v.Right)
}

// JSON implements pagejson.Object.
func (v *Rated) JSON(c *pagejson.Coder) {
	c.Object("before", &v.Before)
	c.Object("after", &v.After)
}

// JSON implements pagejson.Object.
func (v *Rating) JSON(c *pagejson.Coder) {
	c.Int("value", &v.Value)
	c.Int("deviation", &v.Deviation)
	c.Int("volatility", &v.Volatility)
	c.Bool("provisional?", &v.Provisional)
}

// JSON implements pagejson.Object.
func (v *Answer) JSON(c *pagejson.Coder) {
	c.String("t", &v.T)
	c.Int("id", &v.ID)
	pagejson.Pointer(c, "info?", &v.Info)
	c.Bool("more?", &v.More)
	c.String("result?", &v.Result)
	c.String("reason?", &v.Reason)
	c.String("text?", &v.Text)
	if v.Puzzle != nil {
		c.Object("puzzle", (*puzzleJSON)(v.Puzzle))
	}
	if v.Flaw != nil {
		c.Object("flaw", (*flawJSON)(v.Flaw))
	}
	pagejson.Pointer(c, "table?", &v.Table)
	pagejson.Pointer(c, "rated?", &v.Rated)
}

// JSON implements pagejson.Object.
func (v *Info) JSON(c *pagejson.Coder) {
	c.Int("depth", &v.Depth)
	c.Int("seldepth", &v.SelDepth)
	c.Int("nodes", &v.Nodes)
	c.Int("nps", &v.NPS)
	c.Int("time", &v.Time)
	pagejson.List(c, "lines", &v.Lines)
}

// JSON implements pagejson.Object.
func (v *Line) JSON(c *pagejson.Coder) {
	c.Object("score", &v.Score)
	c.Strings("pv", &v.PV)
	c.Strings("san", &v.SAN)
	c.Strings("numbers", &v.Numbers)
}

// JSON implements pagejson.Object.
func (v *Score) JSON(c *pagejson.Coder) {
	c.IntPointer("cp?", &v.CP)
	c.IntPointer("mate?", &v.Mate)
}

// JSON implements pagejson.Object.
func (v *Table) JSON(c *pagejson.Coder) {
	c.String("result", &v.Result)
	c.Int("dtm", &v.DTM)
	pagejson.List(c, "moves", &v.Moves)
}

// JSON implements pagejson.Object.
func (v *TableMove) JSON(c *pagejson.Coder) {
	c.String("uci", &v.UCI)
	c.String("san", &v.SAN)
	c.String("result", &v.Result)
	c.Int("dtm", &v.DTM)
}

// puzzleJSON is a puzzle that is written.
type puzzleJSON puzzle.Puzzle

// JSON implements pagejson.Object.
func (v *puzzleJSON) JSON(c *pagejson.Coder) {
	goal, proof := string(v.Goal), string(v.Proof)
	var themes []string
	if v.Themes != nil {
		themes = []string{}
	}
	for _, t := range v.Themes {
		themes = append(themes, string(t))
	}
	c.String("id", &v.ID)
	c.String("variant", &v.Variant)
	c.String("fen", &v.FEN)
	c.Strings("moves", &v.Moves)
	c.String("goal", &goal)
	c.String("proof", &proof)
	c.Int("rating", &v.Rating)
	c.Strings("themes", &themes)
}

// flawJSON is a flaw that is written.
type flawJSON puzzle.Flaw

// JSON implements pagejson.Object.
func (v *flawJSON) JSON(c *pagejson.Coder) {
	kind := string(v.Kind)
	c.String("kind", &kind)
	c.Strings("line", &v.Line)
	c.Strings("moves", &v.Moves)
	c.String("text", &v.Text)
}
