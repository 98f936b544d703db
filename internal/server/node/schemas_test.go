package node_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/site"
)

// An operation is what a call of the API needs: parameters, request and answers.
type operation struct {
	Parameters []struct {
		Name     string         `json:"name"`
		In       string         `json:"in"`
		Required bool           `json:"required,omitempty"`
		Schema   map[string]any `json:"schema"`
	} `json:"parameters,omitempty"`
	Body *struct {
		Required bool             `json:"required,omitempty"`
		Content  map[string]media `json:"content"`
	} `json:"requestBody,omitempty"`
	Responses map[string]response `json:"responses"`
}

type response struct {
	Description string           `json:"description"`
	Content     map[string]media `json:"content,omitempty"`
}

type media struct {
	Schema any `json:"schema"`
}

// TestSchemas compares web/schemas.json, from which the page's types are generated, with the JSON calls and the schemas
// of the API of a whole node, and the messages between the page and its WebAssembly.
func TestSchemas(t *testing.T) {
	const name = "../../../web/schemas.json"
	var doc struct {
		Paths      map[string]map[string]operation `json:"paths"`
		Components struct {
			Schemas map[string]any `json:"schemas"`
		} `json:"components"`
	}
	readAPI(t, &doc)
	all := doc.Components.Schemas
	page := site.NewSchemas()
	for _, v := range []any{study.Reading{}, engineworker.Command{}, engineworker.Answer{}} {
		page.Schema(reflect.TypeOf(v), true, "")
	}
	var own map[string]any
	text, err := json.Marshal(page.Map())
	if err == nil {
		err = json.Unmarshal(text, &own)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, schema := range own {
		if served, ok := all[name]; ok && !reflect.DeepEqual(served, schema) {
			t.Errorf("two types have schemas with the name %s: give one another name in schemaName of package site", name)
		}
	}
	maps.Copy(all, own)
	for _, name := range []string{"View", "Full", "Member", "Row", "Info", "Item", "List", "State", "Options", "Query"} {
		if _, ok := all[name]; ok {
			t.Errorf("a schema is called %s: give its package a prefix in schemaPrefixes of package site", name)
		}
	}
	got, err := json.MarshalIndent(map[string]any{
		"openapi": "3.1.0", "info": map[string]any{"title": "Types of the page", "version": "1"},
		"servers": []any{map[string]string{"url": "/api"}}, "paths": callsOf(doc.Paths),
		"components": map[string]any{"schemas": all},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("web/schemas.json is not current (%v): run 'go test ./internal/server/node -run Schemas -update'", err)
	}
}

// callsOf returns the operations that answer with JSON or nothing, without prose and errors, by their paths below /api.
func callsOf(paths map[string]map[string]operation) map[string]map[string]operation {
	const jsonType = "application/json"
	calls := make(map[string]map[string]operation)
	for path, operations := range paths {
		path, below := strings.CutPrefix(path, "/api")
		for method, op := range operations {
			answers := make(map[string]response)
			for status, r := range op.Responses {
				if m, ok := r.Content[jsonType]; ok && status[0] == '2' {
					answers[status] = response{Content: map[string]media{jsonType: m}}
				} else if status == "204" {
					answers[status] = response{}
				}
			}
			if !below || len(answers) == 0 {
				continue
			}
			op.Responses = answers
			for _, p := range op.Parameters {
				delete(p.Schema, "description")
			}
			if calls[path] == nil {
				calls[path] = make(map[string]operation)
			}
			calls[path][method] = op
		}
	}
	return calls
}

// readAPI reads the OpenAPI description of a node.
func readAPI(t *testing.T, to any) {
	t.Helper()
	n := start(t, node.Config{})
	resp, err := http.Get(n.URL() + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if err := json.NewDecoder(resp.Body).Decode(to); err != nil {
		t.Fatal(err)
	}
}
