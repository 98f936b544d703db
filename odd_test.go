package wane_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane"
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// publicPackages are the folders of the packages for other programs.
var publicPackages = []string{".", "geom", "game", "notation", "render", "rules", "engine", "tablebase", "puzzle"}

// publicFunctions are all functions of the public packages that are no methods. Those with
// no odd arguments of the pool are wrapped.
var publicFunctions = map[string]any{
	"geom.FileName":  geom.FileName,
	"geom.HexHeight": geom.HexHeight,
	"geom.Hex43":     geom.Hex43,

	"game.IsAcyclic":  game.IsAcyclic,
	"game.IsLegal":    game.IsLegal,
	"game.Moves":      func(p game.Position) { game.Moves(p)(func(game.Move) bool { return false }) },
	"game.Perft":      func(p game.Position) uint64 { return game.Perft(p, -1) + game.Perft(p, 0) },
	"game.SquareName": game.SquareName,
	"game.Divide": func(p game.Position) {
		for _, depth := range []int{-1, 0, 1} {
			game.Divide(p, depth, -1)
			game.Divide(p, depth, 1000)
		}
	},
	"game.InfoOf":         game.InfoOf,
	"game.LegalTo":        game.LegalTo,
	"game.NewMove":        game.NewMove,
	"game.Drawn":          game.Drawn,
	"game.Win":            game.Win,
	"game.PieceOf":        game.PieceOf,
	"game.PieceTypeOf":    game.PieceTypeOf,
	"game.ParseOrStart":   game.ParseOrStart,
	"game.WinFor":         game.WinFor,
	"game.CheckedSquares": game.CheckedSquares,
	"game.SquareByName":   game.SquareByName,

	"notation.ClockText":     notation.ClockText,
	"notation.Comment":       notation.Comment,
	"notation.Games":         notation.Games,
	"notation.MoveTexts":     notation.MoveTexts,
	"notation.Narrate":       notation.Narrate,
	"notation.ParseMove":     notation.ParseMove,
	"notation.ParseSAN":      notation.ParseSAN,
	"notation.ParseUCI":      notation.ParseUCI,
	"notation.Play":          notation.Play,
	"notation.ReadAll":       notation.ReadAll,
	"notation.ReadGameLines": notation.ReadGameLines,
	"notation.ReadString":    notation.ReadString,
	"notation.Refusal":       notation.Refusal,
	"notation.SAN":           notation.SAN,
	"notation.ParseGameLine": notation.ParseGameLine,
	"notation.NewMoves":      notation.NewMoves,
	"notation.NewTree":       notation.NewTree,

	"render.GIF":            render.GIF,
	"render.PNG":            render.PNG,
	"render.SVG":            render.SVG,
	"render.Text":           render.Text,
	"render.WriteLooks":     render.WriteLooks,
	"render.WriteSprite":    render.WriteSprite,
	"render.LookOf":         render.LookOf,
	"render.PieceSetByName": render.PieceSetByName,
	"render.Layout":         render.Layout,

	"rules.All":    rules.All,
	"rules.ByName": rules.ByName,

	"engine.LevelName":   engine.LevelName,
	"engine.MateIn":      engine.MateIn,
	"engine.LevelLimits": engine.LevelLimits,
	"engine.ScoreOf":     engine.ScoreOf,

	"tablebase.Files":         tablebase.Files,
	"tablebase.Supports":      tablebase.Supports,
	"tablebase.WriteFile":     func() error { return tablebase.WriteFile("", &tablebase.Table{}, nil) },
	"tablebase.GameOf":        tablebase.GameOf,
	"tablebase.Games":         tablebase.Games,
	"tablebase.ParseMaterial": tablebase.ParseMaterial,
	"tablebase.Solve":         tablebase.Solve,
	"tablebase.Builtin":       tablebase.Builtin,
	"tablebase.Open":          tablebase.Open,

	"puzzle.Write":     puzzle.Write,
	"puzzle.NewProver": puzzle.NewProver,
	"puzzle.Parse":     puzzle.Parse,
	"puzzle.Read":      puzzle.Read,
	"puzzle.ThemesOf":  puzzle.ThemesOf,

	"wane.BoardOf":    wane.BoardOf,
	"wane.NewBoard":   wane.NewBoard,
	"wane.ParseBoard": wane.ParseBoard,
}

// oddReceivers are values of all types of the public packages with methods: zero values,
// values out of range and ordinary ones.
func oddReceivers(t *testing.T) []any {
	t.Helper()
	p := positions(t)[0]
	tree, err := notation.NewTree(p.Game(), "")
	if err != nil {
		t.Fatal(err)
	}
	prover, err := puzzle.NewProver(puzzle.Limits{Mate: 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	material, err := tablebase.ParseMaterial("KQvKR")
	if err != nil {
		t.Fatal(err)
	}
	return []any{
		&geom.Board{}, geom.Hex43(), geom.Rect(8, 8, 8),
		game.Color(0), game.Color(7), game.EffectKind(0), game.EffectKind(99),
		&game.FENError{}, game.Games(nil), rules.All(),
		game.NoMove, ^game.NoMove, game.NewMove(1, 2), game.Outcome{}, game.Outcome{Result: 9, Reason: "x"},
		game.Piece(0), game.Piece(255), game.PieceType(0), game.PieceType(99), game.Result(0), game.Result(9),
		game.Square(0), game.Square(200), game.View{}, p.View(), &game.View{}, game.WDL(0), game.WDL(9), game.WDL(-9),
		tree.Cursor(), notation.GameLine{}, &notation.Language{}, &notation.English, &notation.LimitError{},
		notation.Line{}, notation.Line{Variant: "chess", Moves: []string{"e2e4", "x"}}, &notation.LineError{},
		&notation.MoveError{}, notation.NewMoves(p), &notation.Node{}, tree.End(), &notation.ParseError{}, tree,
		notation.Warning{},
		&render.Card{}, render.Look(0), render.Look(99), render.PieceSet(0), render.PieceSet(99), render.Rect{},
		render.Layout(p.View().Board, render.LayoutOptions{}), &render.TextBoard{},
		engine.Clock{}, engine.Report{}, engine.Report{Time: -1, Nodes: math.MaxUint64}, engine.Score(0),
		engine.Score(math.MaxInt32), engine.Score(math.MinInt32), engine.Weakness{}, engine.Weakness{Lapses: 5000},
		&tablebase.Builder{}, tablebase.Game(0), tablebase.Game(9), tablebase.Material{}, material,
		&tablebase.MissingError{}, &tablebase.OutsideError{}, tablebase.Result{}, tablebase.Result{Outcome: 9, DTM: -1},
		&tablebase.Table{}, &tablebase.Tables{}, (*tablebase.Tables)(nil), tablebase.Builtin(),
		&puzzle.Flaw{}, prover, &puzzle.Puzzle{},
		wane.NewBoard(p.Game()),
	}
}

// positions returns positions of all variants.
func positions(t *testing.T) (list []game.Position) {
	t.Helper()
	for _, g := range rules.All() {
		list = append(list, g.Start())
	}
	return list
}

// oddArguments are what parameters of a type are given, by the type.
func oddArguments(t *testing.T) map[reflect.Type][]any {
	t.Helper()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	arguments := oddReceivers(t)
	for _, p := range positions(t) {
		arguments = append(arguments, p, p.Game(), p.View(), p.View().Board)
	}
	arguments = append(arguments,
		-1, 0, 1, 300, 1<<20, -1<<20, uint64(0), uint64(math.MaxUint64), uint32(1), byte(0), byte('x'), byte(255),
		"", "x", "e2e4", "Nf3", "\xff", "[x]", "1. e4 *", "chess", strings.Repeat("9", 30), true, false,
		game.Square(4), game.NewMove(12, 28), game.NewMove(255, 255), game.Pawn, game.King, game.White, game.NoReason,
		(*geom.Square)(nil), geom.Point{X: math.NaN()}, geom.Point{},
		notation.ReadOptions{}, notation.Termination("x"), canceled,
		render.Options{}, render.Options{Size: -1, Theme: 99, Look: 99, Pieces: 99}, render.LayoutOptions{},
		render.LayoutOptions{SquareWidth: -3, SquareHeight: -3}, render.Animation{}, engine.Clock{},
		puzzle.Limits{}, puzzle.Puzzle{}, puzzle.Goal("x"), puzzle.Theme("x"), canceled,
		rand.New(rand.NewPCG(1, 2)), errors.New("x"),
	)
	for kind := range game.EffectKind(16) {
		arguments = append(arguments, game.Effect{Kind: kind, Index: 300}, game.Effect{Kind: kind, From: 4, To: 200},
			game.Effect{Kind: kind, From: 200, To: 4, Index: -5})
	}
	byType := map[reflect.Type][]any{}
	for _, a := range arguments {
		byType[reflect.TypeOf(a)] = append(byType[reflect.TypeOf(a)], a)
	}
	return byType
}

// oddCalls is how often a function with parameters is called.
const oddCalls = 30

// No exported function or method of the public packages panics for values that a caller can
// make. A new one fails the test until it is in publicFunctions or has a receiver.
func TestOddValues(t *testing.T) {
	missing := exported(t)
	arguments := oddArguments(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for name, f := range publicFunctions {
		delete(missing, name)
		callOddly(t, name, reflect.ValueOf(f), arguments, rng)
	}
	for _, receiver := range oddReceivers(t) {
		v := reflect.ValueOf(receiver)
		for i := range v.NumMethod() {
			name := methodName(v.Type(), v.Type().Method(i).Name)
			delete(missing, name)
			if untried[name] == "" {
				callOddly(t, name, v.Method(i), arguments, rng)
			}
		}
	}
	for name := range missing {
		typ := name[:strings.LastIndexByte(name, '.')]
		if untried[name] != "" || untried[typ] != "" {
			continue
		}
		t.Errorf("%s is not tried with odd values", name)
	}
}

// Values out of range have texts that say so, and no result that only a valid value has.
func TestOddResults(t *testing.T) {
	p := rules.All()[0].Start()
	illegal := game.NewMove(1, 2)
	_, mate := engine.MateIn(engine.Infinite)
	for _, c := range []struct{ name, got, want string }{
		{"Result", game.Result(9).String(), "Result(9)"},
		{"WDL", game.WDL(9).String(), "WDL(9)"},
		{"PieceType", game.PieceType(99).String(), "PieceType(99)"},
		{"EffectKind", game.EffectKind(99).String(), "EffectKind(99)"},
		{"Square", game.SquareName(p, 200), "?"},
		{"WinFor", game.WinFor(7).String(), game.WinFor(game.Black).String()},
		{"WithPromotion to a king", game.NewMove(1, 2).WithPromotion(0, game.King).String(), game.NoMove.String()},
		{"SAN", notation.SAN(p, illegal), notation.NoMoveText},
		{"Narrate", strings.Join(notation.Narrate(p, illegal), " "), ""},
		{"FileName", geom.FileName(-1), "?"},
		{"MateIn", fmt.Sprint(mate), "false"},
		{"tablebase.Game", tablebase.Game(9).String(), "Game(9)"},
		{"Materials", fmt.Sprint(tablebase.Game(9).Materials(3)), "[]"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

// untried are functions and methods that the test does not call, and why.
var untried = map[string]string{
	"game.Counter.Perft": "a deep one never ends",
	"geom.Rect":          "it panics for an impossible board, as it says",
	// For packages of rules, which keep to what they say:
	"game.FirstError": "rules", "game.NewSetup": "rules", "game.NewStack": "rules", "game.SplitFEN": "rules",
	"game.Field": "rules", "game.Grid": "rules", "game.Setup": "rules", "game.Stack": "rules",
}

func methodName(receiver reflect.Type, method string) string {
	if receiver.Kind() == reflect.Pointer {
		receiver = receiver.Elem()
	}
	folder := receiver.PkgPath()[strings.LastIndexByte(receiver.PkgPath(), '/')+1:]
	name, _, _ := strings.Cut(receiver.Name(), "[")
	return folder + "." + name + "." + method
}

// callOddly calls a function several times with random odd arguments, until it fails.
func callOddly(t *testing.T, name string, f reflect.Value, arguments map[reflect.Type][]any, rng *rand.Rand) {
	t.Helper()
	calls := oddCalls
	if f.Type().NumIn() == 0 {
		calls = 1
	}
	for range calls {
		if !callOnce(t, name, f, arguments, rng) {
			return
		}
	}
}

func callOnce(
	t *testing.T, name string, f reflect.Value, arguments map[reflect.Type][]any, rng *rand.Rand,
) (ok bool) {
	t.Helper()
	var in []reflect.Value
	for i := range f.Type().NumIn() {
		in = append(in, oddArgument(t, f.Type().In(i), arguments, rng))
	}
	defer func() {
		if r := recover(); r != nil {
			var texts []string
			for _, a := range in {
				texts = append(texts, fmt.Sprintf("%.60s", fmt.Sprintf("%#v", a)))
			}
			t.Errorf("%s(%s) panics: %v", name, strings.Join(texts, ", "), r)
			ok = false
		}
	}()
	var out []reflect.Value
	if f.Type().IsVariadic() {
		out = f.CallSlice(in)
	} else {
		out = f.Call(in)
	}
	for _, v := range out {
		if err, ok := v.Interface().(error); ok && err != nil && err.Error() == "" {
			t.Errorf("%s returns an error without a text", name)
		}
	}
	return true
}

// oddArgument returns an argument of a type: of the pool, a zero value, or one made from
// its parts.
func oddArgument(t *testing.T, typ reflect.Type, arguments map[reflect.Type][]any, rng *rand.Rand) reflect.Value {
	t.Helper()
	switch {
	case typ == reflect.TypeFor[io.Writer]():
		return reflect.ValueOf(io.Discard)
	case typ == reflect.TypeFor[io.Reader]() && rng.IntN(2) == 0:
		return reflect.Zero(typ)
	case typ == reflect.TypeFor[io.Reader]():
		return reflect.ValueOf(strings.NewReader("[Event \"x\"]\n\n1. e4 *"))
	case typ.Kind() == reflect.Interface:
		var fitting []any
		for at, list := range arguments {
			if at.Implements(typ) {
				fitting = append(fitting, list...)
			}
		}
		if len(fitting) == 0 {
			t.Fatalf("no odd argument of type %v", typ)
		}
		return reflect.ValueOf(fitting[rng.IntN(len(fitting))])
	case typ.Kind() == reflect.Func && typ.NumOut() == 0:
		return reflect.Zero(typ)
	case typ.Kind() == reflect.Func:
		return reflect.MakeFunc(typ, func([]reflect.Value) (out []reflect.Value) {
			for i := range typ.NumOut() {
				out = append(out, reflect.Zero(typ.Out(i)))
			}
			if last := typ.NumOut() - 1; typ.Out(last) == reflect.TypeFor[error]() {
				out[last] = reflect.ValueOf(errors.New("odd"))
			}
			return out
		})
	case typ.Kind() == reflect.Slice:
		s := reflect.MakeSlice(typ, 0, 0)
		for range rng.IntN(3) {
			s = reflect.Append(s, oddArgument(t, typ.Elem(), arguments, rng))
		}
		return s
	}
	list := arguments[typ]
	if len(list) == 0 || rng.IntN(8) == 0 && typ.Kind() != reflect.Pointer {
		return reflect.Zero(typ)
	}
	return reflect.ValueOf(list[rng.IntN(len(list))])
}

// exported returns the exported functions and methods of the public packages.
func exported(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, folder := range publicPackages {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_js.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
					if name := functionName(f.Name.Name, fn); name != "" {
						names[name] = true
					}
				}
			}
		}
	}
	return names
}

// functionName returns the name of a function with its package and its receiver; "" for
// methods of unexported types.
func functionName(pkg string, fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return pkg + "." + fn.Name.Name
	}
	typ := fn.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if generic, ok := typ.(*ast.IndexExpr); ok {
		typ = generic.X
	}
	if id, ok := typ.(*ast.Ident); ok && id.IsExported() {
		return pkg + "." + id.Name + "." + fn.Name.Name
	}
	return ""
}
