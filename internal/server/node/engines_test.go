package node

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// The engines of a node use the tables of its configuration, or the built-in ones.
func TestEngines(t *testing.T) {
	g, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse("2k/1R1/K2 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tables *tablebase.Tables
		knows  bool
	}{{nil, true}, {tablebase.Builtin(), true}, {new(tablebase.Tables), false}} {
		e := Engines(Config{Tables: c.tables}.withDefaults().Tables)()
		info, err := e.Search(t.Context(), p, engine.Limits{Nodes: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if knows := info.Score == engine.Mate-3 && info.TBHits > 0; knows != c.knows {
			t.Errorf("%p: %+v", c.tables, info)
		}
	}
}
