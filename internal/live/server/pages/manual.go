package pages

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"regexp"

	"github.com/wane-chess/wane/docs"
	"github.com/wane-chess/wane/internal/live/server/limits"
)

var (
	//go:embed manual.html
	manualFrame string
	//go:embed manual.css
	manualStyle []byte

	manualTemplate = template.Must(template.New("manual").Parse(manualFrame))
	styleSheetTag  = regexp.MustCompile(`<link[^>]*rel="stylesheet"[^>]*>`)
)

// manualPage is a page of the manual, complete but for its head.
type manualPage struct {
	docs.Page
	frame *shell
}

// manual serves the manual under docs.Root. Its pages need no script and no
// cookie, and no built page either, whose style sheets they share.
type manual struct {
	pages map[string]manualPage // by path
	style *file
}

func newManual(page *files) (*manual, error) {
	pages, err := docs.Pages()
	if err != nil {
		return nil, fmt.Errorf("read the manual: %w", err)
	}
	var styles template.HTML
	if page.index != nil {
		for _, tag := range styleSheetTag.FindAll(append(page.index.before, page.index.after...), -1) {
			styles += template.HTML(tag) // from our own page
		}
	}
	m := &manual{
		pages: map[string]manualPage{},
		style: newFile("manual.css", map[string][]byte{"identity": manualStyle}),
	}
	for i, p := range pages {
		var b bytes.Buffer
		err := manualTemplate.Execute(&b, struct {
			Pages   []docs.Page
			Current docs.Page
			Next    *docs.Page
			Styles  template.HTML
			Body    template.HTML
		}{pages, p, next(pages, i), styles, template.HTML(p.HTML)})
		if err != nil {
			return nil, err
		}
		frame, err := newShell(b.Bytes())
		if err != nil {
			return nil, err
		}
		m.pages[p.Path] = manualPage{p, frame}
	}
	return m, nil
}

func next(pages []docs.Page, i int) *docs.Page {
	if i+1 < len(pages) {
		return &pages[i+1]
	}
	return nil
}

// serveManual answers under docs.Root.
func (s *Pages) serveManual(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == docs.Root+"/manual.css" {
		if s.guard.Enter(w, r, limits.Read, false) {
			s.manual.style.serve(w, r, http.StatusOK)
		}
		return
	}
	p, found := s.manual.pages[r.URL.Path]
	if !found {
		s.serveFile(w, r)
		return
	}
	if !s.guard.Enter(w, r, limits.Read, false) {
		return
	}
	v := head{status: http.StatusOK, title: p.Title, text: p.Summary, path: p.Path, card: "/api/card.png?page=home"}
	f, err := p.frame.page(v.lines(s.address(r)))
	if err != nil {
		s.guard.Problems.WriteInternal(r.Context(), w, err)
		return
	}
	f.serve(w, r, http.StatusOK)
}
