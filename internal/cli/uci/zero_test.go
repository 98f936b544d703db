package uci_test

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/uci"
)

// weighed is a game with weights; its rules are not used.
type weighed struct {
	game.Game
	w       struct{ Pawn, Mobility [2]game.Score }
	reweigh int
}

func (w *weighed) Name() string { return "weighed" }
func (w *weighed) Weights() any { return &w.w }
func (w *weighed) Reweigh()     { w.reweigh++ }

func TestZero(t *testing.T) {
	fresh := func() *weighed {
		g := &weighed{}
		g.w.Pawn, g.w.Mobility = [2]game.Score{1, 2}, [2]game.Score{3, 4}
		return g
	}
	g := fresh()
	if err := uci.Zero(g, []string{"mobility"}); err != nil || g.w.Mobility != [2]game.Score{} || g.w.Pawn[1] != 2 || g.reweigh != 1 {
		t.Errorf("%+v, %v", g, err)
	}
	g = fresh()
	if err := uci.Zero(g, []string{"Pawn", "Knight"}); err == nil || !strings.Contains(err.Error(), `no weights "Knight": it has Pawn, Mobility`) || g.w.Pawn[1] != 2 {
		t.Errorf("%+v, %v", g, err)
	}
	if err := uci.Zero(g, nil); err != nil || g.reweigh != 0 {
		t.Errorf("%+v, %v", g, err)
	}
	if err := uci.Zero(struct{ *plain }{}, nil); err != nil {
		t.Error(err)
	}
	if err := uci.Zero(&plain{}, []string{"Pawn"}); err == nil || !strings.Contains(err.Error(), "plain has no weights") {
		t.Errorf("%v", err)
	}
}

// plain is a game without weights.
type plain struct{ game.Game }

func (*plain) Name() string { return "plain" }
