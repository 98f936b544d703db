package studies

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/testing/dbtest"
)

// Two devices edit a study: the second is rejected, and a repeated request is not.
func TestService(t *testing.T) {
	ctx := t.Context()
	s := New(dbtest.Open(t))
	info := Info{
		ID:      "one",
		Name:    "Opening",
		Variant: "shrink",
		Title:   "Shrink Chess",
		Created: time.UnixMilli(1).UTC(),
		Changed: time.UnixMilli(2).UTC(),
		Moves:   3,
	}
	content := json.RawMessage(`{"packed":{"moves":[{"m":"e2e4"}]}}`)
	first, grown, err := s.Save(ctx, "ann", info, content, "")
	if err != nil || grown == 0 {
		t.Fatal(grown, err)
	}
	if again, _, err := s.Save(ctx, "ann", info, content, ""); err != nil || again != first {
		t.Errorf("a repeated request: %q, %v, want %q", again, err, first)
	}
	got, back, err := s.Load(ctx, "ann", "one")
	if info.Version = first; err != nil || got != info || string(back) != string(content) {
		t.Errorf("loaded %+v, %s, %v", got, back, err)
	}
	info.Name = "Openings"
	second, more, err := s.Save(ctx, "ann", info, content, first)
	if err != nil || second == first || more != 0 {
		t.Errorf("a renamed study has the version %q and %d bytes more, %v", second, more, err)
	}
	info.Name = "Other"
	if _, _, err := s.Save(ctx, "ann", info, content, first); !errors.Is(err, errConflict) {
		t.Errorf("a change of an old version: %v", err)
	}
	if err := s.Delete(ctx, "ann", "one", first); !errors.Is(err, errConflict) {
		t.Errorf("deleting an old version: %v", err)
	}
	for range 2 {
		if err := s.Delete(ctx, "ann", "one", second); err != nil {
			t.Errorf("deleting: %v", err)
		}
	}
}

func TestInvalid(t *testing.T) {
	good := Info{ID: "one", Name: "Name"}
	s := New(dbtest.Open(t))
	for name, c := range map[string]struct {
		change  func(*Info)
		content string
	}{
		"no ID":          {func(i *Info) { i.ID = "" }, "{}"},
		"a path":         {func(i *Info) { i.ID = "../x" }, "{}"},
		"a long name":    {func(i *Info) { i.Name = strings.Repeat("ä", 201) }, "{}"},
		"a line break":   {func(i *Info) { i.Title = "a\nb" }, "{}"},
		"a zero byte":    {func(i *Info) { i.Game = "\x00" }, "{}"},
		"no JSON":        {func(*Info) {}, "{"},
		"no object":      {func(*Info) {}, "[]"},
		"no UTF-8":       {func(*Info) {}, "{\"a\":\"\xff\"}"},
		"a huge content": {func(*Info) {}, `{"a":"` + strings.Repeat("x", MaxContent) + `"}`},
	} {
		info := good
		c.change(&info)
		_, _, err := s.Save(t.Context(), "ann", info, json.RawMessage(c.content), "")
		if p, ok := errors.AsType[*problem.Problem](err); !ok || p.Status != http.StatusUnprocessableEntity {
			t.Errorf("a study with %s: %v", name, err)
		}
	}
	if _, _, err := s.Save(t.Context(), "ann", good, json.RawMessage("{}"), ""); err != nil {
		t.Error(err)
	}
}
