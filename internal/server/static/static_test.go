package static_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/static"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/web"
	"github.com/wane-chess/wane/web/routes"
)

var (
	named     = regexp.MustCompile(` (?:href|src|srcset)="([^"]*)"`)
	policy    = regexp.MustCompile(`-Security-Policy" content="default-src[^"]*; form-action &#39;self&#39;"`)
	elsewhere = regexp.MustCompile(`^(https?:|mailto:|data:|#)`)
	link      = regexp.MustCompile(`<a [^>]*href=\\?"([^"?#\\]*)`)
)

// write writes a small site and returns its folder.
func write(t *testing.T) string {
	t.Helper()
	if _, err := web.Page(); err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(t.TempDir(), "a", "site")
	o := static.Options{Games: rules.All(), Version: "test", Rankings: 2, Positions: 10}
	wrote, err := static.Write(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if files := filesOf(t, dir); len(files) != wrote.Files {
		t.Errorf("it reports %d files and wrote %d", wrote.Files, len(files))
	}
	return dir
}

func filesOf(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestSite(t *testing.T) {
	dir := write(t)
	files := filesOf(t, dir)
	t.Run("names", func(t *testing.T) { testNames(t, files) })
	t.Run("links", func(t *testing.T) { testLinks(t, files) })
	t.Run("worker", func(t *testing.T) { testWorker(t, files) })
	t.Run("routes", func(t *testing.T) { testRoutes(t, files) })
	t.Run("replace", func(t *testing.T) { testReplace(t, dir) })
}

// Every file that a page names is there, by an address that is relative.
func testNames(t *testing.T, files map[string][]byte) {
	t.Helper()
	pages := 0
	for name, body := range files {
		if path.Ext(name) != ".html" || name == "404.html" {
			continue
		}
		pages++
		if !policy.Match(body) || bytes.Contains(body, []byte(`rel="canonical"`)) {
			t.Errorf("%s has no policy for content, or what belongs in a header, or names a server", name)
		}
		for _, m := range named.FindAllSubmatch(body, -1) {
			to := string(m[1])
			if elsewhere.MatchString(to) {
				continue
			}
			to, _, _ = strings.Cut(to, "#")
			to, _, _ = strings.Cut(to, "?")
			at := path.Join(path.Dir(name), to)
			if strings.HasPrefix(to, "/") || files[at] == nil && files[path.Join(at, "index.html")] == nil {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
	if pages < 90 {
		t.Errorf("it has %d pages, want at least 90", pages)
	}
	for name, body := range files {
		if !strings.HasSuffix(name, ".json.gz") && !strings.HasSuffix(name, ".wasm.gz") {
			continue
		}
		if unpacked := unpack(t, name, body); strings.HasSuffix(name, ".json.gz") != json.Valid(unpacked) {
			t.Errorf("%s: %.40q", name, unpacked)
		}
	}
}

func unpack(t *testing.T, name string, body []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	unpacked, err := io.ReadAll(z)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return unpacked
}

// No link of a page, and of a text that it shows in either language, leads to what needs a server.
func testLinks(t *testing.T, files map[string][]byte) {
	t.Helper()
	inside := 0
	for name, body := range files {
		isPage := path.Ext(name) == ".html"
		switch {
		case strings.HasSuffix(name, ".json.gz"):
			body = unpack(t, name, body)
		case !isPage && !strings.HasPrefix(name, "api/"):
			continue
		}
		for _, m := range link.FindAllSubmatch(body, -1) {
			to := string(m[1])
			if to == "" || elsewhere.MatchString(to) {
				continue
			}
			inside++
			if isPage {
				to = path.Join("/", path.Dir(name), to)
			}
			page, _ := routes.Match(to)
			if routes.NeedsServer(page) || page == "" && files[to[1:]] == nil && files[path.Join(to[1:], "index.html")] == nil {
				t.Errorf("%s links to %s, which this site does not have", name, to)
			}
		}
	}
	if inside < 1000 {
		t.Errorf("it has %d links, want at least 1000", inside)
	}
}

// The service worker keeps files that exist.
func testWorker(t *testing.T, files map[string][]byte) {
	t.Helper()
	list, _, _ := strings.Cut(strings.TrimPrefix(string(files["service-worker.js"]), "globalThis.waneBuild="), ";\n")
	var build struct {
		Files []string
		Site  bool
	}
	if err := json.Unmarshal([]byte(list), &build); err != nil || !build.Site || len(build.Files) < 300 {
		t.Fatalf("%v in %.200s", err, list)
	}
	for _, name := range build.Files {
		if strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		if files[name[1:]] == nil {
			t.Errorf("it keeps %s, which is not there", name)
		}
	}
}

// Each page of the server is a file, or an address that only 404.html serves; none is forgotten.
func testRoutes(t *testing.T, files map[string][]byte) {
	t.Helper()
	without := []string{"puzzle", "challenge", "game", "gameAnalysis", "gameMistakes", "tournament", "study",
		"channel", "player"}
	for _, name := range routes.Names() {
		if strings.HasPrefix(name, "embed") {
			continue // boards on other sites
		}
		found := slices.ContainsFunc([]string{"", "shrink"}, func(of string) bool {
			at := routes.Link(name)
			if of != "" {
				at = routes.Link(name, of)
			}
			is, _ := routes.Match(at)
			return is == name && files[strings.TrimLeft(at+"/index.html", "/")] != nil
		})
		if name == "annotated" {
			for file := range files {
				found = found || strings.HasPrefix(file, "learn/shrink/games/") && path.Base(file) == "index.html"
			}
		}
		if found == slices.Contains(without, name) {
			t.Errorf("the page %s has a file: %v", name, found)
		}
	}
}

// A folder with anything else stays as it is.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(kept, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := static.Write(t.Context(), dir, static.Options{Games: rules.All()})
	if err == nil || !strings.Contains(err.Error(), "is not empty and is no site") {
		t.Errorf("the error is %v", err)
	}
	if text, err := os.ReadFile(kept); err != nil || string(text) != "mine" {
		t.Errorf("the file is %q, %v", text, err)
	}
}

// A site takes the place of a site.
func testReplace(t *testing.T, dir string) {
	t.Helper()
	// What is not of the site stays, such as the settings of a host; what only the site before had goes.
	own, old := filepath.Join(dir, "CNAME"), filepath.Join(dir, "gone", "old.txt")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(own, nil, 0o600))
	must(os.Mkdir(filepath.Dir(old), 0o700))
	must(os.WriteFile(old, nil, 0o600))
	marker := filepath.Join(dir, static.Marker)
	text, err := os.ReadFile(marker)
	must(err)
	text = bytes.Replace(text, []byte(`"files":[`), []byte(`"files":["gone/old.txt","../a",`), 1)
	must(os.WriteFile(marker, text, 0o600))
	o := static.Options{Games: rules.All(), Version: "test", Rankings: 1, Positions: 1}
	wrote, err := static.Write(t.Context(), dir, o)
	must(err)
	if files := filesOf(t, dir); len(files) != wrote.Files+1 || files["CNAME"] == nil {
		t.Errorf("the folder has %d files, want %d and CNAME", len(files), wrote.Files)
	}
	if _, err := os.Stat(filepath.Dir(old)); err == nil {
		t.Error("a folder of the old site is left")
	}
	if beside, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(beside) != 1 {
		t.Errorf("beside the site there are %v, %v", beside, err)
	}
	must(os.WriteFile(marker, []byte("{"), 0o600))
	if _, err := static.Write(t.Context(), dir, o); err == nil || !strings.Contains(err.Error(), "remove the folder") {
		t.Errorf("a damaged site: %v", err)
	}
}
