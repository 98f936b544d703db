package pagejson

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth is how deep values may be nested.
const maxDepth = 10_000

// reader reads JSON. After an error it has reached the end.
type reader struct {
	text  string
	at    int
	depth int
	err   error
}

// fail notes the first error.
func (r *reader) fail(problem string) {
	if r.err == nil {
		r.err = errors.New(problem + " at byte " + strconv.Itoa(r.at+1))
	}
	r.at = len(r.text)
}

// blank skips white space.
func (r *reader) blank() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// next reports whether this character follows, and skips it.
func (r *reader) next(c byte) bool {
	r.blank()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *reader) expect(c byte) {
	if !r.next(c) {
		r.fail("expected " + strconv.QuoteRune(rune(c)))
	}
}

// word reports whether a word follows, and skips it.
func (r *reader) word(w string) bool {
	r.blank()
	if strings.HasPrefix(r.text[r.at:], w) {
		r.at += len(w)
		return true
	}
	return false
}

// null skips a null.
func (r *reader) null() bool { return r.word("null") }

// object reads an object. The function reads the value of a field.
func (r *reader) object(field func(name string)) {
	r.items('{', '}', func() {
		name := r.str()
		r.expect(':')
		field(name)
	})
}

// list reads a list. The function reads an element.
func (r *reader) list(element func()) { r.items('[', ']', element) }

func (r *reader) items(open, end byte, item func()) {
	if r.depth++; r.depth > maxDepth {
		r.fail("the values are nested too deeply")
	}
	defer func() { r.depth-- }()
	r.expect(open)
	if r.next(end) {
		return
	}
	for r.err == nil {
		item()
		if !r.next(',') {
			r.expect(end)
			return
		}
	}
}

// skip reads any value.
func (r *reader) skip() {
	r.blank()
	switch c := r.peek(); {
	case c == '{':
		r.object(func(string) { r.skip() })
	case c == '[':
		r.list(r.skip)
	case c == '"':
		r.str()
	case c == 't' || c == 'f':
		r.boolean()
	case !r.null():
		r.number()
	}
}

// peek returns the next character, 0 at the end.
func (r *reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *reader) boolean() bool {
	switch {
	case r.word("true"):
		return true
	case !r.word("false"):
		r.fail("expected true or false")
	}
	return false
}

// number reads a number and returns its text.
func (r *reader) number() string {
	r.blank()
	begin := r.at
	for r.at < len(r.text) && strings.IndexByte("+-.0123456789eE", r.text[r.at]) >= 0 {
		r.at++
	}
	text := r.text[begin:r.at]
	if digits := strings.TrimPrefix(text, "-"); digits == "" || digits[0] < '0' || digits[0] > '9' ||
		len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		r.at = begin
		r.fail("expected a value")
	}
	return text
}

func (r *reader) integer() int {
	begin := r.at
	n, err := strconv.Atoi(r.number())
	if err != nil {
		r.at = begin
		r.fail("expected a whole number")
	}
	return n
}

// str reads a string.
func (r *reader) str() string {
	r.expect('"')
	begin := r.at
	var out []byte // what precedes begin; nil if nothing was escaped
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '"':
			s := r.text[begin:r.at]
			r.at++
			return strings.ToValidUTF8(string(append(out, s...)), "\ufffd")
		case c < ' ':
			r.fail("expected no control character")
		case c == '\\':
			out = append(out, r.text[begin:r.at]...)
			r.at++
			out = utf8.AppendRune(out, r.escape())
			begin = r.at
		default:
			r.at++
		}
	}
	r.fail("expected the end of a string")
	return ""
}

// escape reads what follows a backslash.
func (r *reader) escape() rune {
	c := r.peek()
	r.at = min(r.at+1, len(r.text))
	if c == 'u' {
		u := r.unit()
		if utf16.IsSurrogate(u) && strings.HasPrefix(r.text[r.at:], `\u`) {
			at := r.at
			r.at += 2
			if pair := utf16.DecodeRune(u, r.unit()); pair != utf8.RuneError {
				return pair
			}
			r.at = at
		}
		return u // half a pair becomes the replacement character
	}
	i := strings.IndexByte(`"\/bfnrt`, c)
	if i < 0 || c == 0 {
		r.fail("expected an escape")
		return 0
	}
	return rune("\"\\/\b\f\n\r\t"[i])
}

// unit reads four hexadecimal digits.
func (r *reader) unit() rune {
	end := min(r.at+4, len(r.text))
	n, err := strconv.ParseUint(r.text[r.at:end], 16, 16)
	if err != nil || end < r.at+4 {
		r.fail("expected four hexadecimal digits")
		return 0
	}
	r.at = end
	return rune(n)
}
