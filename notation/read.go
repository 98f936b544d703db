package notation

import (
	"io"
	"strings"
)

// hasTag reports whether a line of the text begins with a PGN tag such as
// [Event ". The page's programs have no room for package regexp.
func hasTag(text string) bool {
	for line := range strings.Lines(text) {
		tag, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "[")
		if n := strings.IndexAny(tag, " \t"); ok && n >= 0 && tagName(tag[:n]) &&
			strings.HasPrefix(strings.TrimLeft(tag[n:], " \t"), `"`) {
			return true
		}
	}
	return false
}

// ReadString reads the games of a whole text: PGN, or score sheets in any notation,
// numbered or not, with prose before, between and after the moves, such as a page
// about a game. Move numbers decide what is a move of the game. Text between moves
// becomes comments; a warning reports other text that is ignored, and fragments that
// cannot begin where the options say if other games are found.
//
// It returns an error with the games before it, the last of them as far as it can
// be read. Errors about the text are *ParseError.
func ReadString(text string, o ReadOptions) ([]*Tree, []Warning, error) {
	r, err := newReader(text, o)
	if err != nil {
		return nil, nil, err
	}
	if o.FEN != "" { // an error in it is not about a place in the text
		if _, err := r.newTree("", ""); err != nil {
			return nil, nil, err
		}
	}
	tagged := hasTag(r.text)
	first := *r
	err = first.readPGN(!tagged)
	if err == nil && len(first.trees) > 0 {
		return first.trees, first.warnings, nil
	}
	r.restart()
	sheetErr := r.readSheet()
	if sheetErr != nil && tagged && err != nil {
		return first.trees, first.warnings, err
	}
	return r.trees, r.warnings, sheetErr
}

// Read is ReadString for the text of r, of which it reads at most MaxBytes of the
// options. Errors of r are returned unchanged.
func Read(r io.Reader, o ReadOptions) ([]*Tree, []Warning, error) {
	text, err := readAll(r, &o)
	if err != nil {
		return nil, nil, err
	}
	return ReadString(text, o)
}

// readAll returns the text of r, or one byte more of it than the options allow.
func readAll(r io.Reader, o *ReadOptions) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, int64(o.maxBytes())+1))
	return string(text), err
}

// restart forgets which corrections a first attempt used.
func (r *reader) restart() {
	for _, c := range r.fixes {
		c.used = false
	}
}
