package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// maxInput is the largest number of characters in an input line.
const maxInput = 200

// input is an input line.
type input struct{ textinput.Model }

func newInput(text string) *input {
	i := &input{textinput.New()}
	i.Prompt, i.CharLimit = "", maxInput
	i.SetVirtualCursor(false)
	i.SetValue(text)
	i.Focus()
	return i
}

// press edits the line by a key or a paste.
func (i *input) press(msg tea.Msg) { i.Model, _ = i.Update(msg) }

// draw shows the line in w columns, with the terminal's cursor.
func (i *input) draw(c *canvas, x, y, w int, t *theme) {
	i.SetWidth(w - 1)
	i.SetCursor(i.Position()) // scrolls
	c.put(x, y, ansi.Strip(i.View()), t.text)
	if c.cursor = i.Cursor(); c.cursor != nil {
		c.cursor.X, c.cursor.Y = c.cursor.X+x, c.cursor.Y+y
	}
}
