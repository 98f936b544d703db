package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// page serves the files of the page from memory, compressed as the browser likes
// them best.
type page struct {
	files map[string]*pageFile // by URL path
	index *shell               // nil: there is no page
	embed *shell               // the board on other sites
}

// pageFile is a file in all its encodings.
type pageFile struct {
	contentType string
	cache       string
	encodings   []encoding // the smallest first; the last is the file itself
}

type encoding struct {
	name string // as Content-Encoding, or "identity"
	body []byte
	etag string
}

// Types that not every system knows.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json",
	".txt": "text/plain; charset=utf-8", ".ico": "image/x-icon", ".png": "image/png", ".woff2": "font/woff2", ".ogg": "audio/ogg", ".mp3": "audio/mpeg",
}

func newPage(files fs.FS) (*page, error) {
	p := &page{files: map[string]*pageFile{}}
	if files == nil {
		return p, nil
	}
	packed := map[string]map[string][]byte{} // by file and encoding
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		original, coding := name, "identity"
		switch ext := path.Ext(name); ext {
		case ".br":
			original, coding = strings.TrimSuffix(name, ext), "br"
		case ".gz":
			original, coding = strings.TrimSuffix(name, ext), "gzip"
		}
		if packed[original] == nil {
			packed[original] = map[string][]byte{}
		}
		packed[original][coding] = body
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cannot read the page: %w", err)
	}
	for name, bodies := range packed {
		if bodies["identity"] == nil {
			continue // compressed, but of nothing
		}
		switch name {
		case "index.html":
			p.index, err = newShell(bodies["identity"])
		case "embed.html":
			p.embed, err = newShell(bodies["identity"])
		default:
			p.files["/"+name] = newPageFile(name, bodies)
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

func newPageFile(name string, bodies map[string][]byte) *pageFile {
	f := &pageFile{contentType: contentTypes[path.Ext(name)], cache: "no-cache"}
	if f.contentType == "" {
		f.contentType = mime.TypeByExtension(path.Ext(name))
	}
	if f.contentType == "" {
		f.contentType = "application/octet-stream"
	}
	if strings.HasPrefix(name, "assets/") {
		f.cache = "public, max-age=31536000, immutable" // its content's hash stands in its name
	}
	for _, coding := range []string{"br", "gzip", "identity"} {
		body := bodies[coding]
		if body == nil || coding != "identity" && len(body) >= len(bodies["identity"]) {
			continue
		}
		sum := sha256.Sum256(body)
		f.encodings = append(f.encodings, encoding{coding, body, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`})
	}
	return f
}

// choose picks the best encoding that the browser takes. One that takes none of
// ours gets the file as it is.
func (f *pageFile) choose(accept string) *encoding {
	best, most := &f.encodings[len(f.encodings)-1], 0.0
	for i := range f.encodings {
		if q := quality(accept, f.encodings[i].name); q > most {
			best, most = &f.encodings[i], q
		}
	}
	return best
}

// quality is how welcome an encoding is by an Accept-Encoding header, 0 to 1.
func quality(accept, name string) float64 {
	other, named := 0.0, name == "identity"
	star := false
	for item := range strings.SplitSeq(accept, ",") {
		coding, params, _ := strings.Cut(item, ";")
		q := 1.0
		if key, value, found := strings.Cut(params, "="); found && strings.EqualFold(strings.TrimSpace(key), "q") {
			var err error
			if q, err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil || q < 0 || q > 1 {
				q = 0
			}
		}
		switch coding = strings.TrimSpace(coding); {
		case strings.EqualFold(coding, name), name == "gzip" && strings.EqualFold(coding, "x-gzip"):
			return q
		case coding == "*":
			other, star = q, true
		}
	}
	switch {
	case star:
		return other
	case named:
		return 0.001 // always there if nothing better is
	}
	return 0
}

func (f *pageFile) serve(w http.ResponseWriter, r *http.Request, status int) {
	e := f.choose(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", f.cache)
	h.Set("ETag", e.etag)
	if len(f.encodings) > 1 {
		h.Add("Vary", "Accept-Encoding")
	}
	if e.name != "identity" {
		h.Set("Content-Encoding", e.name)
	}
	if status == http.StatusOK {
		// It answers If-None-Match, HEAD and ranges as well.
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(e.body))
		return
	}
	h.Del("ETag")
	h.Set("Content-Length", strconv.Itoa(len(e.body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(e.body)
	}
}

// matches tells whether an If-None-Match header has the tag.
func matches(header, tag string) bool {
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == strings.TrimPrefix(tag, "W/") || item == "*" {
			return true
		}
	}
	return false
}

const robots = "User-agent: *\nDisallow: /ws\n"

// serveFile answers everything that is neither API nor socket.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		writeProblem(w, newCoded(http.StatusMethodNotAllowed, codeBadRequest, "Pages can only be fetched: use GET."))
		return
	}
	f := s.page.files[r.URL.Path]
	switch {
	case f != nil:
		if s.enter(w, r, budgetRead, false) {
			// A frame that its page has locked up loads even our own files as a stranger.
			w.Header().Set("Access-Control-Allow-Origin", "*")
			f.serve(w, r, http.StatusOK)
		}
		return
	case r.URL.Path == "/robots.txt":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte(robots))
		return
	case s.page.index == nil:
		s.noPage(w, r)
		return
	}
	s.serveView(w, r)
}

// serveView answers with a page that its script draws, and says in its head what
// it is about.
func (s *Server) serveView(w http.ResponseWriter, r *http.Request) {
	if !s.enter(w, r, budgetRead, false) {
		return
	}
	v := s.viewOf(r)
	of := s.page.index
	if v.embed && s.page.embed != nil {
		of = s.page.embed
		s.letOthersFrame(w)
	} else if v.status == http.StatusOK && !s.greet(w, r) { // only pages that exist make a visitor a guest
		return
	}
	f, err := of.page(v.lines(s.address(r)))
	if err != nil {
		_, e := s.fault(r.Context(), err)
		writeProblem(w, newCoded(http.StatusInternalServerError, e.Code, e.Text))
		return
	}
	if v.hidden {
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	f.serve(w, r, v.status)
}

// noPage answers where the program was built without its page.
func (s *Server) noPage(w http.ResponseWriter, r *http.Request) {
	if !s.enter(w, r, budgetRead, false) {
		return
	}
	status := http.StatusNotFound
	if r.URL.Path == "/" {
		status = http.StatusOK
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, "This wane was built without its page. Build it with 'make web' and build wane again.\nThe API works all the same: see /api/openapi.json.")
}
