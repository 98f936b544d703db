package notation

import (
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
)

// header reads the tags of a game and makes its tree.
func (p *pgnReader) header() error {
	type placed struct {
		Tag
		at int
	}
	var tags []placed
	value := map[string]placed{}
	begin := p.i
	for p.blank(); p.i < len(p.text) && p.text[p.i] == '['; p.blank() {
		at := p.i
		tag, err := p.tag()
		if err != nil {
			return err
		}
		if _, twice := value[tag.Name]; twice {
			p.warn(at, tag.Name, "duplicate tag, the first counts")
			continue
		}
		value[tag.Name] = placed{tag, at}
		tags = append(tags, placed{tag, at})
	}
	t, err := p.newTree(value["Variant"].Value, value["FEN"].Value)
	if err != nil {
		at := begin
		for _, name := range []string{"Variant", "FEN"} {
			if v, ok := value[name]; ok {
				at = v.at
			}
		}
		return p.fail(at, "", "%v", err)
	}
	p.tree, p.stated, p.given, p.tagged = t, game.Ongoing, false, len(tags) > 0
	for _, tag := range tags {
		if !derived(tag.Name) {
			if err := t.SetTag(tag.Name, tag.Value); err != nil {
				return p.fail(tag.at, tag.Name, "%v", err)
			}
		}
	}
	if v, ok := value["Result"]; ok {
		if p.stated, p.given = resultOf(v.Value); !p.given && v.Value != "?" && v.Value != "" {
			p.warn(v.at, v.Value, "unknown result, expected 1-0, 0-1, 1/2-1/2 or *")
		}
	}
	return nil
}

// tag reads one tag.
func (p *pgnReader) tag() (Tag, error) {
	open := p.i
	p.i++
	p.blank()
	n := p.i
	for n < len(p.text) && tagName(p.text[n:n+1]) {
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
	quote := p.i
	var b strings.Builder
	for p.i++; ; p.i++ {
		if p.i == len(p.text) || p.text[p.i] == '\n' || p.text[p.i] == '\r' {
			return Tag{}, p.fail(quote, "", `the value of the tag %s does not end on its line, expected "`, name)
		}
		c := p.text[p.i]
		if c == '"' {
			p.i++
			break
		}
		if c == '\\' && p.i+1 < len(p.text) && (p.text[p.i+1] == '"' || p.text[p.i+1] == '\\') {
			p.i++
			c = p.text[p.i]
		}
		b.WriteByte(c)
	}
	p.blank()
	if p.i == len(p.text) || p.text[p.i] != ']' {
		return Tag{}, p.fail(p.i, p.rest(), "expected ] after the tag %s", name)
	}
	p.i++
	return Tag{name, b.String()}, nil
}

// resultOf reads a result.
func resultOf(s string) (game.Result, bool) {
	switch s {
	case "1-0", "1–0":
		return game.WhiteWins, true
	case "0-1", "0–1":
		return game.BlackWins, true
	case "1/2-1/2", "1/2", "½-½", "½–½", "½":
		return game.Draw, true
	case "*":
		return game.Ongoing, true
	}
	return game.Ongoing, false
}

// cutResult splits a result off the front of a text, where no word continues.
func cutResult(s string) (game.Result, int) {
	for _, text := range []string{"1-0", "1–0", "0-1", "0–1", "1/2-1/2", "½-½", "½–½", "*"} {
		if !strings.HasPrefix(s, text) {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(s[len(text):]); wordRune(r) || r == '-' || r == '/' {
			continue
		}
		result, _ := resultOf(text)
		return result, len(text)
	}
	return game.Ongoing, 0
}
