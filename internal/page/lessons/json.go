package lessons

import "github.com/wane-chess/wane/internal/page/pagejson"

// The fields of what the page's programs write and read as JSON.

// JSON implements pagejson.Object.
func (v *LessonStep) JSON(c *pagejson.Coder) {
	c.String("title", &v.Title)
	c.String("text", &v.Text)
	c.String("variant", &v.Variant)
	c.String("fen?", &v.FEN)
	c.Strings("moves?", &v.Moves)
	c.String("task", &v.Task)
	c.Object("goal", &v.Goal)
	c.StringMap("replies?", &v.Replies)
	pagejson.List(c, "wrong?", &v.Wrong)
	c.String("otherwise", &v.Otherwise)
	c.String("hint", &v.Hint)
	c.String("done", &v.Done)
	c.Strings("solution?", &v.Solution)
}

// JSON implements pagejson.Object.
func (v *Goal) JSON(c *pagejson.Coder) {
	c.Strings("moves?", &v.Moves)
	c.String("kind?", &v.Kind)
	c.Int("count?", &v.Count)
	c.Int("within?", &v.Within)
}

// JSON implements pagejson.Object.
func (v *WrongTry) JSON(c *pagejson.Coder) {
	c.Strings("moves", &v.Moves)
	c.String("text", &v.Text)
}

// JSON implements pagejson.Object.
func (v *Verdict) JSON(c *pagejson.Coder) {
	c.String("state", &v.State)
	c.String("reply?", &v.Reply)
	c.Int("why?", &v.Why)
}
