package cheshire_test

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/rules/cheshire"
)

// Small boards have their own size, kings at home where they start, and no double step.
func TestNewBoard(t *testing.T) {
	g, err := cheshire.NewBoard(4, 5, "nrkb/pppp/4/PPPP/NRKB w Kk - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Start()
	var moves []string
	for _, m := range p.Legal(nil) {
		moves = append(moves, p.UCI(m))
	}
	if got, want := strings.Join(moves, " "), "a1b3 a2a3 b2b3 c2c3 d2d3"; got != want {
		t.Errorf("the moves are %s, want %s", got, want)
	}
	if _, err := g.Parse("nrkb/pppp/4/PPPP/NRKB w Kk a3 0 1"); err == nil || !strings.Contains(err.Error(), "en passant") {
		t.Errorf("en passant without a double step: %v", err)
	}
	if g, err = cheshire.NewBoard(3, 6, "krn/ppp/3/3/PPP/KRN w Kk - 0 1"); err != nil || g.Start().LegalCount() < 6 {
		t.Errorf("on six ranks: %v", err)
	}
	for _, c := range []struct {
		files, ranks int
		start, want  string
	}{
		{2, 4, "kr/2/2/RK w Kk - 0 1", "2×4 squares, expected 3×3 to 10×10"},
		{11, 3, "", "11×3 squares"},
		{3, 4, "krn/ppp/PPP/KRNN w Kk - 0 1", "rank 1"},
		{3, 4, "rkn/3/3/RKN w Kk - 0 1", "attacked"},
		{3, 4, "3/ppp/PPP/KRN w K - 0 1", "king"},
	} {
		if _, err := cheshire.NewBoard(c.files, c.ranks, c.start); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d×%d, %s: %v, want %q", c.files, c.ranks, c.start, err, c.want)
		}
	}
}
