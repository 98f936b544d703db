package tune

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
)

// edit replaces a part of a file.
type edit struct {
	from, to int // in bytes
	text     string
}

// editor finds out how a literal has to change for new values, leaving its
// layout, its keys and its comments as they are.
type editor struct {
	files *token.FileSet
	own   string // the path of the package that the file is of
	edits []edit
}

// keys are the names that elements of arrays are given by.
var keys = map[string]int{
	"NoPiece": int(game.NoPieceType), "King": int(game.King), "Queen": int(game.Queen), "Rook": int(game.Rook),
	"Bishop": int(game.Bishop), "Knight": int(game.Knight), "Pawn": int(game.Pawn),
	"White": int(game.White), "Black": int(game.Black),
}

// value edits an expression of a type; old and now are the numbers in it.
func (e *editor) value(x ast.Expr, t reflect.Type, old, now []game.Score) error {
	if t == reflect.TypeFor[game.Score]() {
		return e.number(x, old[0], now[0])
	}
	lit, ok := literalOf(x)
	if !ok {
		return e.wrong(x, "expected a literal of type %s", e.typeName(t))
	}
	parts := partsOf(t)
	there := make([]bool, len(parts))
	next := 0
	for _, element := range lit.Elts {
		if kv, ok := element.(*ast.KeyValueExpr); ok {
			var err error
			if next, err = e.index(kv.Key, t, parts); err != nil {
				return err
			}
			element = kv.Value
		}
		if next >= len(parts) {
			return e.wrong(element, "%s has only %d elements", e.typeName(t), len(parts))
		}
		p := parts[next]
		if err := e.value(element, p.typ, old[p.from:p.to], now[p.from:p.to]); err != nil {
			return err
		}
		there[next] = true
		next++
	}
	return e.insert(lit, t, parts, there, old, now)
}

// number edits one number.
func (e *editor) number(x ast.Expr, old, now game.Score) error {
	if n, ok := whole(x); ok && n != int64(old) {
		return e.wrong(x, "the file has %d, but this program was built with %d; rebuild it", n, old)
	}
	if old != now {
		e.edits = append(e.edits, edit{e.offset(x.Pos()), e.offset(x.End()), strconv.Itoa(int(now))})
	}
	return nil
}

// whole reads a number.
func whole(x ast.Expr) (int64, bool) {
	sign := int64(1)
	if minus, ok := x.(*ast.UnaryExpr); ok && minus.Op == token.SUB {
		x, sign = minus.X, -1
	}
	lit, ok := x.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return 0, false
	}
	n, err := strconv.ParseInt(lit.Value, 0, 64)
	return sign * n, err == nil
}

// insert adds the elements that a literal lacks, since they were 0, and are no
// more.
func (e *editor) insert(lit *ast.CompositeLit, t reflect.Type, parts []part, there []bool, old, now []game.Score) error {
	var text strings.Builder
	between := ", "
	if n := len(lit.Elts); n > 0 && e.files.Position(lit.Elts[n-1].End()).Line < e.files.Position(lit.Rbrace).Line {
		between = ",\n" // one a line
	}
	for i, p := range parts {
		if there[i] {
			continue
		}
		if !zero(old[p.from:p.to]) {
			return e.wrong(lit, "the file lacks %s, but this program was built with it; rebuild it", p.key)
		}
		if zero(now[p.from:p.to]) {
			continue
		}
		_, _ = fmt.Fprintf(&text, "%s%s: ", between, p.key)
		e.writePart(&text, t, p, now)
	}
	if text.Len() == 0 {
		return nil
	}
	if len(lit.Elts) == 0 {
		at := e.offset(lit.Lbrace) + 1
		e.edits = append(e.edits, edit{at, at, strings.TrimPrefix(text.String(), ", ")})
		return nil
	}
	at := e.offset(lit.Elts[len(lit.Elts)-1].End())
	e.edits = append(e.edits, edit{at, at, text.String()})
	return nil
}

func zero(values []game.Score) bool {
	for _, v := range values {
		if v != 0 {
			return false
		}
	}
	return true
}

// write writes a value without the name of its type.
func (e *editor) write(to *strings.Builder, t reflect.Type, values []game.Score) {
	if t.Kind() != reflect.Array && t.Kind() != reflect.Struct {
		_, _ = fmt.Fprintf(to, "%d", values[0])
		return
	}
	_ = to.WriteByte('{')
	for i, p := range partsOf(t) {
		if i > 0 {
			_, _ = to.WriteString(", ")
		}
		e.writePart(to, t, p, values)
	}
	_ = to.WriteByte('}')
}

// writePart writes a part of a value of type t. Fields of structs need the name
// of their type, elements of arrays do not.
func (e *editor) writePart(to *strings.Builder, t reflect.Type, p part, values []game.Score) {
	if t.Kind() == reflect.Struct && p.typ.Kind() != reflect.TypeFor[game.Score]().Kind() {
		_, _ = to.WriteString(e.typeName(p.typ))
	}
	e.write(to, p.typ, values[p.from:p.to])
}

// part is an element of an array or a field of a struct.
type part struct {
	key      string
	typ      reflect.Type
	from, to int // its numbers among those of the whole
}

func partsOf(t reflect.Type) (parts []part) {
	at := 0
	add := func(key string, t reflect.Type) {
		n := numbers(t)
		parts = append(parts, part{key, t, at, at + n})
		at += n
	}
	if t.Kind() == reflect.Array {
		for i := range t.Len() {
			add(strconv.Itoa(i), t.Elem())
		}
		return parts
	}
	for i := range t.NumField() {
		add(t.Field(i).Name, t.Field(i).Type)
	}
	return parts
}

// numbers counts the numbers of a type.
func numbers(t reflect.Type) (n int) {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() * numbers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			n += numbers(t.Field(i).Type)
		}
		return n
	}
	return 1
}

// index returns which element a key stands for.
func (e *editor) index(key ast.Expr, t reflect.Type, parts []part) (int, error) {
	switch k := key.(type) {
	case *ast.Ident:
		for i, p := range parts {
			if t.Kind() == reflect.Struct && p.key == k.Name {
				return i, nil
			}
		}
	case *ast.SelectorExpr:
		if from, ok := k.X.(*ast.Ident); ok && from.Name == "game" {
			if i, ok := keys[k.Sel.Name]; ok {
				return i, nil
			}
		}
	}
	if n, ok := whole(key); ok && n >= 0 && n < int64(len(parts)) {
		return int(n), nil
	}
	return 0, e.wrong(key, "cannot tell which element of %s this key means: use a number, or a piece type or color of package game", e.typeName(t))
}

// typeName returns a type as the file has it.
func (e *editor) typeName(t reflect.Type) string {
	switch {
	case t.Name() != "" && t.PkgPath() == e.own:
		return t.Name()
	case t.Name() != "":
		return path.Base(t.PkgPath()) + "." + t.Name()
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), e.typeName(t.Elem()))
	}
	return t.String()
}

func (e *editor) offset(p token.Pos) int { return e.files.Position(p).Offset }

func (e *editor) wrong(at ast.Node, format string, args ...any) error {
	p := e.files.Position(at.Pos())
	return fmt.Errorf("%s:%d:%d: %w", p.Filename, p.Line, p.Column, fmt.Errorf(format, args...))
}
