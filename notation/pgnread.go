package notation

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// readPGN reads the games of a PGN text; if exact, a wrong move number is an error.
func (r *reader) readPGN(in *sections, out *output, exact bool) error {
	p := &pgnReader{reader: r, exact: exact}
	for {
		s, err := in.next()
		switch {
		case errors.Is(err, io.EOF) && out.games == 0:
			return errNoGames
		case errors.Is(err, io.EOF):
			for _, s := range p.opening {
				p.warn(len(p.text), s, "a comment that belongs to no game is ignored")
			}
			r.unused()
			if err := r.fault(); err != nil {
				out.give(nil, err)
			}
			return nil
		case err != nil:
			return err
		}
		if err := p.section(s, in.limits.GameBytes, out); err != nil || out.ended {
			return err
		}
	}
}

// pgnReader reads one game after the other.
type pgnReader struct {
	*reader
	i       int         // offset of what comes next
	exact   bool        // a wrong number is an error
	opening []string    // comments before the tags of the next game
	legal   []game.Move // used again for each move
	tagList []placedTag // and for each game

	beforeTags bool // the tags of another game follow the text

	// Of the game that is being read:
	tree     *Tree
	cursor   *Cursor // one for all games that have the same start
	pool     nodePool
	own      bool     // the line that is being read made the last move, or it is the main line's
	branches []branch // the variations that are open
	before   []string // comments that open a variation
	numbers  bool     // a wrong number was reported
	stated   game.Result
	given    bool // a result was stated
	tagged   bool // there are tags
}

// branch is an open variation.
type branch struct {
	node *Node // the move that the variation replaces
	own  bool  // whether the line outside made it
	at   int   // offset of its bracket
}

// section reads the games of a section. Its error is about all of the text.
func (p *pgnReader) section(s section, most int, out *output) error {
	p.take(s.text, s.line, s.column)
	p.brief = out.faults >= maxListed
	p.i, p.beforeTags = 0, s.end == atTags
	switch s.kind {
	case tooLong:
		p.begin(p.number + 1)
		out.give(nil, p.fail(0, "", "a game of more than %d bytes, expected a result or the tags of the next", most))
		return nil
	case outside:
		p.ignore()
		return nil
	}
	for p.i < len(p.text) && !out.ended {
		t, err := p.game()
		if _, fault := errors.AsType[*ParseError](err); err != nil && !fault {
			return err
		} else if fault {
			p.strict = nil
			out.give(t, err)
			return nil // the rest is not known to be a game
		}
		if t != nil {
			out.give(t, p.fault())
		}
	}
	return nil
}

// ignore warns of text between the games of a forum's page.
func (p *pgnReader) ignore() {
	text := strings.TrimSpace(p.text)
	if n := len(text) - len("[pgn]"); n >= 0 && strings.EqualFold(text[n:], "[pgn]") {
		text = strings.TrimSpace(text[:n])
	}
	if text != "" {
		at := strings.Index(p.text, text)
		p.warn(at, text[:lineLength(text)], "text outside of [pgn] and [/pgn] is ignored")
	}
}

// game reads the next game. It returns nil if there is none. With an error comes what was
// read before it.
func (p *pgnReader) game() (*Tree, error) {
	for {
		p.blank()
		if p.i == len(p.text) {
			return nil, nil
		}
		at := p.i
		s, ok, err := p.commentText()
		if err != nil {
			p.begin(p.number + 1)
			return nil, err
		}
		if !ok {
			break
		}
		if err := p.checkComment(at, s); err != nil {
			return nil, err
		}
		p.opening = append(p.opening, s)
	}
	if err := p.checkGames(p.number + 1); err != nil {
		return nil, err
	}
	p.begin(p.number + 1)
	p.pool = nodePool{}
	if err := p.header(); err != nil {
		p.opening = nil
		return nil, err
	}
	p.aim()
	defer p.cursor.rewind(nil) // the tree is the caller's from then on
	p.branches, p.before, p.numbers, p.own = p.branches[:0], nil, false, true
	for _, s := range p.opening {
		p.tree.Root.comment(s)
	}
	p.opening = nil
	moves := p.i
	for ended := false; !ended; {
		var err error
		if ended, err = p.element(); err != nil {
			p.tree.Result = p.stated
			return p.tree, err
		}
	}
	if len(p.branches) > 0 {
		at := p.branches[len(p.branches)-1].at
		return p.tree, p.fail(at, "(", "an unclosed variation, expected )")
	}
	if err := p.commentsBehind(); err != nil {
		return p.tree, err
	}
	root := p.tree.Root
	if root.Next() == nil && len(root.Comments) == 0 && len(p.tree.tags) == 0 && !p.given && !p.tagged {
		p.number--
		p.warn(moves, "", "no moves and no tags: not read as a game")
		return nil, nil
	}
	p.finish(p.tree, p.cursor.pos, p.stated, p.given, moves)
	return p.tree, nil
}

// commentsBehind reads the comments behind the result.
func (p *pgnReader) commentsBehind() error {
	for p.given {
		p.blank()
		at := p.i
		s, ok, err := p.commentText()
		if !ok || err != nil {
			return err
		}
		if err := p.attach(at, s); err != nil {
			return err
		}
	}
	return nil
}

// aim sets the cursor to the root of the tree.
func (p *pgnReader) aim() {
	if p.cursor == nil || p.cursor.tree.start != p.tree.start {
		p.cursor = p.tree.Cursor()
		return
	}
	p.cursor.tree, p.cursor.node = p.tree, p.tree.Root
}

// blank skips white space, lines that begin with %, and [pgn] and [/pgn].
func (p *pgnReader) blank() {
	for p.i < len(p.text) {
		c, n := p.text[p.i], 0
		switch {
		case c <= ' ' && (unicode.IsSpace(rune(c)) || c == 0x1a): // which ended files of old
			n = 1
		case c == '%' && (p.i == 0 || p.text[p.i-1] == '\n' || p.text[p.i-1] == '\r'):
			n = lineLength(p.text[p.i:])
		case c == '[':
			n, _ = wrapper([]byte(p.text[p.i:min(len(p.text), p.i+6)]))
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(p.text[p.i:])
			if unicode.IsSpace(r) || r == '\ufeff' {
				n = size
			}
		}
		if n == 0 {
			return
		}
		p.i += n
	}
}

func lineLength(s string) int {
	if n := strings.IndexAny(s, "\r\n"); n >= 0 {
		return n
	}
	return len(s)
}

// rest returns the word that comes next, for errors.
func (p *pgnReader) rest() string {
	s := p.text[p.i:min(len(p.text), p.i+200)]
	if n := strings.IndexFunc(s, unicode.IsSpace); n > 0 {
		s = s[:n]
	}
	return strings.ToValidUTF8(s, "")
}

// commentText reads a comment, if one comes next.
func (p *pgnReader) commentText() (string, bool, error) {
	if p.i == len(p.text) {
		return "", false, nil
	}
	switch p.text[p.i] {
	case '{':
		n := strings.IndexByte(p.text[p.i:], '}')
		if n < 0 {
			if !p.beforeTags {
				return "", false, p.fail(p.i, "{", "an unclosed comment, expected }")
			}
			line, _ := p.place(len(p.text))
			return "", false, p.fail(p.i, "{", "an unclosed comment, expected } before the tags of line %d", line)
		}
		s := p.text[p.i+1 : p.i+n]
		p.i += n + 1
		return s, true, nil
	case ';':
		n := lineLength(p.text[p.i:])
		s := p.text[p.i+1 : p.i+n]
		p.i += n
		return s, true, nil
	}
	return "", false, nil
}

// bytesPerMove is how long a move is with its number, in a text without comments.
const bytesPerMove = 6

// slabNodes is how many nodes are made at once at most: that many fill a size class of the
// allocator.
const slabNodes = 73

// nodePool makes the nodes of a game, many at a time: most have one child.
type nodePool struct {
	free []Node
	kids []*Node
}

// make makes a node; n is how many are likely to follow it.
func (f *nodePool) make(parent *Node, m game.Move, n int) *Node {
	if len(f.free) == 0 {
		n = min(n+1, slabNodes)
		f.free, f.kids = make([]Node, n), make([]*Node, n)
	}
	made := &f.free[0]
	f.free = f.free[1:]
	made.Move, made.Parent = m, parent
	made.Children, f.kids = f.kids[:0:1], f.kids[1:]
	return made
}

// enter goes to the node of a legal move, which it makes unless it is there: two variations
// may begin alike. The main line and the line that made the last move come first.
func (p *pgnReader) enter(m game.Move) *Node {
	at := p.cursor.node
	i := 0
	for i < len(at.Children) && at.Children[i].Move != m {
		i++
	}
	made := i == len(at.Children)
	if made {
		at.Children = append(at.Children, p.pool.make(at, m, (len(p.text)-p.i)/bytesPerMove))
	}
	n := at.Children[i]
	if p.own && i > 0 {
		copy(at.Children[1:i+1], at.Children[:i])
		at.Children[0] = n
	}
	p.own = p.own || made
	p.cursor.step(n)
	return n
}

// note adds a comment after a move. Lines that begin alike may say the same twice.
func (p *pgnReader) note(n *Node, text string) {
	if text = Comment(text); text == "" || !p.own && slices.Contains(n.Comments, text) {
		return
	}
	n.Comments = append(n.Comments, text)
}
