package game

import "testing"

// A move holds its squares and eight promotions, and nothing else.
func TestMove(t *testing.T) {
	m := NewMove(99, 127)
	for i := range MaxPromotions {
		m = m.WithPromotion(i, Knight).WithPromotion(i, Promotions[i%4])
	}
	if m.From() != 99 || m.To() != 127 || m>>30 != 0 || m.WithoutPromotions() != NewMove(99, 127) {
		t.Errorf("%x is from %d to %d by %x", m, m.From(), m.To(), m.WithoutPromotions())
	}
	for i := range MaxPromotions {
		if got := m.Promotion(i); got != Promotions[i%4] {
			t.Errorf("promotion %d is a %v, want a %v", i, got, Promotions[i%4])
		}
	}
	if got := m.PromotionText(6); got != "qrbnqr" {
		t.Errorf("the promotions are written %s", got)
	}
}

// Letters and pieces are translated both ways.
func TestPieces(t *testing.T) {
	for _, letter := range []byte("KQRBNPkqrbnp") {
		pc := PieceOf(letter)
		if pc.Letter() != letter || pc.Type().Of(pc.Color()) != pc || (pc.Color() == Black) != (letter >= 'a') {
			t.Errorf("%c is read as a %v", letter, pc)
		}
	}
	for _, letter := range []byte(" *-x1\x00\xff") {
		if pc := PieceOf(letter); pc != NoPiece {
			t.Errorf("%q is read as a %v", letter, pc)
		}
	}
	if NoPieceType.Of(Black) != NoPiece || NoPiece.Letter() != '-' || NoPiece.String() != "nothing" {
		t.Error("no piece must not be one of Black's")
	}
}

func TestOutcomeString(t *testing.T) {
	for _, c := range []struct {
		o            Outcome
		text, result string
	}{
		{Outcome{}, "In progress", "*"},
		{Win(White, Checkmate), "White wins: checkmate", "1-0"},
		{Win(Black, TimeOut), "Black wins: time ran out", "0-1"},
		{Drawn(Repetition), "Draw: threefold repetition", "1/2-1/2"},
		{Drawn(NoReason), "Draw", "1/2-1/2"},
	} {
		if c.o.String() != c.text || c.o.Result.String() != c.result || c.o.Over() != (c.result != "*") {
			t.Errorf("%v, %v, want %s, %s", c.o, c.o.Result, c.text, c.result)
		}
	}
}
