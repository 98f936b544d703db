package pages

import (
	"bytes"
	markup "html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/render"
)

// shell is an HTML page without title and description, with a cache of complete
// pages.
type shell struct {
	before, after []byte
	complete      *otter.Cache[parts, *web.File]
}

// parts are what differs between pages of a shell.
type parts struct {
	lang  string // of the page's texts
	lines string // in the head, of which the first is the title
	end   string // of the head
}

// cachedBytes is how much of complete pages a shell caches.
const cachedBytes = 2 << 20

var (
	titleTag       = regexp.MustCompile(`(?is)<title>.*?</title>`)
	descriptionTag = regexp.MustCompile(`(?is)<meta\s+name="description"[^>]*>\s*`)
	headEnd        = regexp.MustCompile(`(?i)</head>`)
	english        = []byte(`<html lang="en">`)
)

// newShell removes a page's own title and description.
func newShell(page []byte) *shell {
	page = descriptionTag.ReplaceAll(page, nil)
	at := titleTag.FindIndex(page)
	if at == nil {
		if at = headEnd.FindIndex(page); at != nil {
			at = []int{at[0], at[0]}
		} else {
			at = []int{len(page), len(page)}
		}
	}
	return &shell{before: page[:at[0]:at[0]], after: page[at[1]:], complete: otter.Must(&otter.Options[parts, *web.File]{
		MaximumWeight: cachedBytes,
		Weigher: func(p parts, f *web.File) uint32 {
			return uint32(len(p.lines) + len(p.end) + f.Size()) //nolint:gosec // far below 4 GB
		},
	})}
}

// page returns the page with its parts. It keeps pages that are the same for many readers.
func (h *shell) page(p parts, shared bool) (*web.File, error) {
	if f, ok := h.complete.GetIfPresent(p); ok {
		return f, nil
	}
	after, rest := h.after, []byte(nil)
	if at := headEnd.FindIndex(after); p.end != "" && at != nil {
		after, rest = after[:at[0]], after[at[0]:]
	}
	before := h.before
	if p.lang != "" {
		before = bytes.Replace(before, english, []byte(`<html lang="`+p.lang+`">`), 1)
	}
	body := slices.Concat(before, []byte(p.lines), after, []byte(p.end), rest)
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
	f := web.NewFile("index.html", map[string][]byte{"identity": body, "gzip": packed.Bytes()})
	if shared {
		h.complete.Set(p, f)
	}
	return f, nil
}

// SiteName is the name of the site in titles and previews.
const SiteName = "wane"

// lines returns the title and the tags in the head of a page. They are escaped. The
// base is the address of the server; without it there are no links.
func (v *head) lines(base string) string {
	var b strings.Builder
	title := v.title + " – " + SiteName
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
	meta("property", "og:site_name", SiteName)
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

// plausibleHost matches a host name or an IP address, with or without a port: nothing
// that means something else in a link.
var plausibleHost = regexp.MustCompile(
	`^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?$`)

// maxHost is the most bytes of a host name with a port. A bound in plausibleHost would
// make it slow to compile.
const maxHost = 260

// address returns the address of the server without a final slash, or "" if it is
// unknown.
func (s *Pages) address(r *http.Request) string {
	if s.base != nil {
		return s.base.Scheme + "://" + s.base.Host
	}
	if len(r.Host) > maxHost || !plausibleHost.MatchString(r.Host) {
		return ""
	}
	scheme := "http"
	if s.guard.Guests.Secure(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
