package study

import "github.com/wane-chess/wane/internal/page/pagejson"

// The fields of what the page's programs write and read as JSON.

// JSON implements pagejson.Object.
func (v *Game) JSON(c *pagejson.Coder) {
	c.String("variant", &v.Variant)
	c.String("title", &v.Title)
	c.String("fen", &v.FEN)
	pagejson.List(c, "tags", &v.Tags)
	c.String("result", &v.Result)
	c.Object("root", &v.Root)
	c.String("reason?", &v.Reason)
	c.Bool("flipped?", &v.Flipped)
}

// JSON implements pagejson.Object.
func (v *Tag) JSON(c *pagejson.Coder) {
	c.String("name", &v.Name)
	c.String("value", &v.Value)
}

// JSON implements pagejson.Object.
func (v *Node) JSON(c *pagejson.Coder) {
	c.String("move", &v.Move)
	c.String("san", &v.SAN)
	c.String("before?", &v.Before)
	c.String("after?", &v.After)
	c.Ints("nags?", &v.NAGs)
	pagejson.List(c, "arrows?", &v.Arrows)
	pagejson.List(c, "circles?", &v.Circles)
	pagejson.Pointer(c, "eval?", &v.Eval)
	c.IntPointer("clock?", &v.Clock)
	pagejson.List(c, "children", &v.Children)
}

// JSON implements pagejson.Object.
func (v *Arrow) JSON(c *pagejson.Coder) {
	c.String("from", &v.From)
	c.String("to", &v.To)
	c.String("color", &v.Color)
}

// JSON implements pagejson.Object.
func (v *Circle) JSON(c *pagejson.Coder) {
	c.String("at", &v.At)
	c.String("color", &v.Color)
}

// JSON implements pagejson.Object.
func (v *Eval) JSON(c *pagejson.Coder) {
	c.Int("cp?", &v.CP)
	c.Int("mate?", &v.Mate)
	c.Int("depth?", &v.Depth)
}

// JSON implements pagejson.Object.
func (v *Reading) JSON(c *pagejson.Coder) {
	pagejson.List(c, "games", &v.Games)
	v.LeftOut.JSON(c)
	pagejson.Pointer(c, "error?", &v.Error)
}

// JSON implements pagejson.Object.
func (v *LeftOut) JSON(c *pagejson.Coder) {
	pagejson.List(c, "warnings", &v.Warnings)
	pagejson.List(c, "skipped", &v.Skipped)
	c.Int("more?", &v.More)
}

// JSON implements pagejson.Object.
func (v *Warning) JSON(c *pagejson.Coder) {
	c.Int("line", &v.Line)
	c.Int("column", &v.Column)
	c.String("text?", &v.Text)
	c.String("problem", &v.Problem)
}

// JSON implements pagejson.Object.
func (v *Problem) JSON(c *pagejson.Coder) {
	pagejson.Pointer(c, "game?", &v.Game)
	c.String("says", &v.Says)
	c.Int("line?", &v.Line)
	c.Int("column?", &v.Column)
	c.String("move?", &v.Move)
	c.String("text?", &v.Text)
	c.String("wrong", &v.Wrong)
	c.String("want?", &v.Want)
	c.Strings("legal?", &v.Legal)
	c.String("correct?", &v.Correct)
	c.Strings("elsewhere?", &v.Elsewhere)
}
