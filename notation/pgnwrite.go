package notation

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// roster holds the seven tags that every PGN game has, with the values that
// stand for unknown ones.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", ""},
}

// ClockText returns a remaining time of at least 0, in milliseconds, as the PGN command %clk
// has it: hours, minutes and seconds, with thousandths only if there are some, as in
// "0:02:59" or "0:00:08.5".
func ClockText(left int) string {
	seconds := left / 1000
	text := message.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if millis := left % 1000; millis > 0 {
		text += strings.TrimRight(message.Sprintf(".%03d", millis), "0")
	}
	return text
}

// PGN returns the game in PGN; see WritePGN.
func (t *Tree) PGN() string {
	var b strings.Builder
	_ = t.WritePGN(&b) // a Builder never fails
	return b.String()
}

// WritePGN writes the game in PGN export format, with lines of up to 80
// characters and an empty line at its end. The Variant tag holds the game's
// name; orthodox chess has none. PGN cannot quote the brace that ends a
// comment, so a comment with one is written as a comment to the end of the
// line, which may make that line longer.
func (t *Tree) WritePGN(w io.Writer) error {
	out := &pgnWriter{w: w}
	for _, tag := range t.allTags() {
		out.raw("[" + tag.Name + ` "` + tagEscapes.Replace(tag.Value) + "\"]\n")
	}
	out.raw("\n")
	for _, s := range t.Root.Comments {
		out.comment(s)
	}
	if first := t.Root.Next(); first != nil {
		out.line(t.Cursor(), first)
	}
	out.word(t.Result.String())
	out.flush()
	out.raw("\n\n")
	return out.err
}

var tagEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// allTags returns the tags as they are written.
func (t *Tree) allTags() []Tag {
	var out []Tag
	done := map[string]bool{}
	for _, tag := range roster {
		if v := t.Tag(tag.Name); v != "" {
			tag.Value = v
		}
		if tag.Name == "Result" {
			tag.Value = t.Result.String()
		}
		out, done[tag.Name] = append(out, tag), true
	}
	if name := t.Game().Name(); name != "chess" {
		out = append(out, Tag{"Variant", name})
	}
	if fen := t.FEN(); fen != "" {
		out = append(out, Tag{"SetUp", "1"}, Tag{"FEN", fen})
	}
	for _, tag := range t.tags {
		if !done[tag.Name] {
			out = append(out, tag)
		}
	}
	return out
}

// pgnWriter fills lines with words. The last word is held back, since a closing
// bracket sticks to it, and an opening one to the next.
type pgnWriter struct {
	w     io.Writer
	err   error
	held  string
	glue  string      // to stick before the next word
	width int         // of the current line, in characters
	legal []game.Move // used again for each move
}

const pgnWidth = 80

func (w *pgnWriter) raw(s string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.w, s)
	}
}

func (w *pgnWriter) flush() {
	if w.held == "" {
		return
	}
	n := utf8.RuneCountInString(w.held)
	switch {
	case w.width == 0:
	case w.width+1+n > pgnWidth && beginsLine(w.held):
		w.raw("\n")
		w.width = 0
	default:
		w.raw(" ")
		w.width++
	}
	w.raw(w.held)
	w.width += n
	w.held = ""
}

// beginsLine reports whether a line may begin with a word: % there makes a line of its own,
// and what looks like a tag begins the next game, also in a comment.
func beginsLine(word string) bool {
	return word[0] != '%' && (word[0] != '[' || strings.HasPrefix(word, "[%"))
}

func (w *pgnWriter) word(s string) {
	w.flush()
	w.held, w.glue = w.glue+s, ""
}

func (w *pgnWriter) comment(s string) {
	s = Comment(s)
	switch {
	case s == "":
	case strings.Contains(s, "}"):
		w.word("; " + s)
		w.flush()
		w.raw("\n")
		w.width = 0
	default:
		for _, word := range commentWords("{" + s + "}") {
			w.word(word)
		}
	}
}

// commentWords splits a comment at its spaces, but not within commands for
// programs such as "[%eval 0.34]", which do not expect a line to end there.
func commentWords(s string) []string {
	var words []string
	for begin, i := 0, 0; i <= len(s); i++ {
		switch {
		case i == len(s) || s[i] == ' ':
			words = append(words, s[begin:i])
			begin = i + 1
		case strings.HasPrefix(s[i:], "[%"):
			if n := strings.IndexAny(s[i+1:], "[]"); n >= 0 && s[i+1+n] == ']' {
				i += n + 1
			}
		}
	}
	return words
}

// line writes a move and what follows it in its line, with the variations. The
// cursor stands before the move and is there again afterwards.
func (w *pgnWriter) line(c *Cursor, n *Node) {
	home := c.Node()
	numbered := true
	for ; n != nil; n = n.Next() {
		for _, s := range n.StartingComments {
			w.comment(s)
			numbered = true
		}
		if p := c.Position(); numbered || p.Turn() == game.White {
			w.word(numberText(p.Fullmove(), p.Turn()))
		}
		var san []byte
		san, w.legal = appendSAN(nil, c.Position(), n.Move, w.legal)
		w.word(string(san))
		for _, nag := range n.NAGs {
			w.word(message.Sprintf("$%d", nag))
		}
		for _, s := range n.Comments {
			w.comment(s)
		}
		numbered = len(n.Comments) > 0
		if n.Parent.Children[0] == n {
			for _, other := range n.Parent.Children[1:] {
				w.glue += "("
				w.line(c, other)
				w.held += ")"
				numbered = true
			}
		}
		c.step(n)
	}
	c.rewind(home)
}
