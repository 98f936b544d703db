package geom_test

import (
	"fmt"

	"github.com/wane-chess/wane/geom"
)

func Example() {
	b := geom.Rect(6, 5, 8)
	sq := b.SquareByName("c2")
	fmt.Println(len(b.Squares), sq.ID, sq.Center, b.Name(4))
	fmt.Println(len(geom.Hex43().SquareByName("z").Outline), "corners")
	// Output:
	// 30 10 {2.5 1.5} e1
	// 10 corners
}
