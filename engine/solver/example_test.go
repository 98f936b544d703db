package solver_test

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Where few squares are left, Cheshire Cat Chess can be solved to its end.
func ExampleSolver_Solve() {
	p, err := cheshire.NewSmall().
		Parse("k*1*****/********/*K******/********/********/********/**R*****/******** w - - 0 40")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := solver.New(eval.NewNode, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	proof, err := s.Solve(context.Background(), p, solver.Limits{})
	fmt.Println(proof.Result, "in", proof.Plies, "ply by", p.UCI(proof.Moves[0]), err)
	// Output:
	// win in 1 ply by c2c8 <nil>
}
