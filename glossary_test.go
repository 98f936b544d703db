package wane_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every name, folder and command in the glossary's second column exists.
func TestGlossary(t *testing.T) {
	text := readText(t, "docs/glossary.md")
	commands := readText(t, "docs/commands.md")
	exported := exportedNames(t)
	quoted := regexp.MustCompile("`([^`]+)`")
	checked := 0
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			checked++
			name := m[1]
			info, err := os.Stat(strings.TrimSuffix(name, "/…"))
			switch {
			case exported[name], err == nil && info.IsDir():
			case strings.HasPrefix(name, "wane ") && strings.Contains(commands, "`"+name):
			default:
				t.Errorf("docs/glossary.md: %q under \"%s\" is neither exported, nor a folder, nor a command",
					name, strings.TrimSpace(cells[1]))
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d names found in docs/glossary.md", checked)
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// exportedNames returns what the public packages declare, as package.Name, and the
// methods of their types, as Type.Method.
func exportedNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{"notation": true}
	for _, pattern := range []string{
		"*.go", "geom/*.go", "game/*.go", "game/rulekit/*.go", "engine/*.go", "engine/*/*.go", "notation/*.go", "render/*.go",
		"tablebase/*.go",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files match %s (%v)", pattern, err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				declared(d, file.Name.Name, func(name string) { names[name] = true })
			}
		}
	}
	return names
}

// declared yields the names that a declaration of a package adds.
func declared(d ast.Decl, pkg string, yield func(string)) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			yield(pkg + "." + d.Name.Name)
			return
		}
		receiver := d.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		if id, ok := receiver.(*ast.Ident); ok {
			yield(id.Name + "." + d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					yield(pkg + "." + id.Name)
				}
			case *ast.TypeSpec:
				yield(pkg + "." + s.Name.Name)
				var members *ast.FieldList
				switch u := s.Type.(type) {
				case *ast.InterfaceType:
					members = u.Methods
				case *ast.StructType:
					members = u.Fields
				default:
					continue
				}
				for _, m := range members.List {
					for _, id := range m.Names {
						yield(s.Name.Name + "." + id.Name)
					}
				}
			}
		}
	}
}
