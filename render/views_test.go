package render

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/geom"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares a text with the file of that name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s\nwant\n%s", file, got, want)
	}
}

// rect makes a view from rows as one sees them, from the top: letters are pieces,
// a point is an empty square, '*' a vanished one, '#' one that is missing.
func rect(stride int, rows string) game.View {
	lines := strings.Split(rows, "/")
	var missing []int
	var v game.View
	for i, line := range lines {
		for file, r := range line {
			id := (len(lines)-1-i)*stride + file
			switch r {
			case '.':
			case '*':
				v.Vanished[id] = true
			case '#':
				missing = append(missing, id)
			default:
				v.Pieces[id] = game.PieceOf(byte(r))
			}
		}
	}
	v.Board = geom.Rect(len(lines[0]), len(lines), stride, missing...)
	for i := range v.Board.Squares {
		if sq := &v.Board.Squares[i]; missing != nil && (sq.Row == 0 || sq.Row == 7) {
			sq.Tint = geom.Special
		}
	}
	return v
}

// hex makes a view of the hexagonal board from words such as "Ke1".
func hex(words string) game.View {
	v := game.View{Board: geom.Hex43()}
	for _, w := range strings.Fields(words) {
		v.Pieces[v.Board.SquareByName(w[1:]).ID] = game.PieceOf(w[0])
	}
	return v
}

func squares(v game.View, names ...string) []game.Square {
	var s []game.Square
	for _, n := range names {
		s = append(s, game.Square(v.Board.SquareByName(n).ID))
	}
	return s
}

// samples are views of every kind of board, by name.
func samples() map[string]game.View {
	return map[string]game.View{
		"orthodox":   rect(8, "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR"),
		"shrunk":     rect(8, "r..k.r/pp.p.p/.n.Q../P..P.P/R.BK.R"),
		"smallest":   rect(8, "k/R/K"),
		"convergent": rect(8, "###q.###/#rnbbnr#/#pppppp#/#......#/#......#/#PP.PPP#/#RNBBNR#/###.K###"),
		"cheshire": rect(10, "r*n*.kb*r*/pp*p**p*p./..*..p...*/.n...*..p./*..P*...../"+
			"..N*..B.*./.P..*.P..*/..*..N..P*/P*P**P*PP*/RR**QKB*RR"),
		"late": rect(8, "**.*k*.*/*.**.***/.**.**.*/**.*.***/*.**Q**./.***.*.*/**.*K***/*.**.**."),
		"diminuendo": hex("Ke1 Qc1 Rb1 Rf1 Bd1 Bd2 Bd3 Nc2 Ne2 Pa1 Pb2 Pc3 Pe3 Pf2 Pg1 " +
			"ke7 qc7 rb6 rf6 bd6 bd7 bd8 nc6 ne6 pa5 pb5 pc5 pe5 pf5 pg5"),
		"well": hex("Ke1 Rb1 Qd2 nz ke7 qc5 pa5"),
	}
}
