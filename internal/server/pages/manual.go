package pages

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wane-chess/wane/docs"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/web/routes"
)

var (
	//go:embed manual.html
	manualFrame string
	//go:embed manual.css
	manualStyle []byte

	styleSheetTag = regexp.MustCompile(`<link[^>]*rel="stylesheet"[^>]*>`)
)

// manualPage is a page of the manual, complete but for its head.
type manualPage struct {
	docs.Page
	frame func() *shell // made for the first reader
}

// manual serves the manual under docs.Root. Its pages need no script and no
// cookie, and no built page either, whose style sheets they share.
type manual struct {
	pages map[string]manualPage // by path
	files map[string]*web.File  // the style sheet and the pictures, by path
}

// referencePath is the page of the manual that is made from the description of the API.
const referencePath = docs.Root + "/api/reference"

func newManual(page *files, reference []byte) (*manual, error) {
	pages, err := docs.Pages()
	if err != nil {
		return nil, fmt.Errorf("read the manual: %w", err)
	}
	if i := slices.IndexFunc(pages, func(p docs.Page) bool { return p.Path == docs.Root+"/api" }); i >= 0 &&
		reference != nil {
		pages = slices.Insert(pages, i+1, docs.Page{
			Path: referencePath, Title: "The API, operation by operation",
			Summary: "All operations of the HTTP API with their parameters, bodies and answers, and all types.",
			HTML:    func() []byte { return reference },
		})
	}
	var styles []byte // of our own page
	if page.index != nil {
		styles = bytes.Join(styleSheetTag.FindAll(append(page.index.before, page.index.after...), -1), nil)
	}
	m := &manual{
		pages: map[string]manualPage{},
		files: map[string]*web.File{
			docs.Root + "/manual.css": web.NewFile("manual.css", map[string][]byte{"identity": manualStyle}),
		},
	}
	for name, data := range docs.Pictures() {
		m.files[docs.Root+"/"+name] = web.NewFile(name, map[string][]byte{"identity": data})
	}
	for i, p := range pages {
		m.pages[p.Path] = manualPage{p, sync.OnceValue(func() *shell {
			return newShell([]byte(manualText(pages, i, styles)))
		})}
	}
	return m, nil
}

// manualText returns the HTML of a page. It does without html/template: a program
// that executes templates keeps every method of every type, which made this one 8 MB
// larger.
func manualText(pages []docs.Page, current int, styles []byte) string {
	var contents strings.Builder
	for i, p := range pages {
		attribute := ""
		if i == current {
			attribute = ` aria-current="page"`
		}
		contents.WriteString(`<li><a href="` + html.EscapeString(p.Path) + `"` + attribute + `>` +
			html.EscapeString(p.Title) + "</a></li>\n")
	}
	next := ""
	if current+1 < len(pages) {
		p := pages[current+1]
		next = `<p class="next">Next: <a href="` + html.EscapeString(p.Path) + `">` + html.EscapeString(p.Title) + `</a></p>`
	}
	return strings.NewReplacer("<!--styles-->", string(styles), "<!--menu-->", menuList(),
		"<!--contents-->", contents.String(),
		"<!--body-->", string(pages[current].HTML()), "<!--next-->", next).Replace(manualFrame)
}

// menuList returns the items of the main menu.
func menuList() string {
	var b strings.Builder
	anchor := func(p routes.Part, attributes string) {
		b.WriteString(`<a href="` + html.EscapeString(p.Path()) + `"` + attributes + `>` +
			html.EscapeString(p.Title) + `</a>`)
	}
	for _, s := range routes.Menu() {
		b.WriteString("<li>")
		anchor(s.Part, ` class="section"`)
		b.WriteString("<ul>")
		for _, p := range s.Parts {
			b.WriteString("<li>")
			anchor(p, "")
			b.WriteString("</li>")
		}
		b.WriteString("</ul></li>\n")
	}
	return b.String()
}

// register adds the pages and files of the manual to a kit.
func (s *Pages) registerManual(k *web.Kit) {
	for path, f := range s.manual.files {
		k.File(path, f)
	}
	policy := web.Policy{
		Caller: web.Anyone, Tokens: web.AnyToken, Price: web.Costs(limits.Read), Body: web.NoBody, Cache: web.NoCache,
	}
	for path, p := range s.manual.pages {
		v := head{status: http.StatusOK, title: p.Title, text: p.Summary, path: p.Path, card: "/api/card.png?page=home"}
		k.Serve(web.Get(path, "", p.Title, policy), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			f, err := p.frame().page(parts{lines: v.lines(s.address(r))}, true)
			if err != nil {
				problem.Write(w, s.guard.Problems.Internal(r.Context(), err))
				return
			}
			f.Serve(w, r, http.StatusOK)
		}))
	}
}
