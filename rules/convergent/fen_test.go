package convergent

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Reset and Parse accept the same placements, and read them alike.
func TestReset(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[bool]int{}
	got := New().Start().(*Position)
	runs := strings.NewReplacer("111111", "6", "11111", "5", "1111", "4", "111", "3", "11", "2")
	for range 20_000 {
		var p bitboard.Pieces
		var letters [64]byte
		put := func(letter byte) {
			sq := r.IntN(64)
			if r.IntN(4) == 0 { // a royal square
				sq = []int{3, 4, 59, 60}[r.IntN(4)]
			}
			if letters[sq] != 0 || Squares>>sq&1 == 0 {
				return
			}
			letters[sq] = letter
			pt := game.King
			for pt.Letter() != letter&^0x20 {
				pt++
			}
			for i, bits := range []*uint64{&p.Low, &p.Mid, &p.High} {
				*bits |= uint64(pt) >> i & 1 << sq
			}
			if letter >= 'a' {
				p.Black |= 1 << sq
			}
		}
		put('K')
		put('k')
		for range r.IntN(4) {
			put("PNBRQKpnbrqk"[r.IntN(12)])
		}
		turn := game.Color(r.IntN(2))
		var fen strings.Builder
		for rank := 7; rank >= 0; rank-- {
			for file := range 8 {
				switch sq := 8*rank + file; {
				case Squares>>sq&1 == 0:
					fen.WriteByte('*')
				case letters[sq] == 0:
					fen.WriteByte('1')
				default:
					fen.WriteByte(letters[sq])
				}
			}
			if rank > 0 {
				fen.WriteByte('/')
			}
		}
		text := fmt.Sprintf("%s %c - - 0 1", runs.Replace(fen.String()), "wb"[turn])
		want, err := New().Parse(text)
		ok := got.Reset(p, 8, 8, turn)
		if ok != (err == nil) {
			t.Fatalf("%s: %v, Parse says %v", text, ok, err)
		}
		counts[ok]++
		if ok && (got.String() != want.String() || got.Key() != want.Key() || got.InCheck() != want.InCheck()) {
			t.Fatalf("%s is %s, want %s", text, got, want)
		}
	}
	if counts[true] < 2000 || counts[false] < 2000 {
		t.Errorf("%d placements are accepted, %d rejected", counts[true], counts[false])
	}
}

func TestParseErrors(t *testing.T) {
	const rest = " w - - 0 1"
	const empty = "/*6*/*6*/*6*/*6*/*6*/*6*/"
	for _, c := range []struct{ fen, want string }{
		{"", "parse FEN: no board, expected four to six fields: board, side to move, castling rights, en passant square, " +
			"halfmove clock, move number (column 1)"},
		{"8/8/8/8/8/8/8" + rest,
			"parse FEN: the board has 8×7 squares, expected 8×8 (column 1)"},
		{"***1k**" + rest,
			"parse FEN: the board has 7×1 squares, expected 8×8 (column 1)"},
		{"**1*k***" + empty + "***1K***" + rest,
			"parse FEN: c8 is not a square of the board, expected * there (column 3)"},
		{"****k***" + empty + "***1K***" + rest,
			"parse FEN: * on d8, a square of the board, expected a piece or an empty square (column 4)"},
		{"***1k***/*6*/*6*/*5pp/*6*/*6*/*6*/***1K***" + rest,
			"parse FEN: h5 is not a square of the board, expected * there (column 21)"},
		{"***2***" + empty + "***1K***" + rest,
			"parse FEN: no black king, expected one (column 1)"},
		{"***1k***/*6*/*6*/*6*/*6*/*6*/*2K3*/***1K***" + rest,
			"parse FEN: a second white king, expected one (column 40)"},
		{"***1k***" + empty + "***1K*** w KQ - 0 1",
			"parse FEN: castling rights \"KQ\", expected -, since the game has neither castling nor en passant (column 45)"},
		{"***1k***" + empty + "***1K*** w - e3 0 1",
			"parse FEN: en passant square \"e3\", expected -, since the game has neither castling nor en passant (column 47)"},
		{"***1k***/*6*/*6*/*3R2*/*6*/*6*/*6*/***1K***" + rest,
			"parse FEN: the black king on e8 is attacked with White to move, " +
				"expected a king that cannot be captured (column 5)"},
		{"***P1***/*6*/*6*/*k5*/*6*/*6*/*6*/***1K***" + rest,
			"parse FEN: a white pawn on the royal square d8 with White to move, expected no White piece there (column 4)"},
		{"***1k***/*6*/*6*/*6*/*6*/*6*/*K5*/***1r*** b - - 0 1",
			"parse FEN: a black rook on the royal square e1 with Black to move, expected no Black piece there (column 39)"},
		{"***2***/*6*/*6*/*Kk4*/*6*/*6*/*6*/***2***" + rest,
			"parse FEN: the black king on c5 is attacked with White to move, " +
				"expected a king that cannot be captured (column 19)"},
	} {
		p, err := New().Parse(c.fen)
		var fault *game.FENError
		switch {
		case err == nil:
			t.Errorf("%s is accepted: %s", c.fen, p)
		case err.Error() != c.want:
			t.Errorf("%s:\n got %v\nwant %s", c.fen, err, c.want)
		case !errors.As(err, &fault):
			t.Errorf("%s: the error is a %T", c.fen, err)
		}
	}
}

// TestParseAccepts reads positions that look odd but can be played.
func TestParseAccepts(t *testing.T) {
	for name, fen := range map[string]string{
		"a white pawn on a black royal square, just arrived": "***P1***/*6*/*6*/*k5*/*6*/*6*/*6*/***1K*** b - - 0 1",
		"a king on an enemy royal square":                    "***K1***/*6*/*6*/*k5*/*6*/*6*/*6*/***2*** b - - 0 1",
		"both sides' royal squares in other hands' reach":    "***2***/*2Q3*/*6*/*5K*/*k5*/*6*/*2q3*/***2*** w - - 0 1",
		"pawns on their own royal squares":                   "***kp***/*6*/*6*/*6*/*6*/*6*/*6*/***PK*** w - - 120 1",
		"an intruder on each royal square of the mover":      "***1k***/*6*/*6*/*6*/*6*/*6*/*2KR2*/***pn*** w - - 0 1",
		"forty pieces": "***qk***/*rnbbnr*/*pppppp*/*pppppp*/*PPPPPP*/*PPPPPP*/*RNBBNR*/***QK*** w - - 0 1",
	} {
		p, err := New().Parse(fen)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if p.String() != fen {
			t.Errorf("%s: %s reads back as %s", name, fen, p)
		}
	}
}

// FuzzParse feeds the parser with anything. What it accepts must print stably
// and survive every method.
func FuzzParse(f *testing.F) {
	f.Add(startFEN)
	f.Add("***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 99 80")
	f.Add("***1k***/*6*/*6*/*6*/*6*/*6*/*2KR2*/***nr*** w - - 0 9999")
	f.Add("***1k***/*P4p*/*6*/*q1Q3*/*6*/*6*/*p4P*/***1K*** b - - 9999 1")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := New().Parse(fen)
		if err != nil {
			return
		}
		gametest.Exercise(t, p, gametest.EveryMove, 1)
	})
}
