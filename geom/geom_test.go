package geom

import "testing"

func TestRect(t *testing.T) {
	b := Rect(3, 2, 8, 9)
	if len(b.Squares) != 5 || b.SquareByName("b2") != nil || b.Square(9) != nil {
		t.Fatalf("b2 should be missing: %d cells", len(b.Squares))
	}
	if sq := b.SquareByName("c2"); sq == nil || sq.ID != 10 || sq.Tint != Light || b.Square(10) != sq {
		t.Errorf("c2 = %+v", sq)
	}
	if b.Square(-1) != nil || b.Square(128) != nil || b.Name(77) != "?" {
		t.Error("numbers off the board must find nothing")
	}
}

func TestRectPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Rect(9, 1, 8) should panic")
		}
	}()
	Rect(9, 1, 8)
}

func TestHex43(t *testing.T) {
	b := Hex43()
	if len(b.Squares) != 43 {
		t.Fatalf("%d cells, want 43", len(b.Squares))
	}
	for _, want := range []struct {
		name     string
		id, x, h int
	}{{"a1", 0, 0, 5}, {"d3", 20, 3, 6}, {"z", DoubleSquare, 3, 9}, {"d6", 23, 3, 12}, {"g5", 43, 6, 13}} {
		sq := b.SquareByName(want.name)
		if sq == nil || sq.ID != want.id || sq.Col != want.x || sq.Row != want.h {
			t.Errorf("%s = %+v, want id %d at (%d,%d)", want.name, sq, want.id, want.x, want.h)
		}
	}
	if n := len(b.SquareByName("z").Outline); n != 10 {
		t.Errorf("the double cell has %d corners, want 10", n)
	}
}

// Every square's center lies in that square alone; neighbors differ in tint.
func TestCentersAndTints(t *testing.T) {
	for _, b := range []*Board{Rect(8, 8, 8), Rect(1, 3, 8), Rect(10, 10, 10), Hex43()} {
		for i := range b.Squares {
			sq := &b.Squares[i]
			if got := b.At(sq.Center); got != sq {
				t.Errorf("%v: the center of %s lies in %v", b.Shape, sq.Name, got)
			}
			for j := range b.Squares {
				d := &b.Squares[j]
				if sq != d && sq.Tint == d.Tint && shareEdge(sq, d) {
					t.Errorf("neighbors %s and %s have one tint", sq.Name, d.Name)
				}
			}
		}
	}
}

func shareEdge(sq, d *Square) bool {
	n := 0
	for _, p := range sq.Outline {
		for _, q := range d.Outline {
			if dx, dy := p.X-q.X, p.Y-q.Y; dx*dx+dy*dy < 1e-9 {
				n++
			}
		}
	}
	return n >= 2
}

// Squares are found by their names, and nothing by others.
func TestSquareByName(t *testing.T) {
	for _, b := range []*Board{Rect(8, 8, 8), Rect(3, 5, 8, 9), Rect(10, 10, 10, 45), Rect(1, 3, 8), Hex43()} {
		names := map[string]*Square{}
		for i := range b.Squares {
			names[b.Squares[i].Name] = &b.Squares[i]
		}
		for _, file := range []string{"", "a", "b", "c", "d", "g", "h", "j", "k", "z", "A", "`", "\xff"} {
			for _, rank := range []string{"", "0", "1", "01", "3", "5", "8", "9", "10", "11", "100", "-", "/", "\xff"} {
				name := file + rank
				if got := b.SquareByName(name); got != names[name] {
					t.Errorf("%v: %q finds %v, want %v", b.Shape, name, got, names[name])
				}
			}
		}
	}
}
