package notation

import (
	"iter"
	"strings"
	"unicode"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// MaxNesting is how deep variations may be nested.
const MaxNesting = 200

// Tree is an annotated game: a start position, the moves with their variations and
// comments, the result and tags. The zero value is not usable; NewTree makes trees.
type Tree struct {
	// Root is the node before the first move. Its comments open the game.
	Root   *Node
	Result game.Result
	tags   []Tag
	start  game.Position
	custom bool // the start is not the game's own
}

// Tag is a PGN tag: a name such as "White", and its value.
type Tag struct{ Name, Value string }

// Node is a move in a tree, and the position after it.
type Node struct {
	Move game.Move // NoMove in the root
	// StartingComments are before the move, where it opens a variation; Comments are
	// after it.
	StartingComments, Comments []string
	NAGs                       []int // numeric annotation glyphs, as PGN defines them
	Parent                     *Node // nil in the root
	// Children are the moves that follow: the first continues the line, the
	// others open variations.
	Children []*Node
}

// NewTree returns a game without moves that begins at a FEN, or at the start position
// if it is empty. Errors are *game.FENError.
func NewTree(g game.Game, fen string) (*Tree, error) {
	p, err := game.ParseOrStart(g, fen)
	if err != nil {
		return nil, err
	}
	return &Tree{Root: &Node{}, start: p, custom: fen != "" && p.String() != g.Start().String()}, nil
}

// String returns the game as PGN.
func (t *Tree) String() string { return t.PGN() }

// Game returns the rules that the game is played by.
func (t *Tree) Game() game.Game { return t.start.Game() }

// Start returns a copy of the position before the first move.
func (t *Tree) Start() game.Position { return t.start.Clone() }

// FEN returns the position before the first move, or "" if it is the start of
// the game.
func (t *Tree) FEN() string {
	if !t.custom {
		return ""
	}
	return t.start.String()
}

// Tags returns the tags in order. Variant, SetUp, FEN and Result are not among
// them: the tree knows these itself.
func (t *Tree) Tags() []Tag { return t.tags }

// Tag returns a tag's value, or "" if it is not set.
func (t *Tree) Tag(name string) string { return valueOf(t.tags, name) }

func valueOf(tags []Tag, name string) string {
	for _, tag := range tags {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// SetTag sets a tag, at the end if it is new; an empty value removes it. Control
// characters in the value become spaces. It returns an error if the name has characters
// other than ASCII letters, digits and underscores, or is Variant, SetUp, FEN or
// Result, which follow from the game.
func (t *Tree) SetTag(name, value string) error {
	if !tagName(name) {
		return message.Errorf("invalid tag name %q, expected letters, digits, underscores and hyphens",
			message.Clip(name, 60))
	}
	if derived(name) {
		return message.Errorf("the tag %s follows from the game and cannot be set", name)
	}
	value = tagValue(value)
	for i := range t.tags {
		if t.tags[i].Name != name {
			continue
		}
		if value == "" {
			t.tags = append(t.tags[:i], t.tags[i+1:]...)
		} else {
			t.tags[i].Value = value
		}
		return nil
	}
	if value != "" {
		t.tags = append(t.tags, Tag{name, value})
	}
	return nil
}

// Flipped reports whether the tag Orientation asks for a board with Black below.
func (t *Tree) Flipped() bool { return strings.EqualFold(t.Tag("Orientation"), "black") }

// derived reports whether a tag follows from the tree.
func derived(name string) bool {
	return name == "Variant" || name == "SetUp" || name == "FEN" || name == "Result"
}

func tagName(s string) bool {
	for i := range len(s) {
		if !tagByte(s[i]) {
			return false
		}
	}
	return s != "" && len(s) <= 255
}

// tagByte reports whether a tag's name may have a character. PGN has no hyphens there, but
// programs write them.
func tagByte(c byte) bool { return c == '_' || c == '-' || isDigit(c) || isLetter(c) }

func tagValue(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f }) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Comment returns a comment as trees keep it: one line, with single spaces
// between its words. PGN may break lines at any space, so more cannot be kept.
func Comment(s string) string {
	if isComment(s) {
		return s
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

// isComment reports whether Comment would leave a text of ASCII characters as it is.
func isComment(s string) bool {
	last := byte(' ')
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= 0x7f || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return s == "" || last != ' '
}

// Next returns the move that continues the line, or nil.
func (n *Node) Next() *Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// End returns the last node of the main line.
func (t *Tree) End() *Node {
	n := t.Root
	for n.Next() != nil {
		n = n.Next()
	}
	return n
}

// Moves returns the moves of the main line.
func (t *Tree) Moves() []game.Move {
	var out []game.Move
	for n := t.Root.Next(); n != nil; n = n.Next() {
		out = append(out, n.Move)
	}
	return out
}

// Path returns the nodes from the first move to n, both included; for the root
// it is empty.
func (n *Node) Path() []*Node {
	var out []*Node
	for ; n.Parent != nil; n = n.Parent {
		out = append(out, n)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// nesting is how many variations n lies in.
func (n *Node) nesting() int {
	depth := 0
	for ; n.Parent != nil; n = n.Parent {
		if n.Parent.Children[0] != n {
			depth++
		}
	}
	return depth
}

// Replay yields the nodes of the main line, each with the position before its move. The
// position is valid until the next step and must not be changed.
func (t *Tree) Replay() iter.Seq2[*Node, game.Position] {
	return func(yield func(*Node, game.Position) bool) {
		p := t.Start()
		for n := t.Root.Next(); n != nil; n = n.Next() {
			if !yield(n, p) {
				return
			}
			p.Make(n.Move)
		}
	}
}
