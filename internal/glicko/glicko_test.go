package glicko

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Glickman, "Example of the Glicko-2 system".
func TestGlickmansExample(t *testing.T) {
	player := Rating{1500, 200, 0.06}
	got := player.Update([]Result{
		{Rating{1400, 30, 0.06}, 1}, {Rating{1550, 100, 0.06}, 0}, {Rating{1700, 300, 0.06}, 0},
	}, 1)
	want := Rating{1464.06, 151.52, 0.05999}
	if math.Abs(got.Value-want.Value) > 0.01 || math.Abs(got.Deviation-want.Deviation) > 0.01 ||
		math.Abs(got.Volatility-want.Volatility) > 0.00001 {
		t.Errorf("%+v becomes %+v, want %+v", player, got, want)
	}
}

// The bits are the same on every machine: CI runs this test on several.
func TestSameBits(t *testing.T) {
	r, o := Start, Rating{1623.7, 63.1, 0.0599}
	for i := range 50 {
		r = r.Update([]Result{{o, []float64{1, 0, 0.5}[i%3]}}, float64(i)/7).Bounded()
		o.Value += 13.25
	}
	if want := (Rating{0x1.041521c7651c3p+11, 0x1.905e9d5225d9ep+06, 0x1.eb826a8a82486p-05}); r != want {
		t.Errorf("the rating is %x, %x, %x", r.Value, r.Deviation, r.Volatility)
	}
}

// Multiplications outside of mul could be fused with additions, and package math has functions
// that differ between machines.
func TestExactArithmetic(t *testing.T) {
	allowed := map[string]bool{
		"Sqrt": true, "Floor": true, "Abs": true, "Ldexp": true, "Frexp": true, "Round": true, "Ln2": true, "Sqrt2": true,
		"Pi": true,
	}
	files := token.NewFileSet()
	for _, name := range []string{
		"exact.go", "glicko.go", "puzzle.go", "../server/rating/change.go", "../server/rating/level.go",
	} {
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl: // constants are exact
				return n.Tok != token.CONST
			case *ast.FuncDecl:
				return n.Name.Name != "mul"
			case *ast.BinaryExpr:
				if n.Op == token.MUL {
					t.Errorf("%v: multiply with mul", files.Position(n.Pos()))
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN {
					t.Errorf("%v: multiply with mul", files.Position(n.Pos()))
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "math" && !allowed[n.Sel.Name] {
					t.Errorf("%v: math.%s may differ between machines", files.Position(n.Pos()), n.Sel.Name)
				}
			}
			return true
		})
	}
}

func TestExpAndLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-50, 50).Draw(t, "x")
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > 1e-15*want {
			t.Fatalf("exp(%v) is %v, want %v", x, got, want)
		}
		y := rapid.Float64Range(1e-9, 1e9).Draw(t, "y")
		if got, want := log(y), math.Log(y); math.Abs(got-want) > 1e-15*max(1, math.Abs(want)) {
			t.Fatalf("log(%v) is %v, want %v", y, got, want)
		}
	})
}

func anyRating() *rapid.Generator[Rating] {
	return rapid.Custom(func(t *rapid.T) Rating {
		return Rating{rapid.Float64Range(MinValue, MaxValue).Draw(t, "value"),
			rapid.Float64Range(MinDeviation, MaxDeviation).Draw(t, "deviation"),
			rapid.Float64Range(0.03, MaxVolatility).Draw(t, "volatility")}
	})
}

// A win never costs points, a loss never gains them, a draw moves toward the opponent, and more time
// makes a rating less certain.
func TestUpdate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, o, periods := anyRating().Draw(t, "player"), anyRating().Draw(t, "opponent"),
			rapid.Float64Range(0, 400).Draw(t, "periods")
		after := map[float64]Rating{}
		for _, score := range []float64{0, 0.5, 1} {
			a := r.Update([]Result{{o, score}}, periods).Bounded()
			after[score] = a
			if math.IsNaN(a.Value+a.Deviation+a.Volatility) || a.Volatility <= 0 || a.Deviation < MinDeviation ||
				a.Deviation > MaxDeviation {
				t.Fatalf("%v after %v against %v is %v", r, score, o, a)
			}
			if later := a.After(periods); later.Deviation < a.Deviation || later.Value != a.Value {
				t.Fatalf("%v is %v after %v periods", a, later, periods)
			}
		}
		if after[1].Value < r.Value || after[0].Value > r.Value || (after[0.5].Value-r.Value)*(o.Value-r.Value) < 0 {
			t.Fatalf("%v against %v: %v", r, o, after)
		}
	})
}

// A year without a game makes a certain rating provisional.
func TestAfterAYear(t *testing.T) {
	r := Rating{1500, 60, Start.Volatility}.After(Periods(365 * 24 * time.Hour))
	if math.Abs(r.Deviation-Provisional) > 0.5 {
		t.Errorf("the deviation is %v", r.Deviation)
	}
	if Start.After(1e6).Deviation != MaxDeviation || Periods(-time.Hour) != 0 {
		t.Error("the deviation has no bounds")
	}
}
