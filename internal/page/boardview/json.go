package boardview

import "github.com/wane-chess/wane/internal/page/pagejson"

// The fields of what the page's programs write and read as JSON.

// JSON implements pagejson.Object.
func (v *BoardView) JSON(c *pagejson.Coder) {
	c.Int("ply", &v.Ply)
	c.String("fen", &v.FEN)
	c.String("turn", &v.Turn)
	v.Format.JSON(c)
	c.Floats("box", v.Box[:])
	pagejson.List(c, "squares?", &v.Squares)
	c.Lists("shapes?", v.Shapes)
	pagejson.List(c, "pieces", &v.Pieces)
	c.Ints("last?", &v.Last)
	c.Ints("check?", &v.Check)
	c.Ints("queenMovers?", &v.QueenMovers)
	c.String("move?", &v.Move)
	c.String("san?", &v.SAN)
	c.Strings("narration?", &v.Narration)
	pagejson.List(c, "steps?", &v.Steps)
	c.String("removed?", &v.Removed)
	c.String("result?", &v.Result)
	c.String("reason?", &v.Reason)
	c.Bool("final?", &v.Final)
}

// JSON implements pagejson.Object.
func (v *Format) JSON(c *pagejson.Coder) {
	c.String("look", &v.Look)
	c.Floats("full", v.Full[:])
	c.Bool("collapses?", &v.Collapses)
}

// JSON implements pagejson.Object.
func (v *Square) JSON(c *pagejson.Coder) {
	c.Int("key", &v.Key)
	c.String("name", &v.Name)
	c.Float("x", v.X)
	c.Float("y", v.Y)
	c.Int("col", &v.Col)
	c.Int("row", &v.Row)
	c.Int("shape", &v.Shape)
	c.String("tint", &v.Tint)
	c.Bool("vanished?", &v.Vanished)
	c.Bool("royal?", &v.Royal)
}

// JSON implements pagejson.Object.
func (v *Piece) JSON(c *pagejson.Coder) {
	c.Int("key", &v.Key)
	c.String("piece", &v.Piece)
	c.Int("square", &v.Square)
}

// JSON implements pagejson.Object.
func (v *Step) JSON(c *pagejson.Coder) {
	c.String("kind", &v.Kind)
	pagejson.List(c, "pieces", &v.Pieces)
	if v.Box != nil {
		c.Floats("box?", v.Box[:])
	}
	pagejson.List(c, "squares?", &v.Squares)
	c.Lists("shapes?", v.Shapes)
	c.Ints("marks?", &v.Marks)
}

// JSON implements pagejson.Object.
func (v *Choices) JSON(c *pagejson.Coder) {
	c.Int("ply", &v.Ply)
	pagejson.List(c, "routes", &v.Routes)
}

// JSON implements pagejson.Object.
func (v *Route) JSON(c *pagejson.Coder) {
	c.Int("from", &v.From)
	c.Int("to", &v.To)
	c.String("text", &v.Text)
	c.Bool("captures?", &v.Captures)
	pagejson.List(c, "promotions?", &v.Promotions)
	c.Strings("only?", &v.Only)
}

// JSON implements pagejson.Object.
func (v *Promotion) JSON(c *pagejson.Coder) {
	c.String("piece", &v.Piece)
	c.Int("key", &v.Key)
	c.Int("square", &v.Square)
	c.String("name", &v.Name)
}

// JSON implements pagejson.Object.
func (v *Preview) JSON(c *pagejson.Coder) {
	c.String("text", &v.Text)
	c.String("san", &v.SAN)
	c.Strings("narration", &v.Narration)
	pagejson.List(c, "steps", &v.Steps)
	c.Ints("collapse?", &v.Collapse)
	c.Ints("vanish?", &v.Vanish)
	c.Ints("captures?", &v.Captures)
	c.Ints("expel?", &v.Expel)
	pagejson.List(c, "changes?", &v.Changes)
	c.Ints("dropCheck?", &v.DropCheck)
	c.Bool("check?", &v.Check)
	c.Bool("mate?", &v.Mate)
}

// JSON implements pagejson.Object.
func (v *PieceChange) JSON(c *pagejson.Coder) {
	c.String("kind", &v.Kind)
	c.Int("key", &v.Key)
	c.String("from", &v.From)
	c.String("into", &v.Into)
	c.Int("square", &v.Square)
}

// JSON implements pagejson.Object.
func (v *Timeout) JSON(c *pagejson.Coder) {
	c.String("result", &v.Result)
	c.String("reason", &v.Reason)
}
