package lichess_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/servertest"
)

func readManual(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The manual's page has exactly the operations for programs.
func TestManual(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	var spec struct {
		Paths map[string]map[string]struct{ Tags []string }
	}
	if err := json.Unmarshal(w.Fetch("/api/openapi.json").Body.Bytes(), &spec); err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, found := range regexp.MustCompile("`([A-Z]+ /[^` …]*)`").FindAllStringSubmatch(readManual(t), -1) {
		documented[found[1]] = true
	}
	count := 0
	for path, methods := range spec.Paths {
		for method, op := range methods {
			if len(op.Tags) == 0 || op.Tags[0] != "Programs" {
				continue
			}
			name := strings.ToUpper(method) + " " + strings.Replace(path, "/api/board/game/", "/api/bot/game/", 1)
			if !documented[name] {
				t.Errorf("docs/bots.md lacks %s", name)
			}
			count++
		}
	}
	if count < len(documented) {
		t.Errorf("docs/bots.md has %d operations, the API %d", len(documented), count)
	}
}

// The requests of the manual work, one after another.
func TestManualRequests(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	_, script, _ := strings.Cut(readManual(t), "with curl\n\n```sh\n")
	script, _, _ = strings.Cut(script, "```")
	// The shell says what curl would be called with.
	out, err := exec.CommandContext(t.Context(), "sh", "-c",
		`curl() { for a; do printf '%s\n' "$a"; done; printf '%s\n' --; }`+"\n"+strings.ReplaceAll(script, " &\n", "\n")).
		Output()
	if err != nil {
		t.Fatal(err)
	}
	var token, id string
	v, calls := w.Visitor(), 0
	for call := range strings.SplitSeq(strings.TrimSuffix(string(out), "--\n"), "--\n") {
		calls++
		call = strings.NewReplacer("wane_…", token, "…", id, "http://localhost:8080", w.Web.URL).Replace(call)
		method, address, body := http.MethodGet, "", ""
		header := http.Header{}
		args := strings.Split(strings.TrimSuffix(call, "\n"), "\n")
		for i := 0; i < len(args); i++ {
			switch args[i] {
			case "-c", "-b":
				i++
			case "-N":
			case "-X":
				i++
				method = args[i]
			case "-H":
				i++
				name, value, _ := strings.Cut(args[i], ": ")
				header.Set(name, value)
			case "-d":
				i++
				method, body = http.MethodPost, args[i]
				if header.Get("Content-Type") == "" {
					header.Set("Content-Type", "application/x-www-form-urlencoded")
				}
			default:
				address = args[i]
			}
		}
		r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = header
		resp, err := v.HTTP.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(resp.Body).ReadString('\n') // all, but of a stream and of PGN
		_ = resp.Body.Close()
		if resp.StatusCode >= 300 || line == "" {
			t.Errorf("%s %s: %d %s", method, address, resp.StatusCode, line)
		}
		var answer struct{ Secret, ID string }
		if json.Unmarshal([]byte(line), &answer) == nil {
			if answer.Secret != "" {
				token = answer.Secret
			} else if answer.ID != "" {
				id = answer.ID
			}
		}
	}
	if calls != 9 {
		t.Errorf("%d requests, expected 9", calls)
	}
}
