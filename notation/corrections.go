package notation

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// correction replaces the move of one number and color.
type correction struct {
	whole  string // as given
	game   int    // from 1, or 0 for any
	number int
	color  game.Color
	move   string
	used   bool
}

func parseCorrection(s string) (*correction, error) {
	bad := func() (*correction, error) {
		return nil, message.Errorf("invalid correction %q, expected a move number, . for White or ... for Black, "+
			"and the move, such as 15...Kc4-b4", message.Clip(s, 60))
	}
	c := &correction{whole: s}
	rest := strings.TrimSpace(s)
	if number, after, ok := strings.Cut(rest, "#"); ok {
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err == nil && n > 0 { // otherwise the sign is that of mate
			c.game, rest = n, strings.TrimSpace(after)
		}
	}
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	number, err := strconv.Atoi(rest[:n])
	if err != nil || number < 1 {
		return bad()
	}
	c.number, rest = number, rest[n:]
	dots, n := numberSigns(rest)
	if dots == 0 {
		return bad()
	}
	if dots > 1 {
		c.color = game.Black
	}
	c.move = strings.TrimSpace(rest[n:])
	if c.move == "" {
		return bad()
	}
	return c, nil
}

// numberSigns counts the dots behind a move number, an ellipsis as three and ":" and ")" as
// one each, and returns the bytes up to the last of them.
func numberSigns(text string) (dots, size int) {
	for i, r := range text {
		switch r {
		case '.', ':', ')':
			dots++
		case '…':
			dots += 3
		case ' ', '\t', '\u00a0':
			continue
		default:
			return dots, size
		}
		size = i + utf8.RuneLen(r)
	}
	return dots, size
}

// resolve reads the move of the main line with a number and color, or its correction.
// It returns a remark if it uses a correction.
func (r *reader) resolve(ms *Moves, text string, number int, color game.Color) (Reading, string, error) {
	got, err := Reading{}, error(&MoveError{Text: text, Problem: "the move is missing"})
	if text != "" {
		got, err = ms.Parse(text)
	}
	for _, c := range r.fixes {
		if c.number != number || c.color != color || c.game != 0 && c.game != r.number {
			continue
		}
		fixed, fixErr := ms.Parse(c.move)
		switch {
		case fixErr == nil && err == nil && fixed.Move == got.Move:
			c.used = true
			return got, "", nil
		case fixErr == nil:
			c.used = true
			fixed.NAGs, fixed.Remarks = append(got.NAGs, fixed.NAGs...), append(got.Remarks, fixed.Remarks...)
			return fixed, "corrected to " + ms.SAN(fixed.Move), nil
		case err != nil:
			c.used = true
			return Reading{}, "", &MoveError{Text: text, Problem: message.Sprintf(
				"%s; the correction %s is illegal too: %s", problemOf(err), message.Clip(c.whole, 60), problemOf(fixErr))}
		}
	}
	return got, "", err
}

// problemOf returns what a MoveError says, without the text and the choices.
func problemOf(err error) string {
	if e, ok := errors.AsType[*MoveError](err); ok {
		return e.Problem
	}
	return err.Error()
}
