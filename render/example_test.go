package render_test

import (
	"fmt"
	"io"

	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules/shrink"
)

func ExampleText() {
	p, err := shrink.New().Parse("2k/1R1/K2 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(render.Text(p.View(), render.Options{Plain: true}))
	// Output:
	// : . k
	// . R .
	// K . :
}

func ExampleSVG() {
	g := shrink.New()
	fmt.Println(render.SVG(io.Discard, g.Start().View(), render.Options{Look: render.LookOf(g), Size: 400}))
	// Output: <nil>
}
