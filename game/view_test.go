package game

import (
	"testing"

	"github.com/wane-chess/wane/geom"
)

// A view of three files and two ranks: a white king on a1, a black rook on c2.
func smallView() View {
	v := View{Board: geom.Rect(3, 2, 8)}
	v.Pieces[0], v.Pieces[10] = King.Of(White), Rook.Of(Black)
	return v
}

func TestApply(t *testing.T) {
	king, rook := King.Of(White), Rook.Of(Black)
	for _, c := range []struct {
		name    string
		effects []Effect
		want    map[Square]Piece
		gone    []Square
		cells   int
	}{
		{"a slide", []Effect{{Kind: Slide, From: 0, To: 9, Piece: king}}, map[Square]Piece{9: king, 10: rook}, nil, 6},
		{"a capture after the slide",
			[]Effect{{Kind: Slide, From: 0, To: 10, Piece: king}, {Kind: Capture, To: 10, Piece: rook}},
			map[Square]Piece{10: king}, nil, 6},
		{"a drop after an expulsion",
			[]Effect{{Kind: Expel, To: 10, Piece: rook}, {Kind: Drop, To: 10, Piece: rook, Into: Bishop.Of(Black)}},
			map[Square]Piece{0: king, 10: Bishop.Of(Black)}, nil, 6},
		{"a change into nothing", []Effect{{Kind: Demote, To: 10, Piece: rook}}, map[Square]Piece{0: king}, nil, 6},
		{"a vanished square", []Effect{{Kind: Slide, From: 0, To: 1, Piece: king}, {Kind: Vanish, From: 0}},
			map[Square]Piece{1: king, 10: rook}, []Square{0}, 6},
		{"a file that goes", []Effect{{Kind: CollapseFile, Index: 1}}, map[Square]Piece{0: king, 9: rook}, nil, 4},
		{"a rank and a file that go",
			[]Effect{{Kind: Slide, From: 0, To: 9, Piece: king}, {Kind: CollapseRank, Index: 0}, {Kind: CollapseFile, Index: 0}},
			map[Square]Piece{0: king, 1: rook}, nil, 2},
	} {
		before := smallView()
		got := before.Apply(c.effects)
		want := View{Board: got.Board, Turn: Black}
		for sq, pc := range c.want {
			want.Pieces[sq] = pc
		}
		for _, sq := range c.gone {
			want.Vanished[sq] = true
		}
		if !got.Equal(want) || len(got.Board.Squares) != c.cells {
			t.Errorf("%s: %d cells with pieces %v, gone %v", c.name, len(got.Board.Squares), got.Pieces, got.Vanished)
		}
		if !before.Equal(smallView()) {
			t.Errorf("%s changed the view it was applied to", c.name)
		}
	}
}

// Views differ by their boards, too.
func TestEqual(t *testing.T) {
	v, w := smallView(), smallView()
	if !v.Equal(w) {
		t.Error("two views of one position differ")
	}
	for _, b := range []*geom.Board{geom.Rect(3, 3, 8), geom.Rect(2, 3, 8), geom.Hex43()} {
		if w.Board = b; v.Equal(w) {
			t.Errorf("a board of %d cells equals one of 6", len(b.Squares))
		}
	}
}
