package message_test

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// verbs of a format, with the index of the argument if it has one.
var verbs = regexp.MustCompile(`%\d*(?:\.\d+)?(?:\[(\d)\])?(.)`)

// TestArguments looks at all calls of Sprintf and Errorf, and of functions that pass their
// arguments on: each verb is known and has an argument of a type that it can format.
func TestArguments(t *testing.T) {
	files := token.NewFileSet()
	exports := map[string]string{}
	from := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	const here = "github.com/wane-chess/wane/internal/message"
	calls := 0
	for _, p := range packages(t) {
		exports[p.ImportPath] = p.Export
		if !slices.Contains(p.Imports, here) {
			continue
		}
		var parsed []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := (&types.Config{Importer: from}).Check(p.ImportPath, files, parsed, &info); err != nil {
			t.Fatal(err)
		}
		for e := range info.Types {
			if call, ok := e.(*ast.CallExpr); ok {
				if problem, ours := check(call, &info); problem != "" {
					t.Errorf("%s: %s", files.Position(call.Pos()), problem)
				} else if ours {
					calls++
				}
			}
		}
	}
	if calls < 200 {
		t.Errorf("only %d calls were found", calls)
	}
}

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
}

// packages lists the packages of the page's programs, each after those that it imports.
func packages(t *testing.T) (list []goPackage) {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports",
		"../../cmd/wane-wasm", "../../cmd/wane-js-wasm", "../page/engineworker").Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// check returns what is wrong with a call, and whether it is one whose last parameters are a format and its arguments.
func check(call *ast.CallExpr, info *types.Info) (problem string, ours bool) {
	signature, ok := info.Types[call.Fun].Type.(*types.Signature)
	if !ok || strings.HasPrefix(types.ExprString(call.Fun), "fmt.") || !signature.Variadic() ||
		call.Ellipsis.IsValid() || signature.Params().Len() < 2 {
		return "", false
	}
	last := signature.Params().Len() - 1
	typeOf := func(i int) string { return signature.Params().At(i).Type().String() }
	if typeOf(last) != "[]any" || typeOf(last-1) != "string" {
		return "", false
	}
	format := info.Types[call.Args[last-1]].Value
	if format == nil {
		return "the format is no constant", true
	}
	args, next := call.Args[last:], 0
	used := map[int]bool{}
	for _, m := range verbs.FindAllStringSubmatch(constant.StringVal(format), -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
			next--
		}
		if next >= len(args) {
			return "an argument is missing", true
		}
		if arg := info.Types[args[next]]; !formats(m[2], arg.Type) {
			return "the verb %" + m[2] + " cannot format a " + arg.Type.String(), true
		}
		used[next] = true
		next++
	}
	if len(used) < len(args) {
		return "there are more arguments than verbs", true
	}
	return "", true
}

// formats reports whether a verb can format an argument of that type.
func formats(verb string, arg types.Type) bool {
	integers := []string{"int", "uint8", "byte", "int16", "int32", "rune", "uint32", "int64", "uint64"}
	isInteger := slices.Contains(integers, arg.String())
	method := func(name string) bool {
		for m := range types.NewMethodSet(arg).Methods() {
			if m.Obj().Name() == name {
				return true
			}
		}
		return false
	}
	isText := arg.String() == "string" || method("Error") || method("String")
	switch verb {
	case "d", "c":
		return isInteger
	case "q":
		return isInteger || isText
	case "s":
		return isText
	case "v":
		return isInteger || isText || arg.String() == "[]int" || types.IsInterface(arg)
	case "w":
		return method("Error")
	}
	return false
}
