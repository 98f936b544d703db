package study

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/notation"
)

// command is a command of a comment that this package may know.
var command = regexp.MustCompile(`\[%(cal|csl|eval) ([^\[\]]*)\]`)

var (
	arrowText  = regexp.MustCompile(`^([GRBY])(z|[a-y][0-9]{1,2})(z|[a-y][0-9]{1,2})$`)
	circleText = regexp.MustCompile(`^([GRBY])(z|[a-y][0-9]{1,2})$`)
	evalText   = regexp.MustCompile(`^(?:([+-]?[0-9]{1,4}(?:\.[0-9]{1,4})?)|#([+-]?[0-9]{1,4}))(?:,([0-9]{1,3}))?$`)
)

// colors by the letters that stand for them in commands.
var colors = map[string]string{"G": "green", "R": "red", "B": "blue", "Y": "yellow"}

// letterOf returns a color's letter, or "".
func letterOf(color string) string {
	for letter, name := range colors {
		if name == color {
			return letter
		}
	}
	return ""
}

// take moves the commands of a comment into the node, and returns the text that
// is left. The board is that of the position after the node's move.
func (n *Node) take(text string, b *geom.Board) string {
	text = notation.Comment(text)
	for {
		// What is left may be a command again: as long as there is one, go on.
		rest := notation.Comment(command.ReplaceAllStringFunc(text, func(c string) string {
			m := command.FindStringSubmatch(c)
			if n.obey(m[1], strings.Split(m[2], ","), b) {
				return " "
			}
			return c
		}))
		if rest == text {
			return rest
		}
		text = rest
	}
}

// obey carries a command out, or returns false and changes nothing.
func (n *Node) obey(name string, args []string, b *geom.Board) bool {
	switch name {
	case "cal":
		return n.takeArrows(args, b)
	case "csl":
		return n.takeCircles(args, b)
	}
	return n.takeEval(strings.Join(args, ","))
}

func (n *Node) takeArrows(args []string, b *geom.Board) bool {
	all := append([]Arrow{}, n.Arrows...)
	for _, arg := range args {
		m := arrowText.FindStringSubmatch(strings.TrimSpace(arg))
		if m == nil || m[2] == m[3] || b.SquareByName(m[2]) == nil || b.SquareByName(m[3]) == nil {
			return false
		}
		all = append(all, Arrow{m[2], m[3], colors[m[1]]})
	}
	if all = unlike(all, func(a Arrow) string { return a.From + a.To }); len(all) > MaxDrawn {
		return false
	}
	n.Arrows = all
	return true
}

func (n *Node) takeCircles(args []string, b *geom.Board) bool {
	all := append([]Circle{}, n.Circles...)
	for _, arg := range args {
		m := circleText.FindStringSubmatch(strings.TrimSpace(arg))
		if m == nil || b.SquareByName(m[2]) == nil {
			return false
		}
		all = append(all, Circle{m[2], colors[m[1]]})
	}
	if all = unlike(all, func(c Circle) string { return c.At }); len(all) > MaxDrawn {
		return false
	}
	n.Circles = all
	return true
}

// unlike keeps the first of those that have the same key.
func unlike[T any](all []T, key func(T) string) []T {
	seen := map[string]bool{}
	out := all[:0]
	for _, one := range all {
		if k := key(one); !seen[k] {
			seen[k] = true
			out = append(out, one)
		}
	}
	return out
}

func (n *Node) takeEval(arg string) bool {
	m := evalText.FindStringSubmatch(strings.TrimSpace(arg))
	if m == nil {
		return false
	}
	var e Eval
	if m[1] != "" {
		pawns, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			return false
		}
		e.CP = int(math.Round(pawns * 100))
	} else if e.Mate, _ = strconv.Atoi(m[2]); e.Mate == 0 { // the expression has only digits
		return false
	}
	if m[3] != "" {
		e.Depth, _ = strconv.Atoi(m[3])
	}
	n.Eval = &e
	return true
}

// commands writes what is drawn at the node, and its evaluation. The board is
// that of the position after its move.
func (n *Node) commands(b *geom.Board) (string, error) {
	var out []string
	if n.Eval != nil {
		text, err := n.Eval.text()
		if err != nil {
			return "", err
		}
		out = append(out, "[%eval "+text+"]")
	}
	if len(n.Arrows) > MaxDrawn || len(n.Circles) > MaxDrawn {
		return "", fmt.Errorf("%d arrows and %d circles; at most %d of each", len(n.Arrows), len(n.Circles), MaxDrawn)
	}
	var list []string
	for _, a := range n.Arrows {
		if a.From == a.To {
			return "", fmt.Errorf("an arrow from %.10q to itself", a.From)
		}
		text, err := drawn(b, a.Color, a.From, a.To)
		if err != nil {
			return "", err
		}
		list = append(list, text)
	}
	if len(list) > 0 {
		out = append(out, "[%cal "+strings.Join(list, ",")+"]")
	}
	list = nil
	for _, c := range n.Circles {
		text, err := drawn(b, c.Color, c.At)
		if err != nil {
			return "", err
		}
		list = append(list, text)
	}
	if len(list) > 0 {
		out = append(out, "[%csl "+strings.Join(list, ",")+"]")
	}
	return strings.Join(out, " "), nil
}

// drawn writes a color and the squares of an arrow or a circle.
func drawn(b *geom.Board, color string, cells ...string) (string, error) {
	text := letterOf(color)
	if text == "" {
		return "", fmt.Errorf("unknown color %.20q; expected green, red, blue or yellow", color)
	}
	for _, name := range cells {
		if b.SquareByName(name) == nil {
			return "", fmt.Errorf("no square %.10q to draw on", name)
		}
		text += name
	}
	return text, nil
}

func (e *Eval) text() (string, error) {
	if max(e.CP, -e.CP) >= 1_000_000 || max(e.Mate, -e.Mate) > 9999 || e.Depth < 0 || e.Depth > 999 || e.CP != 0 && e.Mate != 0 {
		return "", fmt.Errorf("an evaluation of %d centipawns, mate %d, depth %d; expected one of the first two, within a million and 9999, and a depth up to 999", e.CP, e.Mate, e.Depth)
	}
	text := fmt.Sprintf("%.2f", float64(e.CP)/100)
	if e.Mate != 0 {
		text = fmt.Sprintf("#%d", e.Mate)
	}
	if e.Depth > 0 {
		text += fmt.Sprintf(",%d", e.Depth)
	}
	return text, nil
}
