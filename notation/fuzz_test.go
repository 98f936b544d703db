package notation

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// Whatever PGN is read can be written, and reads back the same.
func FuzzPGN(f *testing.F) {
	for _, s := range []string{
		"1. e4 e5 (1... c5 {x} 2. Nf3 $1) 2. Nf3! ; y } z\n1-0",
		"[Variant \"shrink\"]\n[FEN \"2k/1R1/K2 w - - 0 1\"]\n\n1. Rc2+ Ka3 2. Ra2#",
		"% x\r\n[A \"\\\"\\\\\"]\n*\n0-0 (", "1. e4 (((((", "{", "$", "[", "1.e4 e8(Q)) *",
		"[Variant \"Convergent Chess\"]\n1. cd4 1... ff5 *",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		trees, _, err := readPGN(text, ReadOptions{Lookup: lookup, Limits: Limits{Bytes: 5000}})
		if err != nil {
			return
		}
		for _, tree := range trees {
			once := tree.PGN()
			again, _, err := readPGN(once, ReadOptions{Lookup: lookup})
			if err != nil || len(again) != 1 {
				t.Fatalf("%q is written as\n%s\nwhich reads as %d games: %v", text, once, len(again), err)
			}
			if a, b := sketch(tree), sketch(again[0]); a != b {
				t.Fatalf("%s reads back as %s", a, b)
			}
			if !slices.Equal(tree.Moves(), again[0].Moves()) || again[0].PGN() != once {
				t.Fatalf("%q is written in two ways", text)
			}
		}
	})
}

// ReadString never panics, and what it reads are games.
func FuzzReadString(f *testing.F) {
	for _, s := range []string{
		testdata(f, "shrink-score.txt"), testdata(f, "diminuendo-games.txt"),
		"1. e4 and e5 2. Nf3\n\n1. d4", "e2e4\ne7e5 hm", "(1. e4 (e5) 1... {", "1 e4 e5 2 Nf3", "1: P - e4\n2... a",
		"[FEN \"\"]\n1. e4 e5", "White: a Black: b\n1. e4", "1. e4 e5 9. Nf3 3. a 2... 2. 0-1",
	} {
		f.Add(s, "")
	}
	f.Add("1. e4 e5", "1...d5")
	f.Fuzz(func(t *testing.T, text, fix string) {
		o := ReadOptions{Lookup: lookup, Limits: Limits{Bytes: 20_000}}
		if c, err := parseCorrection(fix); err == nil && c != nil {
			o.Corrections = []string{fix}
		}
		trees, warnings, err := ReadString(text, o)
		if err == nil && len(trees) == 0 {
			t.Error("neither games nor an error")
		}
		for _, tree := range trees {
			for n, p := range tree.Replay() {
				if !slices.Contains(p.Legal(nil), n.Move) {
					t.Errorf("%s is not legal in %s", p.UCI(n.Move), p)
				}
			}
		}
		for _, w := range warnings {
			if w.Line < 1 || w.Column < 1 || w.Problem == "" {
				t.Errorf("warning %+v", w)
			}
		}
	})
}

// Whatever is read as a move is legal, and its own writing reads the same.
func FuzzSAN(f *testing.F) {
	p := positionsOf(f)
	for _, s := range []string{
		"e4", "Nf3+!?", "O-O-O", "exd6 e.p.", "a8(Q)", "B(z) x R(f1)>N(z)(drop check)", "P(e3)>'' x P(z)", "♘c3",
		"e1d2bn", "Kd2=BN", "(", "N(", "e4>",
	} {
		for i := range p {
			f.Add(i, s)
		}
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		if i < 0 {
			return
		}
		pos := p[i%len(p)]
		ms := NewMoves(pos)
		got, err := ms.Parse(text)
		if err != nil {
			return
		}
		if !slices.Contains(ms.Legal(), got.Move) {
			t.Fatalf("%q is read as a move that is not legal", text)
		}
		if m, err := ms.ParseSAN(ms.SAN(got.Move)); err != nil || m != got.Move {
			t.Fatalf("%q is written %s, which reads as %s, %v", text, ms.SAN(got.Move), pos.UCI(m), err)
		}
	})
}

// Whatever is read as UCI is what the rules write.
func FuzzEngine(f *testing.F) {
	p := positionsOf(f)
	for i := range p {
		f.Add(i, p[i].UCI(p[i].Legal(nil)[0]))
		f.Add(i, "e1d2bn")
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		if i < 0 {
			return
		}
		pos := p[i%len(p)]
		m, err := ParseUCI(pos, text)
		if err != nil {
			return
		}
		if again, err := ParseUCI(pos, pos.UCI(m)); err != nil || again != m || !slices.Contains(pos.Legal(nil), m) {
			t.Fatalf("%q is read as %s, which reads as %s, %v", text, pos.UCI(m), pos.UCI(again), err)
		}
	})
}

// positionsOf returns the start positions of startsOf.
func positionsOf(f *testing.F) []game.Position {
	f.Helper()
	var out []game.Position
	for _, s := range startsOf(f) {
		out = append(out, s.game.Start())
		for _, fen := range s.fens {
			out = append(out, position(f, s.game, fen))
		}
	}
	return out
}

// Whatever is read as a correction says which move it replaces, and with what.
func FuzzCorrection(f *testing.F) {
	for _, s := range []string{"15...Kc4-b4", "2#15… Kb4", "1.e8=Q#", "0.e4", "99999999999999999999.e4", "1#", "1.:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parseCorrection(text)
		switch {
		case err != nil && !strings.Contains(err.Error(), "such as 15...Kc4-b4"):
			t.Errorf("%q: %v", text, err)
		case err == nil && (c.number < 1 || c.game < 0 || c.move == "" || c.whole != text):
			t.Errorf("%q is read as %+v", text, c)
		}
	})
}
