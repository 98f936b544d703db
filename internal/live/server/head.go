package server

import (
	"bytes"
	markup "html"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/klauspost/compress/gzip"

	"github.com/wane-chess/wane/render"
)

// shell is a page of HTML but for what its head says about the view, with the
// results that were asked for lately.
type shell struct {
	before, after []byte
	made          *lru.Cache[string, *pageFile]
}

// keptHeads is how many pages a shell keeps.
const keptHeads = 256

var (
	titleTag       = regexp.MustCompile(`(?is)<title>.*?</title>`)
	descriptionTag = regexp.MustCompile(`(?is)<meta\s+name="description"[^>]*>\s*`)
	headEnd        = regexp.MustCompile(`(?i)</head>`)
)

// newShell takes the head's own title and description out of a page.
func newShell(page []byte) (*shell, error) {
	page = descriptionTag.ReplaceAll(page, nil)
	at := titleTag.FindIndex(page)
	if at == nil {
		if at = headEnd.FindIndex(page); at != nil {
			at = []int{at[0], at[0]}
		} else {
			at = []int{len(page), len(page)}
		}
	}
	made, err := lru.New[string, *pageFile](keptHeads)
	return &shell{before: page[:at[0]:at[0]], after: page[at[1]:], made: made}, err
}

// page returns the page with these lines in its head.
func (h *shell) page(lines string) (*pageFile, error) {
	if f, ok := h.made.Get(lines); ok {
		return f, nil
	}
	body := append(append(h.before, lines...), h.after...)
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(body); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	f := newPageFile("index.html", map[string][]byte{"identity": body, "gzip": packed.Bytes()})
	h.made.Add(lines, f)
	return f, nil
}

// siteName is what previews call us.
const siteName = "wane"

// lines are what the head of a page says about a view. Whatever stands in them
// that others have written is escaped. Without the address of the server there are
// no links.
func (v *view) lines(base string) string {
	var b strings.Builder
	title := v.title + " – " + siteName
	b.WriteString("<title>" + markup.EscapeString(title) + "</title>")
	meta := func(kind, name, content string) {
		if content != "" {
			b.WriteString("\n    <meta " + kind + `="` + name + `" content="` + markup.EscapeString(content) + `" />`)
		}
	}
	meta("name", "description", v.text)
	if v.hidden {
		meta("name", "robots", "noindex")
	}
	if base != "" && v.path != "" {
		b.WriteString("\n    " + `<link rel="canonical" href="` + markup.EscapeString(base+v.path) + `" />`)
	}
	if v.status != http.StatusOK || v.embed {
		return b.String()
	}
	meta("property", "og:type", "website")
	meta("property", "og:site_name", siteName)
	meta("property", "og:title", v.title)
	meta("property", "og:description", v.text)
	if base == "" {
		return b.String()
	}
	meta("property", "og:url", base+v.path)
	meta("property", "og:image", base+v.card)
	meta("property", "og:image:type", "image/png")
	meta("property", "og:image:width", strconv.Itoa(render.CardWidth))
	meta("property", "og:image:height", strconv.Itoa(render.CardHeight))
	meta("property", "og:image:alt", v.title+". "+v.text)
	meta("name", "twitter:card", "summary_large_image")
	return b.String()
}

// plausibleHost is a name or an address with or without a port: nothing that means
// something else in a link.
var plausibleHost = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// address returns how people reach the server, without a slash at the end, or ""
// if that cannot be told.
func (s *Server) address(r *http.Request) string {
	if s.base != nil {
		return s.base.Scheme + "://" + s.base.Host
	}
	if !plausibleHost.MatchString(r.Host) {
		return ""
	}
	scheme := "http"
	if s.guests.secure(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

func tagNumber(n int) string { return strconv.Itoa(n) }
