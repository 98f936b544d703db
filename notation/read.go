package notation

import (
	"errors"
	"io"
	"slices"
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
// A text with tags is PGN. It is read as score sheets, with a warning, only if the text
// has no variations and the score sheets have the moves that could be read as PGN.
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
		return first.games(nil)
	}
	r.restart()
	sheetErr := r.readSheet()
	if fault, ok := errors.AsType[*ParseError](err); tagged && err != nil {
		if sheetErr != nil || !ok || fault.Number == 0 || first.varied || !first.begins(r) {
			return first.games(err)
		}
		w := Warning{Line: fault.Line, Column: fault.Column, Text: fault.Text, Problem: "invalid PGN, read as a score sheet: " + fault.Problem}
		r.warnings = slices.Insert(r.warnings, 0, w)
	}
	return r.games(sheetErr)
}

// begins reports whether another reading has the same games, but for moves that follow
// in the last one, which broke off here.
func (r *reader) begins(other *reader) bool {
	if len(r.trees) > len(other.trees) {
		return false
	}
	for i, t := range r.trees {
		o := other.trees[i]
		mine, theirs := t.Moves(), o.Moves()
		if t.Game().Name() != o.Game().Name() || t.FEN() != o.FEN() || !slices.Equal(t.Tags(), o.Tags()) ||
			len(theirs) < len(mine) || !slices.Equal(mine, theirs[:len(mine)]) {
			return false
		}
		if last := i == len(r.trees)-1; last == (len(theirs) == len(mine)) {
			return false
		}
	}
	return true
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
