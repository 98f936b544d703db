package sharedstudy

import (
	"fmt"
	"slices"

	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// comment changes the sender's comment at a move.
func (b *Batch) comment(c *Command) error {
	ch := b.study.Chapter(c.Chapter)
	switch {
	case ch == nil:
		return errNoChapter
	case c.Comment == nil:
		return livegame.Refuse("The command has no comment.")
	case !b.study.MayComment(b.by.Account):
		return livegame.Refuse("You cannot comment in this study.")
	}
	text, err := checkText("The comment", c.Comment.Text, MaxComment)
	if err != nil {
		return err
	}
	editor := b.study.MayEdit(b.by.Account)
	if text != "" {
		if err := b.mayComment(text); err != nil {
			return err
		}
	}
	n, at, err := b.node(ch, c.Path)
	if err != nil {
		return err
	}
	me := b.study.Person(b.by.Account)
	if n == nil && !editor {
		return livegame.Refuse("The move does not exist any more.")
	}
	if me == nil && len(b.study.People) >= MaxPeople {
		return livegame.Refuse("Too many people have commented in this study.")
	}
	note, now := Note{}, ""
	if n != nil {
		note = n.clone()
		if me != nil {
			if mine := note.Of(me.Number); mine != nil {
				now = mine.Text
			}
		}
	}
	if text = merge(now, TextEdit{clean(c.Comment.Was), text}); text == now {
		return nil
	}
	if len(text) > study.MaxComment {
		return livegame.Refuse("The comment is too long.")
	}
	note.put(b.person(b.by), text)
	return b.note(ch, n, at, note)
}

// mayComment checks a comment.
func (b *Batch) mayComment(text string) error {
	switch role := b.study.RoleOf(b.by.Account); {
	case role == Owner || role == Contributor:
		return b.publish(text)
	case b.study.size > reserved:
		return errLarge
	case role == Reader: // the owner has invited it
		return b.check(publictext.Description, text)
	}
	return b.check(publictext.Study, text)
}

// put replaces the comment of a person; an empty text removes it.
func (n *Note) put(by int, text string) {
	if mine := n.Of(by); mine != nil && text != "" {
		mine.Text = text
		return
	}
	n.Comments = slices.DeleteFunc(n.Comments, func(o Comment) bool { return o.By == by })
	if text != "" {
		n.Comments = append(n.Comments, Comment{by, text})
	}
}

// reserved is the size of a study from which on only owner and contributors write.
const reserved = MaxSize / 2

// dropComment deletes the comment of another person.
func (b *Batch) dropComment(c *Command) error {
	if r := b.study.RoleOf(b.by.Account); r != Owner && !b.by.Moderator {
		return livegame.Refuse("Only the owner of the study deletes comments of others.")
	}
	ch := b.study.Chapter(c.Chapter)
	if ch == nil {
		return nil
	}
	n, at, err := b.node(ch, c.Path)
	if err != nil || n == nil || n.Of(c.Person) == nil {
		return err
	}
	if !b.seen(c, n.Seq) {
		return livegame.Refuse("The move has changed since you saw it: look at the comment again.")
	}
	note := n.clone()
	note.put(c.Person, "")
	text := n.Of(c.Person).Text
	if err := b.apply(Event{Kind: Noted, By: b.known(), Chapter: ch.ID, Path: at, Note: &note}); err != nil {
		return err
	}
	if b.study.RoleOf(b.by.Account) != Owner && c.Person != b.known() {
		b.logged(admin.StudyComment, c.Person, fmt.Sprintf("chapter %s: %s", ch.ID, text))
	}
	return nil
}

// annotate changes glyphs, drawings and the texts of all contributors.
func (b *Batch) annotate(ch *Chapter, c *Command) error {
	e := c.Edit
	if e == nil {
		return livegame.Refuse("The command has no edit.")
	}
	n, at, err := b.node(ch, c.Path)
	if err != nil {
		return err
	}
	var note Note
	if n != nil {
		note = n.clone()
	}
	before := note.clone()
	if err := b.write(&note, e); err != nil {
		return err
	}
	for _, nag := range e.AddNAGs {
		if nag < 1 || nag > 255 {
			return livegame.Refuse("There is no glyph $%d: expected $1 to $255.", nag)
		}
	}
	if len(c.Path) == 0 && len(e.AddNAGs) > 0 {
		return livegame.Refuse("The start position has no glyphs.")
	}
	sameArrow := func(a, b study.Arrow) bool { return a.From == b.From && a.To == b.To }
	sameCircle := func(a, b study.Circle) bool { return a.At == b.At }
	note.NAGs = edited(note.NAGs, e.AddNAGs, e.RemoveNAGs, func(a, b int) bool { return a == b })
	note.Arrows = edited(note.Arrows, e.AddArrows, e.RemoveArrows, sameArrow)
	note.Circles = edited(note.Circles, e.AddCircles, e.RemoveCircles, sameCircle)
	if max(len(note.Arrows), len(note.Circles)) > study.MaxDrawn || len(note.NAGs) > maxGlyphs {
		return livegame.Refuse("A move has at most %d arrows, %d circles and %d glyphs.",
			study.MaxDrawn, study.MaxDrawn, maxGlyphs)
	}
	if note.same(&before) {
		return nil
	}
	if len(e.AddArrows)+len(e.AddCircles) > 0 {
		w, err := b.walk(ch, at, nil)
		if err == nil {
			err = checkDrawn(&note, w.end.View().Board)
		}
		if err != nil {
			return err
		}
	}
	return b.note(ch, n, at, note)
}

// write changes the texts of all contributors.
func (b *Batch) write(note *Note, e *NoteEdit) error {
	for _, part := range []struct {
		what string
		edit *TextEdit
		at   *string
		most int
	}{{"The comment", e.Before, &note.Before, MaxComment}, {"The hint", e.Hint, &note.Hint, maxHint}} {
		if part.edit == nil {
			continue
		}
		text, err := checkText(part.what, part.edit.Text, part.most)
		if err != nil {
			return err
		}
		if err := b.publish(text); err != nil {
			return err
		}
		*part.at = merge(*part.at, TextEdit{clean(part.edit.Was), text})
		if len(*part.at) > study.MaxComment {
			return livegame.Refuse("%s is too long.", part.what)
		}
	}
	return nil
}

// same reports whether annotate has changed nothing.
func (n *Note) same(o *Note) bool {
	return n.Before == o.Before &&
		n.Hint == o.Hint &&
		slices.Equal(n.NAGs, o.NAGs) &&
		slices.Equal(n.Arrows, o.Arrows) &&
		slices.Equal(n.Circles, o.Circles)
}

// edited removes what is alike and adds.
func edited[T any](list, add, remove []T, alike func(a, b T) bool) []T {
	among := func(all []T) func(T) bool {
		return func(x T) bool { return slices.ContainsFunc(all, func(y T) bool { return alike(x, y) }) }
	}
	list = slices.DeleteFunc(slices.Clone(list), among(remove))
	for _, x := range add {
		if i := slices.IndexFunc(list, func(y T) bool { return alike(x, y) }); i >= 0 {
			list[i] = x
		} else {
			list = append(list, x)
		}
	}
	return list
}

// checkDrawn returns what is wrong with arrows and circles on a board.
func checkDrawn(n *Note, board *geom.Board) error {
	colors := []string{"green", "red", "blue", "yellow"}
	check := func(color string, squares ...string) error {
		if !slices.Contains(colors, color) {
			return livegame.Refuse("There is no color %.20q: expected green, red, blue or yellow.", color)
		}
		for _, s := range squares {
			if board.SquareByName(s) == nil {
				return livegame.Refuse("There is no square %.10q to draw on.", s)
			}
		}
		return nil
	}
	for _, a := range n.Arrows {
		if a.From == a.To {
			return livegame.Refuse("An arrow leads from %.10q to itself.", a.From)
		}
		if err := check(a.Color, a.From, a.To); err != nil {
			return err
		}
	}
	for _, c := range n.Circles {
		if err := check(c.Color, c.At); err != nil {
			return err
		}
	}
	return nil
}
