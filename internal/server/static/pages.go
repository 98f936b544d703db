package static

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/wane-chess/wane/web/routes"
)

var (
	//go:embed site.js
	script []byte
	//go:embed missing.js
	missing []byte
)

const worker = "/service-worker.js"

// build is what the service worker knows of its build.
type build struct {
	Version string   `json:"version"`
	Files   []string `json:"files"`
	Site    bool     `json:"site"`
}

const buildBegins = "globalThis.waneBuild="

// pages writes the page, its files and the manual.
func (s *site) pages() error {
	code, _, err := s.server.get(worker)
	if err != nil {
		return err
	}
	list, rest, _ := bytes.Cut(bytes.TrimPrefix(code, []byte(buildBegins)), []byte(";\n"))
	var b build
	if err := json.Unmarshal(list, &b); err != nil {
		return fmt.Errorf("read the list of the page's files: %w", err)
	}
	for _, name := range b.Files {
		if name == "/" {
			continue
		}
		if err := s.copyFile(name); err != nil {
			return err
		}
	}
	if err := s.file("site.js", script); err != nil {
		return err
	}
	for _, p := range s.routes() {
		if err := s.page(p); err != nil {
			return err
		}
	}
	if err := s.manual(); err != nil {
		return err
	}
	if err := s.file("404.html", missingPage()); err != nil {
		return err
	}
	return s.worker(b.Version, rest)
}

// copyFile writes a file of the page. Its programs are in gzip.
func (s *site) copyFile(name string) error {
	body, _, err := s.server.get(name)
	if err != nil {
		return err
	}
	switch path.Ext(name) {
	case ".wasm":
		name += ".gz"
		if body, err = pack(body); err != nil {
			return err
		}
	case ".webmanifest":
		body = bytes.ReplaceAll(identity.ReplaceAll(body, nil), []byte(`": "/`), []byte(`": "./`))
	}
	return s.file(name[1:], body)
}

// identity is a line that names an app by its path on the host. Without it the address of its start does.
var identity = regexp.MustCompile(`(?m)^\s*"id":.*\n`)

// routes returns the paths of the pages that have files: those without parameters, and those of variants.
func (s *site) routes() []string {
	list := slices.Clone(s.annotated)
	for _, name := range routes.Names() {
		if strings.HasPrefix(name, "embed") {
			continue // boards on other sites
		}
		if bare := routes.Link(name); is(bare, name, "") {
			list = append(list, bare)
		}
		for _, v := range s.variants {
			if at := routes.Link(name, v); is(at, name, "variant") && !routes.NeedsServer(name) {
				list = append(list, at)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// is reports whether a path is that of a page, with a parameter, and no other.
func is(path, page, parameter string) bool {
	name, params := routes.Match(path)
	return name == page && (len(params) == 0 && parameter == "" || len(params) == 1 && params[parameter] != "")
}

// page writes the HTML of a path, and puts into it what a server says in headers.
func (s *site) page(path string) error {
	body, policy, err := s.server.get(path)
	if err != nil {
		return err
	}
	up := strings.Repeat("../", strings.Count(strings.TrimSuffix(path, "/"), "/"))
	if up == "" {
		up = "./"
	}
	body = local(rooted(fitting(body)), up)
	policy, _, _ = strings.Cut(policy, "; frame-ancestors")
	meta := `<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(policy) + `" />`
	body = bytes.Replace(body, []byte("<head>"), []byte("<head>\n    "+meta), 1)
	if bytes.Contains(body, []byte(`type="module"`)) {
		body = bytes.Replace(body, []byte("</head>"), []byte(`  <script src="`+up+`site.js"></script>`+"\n  </head>"), 1)
	}
	return s.file(strings.TrimLeft(path+"/index.html", "/"), body)
}

// address is one from the root of the host.
var address = regexp.MustCompile(`( (?:href|src)=")/`)

// local makes addresses from the root of the host those from the folder of the site.
func local(body []byte, up string) []byte { return address.ReplaceAll(body, []byte("${1}"+up)) }

// missingPage is what hosts show for an address without a file.
func missingPage() []byte {
	sum := sha256.Sum256(missing)
	return []byte(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; connect-src 'self'; script-src 'sha256-` +
		base64.StdEncoding.EncodeToString(sum[:]) + `'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Page not found</title>
  </head>
  <body>
    <p hidden>Page not found.</p>
    <script>` + string(missing) + `</script>
  </body>
</html>
`)
}

// worker writes the service worker, which keeps the whole site but its pages: one of them stands for all.
func (s *site) worker(version string, code []byte) error {
	sum := sha256.New()
	b := build{Site: true, Files: []string{"/"}}
	for _, name := range s.written {
		folder, isPage := strings.CutSuffix("/"+name, "index.html")
		switch {
		case name == "404.html", isPage && !strings.HasPrefix(name, "docs/"):
			continue
		case isPage:
			name = folder
		default:
			name = "/" + name
		}
		b.Files = append(b.Files, name)
	}
	sum.Write([]byte(version + s.Version))
	for _, part := range s.sums {
		sum.Write(part)
	}
	b.Version = hex.EncodeToString(sum.Sum(nil))[:12]
	list, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return s.file(worker[1:], slices.Concat([]byte(buildBegins), list, []byte(";\n"), code))
}
