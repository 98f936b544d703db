package docs

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every file is a page with a title and a summary, and every link within the
// manual leads to a page, and to a heading if it names one.
func TestPages(t *testing.T) {
	pages, err := Pages()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) != len(files) {
		t.Errorf("%d pages of %d files: README.md must link to all", len(pages), len(files))
	}
	targets := map[string]bool{}
	heading := regexp.MustCompile(`<h[1-6] id="([^"]*)"`)
	for _, p := range pages {
		targets[p.Path] = true
		for _, found := range heading.FindAllStringSubmatch(string(p.HTML()), -1) {
			targets[p.Path+"#"+found[1]] = true
		}
	}
	link, inline := regexp.MustCompile(`<a href="([^"]*)"`), regexp.MustCompile(`<[a-z]+[^>]* style=`)
	for _, p := range pages {
		if p.Title == "" || p.Summary == "" {
			t.Errorf("%s has the title %q and the summary %q", p.Path, p.Title, p.Summary)
		}
		if strings.Contains(string(p.HTML()), "<!-- raw HTML omitted -->") || inline.Match(p.HTML()) {
			t.Errorf("%s contains HTML or inline styles", p.Path)
		}
		for _, found := range link.FindAllStringSubmatch(string(p.HTML()), -1) {
			if to := found[1]; !strings.HasPrefix(to, "http") && !targets[to] {
				t.Errorf("%s links to %s, which does not exist", p.Path, to)
			}
		}
	}
	if first := pages[0]; first.Path != Root || pages[1].Path != Root+"/playing" || !targets["/docs/server#limits"] {
		t.Errorf("the manual begins with %s and %s", first.Path, pages[1].Path)
	}
}
