package notation

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// placedTag is a tag with its offset in the text.
type placedTag struct {
	Tag
	at int
}

// header reads the tags of a game and makes its tree.
func (p *pgnReader) header() error {
	begin := p.i
	tags, err := p.tags()
	if err != nil {
		return err
	}
	variant, fen, result := placedTag{at: begin}, placedTag{at: begin}, placedTag{}
	for _, tag := range tags {
		switch tag.Name {
		case "Variant":
			variant = tag
		case "FEN":
			fen = tag
		case "Result":
			result = tag
		}
	}
	t, err := p.newTree(variant.Value, fen.Value)
	if err != nil {
		return p.fail(max(variant.at, fen.at), "", "%v", err)
	}
	p.ignoreOperations(fen.at, fen.Value)
	p.tree, p.stated, p.given, p.tagged = t, game.Ongoing, false, len(tags) > 0
	t.tags = make([]Tag, 0, len(tags))
	for _, tag := range tags {
		if !derived(tag.Name) && !unknownTag(tag.Tag) {
			t.tags = append(t.tags, Tag{tag.Name, tagValue(tag.Value)})
		}
	}
	p.stated, p.given = resultOf(result.Value)
	if !p.given && strings.Trim(result.Value, "?") != "" {
		p.warn(result.at, result.Value, "unknown result, expected 1-0, 0-1, 1/2-1/2 or *")
	}
	return nil
}

// tags reads the tags of a game.
func (p *pgnReader) tags() ([]placedTag, error) {
	tags := p.tagList[:0]
	defer func() { p.tagList = tags[:0] }()
	for p.blank(); p.i < len(p.text) && p.text[p.i] == '['; p.blank() {
		at := p.i
		tag, err := p.tag()
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(tags, func(other placedTag) bool { return other.Name == tag.Name }) {
			p.warn(at, tag.Name, "duplicate tag, the first counts")
			continue
		}
		tags = append(tags, placedTag{tag, at})
	}
	return tags, nil
}

// unknownTag reports whether a tag says that a thing is not known, as every PGN game must
// about seven things.
func unknownTag(tag Tag) bool {
	return slices.ContainsFunc(roster[:], func(r Tag) bool {
		return r.Name == tag.Name && (tag.Value == r.Value || tag.Value == "")
	})
}

// tag reads one tag.
func (p *pgnReader) tag() (Tag, error) {
	open := p.i
	p.i++
	p.blank()
	n := p.i
	for n < len(p.text) && tagByte(p.text[n]) {
		n++
	}
	name := p.text[p.i:n]
	if !tagName(name) {
		return Tag{}, p.fail(open, p.rest(), `not a tag, expected something like [White "Anna"]`)
	}
	p.i = n
	p.blank()
	if p.i == len(p.text) || p.text[p.i] != '"' {
		return Tag{}, p.fail(p.i, p.rest(), "the value of the tag %s must be in quotation marks", name)
	}
	value, n := tagText(p.text[p.i:])
	if n == 0 {
		return Tag{}, p.fail(p.i, "", "the value of the tag %s does not end on its line, expected \"", name)
	}
	if n < 0 {
		n = -n
		p.warn(p.i, p.text[p.i:p.i+n], "a quotation mark within the value of the tag %s, expected \\\"", name)
	}
	p.i += n
	p.blank()
	if p.i == len(p.text) || p.text[p.i] != ']' {
		return Tag{}, p.fail(p.i, p.rest(), "expected ] after the tag %s", name)
	}
	p.i++
	return Tag{name, value}, nil
}

// tagText reads the quoted value that a text begins with, and returns its length with the
// quotation marks. The length is negative if there are quotation marks within it without a
// backslash, and only the line's end shows where it ends; it is 0 if the value does not end.
func tagText(s string) (value string, n int) {
	if end := strings.IndexByte(s[1:], '"') + 1; end > 0 && strings.HasPrefix(s[end:], `"]`) &&
		strings.IndexByte(s[:end], '\\') < 0 && lineLength(s[:end]) == end {
		return s[1:end], end + 1
	}
	line := s[:lineLength(s)]
	var b strings.Builder
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'):
			i++
			b.WriteByte(line[i])
		case c != '"':
			b.WriteByte(c)
		case strings.HasPrefix(strings.TrimLeft(s[i+1:], " \t\r\n"), "]"):
			return b.String(), i + 1
		default:
			end := strings.TrimRight(line, " \t")
			if inside, ok := strings.CutSuffix(end, "]"); ok {
				if inside, ok = strings.CutSuffix(strings.TrimRight(inside, " \t"), `"`); ok && len(inside) > i {
					return tagUnescapes.Replace(inside[1:]), -len(inside) - 1
				}
			}
			return b.String(), i + 1
		}
	}
	return "", 0
}

var tagUnescapes = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// resultText is one way in which a result is written.
type resultText struct {
	text   string
	result game.Result
}

// resultTexts are the ways to write a result, each before those that it begins with.
var resultTexts = func() (out []resultText) {
	for _, sign := range []string{"-", "–", "−", " - ", " – ", ":"} {
		for _, first := range []string{"1/2", "½"} {
			out = append(out, resultText{first + sign + "1/2", game.Draw}, resultText{first + sign + "½", game.Draw})
		}
		out = append(out, resultText{"1" + sign + "0", game.WhiteWins}, resultText{"0" + sign + "1", game.BlackWins})
	}
	return append(out, resultText{"1/2", game.Draw}, resultText{"½", game.Draw}, resultText{"*", game.Ongoing})
}()

// resultOf reads a result.
func resultOf(s string) (game.Result, bool) {
	result, n := cutResult(s)
	return result, n > 0 && n == len(s)
}

// cutResult splits a result off the front of a text, where no word continues.
func cutResult(s string) (game.Result, int) {
	switch {
	case s == "" || !resultByte(s[0]):
		return game.Ongoing, 0
	case len(s) > 1 && (s[1] == '.' || isDigit(s[1])): // a move number
		return game.Ongoing, 0
	}
	for _, r := range resultTexts {
		if !strings.HasPrefix(s, r.text) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(s[len(r.text):]); !wordRune(next) && !strings.ContainsRune("-–−/:", next) {
			return r.result, len(r.text)
		}
	}
	return game.Ongoing, 0
}

// resultByte reports whether a result may begin with a byte.
func resultByte(b byte) bool { return b == '0' || b == '1' || b == '*' || b == "½"[0] }
