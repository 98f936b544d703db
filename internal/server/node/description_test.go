package node_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/node"
)

// checkDescription returns what Redocly's linter says about a description of the API; "" is nothing.
func checkDescription(t *testing.T, doc any) string {
	t.Helper()
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join("..", "..", "..", "web", "scripts", "openapi.mjs")
	linter := exec.CommandContext(t.Context(), "node", script, file)
	out, err := linter.CombinedOutput()
	if err == nil && len(out) > 0 || err != nil && len(out) == 0 {
		t.Fatalf("the linter ends with %v and says %q", err, out)
	}
	return string(out)
}

// What a node publishes of its API is a valid description by a linter that is not ours, which finds faults.
func TestDescription(t *testing.T) {
	if testing.Short() {
		t.Skip("runs Node.js with the page's tools")
	}
	n := start(t, node.Config{})
	resp, err := http.Get(n.URL() + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var doc map[string]any
	text, err := io.ReadAll(resp.Body)
	if err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	if said := checkDescription(t, doc); said != "" {
		t.Errorf("the description has faults:\n%s", said)
	}
	join := doc["paths"].(map[string]any)["/api/tournament/{id}/join"].(map[string]any)["post"].(map[string]any)
	delete(join, "parameters")
	join["responses"] = map[string]any{"200": map[string]any{}}
	said := checkDescription(t, doc)
	for _, rule := range []string{"path-parameters-defined", "operation-4xx-response", "struct"} {
		if !strings.Contains(said, rule+" at #/paths/~1api~1tournament~1{id}~1join") {
			t.Errorf("a path lacks its parameter, and an answer its description; no %s in %q", rule, said)
		}
	}
}
