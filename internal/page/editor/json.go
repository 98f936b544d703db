package editor

import "github.com/wane-chess/wane/internal/page/pagejson"

// The fields of what the page's programs write and read as JSON.

// JSON implements pagejson.Object.
func (v *DraftState) JSON(c *pagejson.Coder) {
	c.String("variant", &v.Variant)
	c.String("fen?", &v.FEN)
	c.Ints("squares?", &v.Squares)
	c.Ints("pieces?", &v.Pieces)
	c.Int("next?", &v.Next)
}

// JSON implements pagejson.Object.
func (v *DraftEdit) JSON(c *pagejson.Coder) {
	c.String("do", &v.Do)
	c.String("piece?", &v.Piece)
	c.Ints("squares?", &v.Squares)
	c.String("text?", &v.Text)
	c.Ints("numbers?", &v.Numbers)
}

// JSON implements pagejson.Object.
func (v *Draft) JSON(c *pagejson.Coder) {
	c.Object("state", &v.State)
	c.Object("view", &v.View)
	pagejson.List(c, "faults?", &v.Faults)
	c.Strings("unread?", &v.Unread)
	pagejson.List(c, "rights?", &v.Rights)
	pagejson.List(c, "enPassant?", &v.EnPassant)
	c.Int("halfmoves", &v.Halfmoves)
	c.Int("fullmove", &v.Fullmove)
	c.Ints("size?", &v.Size)
	c.Bool("vanish?", &v.Vanish)
	c.Bool("empty?", &v.Empty)
}

// JSON implements pagejson.Object.
func (v *DraftFault) JSON(c *pagejson.Coder) {
	c.String("text", &v.Text)
	c.Ints("squares?", &v.Squares)
	pagejson.List(c, "fixes?", &v.Fixes)
}

// JSON implements pagejson.Object.
func (v *Fix) JSON(c *pagejson.Coder) {
	c.String("label", &v.Label)
	c.Object("edit", &v.Edit)
}

// JSON implements pagejson.Object.
func (v *DraftRight) JSON(c *pagejson.Coder) {
	c.String("letter", &v.Letter)
	c.String("label", &v.Label)
	c.Bool("possible?", &v.Possible)
	c.Bool("given?", &v.Given)
}

// JSON implements pagejson.Object.
func (v *DraftSquare) JSON(c *pagejson.Coder) {
	c.Int("key", &v.Key)
	c.String("name", &v.Name)
	c.Bool("given?", &v.Given)
}
