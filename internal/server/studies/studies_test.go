package studies_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/studies"
)

// store keeps the studies of one account.
type store map[string]*studies.Study

func (s store) Studies(context.Context, string) (list []studies.Info, _ error) {
	for _, id := range slices.Sorted(maps.Keys(s)) {
		list = append(list, s[id].Info)
	}
	return list, nil
}

func (s store) Study(_ context.Context, _, id string) (*studies.Study, error) {
	if s[id] == nil {
		return nil, studies.ErrNotFound
	}
	return s[id], nil
}

func (s store) PutStudy(_ context.Context, study *studies.Study, instead string, _, _ int) (int, error) {
	there := s[study.ID]
	switch {
	case there == nil && instead != "":
		return 0, studies.ErrNotFound
	case there != nil && there.Version != instead:
		return 0, studies.ErrConflict
	}
	grown := len(study.Content)
	if there != nil {
		grown -= len(there.Content)
	}
	s[study.ID] = study
	return grown, nil
}

func (s store) DeleteStudy(_ context.Context, _, id, version string) error {
	there, err := s.Study(context.Background(), "", id)
	switch {
	case err != nil:
		return err
	case there.Version != version:
		return studies.ErrConflict
	}
	delete(s, id)
	return nil
}

// Two devices edit a study: the second is rejected, and a repeated request is not.
func TestService(t *testing.T) {
	ctx := t.Context()
	s := studies.NewService(store{})
	info := studies.Info{
		ID:      "one",
		Name:    "Opening",
		Variant: "shrink",
		Title:   "Shrink Chess",
		Created: time.UnixMilli(1),
		Changed: time.UnixMilli(2),
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
	if _, _, err := s.Save(ctx, "ann", info, content, first); !errors.Is(err, studies.ErrConflict) {
		t.Errorf("a change of an old version: %v", err)
	}
	if err := s.Delete(ctx, "ann", "one", first); !errors.Is(err, studies.ErrConflict) {
		t.Errorf("deleting an old version: %v", err)
	}
	for range 2 {
		if err := s.Delete(ctx, "ann", "one", second); err != nil {
			t.Errorf("deleting: %v", err)
		}
	}
}

func TestInvalid(t *testing.T) {
	good := studies.Info{ID: "one", Name: "Name"}
	for name, c := range map[string]struct {
		change  func(*studies.Info)
		content string
	}{
		"no ID":          {func(i *studies.Info) { i.ID = "" }, "{}"},
		"a path":         {func(i *studies.Info) { i.ID = "../x" }, "{}"},
		"a long name":    {func(i *studies.Info) { i.Name = strings.Repeat("ä", 201) }, "{}"},
		"a line break":   {func(i *studies.Info) { i.Title = "a\nb" }, "{}"},
		"a zero byte":    {func(i *studies.Info) { i.Game = "\x00" }, "{}"},
		"no JSON":        {func(*studies.Info) {}, "{"},
		"no object":      {func(*studies.Info) {}, "[]"},
		"no UTF-8":       {func(*studies.Info) {}, "{\"a\":\"\xff\"}"},
		"a huge content": {func(*studies.Info) {}, `{"a":"` + strings.Repeat("x", studies.MaxContent) + `"}`},
	} {
		info := good
		c.change(&info)
		var invalid *studies.InvalidError
		_, _, err := studies.NewService(store{}).Save(t.Context(), "ann", info, json.RawMessage(c.content), "")
		if !errors.As(err, &invalid) {
			t.Errorf("a study with %s: %v", name, err)
		}
	}
	if _, _, err := studies.NewService(store{}).Save(t.Context(), "ann", good, json.RawMessage("{}"), ""); err != nil {
		t.Error(err)
	}
}
