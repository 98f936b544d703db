package static

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/wane-chess/wane/web/routes"
)

var (
	linked  = regexp.MustCompile(` (?:href|src)="(/[^"#?]*)`)
	section = regexp.MustCompile(`(?s)<li><a href="([^"?]*)[^"]*" class="section">[^<]*</a><ul>.*?</ul></li>\n`)
	picture = regexp.MustCompile(` src="([\w-]+\.\w+)"`)
	item    = regexp.MustCompile(`<li><a href="([^"?]*)[^"]*">[^<]*</a></li>`)
)

// manual writes the manual: what its first page links to, and so on.
func (s *site) manual() error {
	known := map[string]bool{}
	for next := []string{"/docs"}; len(next) > 0; next = next[1:] {
		at := next[0]
		if known[at] {
			continue
		}
		known[at] = true
		if strings.Contains(at[strings.LastIndex(at, "/"):], ".") {
			if err := s.copyFile(at); err != nil {
				return err
			}
			continue
		}
		body, _, err := s.server.get(at)
		if err != nil {
			return err
		}
		for _, m := range linked.FindAllSubmatch(rooted(body), -1) {
			if to := string(m[1]); strings.HasPrefix(to, "/docs") || strings.HasPrefix(to, "/api/") {
				next = append(next, to)
			}
		}
		if err := s.page(at); err != nil {
			return err
		}
	}
	return nil
}

// rooted names the pictures of the manual from the root of the host.
func rooted(body []byte) []byte { return picture.ReplaceAll(body, []byte(` src="/docs/$1"`)) }

// fitting removes from the main menu what needs a server.
func fitting(body []byte) []byte {
	for _, part := range []*regexp.Regexp{section, item} {
		body = part.ReplaceAllFunc(body, func(found []byte) []byte {
			name, _ := routes.Match(string(part.FindSubmatch(found)[1]))
			if routes.NeedsServer(name) {
				return nil
			}
			return found
		})
	}
	return bytes.TrimSpace(body)
}
