package study

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
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
		rest := notation.Comment(replaceCommands(text, func(name, args string) bool {
			return n.obey(name, strings.Split(args, ","), b)
		}))
		if rest == text {
			return rest
		}
		text = rest
	}
}

// replaceCommands puts a space in the place of each command, such as "[%cal Ga1b2]",
// that obey carries out. (Package regexp would make the page's rules program a
// twelfth larger.)
func replaceCommands(text string, obey func(name, args string) bool) string {
	var out strings.Builder
	for {
		i := strings.Index(text, "[%")
		if i < 0 {
			break
		}
		end := strings.IndexAny(text[i+1:], "[]")
		if end < 0 {
			break
		}
		end += i + 1
		name, args, ok := strings.Cut(text[i+2:end], " ")
		switch {
		case text[end] == '[': // the next one may begin there
			out.WriteString(text[:end])
			text = text[end:]
			continue
		case ok && slices.Contains([]string{"cal", "csl", "eval", "clk"}, name) && obey(name, args):
			out.WriteString(text[:i] + " ")
		default:
			out.WriteString(text[:end+1])
		}
		text = text[end+1:]
	}
	return out.String() + text
}

// obey carries a command out, or returns false and changes nothing.
func (n *Node) obey(name string, args []string, b *geom.Board) bool {
	switch name {
	case "cal":
		return n.takeArrows(args, b)
	case "csl":
		return n.takeCircles(args, b)
	case "clk":
		return n.takeClock(strings.Join(args, ","))
	}
	return n.takeEval(strings.Join(args, ","))
}

// cutColor cuts the color off an argument such as "Ga1b2"; "" if there is none.
func cutColor(arg string) (color, rest string) {
	if arg = strings.TrimSpace(arg); arg == "" {
		return "", ""
	}
	return colors[arg[:1]], arg[1:]
}

func (n *Node) takeArrows(args []string, b *geom.Board) bool {
	all := append([]Arrow{}, n.Arrows...)
	for _, arg := range args {
		color, squares := cutColor(arg)
		i := strings.LastIndexFunc(squares, func(r rune) bool { return r < '0' || r > '9' })
		if color == "" || i < 1 {
			return false
		}
		from, to := squares[:i], squares[i:]
		if from == to || b.SquareByName(from) == nil || b.SquareByName(to) == nil {
			return false
		}
		all = append(all, Arrow{from, to, color})
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
		color, square := cutColor(arg)
		if color == "" || b.SquareByName(square) == nil {
			return false
		}
		all = append(all, Circle{square, color})
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
	score, depth, hasDepth := strings.Cut(strings.TrimSpace(arg), ",")
	if hasDepth && !isNumber(depth, 3) {
		return false
	}
	var e Eval
	e.Depth, _ = strconv.Atoi(depth) // "" is 0
	if mate, ok := strings.CutPrefix(score, "#"); ok {
		if e.Mate, _ = strconv.Atoi(mate); e.Mate == 0 || !isNumber(unsigned(mate), 4) {
			return false
		}
	} else {
		whole, fraction, ok := strings.Cut(unsigned(score), ".")
		if !isNumber(whole, 4) || ok && !isNumber(fraction, 4) {
			return false
		}
		pawns, err := strconv.ParseFloat(score, 64)
		if err != nil {
			return false
		}
		e.CP = int(math.Round(pawns * 100))
	}
	n.Eval = &e
	return true
}

// takeClock reads hours, minutes and seconds, such as "0:02:59" or "0:00:08.5". Some programs
// leave out the hours.
func (n *Node) takeClock(arg string) bool {
	parts := strings.Split(strings.TrimSpace(arg), ":")
	if len(parts) == 2 {
		parts = append([]string{"0"}, parts...)
	}
	if len(parts) != 3 {
		return false
	}
	whole, fraction, ok := strings.Cut(parts[2], ".")
	if !isNumber(parts[0], 3) || !isNumber(parts[1], 2) || !isNumber(whole, 2) || ok && !isNumber(fraction, 3) {
		return false
	}
	left := 0
	for i, part := range []string{parts[0], parts[1], whole} {
		number, _ := strconv.Atoi(part)
		if i > 0 && number >= 60 {
			return false
		}
		left = left*60 + number
	}
	millis, _ := strconv.Atoi((fraction + "000")[:3])
	left = left*1000 + millis
	n.Clock = &left
	return true
}

// clockText returns a clock as takeClock reads it.
func clockText(left int) (string, error) {
	if left < 0 || left/1000 >= 1000*3600 {
		return "", message.Errorf("a clock of %d ms; expected 0 to 999 hours", left)
	}
	return notation.ClockText(left), nil
}

// unsigned returns a number without its sign.
func unsigned(number string) string {
	if strings.HasPrefix(number, "+") || strings.HasPrefix(number, "-") {
		return number[1:]
	}
	return number
}

// isNumber reports whether a text is a number of 1 to most digits.
func isNumber(text string, most int) bool {
	return text != "" && len(text) <= most && strings.Trim(text, "0123456789") == ""
}

// commands writes what is drawn at the node, its evaluation and its clock. The board is
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
	if n.Clock != nil {
		text, err := clockText(*n.Clock)
		if err != nil {
			return "", err
		}
		out = append(out, "[%clk "+text+"]")
	}
	if len(n.Arrows) > MaxDrawn || len(n.Circles) > MaxDrawn {
		return "", message.Errorf("%d arrows and %d circles; at most %d of each", len(n.Arrows), len(n.Circles), MaxDrawn)
	}
	var list []string
	for _, a := range n.Arrows {
		if a.From == a.To {
			return "", message.Errorf("an arrow from %.10q to itself", a.From)
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
func drawn(b *geom.Board, color string, names ...string) (string, error) {
	text := letterOf(color)
	if text == "" {
		return "", message.Errorf("unknown color %.20q; expected green, red, blue or yellow", color)
	}
	for _, name := range names {
		if b.SquareByName(name) == nil {
			return "", message.Errorf("no square %.10q to draw on", name)
		}
		text += name
	}
	return text, nil
}

func (e *Eval) text() (string, error) {
	if max(e.CP, -e.CP) >= 1_000_000 || max(e.Mate, -e.Mate) > 9999 || e.CP != 0 && e.Mate != 0 ||
		e.Depth < 0 || e.Depth > 999 {
		return "", message.Errorf("an evaluation of %d centipawns, mate %d, depth %d; expected one of the first two, "+
			"within a million and 9999, and a depth up to 999", e.CP, e.Mate, e.Depth)
	}
	sign, cp := "", e.CP
	if cp < 0 {
		sign, cp = "-", -cp
	}
	text := message.Sprintf("%s%d.%02d", sign, cp/100, cp%100)
	if e.Mate != 0 {
		text = message.Sprintf("#%d", e.Mate)
	}
	if e.Depth > 0 {
		text += message.Sprintf(",%d", e.Depth)
	}
	return text, nil
}
