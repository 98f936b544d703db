package tune

import (
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
)

// Source is the Go file that has the weights of a game as the literal of a
// variable.
type Source struct {
	File string // its name
	Var  string // the variable's

	text  []byte
	files *token.FileSet
	spec  *ast.ValueSpec
	decl  *ast.GenDecl
	typ   reflect.Type
}

// FindSource finds the literal of a game's weights, in that file or, if it is
// empty, in the game's folder below the root of the source. It is the literal of
// the weights' type that has the values in use, and the variable of that name if
// one is given.
func FindSource(g game.Tuned, root, file, variable string) (*Source, error) {
	typ := reflect.TypeOf(g.Weights()).Elem()
	names := []string{file}
	if file == "" {
		_, folder, _ := strings.Cut(typ.PkgPath(), "/wane/")
		var err error
		names, err = filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.go"))
		names = slices.DeleteFunc(names, func(n string) bool { return strings.HasSuffix(n, "_test.go") })
		if err != nil || len(names) == 0 {
			return nil, fmt.Errorf("there is no Go source in %s: run this at the root of wane's source, or say with --out which file has the weights", filepath.Join(root, folder))
		}
	}
	var all []*Source
	for _, name := range names {
		found, err := literals(name, typ)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return choose(all, g, variable, typ)
}

// literals finds the variables of a file that a literal of that type is given.
func literals(name string, typ reflect.Type) ([]*Source, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []*Source
	for _, d := range tree.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.VAR {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.ValueSpec)
			if len(spec.Names) != 1 || len(spec.Values) != 1 {
				continue
			}
			lit, ok := literalOf(spec.Values[0])
			if !ok {
				continue
			}
			if id, ok := lit.Type.(*ast.Ident); ok && id.Name == typ.Name() {
				found = append(found, &Source{name, spec.Names[0].Name, text, files, spec, decl, typ})
			}
		}
	}
	return found, nil
}

// literalOf returns the literal that an expression is, or points to.
func literalOf(e ast.Expr) (*ast.CompositeLit, bool) {
	if address, ok := e.(*ast.UnaryExpr); ok && address.Op == token.AND {
		e = address.X
	}
	lit, ok := e.(*ast.CompositeLit)
	return lit, ok
}

// choose returns the one literal that has the values in use.
func choose(all []*Source, g game.Tuned, variable string, typ reflect.Type) (*Source, error) {
	w, err := weightsOf(g.Weights())
	if err != nil {
		return nil, err
	}
	values := w.values()
	var names []string
	var fitting []*Source
	var misfits []error
	for _, s := range all {
		names = append(names, s.Var)
		if variable != "" && s.Var != variable {
			continue
		}
		if _, err := s.edits(values, values); err != nil {
			misfits = append(misfits, fmt.Errorf("%s: %w", s.Var, err))
			continue
		}
		fitting = append(fitting, s)
	}
	switch {
	case len(fitting) == 1:
		return fitting[0], nil
	case len(fitting) > 1:
		return nil, fmt.Errorf("several variables have the weights of %s: say with --var which of %s is meant", g.Name(), strings.Join(names, ", "))
	case len(misfits) > 0:
		return nil, errors.Join(misfits...)
	}
	return nil, fmt.Errorf("no variable %sis given a literal of type %s; there are: %s", quoted(variable), typ.Name(), strings.Join(names, ", "))
}

func quoted(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf("%q ", name)
}

// Rewrite returns the file with new values in place of the old, and with a
// remark on how they were found in the comment before them. All else stays.
func (s *Source) Rewrite(old, now []game.Score, remark string) ([]byte, error) {
	edits, err := s.edits(old, now)
	if err != nil {
		return nil, err
	}
	edits = append(edits, s.remark(remark))
	slices.SortStableFunc(edits, func(a, b edit) int { return a.from - b.from })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, s.text[at:e.from]...), e.text...)
		at = e.to
	}
	return format.Source(append(out, s.text[at:]...))
}

// edits are the places in which the file has to change. It is an error if the
// file does not have the old values.
func (s *Source) edits(old, now []game.Score) ([]edit, error) {
	lit, _ := literalOf(s.spec.Values[0])
	e := editor{files: s.files, own: s.typ.PkgPath()}
	err := e.value(lit, s.typ, old, now)
	return e.edits, err
}

// remarkStart begins the paragraph of a comment that Rewrite writes.
const remarkStart = "Tuned by "

// remark makes the comment before the variable end in a remark, in place of an
// earlier one.
func (s *Source) remark(remark string) edit {
	doc, from := s.decl.Doc, s.decl.Pos()
	if s.decl.Lparen.IsValid() {
		doc, from = s.spec.Doc, s.spec.Pos()
	}
	lines := []string{"// " + s.Var + " holds the weights in use, in centipawns."}
	at := s.files.Position(from).Offset
	e := edit{from: at, to: at}
	if doc != nil {
		e.from, e.to = s.files.Position(doc.Pos()).Offset, s.files.Position(doc.End()).Offset
		lines = strings.Split(string(s.text[e.from:e.to]), "\n")
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		if i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "// "+remarkStart) }); i >= 0 {
			end := i
			for end < len(lines) && lines[end] != "//" {
				end++
			}
			lines = slices.Delete(lines, max(0, i-1), end)
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "//")
	}
	lines = append(lines, wrap(remarkStart+remark, 77)...)
	e.text = strings.Join(lines, "\n")
	if doc == nil {
		e.text += "\n"
	}
	return e
}

// wrap makes comment lines of about that many letters.
func wrap(text string, width int) (lines []string) {
	line := "//"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > width+3 && line != "//" {
			lines, line = append(lines, line), "//"
		}
		line += " " + word
	}
	return append(lines, line)
}
